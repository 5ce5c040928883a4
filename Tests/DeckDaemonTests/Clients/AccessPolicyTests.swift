import DeckConfiguration
import DeckDaemon
import DeckProtocol
import SystemCalls
import Testing
import UnixSocket

@Suite
struct `An access policy` {
  private static let ann = PeerCredentials(process: 1, user: 1001, group: 2001)

  private static func policy(_ change: (inout LimitsSection) -> Void = { _ in }) -> AccessPolicy {
    var limits = LimitsSection()
    change(&limits)
    return AccessPolicy(InjectGrants(users: [1001], groups: [42]), limits, controlPath: "/run/control")
  }

  private static func card(_ id: String, bytes: Int = 0) -> Card {
    Card(id: id, data: bytes == 0 ? nil : Array(repeating: 32, count: bytes))
  }

  @Test
  func `grants injection to a user, to a group and to a supplementary group, and to nobody who observes`() throws {
    let policy = Self.policy()
    func mayInject(_ user: UInt32, _ group: UInt32, _ access: Access = .control, _ more: [UInt32] = []) throws -> Bool {
      let peer = PeerCredentials(process: 1, user: user, group: group)
      return try policy.permissions(of: peer, over: access) { more } == .init(access: access, inject: true)
    }
    #expect(try mayInject(1001, 7) && mayInject(7, 42) && mayInject(7, 7, .control, [5, 42]))
    #expect(try !mayInject(7, 7) && !mayInject(1001, 42, .observe, [42]))
  }

  @Test
  func `fails if it needs groups that cannot be read, and only then`() throws {
    let policy = Self.policy()
    let stranger = PeerCredentials(process: 1, user: 7, group: 7)
    #expect(throws: Errno.self) {
      _ = try policy.permissions(of: stranger, over: .control) { () throws(Errno) in throw Errno(3) }
    }
    _ = try policy.permissions(of: Self.ann, over: .control) { () throws(Errno) in throw Errno(3) }
    _ = try policy.permissions(of: stranger, over: .observe) { () throws(Errno) in throw Errno(3) }
  }

  @Test(arguments: ClientRequest.MethodName.allCases)
  func `denies an observer every method that changes something`(method: ClientRequest.MethodName) {
    let policy = Self.policy()
    let observer = policy.denial(of: method, with: .init(access: .observe, inject: false))
    #expect(observer == (method.isReadOnly ? nil : .observesOnly(control: "/run/control")))
    let controller = policy.denial(of: method, with: .init(access: .control, inject: false))
    #expect(controller == (method == .inputInject ? .mayNotInject : nil))
    #expect(policy.denial(of: method, with: .init(access: .control, inject: true)) == nil)
  }

  @Test
  func `counts a user's clients only when there are enough in all`() {
    let policy = Self.policy { ($0.clients, $0.clientsPerUser) = (4, 2) }
    var counts = 0
    func denial(_ count: Int, ofUser user: Int) -> AccessDenial? {
      policy.admission(beside: count) {
        counts += 1
        return user
      }
    }
    #expect(denial(1, ofUser: 1) == nil && counts == 0)
    #expect(denial(2, ofUser: 1) == nil && denial(3, ofUser: 2) == .clientsOfUser(limit: 2) && counts == 2)
    #expect(denial(4, ofUser: 0) == .clients(limit: 4) && counts == 2)
  }

  @Test
  func `limits subscriptions, and the cards and bytes of a deck`() {
    var policy = Self.policy { ($0.subscriptions, $0.cards, $0.cardData, $0.deckData) = (2, 3, 10, 20) }
    #expect(policy.subscription(beside: 1) == nil && policy.subscription(beside: 2) == .subscriptions(limit: 2))

    func denial(_ command: DeckCommand, count: Int = 0, bytes: Int = 0) -> AccessDenial? {
      policy.denial(of: command, "a", count: { count }, bytes: { $0 == nil ? bytes : 0 })
    }
    let cards = ["a", "b"].map { Self.card($0, bytes: 10) }
    #expect(denial(.reload(.init(cards))) == nil)
    #expect(denial(.reload(.init(cards + [Self.card("c", bytes: 1)]))) == .deckData(bytes: 21, limit: 20))
    #expect(
      denial(.reload(.init([Self.card("a"), Self.card("b", bytes: 11)]))) == .cardData(bytes: 11, index: 1, limit: 10)
    )
    #expect(denial(.update(.init([Self.card("b", bytes: 1)])), bytes: 20) == .deckData(bytes: 21, limit: 20))
    #expect(denial(.update(.init([Self.card("b", bytes: 1)])), bytes: 19) == nil)
    #expect(denial(.undo(.init())) == nil)
  }

  @Test
  func `says what to do in each denial`() {
    let denials: [AccessDenial] = [
      .observesOnly(control: "/c"), .mayNotInject, .noDescriptors, .clients(limit: 1), .clientsOfUser(limit: 1),
      .subscriptions(limit: 1), .cards(2, present: 1, limit: 2), .cardData(bytes: 2, index: 0, limit: 1),
      .deckData(bytes: 2, limit: 1),
    ]
    for denial in denials { #expect(!denial.error.message.isEmpty && !denial.error.expected.isEmpty) }
    #expect(AccessDenial.cards(2, present: 1, limit: 2).error.expected.hasSuffix("of which it has 1"))
    #expect(String(decoding: AccessDenial.clients(limit: 1).line, as: UTF8.self).hasSuffix("\n"))
  }
}
