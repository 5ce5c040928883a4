import DeckConfiguration
package import DeckProtocol
package import DeckSocket
import EventLoop
import Kinetics
import Logging
import UnixSocket

/// The sockets that clients connect to: opens them, accepts on them, and closes them.
package struct ListeningSockets {
  /// Where the control socket is created, if it was not passed.
  package struct Placement {
    fileprivate var path: String
    /// The folder of a default path may be created with it.
    fileprivate var makesFolder: Bool
  }

  private struct Socket {
    var access: Access
    var listener: UnixSocketListener
    var accepting: Watch?
  }

  /// A generous number of descriptors that are open besides clients: panels, libinput's, the state's and the loop's.
  ///
  /// Clients never take these: without one, a panel could not be opened.
  static let ownDescriptors = 64

  /// When accepting is tried again after it failed, in seconds: what was lacking may be another program's.
  private static let pause = 1.0

  /// The control socket is the first.
  private var sockets: [Socket] = []
  /// When accepting is tried again; `nil` while nothing has failed.
  private(set) var retryTime: Instant?
  /// Returns where the control socket is created; `nil` if it was passed.
  ///
  /// The folder of an explicit path must exist: a typing error must not become a folder owned by root.
  package static func placement(_ options: DaemonOptions) throws(DaemonError) -> Placement? {
    guard options.passed(.control) == nil else { return nil }
    let environment = SocketPath.environment
    let named = SocketPath.named(explicit: options.socketPath, environment: environment)
    guard let path = SocketPath.forServing(explicit: options.socketPath, environment: environment) else {
      throw .noSocketPlace
    }
    if named != nil, !SocketPath.exists(at: SocketPath.folder(of: path)) { throw .socket(.noFolder(path: path)) }
    return Placement(path: path, makesFolder: named == nil)
  }

  /// Creates the sockets, or adopts those that were passed.
  ///
  /// If the control socket was passed, sockets that were not passed are not created: the service manager decides.
  package init(_ options: DaemonOptions, at placement: Placement?) throws(DaemonError) {
    let section = options.configuration.socket
    let limits = ConnectionLimits(options.configuration.limits)
    let refusal = AccessDenial.noDescriptors.line
    func adopt(_ socket: ActivatedSocket) -> UnixSocketListener {
      UnixSocketListener(adopting: socket.descriptor, path: socket.path, refusal: refusal, limits: limits)
    }
    func make(
      _ path: String,
      isDraft: Bool = false,
      mode: UInt32,
      group: SocketGroup
    ) throws(DaemonError) -> UnixSocketListener {
      do {
        return try UnixSocketListener(
          path: path,
          isDraft: isDraft,
          makesFolder: placement?.makesFolder ?? false,
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
    if let control {
      sockets.append(Socket(access: .control, listener: adopt(control)))
    } else if let placement {
      // Published last: a client that sees the control socket finds the other one too.
      let listener = try make(placement.path, isDraft: true, mode: section.mode, group: group)
      sockets.append(Socket(access: .control, listener: listener))
    }
    if let observe {
      sockets.append(Socket(access: .observe, listener: adopt(observe)))
    } else if control == nil, section.observe.isEnabled {
      let path = Self.observePath(beside: controlPath, named: section.observe.name)
      guard path != controlPath else { throw .sameSocket(path: path) }
      let group = section.observe.group.map(SocketGroup.required) ?? group
      let listener = try make(path, mode: section.observe.mode, group: group)
      sockets.append(Socket(access: .observe, listener: listener))
    }
    do {
      for socket in sockets { try socket.listener.publish() }
    } catch {
      throw .socket(error)
    }
  }

  /// Looks up the groups that a configuration names for the sockets, without making any.
  static func checkGroups(_ section: SocketSection, controlPath: String) throws(DaemonError) {
    let observePath = observePath(beside: controlPath, named: section.observe.name)
    do {
      if let group = section.group { _ = try SocketGroup.required(group).number(for: controlPath) }
      if let group = section.observe.group { _ = try SocketGroup.required(group).number(for: observePath) }
    } catch {
      throw .socket(error)
    }
  }

  private static func observePath(beside control: String, named name: String?) -> String {
    guard let name else { return SocketPath.observing(beside: control) }
    let folder = SocketPath.folder(of: control)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The path of the control socket.
  package var controlPath: String { sockets.first?.listener.path ?? SocketPath.system }

  /// The paths of all sockets, the control socket's first.
  package var paths: [String] { sockets.map(\.listener.path) }

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

  /// Watches every socket; `accept` is called on the loop with the number of a socket at which clients wait.
  mutating func startAccepting(on loop: Loop, log: Logger, _ accept: @escaping @Sendable (Int) -> Void) {
    for index in sockets.indices {
      let listener = sockets[index].listener
      sockets[index].accepting = loop.watch(readable: listener.descriptor) { accept(index) }
      let group = listener.hasOwnGroup ? "deckd's own" : "as configured"
      let access = sockets[index].access.rawValue
      log.info("socket", metadata: ["path": "\(listener.path)", "access": "\(access)", "group": "\(group)"])
    }
  }

  /// Accepts the next client that waits at a socket, and returns the access that the socket grants.
  ///
  /// After a failure, as without a free descriptor, the socket is not watched until a client has left, or `retryTime`.
  package mutating func accept(on index: Int) -> (UnixSocketListener.Acceptance, Access) {
    let acceptance = sockets[index].listener.accept()
    if case .exhausted = acceptance {
      sockets[index].accepting?.pause()
      retryTime = Loop.now.advanced(bySeconds: Self.pause)
    }
    return (acceptance, sockets[index].access)
  }

  /// Watches the sockets again when it is time.
  mutating func retryAccepting(at now: Instant) {
    if let time = retryTime, time <= now { resumeAccepting() }
  }

  /// Whether there are descriptors for one more client.
  package func admits(beside count: Int) -> Bool { count < DescriptorLimit.raise(to: 0) - Self.ownDescriptors }

  /// What clients of a socket may do.
  func access(of index: Int) -> Access { sockets[index].access }

  /// Leaves new connections to a socket in the kernel's queue until a client has left.
  func pauseAccepting(on index: Int) { sockets[index].accepting?.pause() }

  /// Watches the sockets again, once a client has left.
  mutating func resumeAccepting() {
    retryTime = nil
    for socket in sockets { socket.accepting?.resume() }
  }

  /// Applies limits to the clients that are accepted from now on, and raises the limit of descriptors for them.
  func apply(_ limits: LimitsSection, log: Logger) {
    for socket in sockets { socket.listener.limits = ConnectionLimits(limits) }
    let wanted = 2 * limits.clients + Self.ownDescriptors
    let descriptors = DescriptorLimit.raise(to: wanted)
    if descriptors < wanted {
      log.warning("fewer clients than configured: \(descriptors) descriptors, not \(wanted); raise LimitNOFILE=")
    }
  }

  /// Closes the sockets, and removes the files of those that the daemon created.
  package func close() {
    for socket in sockets {
      socket.accepting?.cancel()
      socket.listener.close()
    }
  }
}

extension SocketGroup {
  fileprivate init(_ section: SocketSection) {
    self = section.group.map(SocketGroup.required) ?? .preferred(SocketSection.usualGroup)
  }
}

extension ConnectionLimits {
  fileprivate init(_ section: LimitsSection) {
    self.init(line: section.line, backlog: section.backlog)
  }
}
