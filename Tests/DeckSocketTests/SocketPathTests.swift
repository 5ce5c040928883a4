import TestSupport
import Testing
import UnixSocket

@Suite struct SocketPathTests {
  private static let user = "/run/user/1000"
  private static let userSocket = "/run/user/1000/deckd.sock"

  @Test func `the option wins over the environment`() {
    let environment = ["DECKD_SOCKET": "/b", "XDG_RUNTIME_DIR": Self.user]
    #expect(SocketPath.forServing(explicit: "/a", environment: environment, canCreate: { _ in true }) == "/a")
    #expect(SocketPath.forServing(explicit: nil, environment: environment, canCreate: { _ in true }) == "/b")
    #expect(SocketPath.forConnecting(explicit: "/a", environment: environment, exists: { _ in false }) == "/a")
    #expect(SocketPath.forConnecting(explicit: nil, environment: environment, exists: { _ in false }) == "/b")
  }

  @Test func `a daemon takes the system's place where it can be made, else the user's`() {
    let environment = ["XDG_RUNTIME_DIR": Self.user]
    func serving(canCreate: (String) -> Bool) -> String? {
      SocketPath.forServing(explicit: nil, environment: environment, canCreate: canCreate)
    }
    #expect(serving { _ in true } == SocketPath.system)
    #expect(serving { $0 == Self.userSocket } == Self.userSocket)
    #expect(serving { _ in false } == nil)
  }

  @Test func `a client takes the first socket that is there, else names the system's`() {
    let environment = ["XDG_RUNTIME_DIR": Self.user]
    func connecting(exists: (String) -> Bool) -> String {
      SocketPath.forConnecting(explicit: nil, environment: environment, exists: exists)
    }
    #expect(connecting { _ in true } == SocketPath.system)
    #expect(connecting { $0 == Self.userSocket } == Self.userSocket)
    #expect(connecting { _ in false } == SocketPath.system)
  }

  @Test func `an empty variable counts as none`() {
    let environment = ["DECKD_SOCKET": "", "XDG_RUNTIME_DIR": ""]
    #expect(SocketPath.forServing(explicit: nil, environment: environment, canCreate: { _ in false }) == nil)
    let found = SocketPath.forConnecting(explicit: nil, environment: environment, exists: { _ in true })
    #expect(found == SocketPath.system)
  }

  @Test func `a file can be made in a folder that is there, or is missing in one that is`() throws {
    let folder = try TemporaryFolder()
    #expect(SocketPath.canCreate(at: folder.path + "/a"))
    #expect(SocketPath.canCreate(at: folder.path + "/missing/a"))
    #expect(!SocketPath.canCreate(at: folder.path + "/missing/too/a"))
  }

  @Test func `the observers' socket is beside the control socket`() {
    #expect(SocketPath.observing(beside: "/run/deckd/deckd.sock") == "/run/deckd/deckd-observe.sock")
    #expect(SocketPath.observing(beside: "/a/b") == "/a/b-observe.sock")
  }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b", "a")])
  func `a path's folder is what is before its last slash`(path: String, folder: String) {
    #expect(SocketPath.folder(of: path) == folder)
  }
}
