import DeckSocket
import Glibc
import TestSupport
import Testing
import UnixSocket

@Suite struct ActivatedSocketTests {
  private static func passed(
    _ environment: [String: String],
    pathOf: (Int32) -> String? = { "/run/deckd/\($0).sock" }
  ) throws(ActivationError) -> [ActivatedSocket] {
    try ActivatedSocket.passed(environment, to: 42, pathOf: pathOf)
  }

  private static func environment(_ fds: String, _ names: String?) -> [String: String] {
    var environment = ["LISTEN_PID": "42", "LISTEN_FDS": fds]
    environment["LISTEN_FDNAMES"] = names
    return environment
  }

  private static let (control, observe) = (
    ActivatedSocket(role: .control, descriptor: 3, path: "/run/deckd/3.sock"),
    ActivatedSocket(role: .observe, descriptor: 4, path: "/run/deckd/4.sock")
  )

  @Test func `nothing was passed without the variables, or when they are for another process`() throws {
    #expect(try Self.passed([:]) == [])
    #expect(try Self.passed(["LISTEN_FDS": "1"]) == [])
    #expect(try Self.passed(["LISTEN_PID": "41", "LISTEN_FDS": "1"]) == [])
    #expect(try Self.passed(Self.environment("0", nil)) == [])
  }

  @Test func `sockets are known by their names, in any order, and a single one needs none`() throws {
    #expect(try Self.passed(Self.environment("2", "control:observe")) == [Self.control, Self.observe])
    #expect(try Self.passed(Self.environment("1", nil)) == [Self.control])
    let turned = try Self.passed(Self.environment("2", "observe:control"))
    #expect(turned.map(\.role) == [.observe, .control])
    #expect(turned.map(\.descriptor) == [3, 4])
    #expect(try Self.passed(Self.environment("1", "observe")).map(\.role) == [.observe])
  }

  @Test(arguments: [
    (["LISTEN_PID": "me", "LISTEN_FDS": "1"], ActivationError.notANumber(variable: "LISTEN_PID", value: "me")),
    (["LISTEN_PID": "42"], .notANumber(variable: "LISTEN_FDS", value: "")),
    (environment("-1", nil), .notANumber(variable: "LISTEN_FDS", value: "-1")),
    (environment("99999999999", nil), .notANumber(variable: "LISTEN_FDS", value: "99999999999")),
    (environment("3", "control:observe:x"), .tooMany(3)),
    (environment("2", nil), .unnamed(2)),
    (environment("2", "control"), .namesDiffer(names: 1, descriptors: 2)),
    (environment("1", "deckd.socket"), .unknownName("deckd.socket")),
    (environment("2", "observe:observe"), .twice("observe")),
  ])
  func `what cannot be right is an error that says what to set`(environment: [String: String], error: ActivationError) {
    #expect(throws: error) { try Self.passed(environment) }
    #expect(error.description.hasPrefix("sockets passed by the service manager: "))
  }

  @Test func `a descriptor that is no listening Unix stream socket is an error`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deckd.sock"
    let descriptor = try StreamSocket.open(.nonBlocking)
    defer { close(descriptor) }
    func passed() throws(ActivationError) -> [ActivatedSocket] {
      try Self.passed(Self.environment("1", "control")) { _ in StreamSocket.listeningPath(of: descriptor) }
    }
    let error = ActivationError.notASocket(name: "control", descriptor: 3)
    #expect(throws: error) { try passed() }
    try StreamSocket.bind(descriptor, to: path)
    #expect(throws: error) { try passed() }
    try StreamSocket.listen(descriptor)
    #expect(try passed() == [ActivatedSocket(role: .control, descriptor: 3, path: path)])
    #expect(StreamSocket.listeningPath(of: STDIN_FILENO) == nil)
    #expect(StreamSocket.listeningPath(of: 9999) == nil)
  }

  @Test func `the variables are taken out of the environment`() async {
    await #expect(processExitsWith: .success) {
      for name in ActivatedSocket.variables { setenv(name, "1", 1) }
      // For the process 1: not for this one.
      try #require(try ActivatedSocket.takeAll() == [])
      for name in ActivatedSocket.variables { try #require(getenv(name) == nil) }
    }
  }
}
