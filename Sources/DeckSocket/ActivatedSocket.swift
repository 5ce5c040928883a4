package import Glibc
import UnixSocket

/// A listening socket that a service manager passed to the process, as systemd does (`sd_listen_fds(3)`).
package struct ActivatedSocket: Hashable, Sendable {
  /// Which of the daemon's sockets it is, from `FileDescriptorName=` of its unit.
  package enum Role: String, CaseIterable, Sendable {
    case control, observe
  }

  package var role: Role
  package var descriptor: Int32
  package var path: String

  /// A socket that listens at `path`.
  package init(role: Role, descriptor: Int32, path: String) {
    self.role = role
    self.descriptor = descriptor
    self.path = path
  }

  /// The variables that describe the passed sockets and their recipient.
  package static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

  /// The first passed descriptor (`SD_LISTEN_FDS_START`).
  private static let firstDescriptor: Int32 = 3

  /// Takes the sockets passed to this process, and removes the variables from its environment so that children do not
  /// inherit them.
  ///
  /// Must be called before other threads start.
  package static func takeAll() throws(ActivationError) -> [ActivatedSocket] {
    var environment: [String: String] = [:]
    for name in variables {
      guard let value = getenv(name) else { continue }
      environment[name] = String(cString: value)
      unsetenv(name)
    }
    return try passed(environment, to: getpid(), pathOf: StreamSocket.listeningPath)
  }

  /// The sockets that an environment passes to `process`; empty if they are for another process.
  ///
  /// `pathOf` returns the path of a descriptor that is a listening Unix stream socket.
  package static func passed(
    _ environment: [String: String],
    to process: pid_t,
    pathOf: (Int32) -> String?
  ) throws(ActivationError) -> [ActivatedSocket] {
    guard let receiver = environment["LISTEN_PID"] else { return [] }
    guard let number = pid_t(receiver) else { throw .notANumber(variable: "LISTEN_PID", value: receiver) }
    guard number == process else { return [] }
    let text = environment["LISTEN_FDS"] ?? ""
    guard let count = Int32(text), count >= 0 else { throw .notANumber(variable: "LISTEN_FDS", value: text) }
    guard count > 0 else { return [] }
    guard count <= Role.allCases.count else { throw .tooMany(Int(count)) }
    return try sockets(named: names(environment["LISTEN_FDNAMES"], count: Int(count)), pathOf: pathOf)
  }

  /// One name for each descriptor; a single socket without a name is the control socket.
  private static func names(_ text: String?, count: Int) throws(ActivationError) -> [String] {
    guard let text, !text.isEmpty else {
      guard count == 1 else { throw .unnamed(count) }
      return [Role.control.rawValue]
    }
    let names = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard names.count == count else { throw .namesDiffer(names: names.count, descriptors: count) }
    return names
  }

  private static func sockets(
    named names: [String],
    pathOf: (Int32) -> String?
  ) throws(ActivationError) -> [ActivatedSocket] {
    var sockets: [ActivatedSocket] = []
    for (index, name) in names.enumerated() {
      guard let role = Role(rawValue: name) else { throw .unknownName(name) }
      guard !sockets.contains(where: { $0.role == role }) else { throw .twice(name) }
      let descriptor = firstDescriptor + Int32(index)
      guard let path = pathOf(descriptor) else { throw .notASocket(name: name, descriptor: descriptor) }
      sockets.append(ActivatedSocket(role: role, descriptor: descriptor, path: path))
    }
    return sockets
  }
}

/// Why sockets that were passed to the process cannot be used, and what to do about it.
package enum ActivationError: Error, Hashable, Sendable, CustomStringConvertible {
  case notANumber(variable: String, value: String)
  case tooMany(Int)
  case unnamed(Int)
  case namesDiffer(names: Int, descriptors: Int)
  case unknownName(String)
  case twice(String)
  case notASocket(name: String, descriptor: Int32)

  /// The problem and its remedy.
  package var description: String {
    "sockets passed by the service manager: \(problem)"
  }

  private var problem: String {
    switch self {
    case .notANumber(let variable, let value):
      "\(variable) is \"\(value)\"; expected a number"
    case .tooMany(let count):
      "there are \(count); expected one or two, with FileDescriptorName=control and FileDescriptorName=observe"
    case .unnamed(let count):
      "there are \(count) without names; set FileDescriptorName=control or observe in the unit of each"
    case .namesDiffer(let names, let descriptors):
      "LISTEN_FDNAMES has \(names) names for \(descriptors) descriptors (LISTEN_FDS); expected as many"
    case .unknownName(let name):
      "one is named \"\(name)\"; set FileDescriptorName=control or observe in its unit"
    case .twice(let name):
      "two are named \"\(name)\"; deckd has one socket of each name, control and observe"
    case .notASocket(let name, let descriptor):
      """
      descriptor \(descriptor), \(name), is no Unix stream socket at a path that listens; use ListenStream= with a path \
      and Accept=no
      """
    }
  }
}
