package import Glibc
package import SystemCalls
import UnixSocket

/// The daemon's socket file and the clients that connect to it.
///
/// Must be used by one owner, on its loop: it waits for `descriptor` to be readable, then calls `accept()` until that
/// returns `none`, and calls `close()` once its watch is cancelled.
package final class UnixSocketListener {
  /// The result of `accept()`.
  package enum Acceptance {
    case client(ClientConnection)
    /// No client is waiting.
    case none
    /// The process or the system has no descriptors left: the client received the refusal and was disconnected.
    case refused(Errno)
    /// There are no descriptors left, and the client is still waiting.
    ///
    /// The descriptor stays readable: pause the watch until a client has disconnected, or the loop spins.
    case exhausted(Errno)
  }

  /// The suffix of a socket's name until it listens.
  private static let draftEnding = "~"

  package let path: String
  package let descriptor: Int32

  /// `nil` for an adopted socket, whose file belongs to its creator.
  private var file: SocketFile?
  /// Whether the socket has its final name.
  private var isPublished: Bool
  /// Whether the socket kept the process's own group.
  package private(set) var hasOwnGroup: Bool
  private let refusal: [UInt8]
  /// The limits for clients that are accepted from now on.
  package var limits: ConnectionLimits
  /// A spare descriptor, closed when no others are left, so that one client can be accepted and refused.
  private var reserve: Int32?
  private var isClosed = false

  /// Creates the socket at `path` and listens.
  ///
  /// The folder must exist, unless `makesFolder` is set: then it is created with mode 0755, inside an existing folder.
  /// A socket file that no process accepts connections on is replaced. `refusal` is a line, with its newline, for
  /// clients that connect when there are no descriptors left; `limits` apply to each client. No client sees a draft
  /// until it is published.
  package init(
    path: String,
    isDraft: Bool = false,
    makesFolder: Bool = false,
    mode: mode_t = 0o660,
    group: SocketGroup = .own,
    refusal: [UInt8] = [],
    limits: ConnectionLimits = ConnectionLimits()
  ) throws(SocketError) {
    let longestPath = StreamSocket.longestPath - Self.draftEnding.utf8.count
    guard path.utf8.count <= longestPath else {
      throw .pathTooLong(path: path, limit: longestPath)
    }
    self.path = path
    self.refusal = refusal
    self.limits = limits
    let folder = try Self.lockedFolder(of: path, isMade: makesFolder)
    // Closing it would also release the lock, but not while a process that is being started has a copy.
    defer {
      flock(folder, LOCK_UN)
      Glibc.close(folder)
    }
    try Self.removeStaleSocket(at: path)
    (descriptor, file, hasOwnGroup) = try Self.bind(path, mode: mode, group: group)
    reserve = Self.openReserve()
    isPublished = false
    if !isDraft { try publish() }
  }

  /// Takes over a socket that another process created and listens on, as systemd does (`sd_listen_fds(3)`).
  package init(
    adopting descriptor: Int32,
    path: String,
    refusal: [UInt8] = [],
    limits: ConnectionLimits = ConnectionLimits()
  ) {
    self.path = path
    self.descriptor = descriptor
    self.refusal = refusal
    self.limits = limits
    file = nil
    isPublished = true
    hasOwnGroup = false
    // It may be blocking, and then an accept would wait if the client has disconnected in the meantime.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    reserve = Self.openReserve()
  }

  deinit {
    close()
  }

  /// Gives a draft its name; from then on clients can connect.
  package func publish() throws(SocketError) {
    guard !isPublished else { return }
    try Self.step(.bind, path) { () throws(Errno) in
      _ = try SystemCall.retrying { rename(path + Self.draftEnding, path) }
    }
    file = file?.renamed(to: path)
    isPublished = true
  }

  /// Accepts the next waiting client.
  package func accept() -> Acceptance {
    precondition(!isClosed, "an open listener accepts")
    while true {
      do throws(Errno) {
        return .client(try ClientConnection(descriptor: StreamSocket.accept(descriptor), limits: limits))
      } catch {
        switch error.code {
        case EAGAIN: return .none
        // The client has disconnected in the meantime, or its credentials could not be read.
        case ECONNABORTED, EPERM: continue
        case EMFILE, ENFILE: return refuse(because: error)
        default: return .exhausted(error)
        }
      }
    }
  }

  /// Changes the permissions and the group of the socket file; an adopted file belongs to its creator and is kept.
  package func permit(mode: mode_t, group: SocketGroup) throws(SocketError) {
    guard file?.path == path, file?.isCurrent == true else { return }
    let wanted = try group.number(for: path)
    var isOwn = wanted == nil
    try Self.step(.setGroup, path) { () throws(Errno) in
      do throws(Errno) {
        try Self.changeGroup(of: path, to: wanted ?? getegid())
      } catch {
        guard error.code == EPERM, group.isOnlyPreferred else { throw error }
        isOwn = true
      }
    }
    hasOwnGroup = isOwn
    try Self.step(.setMode, path) { () throws(Errno) in _ = try SystemCall.retrying { chmod(path, mode) } }
  }

  /// Stops listening and removes the socket file if it is still this listener's.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    file?.remove()
    Glibc.close(descriptor)
    giveUpReserve()
  }

  private func refuse(because error: Errno) -> Acceptance {
    guard reserve != nil else {
      reserve = Self.openReserve()
      return .exhausted(error)
    }
    giveUpReserve()
    defer { reserve = Self.openReserve() }
    do throws(Errno) {
      let client = try StreamSocket.accept(descriptor)
      defer { Glibc.close(client) }
      // Best effort: the client is disconnected whether the line arrives or not.
      let line = refusal
      if !line.isEmpty { _ = try StreamSocket.send(client, line.span.bytes) }
      return .refused(error)
    } catch {
      switch error.code {
      case EAGAIN: return .none
      case EPIPE, ECONNRESET, ECONNABORTED: return .refused(error)
      default: return .exhausted(error)
      }
    }
  }

  private func giveUpReserve() {
    if let reserve { Glibc.close(reserve) }
    reserve = nil
  }

  private static func openReserve() -> Int32? {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return descriptor < 0 ? nil : descriptor
  }

  /// The folder of `path`, created if missing and permitted, and locked until it is closed.
  ///
  /// Without the lock, of two daemons that start together one would take the other's new socket for a stale one.
  private static func lockedFolder(of path: String, isMade: Bool) throws(SocketError) -> Int32 {
    let folder = SocketPath.folder(of: path)
    if isMade, mkdir(folder, 0o755) != 0 {
      let error = Errno(errno)
      guard error.code == EEXIST || SocketPath.exists(at: folder) else { throw .failed(.makeFolder, path: path, error) }
    }
    let descriptor: Int32
    do {
      descriptor = try SystemCall.retrying { open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    } catch {
      throw error.code == ENOENT ? .noFolder(path: path) : .failed(.openFolder, path: path, error)
    }
    do {
      _ = try SystemCall.retrying { flock(descriptor, LOCK_EX | LOCK_NB) }
    } catch {
      Glibc.close(descriptor)
      throw error.code == EWOULDBLOCK ? .anotherStarting(path: path) : .failed(.openFolder, path: path, error)
    }
    return descriptor
  }

  /// Removes a socket file that no process accepts connections on; anything else at `path` is an error.
  private static func removeStaleSocket(at path: String) throws(SocketError) {
    var status = stat()
    do {
      _ = try SystemCall.retrying { lstat(path, &status) }
    } catch {
      if error.code == ENOENT { return }
      throw .failed(.inspect, path: path, error)
    }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
    guard try !isAnswered(path) else { throw .anotherRunning(path: path) }
    do {
      _ = try SystemCall.retrying { unlink(path) }
    } catch {
      throw .failed(.removeStale, path: path, error)
    }
  }

  private static func isAnswered(_ path: String) throws(SocketError) -> Bool {
    do {
      return try StreamSocket.isAnswered(path)
    } catch {
      throw .failed(.probe, path: path, error)
    }
  }

  private static func bind(
    _ path: String,
    mode: mode_t,
    group: SocketGroup
  ) throws(SocketError) -> (descriptor: Int32, SocketFile?, hasOwnGroup: Bool) {
    let groupID = try group.number(for: path)
    var hasOwnGroup = groupID == nil
    let descriptor: Int32
    do {
      descriptor = try StreamSocket.open(.nonBlocking)
    } catch {
      throw .failed(.open, path: path, error)
    }
    // Created under another name, so that a visible socket accepts connections, with the right group and mode.
    let draft = path + draftEnding
    // Left by an interrupted start; the folder is locked, so no other daemon uses it.
    try removeStaleSocket(at: draft)
    do throws(SocketError) {
      try step(.bind, path) { () throws(Errno) in try StreamSocket.bind(descriptor, to: draft) }
      if let groupID {
        try step(.setGroup, path) { () throws(Errno) in
          do throws(Errno) {
            try changeGroup(of: draft, to: groupID)
          } catch {
            guard error.code == EPERM, group.isOnlyPreferred else { throw error }
            hasOwnGroup = true
          }
        }
      }
      try step(.setMode, path) { () throws(Errno) in _ = try SystemCall.retrying { chmod(draft, mode) } }
      try step(.listen, path) { () throws(Errno) in try StreamSocket.listen(descriptor) }
    } catch {
      unlink(draft)
      Glibc.close(descriptor)
      throw error
    }
    return (descriptor, SocketFile(at: draft), hasOwnGroup)
  }

  private static func step(
    _ operation: SocketError.Operation,
    _ path: String,
    _ call: () throws(Errno) -> Void
  ) throws(SocketError) {
    do {
      try call()
    } catch {
      throw .failed(operation, path: path, error)
    }
  }

  private static func changeGroup(of path: String, to group: gid_t) throws(Errno) {
    // The owner stays: -1 for chown(2).
    _ = try SystemCall.retrying { chown(path, uid_t.max, group) }
  }
}
