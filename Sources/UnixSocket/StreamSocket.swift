import CLinux
import Glibc
package import SystemCalls

/// Unix stream sockets by descriptor: one function per system call, with `EINTR` retried and `errno` thrown.
///
/// The caller owns the descriptors and closes them; these functions do not.
package enum StreamSocket {
  /// Whether calls on the descriptor block.
  package enum Waiting: Sendable {
    case blocking
    case nonBlocking
  }

  /// The longest path that fits a `sockaddr_un`, in bytes and without its NUL.
  package static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  /// A new, unconnected socket, closed on `exec` (`socket(2)`).
  package static func open(_ waiting: Waiting) throws(Errno) -> Int32 {
    var type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    if waiting == .nonBlocking { type |= Int32(SOCK_NONBLOCK.rawValue) }
    return try SystemCall.retrying { socket(AF_UNIX, type, 0) }
  }

  /// Connects to the socket at `path` (`connect(2)`); throws `ENAMETOOLONG` if the path does not fit.
  package static func connect(_ descriptor: Int32, to path: String) throws(Errno) {
    _ = try withAddress(path) { (address, length) throws(Errno) in
      try SystemCall.retrying { Glibc.connect(descriptor, address, length) }
    }
  }

  /// Whether a process listens at `path`, whose file must then not be replaced.
  package static func isAnswered(_ path: String) throws(Errno) -> Bool {
    let probe = try open(.nonBlocking)
    defer { close(probe) }
    do {
      try connect(probe, to: path)
      return true
    } catch {
      switch error.code {
      // The listener's backlog is full: it exists, but is busy.
      case EAGAIN: return true
      case ECONNREFUSED, ENOENT: return false
      default: throw error
      }
    }
  }

  /// Creates the socket file at `path` (`bind(2)`); throws `ENAMETOOLONG` if the path does not fit.
  package static func bind(_ descriptor: Int32, to path: String) throws(Errno) {
    _ = try withAddress(path) { (address, length) throws(Errno) in
      try SystemCall.retrying { Glibc.bind(descriptor, address, length) }
    }
  }

  /// Lets clients connect (`listen(2)`) with the system's largest backlog.
  package static func listen(_ descriptor: Int32) throws(Errno) {
    _ = try SystemCall.retrying { Glibc.listen(descriptor, SOMAXCONN) }
  }

  /// The next waiting client's descriptor, non-blocking and closed on `exec` (`accept4(2)`).
  package static func accept(_ listener: Int32) throws(Errno) -> Int32 {
    try SystemCall.retrying { deckd_accept(listener) }
  }

  /// The peer's credentials (`SO_PEERCRED`).
  package static func peer(of descriptor: Int32) throws(Errno) -> PeerCredentials {
    var process: pid_t = 0
    var user: uid_t = 0
    var group: gid_t = 0
    _ = try SystemCall.retrying { deckd_peer_credentials(descriptor, &process, &user, &group) }
    return PeerCredentials(process: process, user: user, group: group)
  }

  /// The supplementary groups of the peer (`SO_PEERGROUPS`).
  package static func peerGroups(of descriptor: Int32) throws(Errno) -> [UInt32] {
    // The maximum number of a process's groups (NGROUPS_MAX of limits.h).
    var groups = [UInt32](repeating: 0, count: 1 << 16)
    let capacity = Int32(groups.count)
    let count = try SystemCall.retrying { deckd_peer_groups(descriptor, &groups, capacity) }
    return Array(groups.prefix(Int(count)))
  }

  /// The path of the socket file that a Unix stream socket listens on; `nil` for any other descriptor.
  package static func listeningPath(of descriptor: Int32) -> String? {
    guard
      option(SO_DOMAIN, of: descriptor) == AF_UNIX,
      option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue),
      option(SO_ACCEPTCONN, of: descriptor) == 1
    else { return nil }
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
    }
    guard code == 0 else { return nil }
    // A name that starts with NUL is abstract and has no file.
    let path = withUnsafeBytes(of: &address.sun_path) { $0.prefix { $0 != 0 } }
    return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var value: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }

  /// Whether the peer has closed both directions (`POLLHUP` of `poll(2)`).
  package static func isHungUp(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
  }

  /// Writes as much as the socket accepts (`send(2)`) and returns the count; a closed peer is `EPIPE`, not a signal.
  package static func send(_ descriptor: Int32, _ bytes: RawSpan) throws(Errno) -> Int {
    try bytes.withUnsafeBytes { (buffer) throws(Errno) in
      try SystemCall.retrying { Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
    }
  }

  /// Passes available data, `capacity` bytes at most, to `body` (`recv(2)`); empty when the peer sends no more.
  package static func receive<Result>(
    _ descriptor: Int32,
    atMost capacity: Int,
    _ body: (Span<UInt8>) -> Result
  ) throws(Errno) -> Result {
    let outcome = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      Swift.Result { () throws(Errno) in
        let count = try SystemCall.retrying { recv(descriptor, buffer.baseAddress, capacity, 0) }
        return body(UnsafeBufferPointer(rebasing: buffer[..<count]).span)
      }
    }
    return try outcome.get()
  }

  private static func withAddress<Result>(
    _ path: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(Errno) -> Result
  ) throws(Errno) -> Result {
    let bytes = Array(path.utf8)
    // An empty path is an abstract name and a NUL cuts the path short: neither is the requested file.
    guard !bytes.isEmpty, !bytes.contains(0) else { throw Errno(EINVAL) }
    guard bytes.count <= longestPath else { throw Errno(ENAMETOOLONG) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return try withUnsafePointer(to: address) { (pointer) throws(Errno) in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { (general) throws(Errno) in
        try body(general, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
