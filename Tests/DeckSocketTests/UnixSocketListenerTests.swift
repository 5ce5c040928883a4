import DeckClient
import DeckSocket
import Foundation
import Glibc
import SystemCalls
import TestSupport
import Testing
import UnixSocket

@Suite struct UnixSocketListenerTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/deckd.sock" }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `the socket has its mode, and is gone when the listener closes`() throws {
    let listener = try UnixSocketListener(path: path)
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o660)
    #expect(status.st_mode & S_IFMT == S_IFSOCK)
    listener.close()
    #expect(!SocketPath.exists(at: path))
  }

  @Test func `a draft is seen when it is published, and leaves nothing if it never is`() throws {
    let draft = try UnixSocketListener(path: path, isDraft: true)
    #expect(!SocketPath.exists(at: path))
    // Another daemon that starts meanwhile does not take its place.
    #expect(throws: SocketError.self) { try UnixSocketListener(path: path) }
    try draft.publish()
    _ = try DeckConnection(path: path)
    draft.close()
    try UnixSocketListener(path: path, isDraft: true).close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `a missing folder is made where it may be`() throws {
    let path = folder.path + "/run/deckd.sock"
    let listener = try UnixSocketListener(path: path, makesFolder: true, mode: 0o600)
    #expect(SocketPath.exists(at: path))
    listener.close()
  }

  @Test func `any other missing folder is an error that names it, and stays missing`() {
    let path = folder.path + "/run/deckd.sock"
    let error = #expect(throws: SocketError.self) { try UnixSocketListener(path: path) }
    #expect(error == .noFolder(path: path))
    #expect(
      error?.description.hasPrefix("there is no folder \(folder.path)/run for the socket \(path); make it") == true
    )
    #expect(!SocketPath.exists(at: folder.path + "/run"))
  }

  @Test func `a folder in a missing folder is an error that names it`() {
    let path = folder.path + "/missing/run/deckd.sock"
    let error = #expect(throws: SocketError.self) { try UnixSocketListener(path: path, makesFolder: true) }
    #expect(error == .failed(.makeFolder, path: path, Errno(ENOENT)))
    #expect(error?.description.contains(folder.path + "/missing/run") == true)
  }

  @Test func `another daemon on the socket is an error, and keeps it`() throws {
    let first = try UnixSocketListener(path: path)
    #expect(throws: SocketError.anotherRunning(path: path)) { try UnixSocketListener(path: path) }
    _ = try DeckConnection(path: path)
    first.close()
  }

  @Test func `a socket that nobody answers on is replaced`() throws {
    try leaveStaleSocket()
    let listener = try UnixSocketListener(path: path)
    _ = try DeckConnection(path: path)
    listener.close()
  }

  @Test func `a file that is no socket is refused, and stays`() throws {
    let file = open(path, O_CREAT | O_WRONLY, 0o600)
    close(file)
    #expect(throws: SocketError.notASocket(path: path)) { try UnixSocketListener(path: path) }
    #expect(SocketPath.exists(at: path))
  }

  @Test func `a symbolic link is not followed`() throws {
    #expect(symlink("/etc/hostname", path) == 0)
    #expect(throws: SocketError.notASocket(path: path)) { try UnixSocketListener(path: path) }
  }

  @Test func `a socket that somebody else has made meanwhile is not removed`() throws {
    let listener = try UnixSocketListener(path: path)
    #expect(unlink(path) == 0)
    let second = try UnixSocketListener(path: path)
    listener.close()
    #expect(SocketPath.exists(at: path))
    second.close()
    #expect(!SocketPath.exists(at: path))
  }

  @Test func `what a start left that was broken off is taken away`() throws {
    // A socket that is bound and has no listener, as at the moment before the daemon listens.
    let draft = path + "~"
    let leftover = try StreamSocket.open(.nonBlocking)
    try StreamSocket.bind(leftover, to: draft)
    close(leftover)
    let listener = try UnixSocketListener(path: path)
    #expect(!SocketPath.exists(at: draft))
    #expect(SocketPath.exists(at: path))
    listener.close()
  }

  @Test func `a path that does not fit is refused with the limit`() {
    let path = folder.path + "/" + String(repeating: "x", count: 120)
    let error = #expect(throws: SocketError.self) { try UnixSocketListener(path: path) }
    #expect(error == .pathTooLong(path: path, limit: 106))
  }

  @Test func `an unknown group is an error, and leaves no socket`() {
    let path = path
    #expect(throws: SocketError.unknownGroup(.name("no-such-group"), path: path)) {
      try UnixSocketListener(path: path, group: .required(.name("no-such-group")))
    }
    #expect(!SocketPath.exists(at: path))
  }

  @Test func `of two daemons that start together one is told to wait`() throws {
    let lock = open(folder.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(lock, LOCK_EX) == 0)
    #expect(throws: SocketError.anotherStarting(path: path)) { try UnixSocketListener(path: path) }
    close(lock)
    try UnixSocketListener(path: path).close()
  }

  @Test func `clients are accepted until none waits, and are known`() throws {
    let listener = try UnixSocketListener(path: path)
    #expect(listener.acceptClient() == nil)
    let first = try DeckConnection(path: path)
    let second = try DeckConnection(path: path)
    let client = try #require(listener.acceptClient())
    #expect(client.peer.process == getpid())
    #expect(client.peer.user == getuid())
    #expect(listener.acceptClient() != nil)
    #expect(listener.acceptClient() == nil)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an adopted socket is used and left in place`() throws {
    let descriptor = try StreamSocket.open(.blocking)
    try StreamSocket.bind(descriptor, to: path)
    try StreamSocket.listen(descriptor)
    let listener = UnixSocketListener(adopting: descriptor, path: path)
    #expect(listener.acceptClient() == nil)
    let connection = try DeckConnection(path: path)
    #expect(listener.acceptClient() != nil)
    listener.close()
    #expect(SocketPath.exists(at: path))
    withExtendedLifetime(connection) {}
  }

  @Test func `nobody on the socket is an error that says how to start the daemon`() throws {
    try leaveStaleSocket()
    #expect(throws: DeckConnectionError.notRunning(path: path)) { try DeckConnection(path: path) }
    let missing = folder.path + "/missing.sock"
    #expect(throws: DeckConnectionError.notRunning(path: missing)) { try DeckConnection(path: missing) }
  }

  @Test func `with no descriptors left a client is told and let go, and the next one is served`() async {
    // In a process of its own, whose other tests need no descriptors.
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let listener = try UnixSocketListener(path: folder.path + "/deckd.sock", refusal: Array("full\n".utf8))
      let connection = try DeckConnection(path: listener.path)
      var taken: [Int32] = []
      var limit = rlimit()
      try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      limit.rlim_cur = 64
      try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }

      guard case .refused(let error) = listener.accept(), error.code == EMFILE else { fatalError("not refused") }
      try #require(try connection.readLine() == .line(Array("full".utf8)))
      try #require(try connection.readLine() == .closed)
      guard case .none = listener.accept() else { fatalError("the client still waits") }

      for descriptor in taken { close(descriptor) }
      let next = try DeckConnection(path: listener.path)
      try #require(listener.acceptClient() != nil)
      withExtendedLifetime(next) {}
    }
  }

  @Test func `a connection that fails closes no descriptor of another thread`() async {
    await #expect(processExitsWith: .success) {
      let missing = "/nonexistent/deckd.sock"
      let failing = Thread { for _ in 0..<20_000 { _ = try? DeckConnection(path: missing) } }
      failing.start()
      while !failing.isFinished {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard close(descriptor) == 0 else { fatalError("descriptor \(descriptor) was closed by another thread") }
      }
    }
  }

  private func leaveStaleSocket() throws {
    let descriptor = try StreamSocket.open(.blocking)
    try StreamSocket.bind(descriptor, to: path)
    close(descriptor)
  }
}

extension UnixSocketListener {
  /// The client that waits; `nil` when none does.
  func acceptClient() -> ClientConnection? {
    guard case .client(let client) = accept() else { return nil }
    return client
  }
}
