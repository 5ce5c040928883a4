import DeckClient
import DeckSocket
import Glibc
import TestSupport
import Testing
import UnixSocket

@Suite struct AccountTests {
  @Test func `names and numbers are looked up, and one that nobody has is none`() throws {
    #expect(try AccountName.name("root").userID() == 0)
    #expect(try AccountName.name("root").groupID() == 0)
    #expect(try AccountName.number(4711).userID() == 4711)
    #expect(try AccountName.number(4711).groupID() == 4711)
    #expect(try AccountName.name("no-such-name").userID() == nil)
    #expect(try AccountName.name("no-such-name").groupID() == nil)
  }

  @Test func `a group that is only preferred may be missing, and a required one has to be there`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/deckd.sock"
    let own = try UnixSocketListener(path: path, group: .preferred("no-such-group"))
    #expect(own.hasOwnGroup)
    own.close()
    let given = try UnixSocketListener(path: path, group: .required(.number(getgid())))
    #expect(!given.hasOwnGroup)
    given.close()
    #expect(throws: SocketError.unknownGroup(.name("no-such-group"), path: path)) {
      try UnixSocketListener(path: path, group: .required(.name("no-such-group")))
    }
  }

  @Test func `a client's supplementary groups are those of its process`() throws {
    let folder = try TemporaryFolder()
    let listener = try UnixSocketListener(path: folder.path + "/deckd.sock")
    let connection = try DeckConnection(path: listener.path)
    let client = try #require(listener.acceptClient())
    var groups = [gid_t](repeating: 0, count: 1 << 16)
    let count = getgroups(Int32(groups.count), &groups)
    #expect(try client.peerGroups.sorted() == groups.prefix(Int(count)).sorted())
    withExtendedLifetime(connection) {}
  }
}
