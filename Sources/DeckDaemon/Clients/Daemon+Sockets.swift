import DeckConfiguration
import DeckProtocol
import DeckSocket
import EventLoop
import Logging
import UnixSocket

extension Daemon {
  /// A socket that clients connect to.
  struct ServedSocket {
    var access: Access
    var listener: UnixSocketListener
    var accepting: Watch?
  }

  /// Returns the path at which the control socket is created; `nil` if it was passed.
  ///
  /// The folder of a default path may be created with it. The folder of an explicit path must exist: a typing error
  /// must not become a folder owned by root.
  static func controlPlace(_ options: DaemonOptions) throws(DaemonError) -> (path: String, makesFolder: Bool)? {
    guard options.passed(.control) == nil else { return nil }
    let environment = SocketPath.environment
    let named = SocketPath.named(explicit: options.socketPath, environment: environment)
    guard let path = SocketPath.forServing(explicit: options.socketPath, environment: environment) else {
      throw .noSocketPlace
    }
    if named != nil, !SocketPath.exists(at: SocketPath.folder(of: path)) { throw .socket(.noFolder(path: path)) }
    return (path, named == nil)
  }

  /// Creates the sockets, or adopts those that were passed; the control socket is the first.
  ///
  /// If the control socket was passed, sockets that were not passed are not created: the service manager decides.
  static func openSockets(
    _ options: DaemonOptions,
    at place: (path: String, makesFolder: Bool)?
  ) throws(DaemonError) -> [ServedSocket] {
    let section = options.configuration.socket
    let limits = ConnectionLimits(options.configuration.limits)
    let refusal = tooManyClients(expected: "fewer of them; the daemon has no descriptors left (LimitNOFILE=)")
    func adopt(_ socket: ActivatedSocket) -> UnixSocketListener {
      UnixSocketListener(adopting: socket.descriptor, path: socket.path, refusal: refusal, limits: limits)
    }
    func make(_ path: String, mode: UInt32, group: SocketGroup) throws(DaemonError) -> UnixSocketListener {
      do {
        return try UnixSocketListener(
          path: path,
          makesFolder: place?.makesFolder ?? false,
          mode: mode,
          group: group,
          refusal: refusal,
          limits: limits
        )
      } catch {
        throw .socket(error)
      }
    }

    let (control, observe) = (options.passed(.control), options.passed(.observe))
    let group = SocketGroup(section)
    var sockets: [ServedSocket] = []
    if let control {
      sockets.append(ServedSocket(access: .control, listener: adopt(control)))
    } else if let place {
      sockets.append(ServedSocket(access: .control, listener: try make(place.path, mode: section.mode, group: group)))
    }
    if let observe {
      sockets.append(ServedSocket(access: .observe, listener: adopt(observe)))
    } else if control == nil, section.observe.isEnabled {
      let path = observePath(beside: sockets[0].listener.path, named: section.observe.name)
      guard path != sockets[0].listener.path else { throw .sameSocket(path: path) }
      let group = section.observe.group.map(SocketGroup.required) ?? group
      let listener = try make(path, mode: section.observe.mode, group: group)
      sockets.append(ServedSocket(access: .observe, listener: listener))
    }
    return sockets
  }

  /// Applies the permissions of a configuration to the sockets that the daemon created.
  func permit(_ section: SocketSection) throws(DaemonError) {
    let group = SocketGroup(section)
    do {
      for socket in sockets {
        switch socket.access {
        case .control: try socket.listener.permit(mode: section.mode, group: group)
        case .observe:
          let own = section.observe.group.map(SocketGroup.required)
          try socket.listener.permit(mode: section.observe.mode, group: own ?? group)
        }
      }
    } catch {
      throw .socket(error)
    }
  }

  private static func observePath(beside control: String, named name: String?) -> String {
    guard let name else { return SocketPath.observing(beside: control) }
    let folder = SocketPath.folder(of: control)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// Starts to accept clients on every socket.
  func startAccepting() {
    for index in sockets.indices {
      let descriptor = sockets[index].listener.descriptor
      sockets[index].accepting = loop.watch(readable: descriptor) { [self] in
        assumeIsolated { $0.acceptClients(on: index) }
      }
      let group = sockets[index].listener.hasOwnGroup ? "deckd's own" : "as configured"
      log.info(
        "socket",
        metadata: [
          "path": "\(sockets[index].listener.path)", "access": "\(sockets[index].access.rawValue)", "group": "\(group)",
        ]
      )
    }
    raiseDescriptors()
  }

  /// Raises the limit of descriptors for the configured number of clients.
  func raiseDescriptors() {
    let wanted = options.configuration.limits.clients + Self.ownDescriptors
    let descriptors = DescriptorLimit.raise(to: wanted)
    if descriptors < wanted {
      log.warning("fewer clients than configured: \(descriptors) descriptors, not \(wanted); raise LimitNOFILE=")
    }
  }

  /// A generous number of descriptors that are open besides clients: panels, libinput's and Dispatch's own.
  private static let ownDescriptors = 64

  /// Closes the sockets once the loop has released them, then calls `completion`.
  func closeSockets(then completion: @escaping @Sendable () -> Void) {
    guard let index = sockets.firstIndex(where: { $0.accepting != nil }) else {
      for socket in sockets { socket.listener.close() }
      return completion()
    }
    let accepting = sockets[index].accepting
    sockets[index].accepting = nil
    accepting?.cancel { [self] in assumeIsolated { $0.closeSockets(then: completion) } }
  }
}

extension SocketGroup {
  fileprivate init(_ section: SocketSection) {
    self = section.group.map(SocketGroup.required) ?? .preferred(SocketSection.usualGroup)
  }
}

extension ConnectionLimits {
  init(_ section: LimitsSection) {
    self.init(line: section.line, backlog: section.backlog)
  }
}
