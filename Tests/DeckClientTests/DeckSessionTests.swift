import DeckClient
import DeckProtocol
import Foundation
import JSON
import Testing

/// What the conversations of the conformance suite do not reach: a language's own interface.
@Suite
struct `A session` {
  private var session: DeckSession

  init() throws {
    var options = DeckSession.Options()
    options.deck = "main"
    options.topics = [.events, .motions, .prefetch]
    options.delegates = ["main": [.threshold, .shouldSwipe]]
    session = DeckSession(options)
    #expect(session.connect().count == 3)
    let result = #"""
      {"snapshot":{"deck":"main","kind":"swipe","preset":"koloda","seq":4,"surface":{"name":"s","w":400,"h":800,\#
      "refresh":60,"pointsPerMillimetre":6.4,"reducedMotion":false},"area":{"x":0,"y":0,"w":400,"h":800},"cards":[],\#
      "current":0,"count":0,"undoDepth":0,"settings":{"loop":false},"motions":[]},"journal":"0123456789abcdef"}
      """#
    #expect(
      try receive(#"{"jsonrpc":"2.0","id":2,"result":\#(result)}"#) == [.deliver(.connected), .deliver(.ready("main"))]
    )
  }

  private mutating func receive(_ line: String) throws -> [DeckSession.Effect] {
    try session.receive(Array(line.utf8))
  }

  private static func line(_ text: String) -> DeckSession.Effect { .send(Array("\(text)\n".utf8)) }

  @Test
  func `registers the delegate after each subscription`() {
    var session = DeckSession(Self.delegateOptions)
    #expect(
      session.connect().last
        == Self.line(
          #"{"jsonrpc":"2.0","id":3,"method":"delegate.register","params":{"deck":"main","questions":["threshold"]}}"#
        )
    )
  }

  private static var delegateOptions: DeckSession.Options {
    var options = DeckSession.Options()
    options.delegates = ["main": [.threshold]]
    return options
  }

  @Test
  mutating func `reports pictures where that is new`() {
    // At first; nothing is new; another period; too early for the next; after a rest; the clock has drifted.
    for (time, period, isSent) in [
      (1_000_000, 16_667.0, true), (1_016_667, 16_667, false), (1_600_000, 8333, true), (1_608_333, 16_667, false),
      (1_700_000, 8333, false), (1_900_000, 8333, false), (2_104_000, 8333, true), (2_112_333, 8333, false),
      (2_612_300, 8333, true), (2_700_000, 8333, false), (2_880_000, 8333, false), (3_060_000, 8333, false),
      (3_150_000, 8333, true),
    ] {
      let parameters = #"{"surface":"s","t":\#(time),"period":\#(Int(period))}"#
      let line = Self.line(#"{"jsonrpc":"2.0","method":"surface.vsync","params":\#(parameters)}"#)
      #expect(session.drew("main", at: Int64(time), period: period) == (isSent ? [line] : []), "at \(time)")
    }
    #expect(session.drew("other", at: 9_000_000, period: 8333) == [])
  }

  @Test
  mutating func `asks the delegate, and answers in its words`() throws {
    let effects = try receive(
      #"{"jsonrpc":"2.0","id":"main/4","method":"delegate.shouldSwipe","params":{"deck":"main","card":"a","index":2,"direction":"up"}}"#
    )
    let question = DelegateQuestion(deck: "main", card: "a", index: 2, subject: .shouldSwipe(.up))
    let id = Array(#""main/4""#.utf8)
    #expect(effects == [.ask(question, id: id)])
    let start = #"{"jsonrpc":"2.0","id":"main/4","result":"#
    #expect(session.answer(id, with: .permission(false)) == [Self.line("\(start)false}")])
    #expect(session.answer(id, with: .threshold(0.25)) == [Self.line("\(start)0.25}")])
    #expect(session.answer(id, with: .directions([.up, .left])) == [Self.line(#"\#(start)["up","left"]}"#)])
    #expect(session.answer(id, with: nil) == [Self.line("\(start)null}")])
  }

  @Test
  mutating func `reports that a question has ended without its answer`() throws {
    let effects = try receive(
      #"{"jsonrpc":"2.0","method":"delegate.closed","params":{"deck":"main","card":"a","id":"main/4"}}"#
    )
    #expect(effects == [.close(id: Array(#""main/4""#.utf8))])
  }

  @Test
  mutating func `registers the delegate again when its deck is added again`() throws {
    _ = try receive(
      #"{"jsonrpc":"2.0","method":"event","params":{"seq":5,"t":0,"deck":"main","type":"deck.removed","kind":"swipe"}}"#
    )
    let added = #"""
      {"seq":6,"t":0,"deck":"main","type":"deck.added","kind":"swipe","preset":"koloda","surface":{"name":"s","w":400,\#
      "h":800,"refresh":60,"pointsPerMillimetre":6.4,"reducedMotion":false},"area":{"x":0,"y":0,"w":400,"h":800},\#
      "settings":{},"current":0,"count":0,"undoDepth":0}
      """#
    let effects = try receive(#"{"jsonrpc":"2.0","method":"event","params":\#(added)}"#)
    let lines = effects.compactMap {
      if case .send(let line) = $0 { String(decoding: line, as: UTF8.self) } else { nil }
    }
    #expect(lines.contains { $0.contains(#""method":"delegate.register""#) })
  }

  @Test
  mutating func `leaves a question that it did not register for to the deck`() throws {
    let effects = try receive(
      #"{"jsonrpc":"2.0","id":"main/5","method":"delegate.shouldDrag","params":{"deck":"main","card":"a","index":2}}"#
    )
    #expect(effects == [Self.line(#"{"jsonrpc":"2.0","id":"main/5","result":null}"#)])
  }

  @Test
  mutating func `delivers prefetches, other topics and what was refused`() throws {
    let note = PrefetchNote(deck: "main", load: ["a", "b"], high: 1, background: [], evict: ["c"])
    #expect(try session.receive(DeckNotification.prefetch(note).line) == [.deliver(.prefetch(note))])
    let haptic = try receive(#"{"jsonrpc":"2.0","method":"haptic","params":{"kind":"light"}}"#)
    guard case .deliver(.notification("haptic", let parameters)) = haptic.first else {
      Issue.record("expected a notification, found \(haptic)")
      return
    }
    #expect(parameters["kind"]?.text == "light")
    let error = ProtocolError(.refused, "there is a delegate", field: "params.deck", expected: "its end")
    #expect(try session.receive(Reply.failure(id: Array("3".utf8), error)) == [.deliver(.problem(.refused(error)))])
    #expect(
      DeckRequestError.refused(error).description == "there is a delegate (params.deck); expected its end"
    )
  }

  @Test
  mutating func `fails requests when the connection is lost, and at once without one`() {
    let (id, effects) = session.request("deck.reset")
    #expect(effects == [Self.line(#"{"jsonrpc":"2.0","id":\#(id),"method":"deck.reset","params":{}}"#)])
    #expect(session.disconnect("gone") == [.fail(id, .connectionLost), .deliver(.disconnected("gone"))])
    let (late, refused) = session.request("deck.reset")
    #expect(refused == [.fail(late, .notConnected)])
    #expect(session["main"]?.count == 0)
  }

  @Test
  func `divides a request with many cards, and ends it at a refusal`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Conformance/requests.json")
    let examples = try JSONReader.read(Array(Data(contentsOf: file))).elements
    #expect(!examples.isEmpty)
    for example in examples {
      let made = example["made"]?.elements ?? []
      for isRefused in [false, true] {
        var session = try Self.greeted(line: 1 << 15)
        let method = try #require(example["method"]?.text)
        var (id, effects) = session.request(method) { json in
          guard case .object(let members)? = example["params"] else { return }
          for member in members {
            json.key(member.key)
            json.raw(member.source)
          }
        }
        for (index, expected) in (isRefused ? made.prefix(1) : made[...]).enumerated() {
          let sent = try JSONReader.read(try #require(Self.lines(effects).first))
          #expect(
            sent["method"] == expected.elements[0] && Self.isSame(sent["params"], expected.elements[1]),
            "\(sent)"
          )
          let number = try #require(sent["id"]?.number.flatMap(Int.init(exactly:)))
          let error = #"{"code":-32000,"message":"no","data":{"field":"","expected":"yes"}}"#
          let reply = isRefused ? #""error":\#(error)"# : #""result":{"seq":\#(index)}"#
          effects = try session.receive(Array(#"{"jsonrpc":"2.0","id":\#(number),\#(reply)}"#.utf8))
        }
        let last = try JSONReader.read(Array(#"{"seq":\#(made.count - 1)}"#.utf8))
        switch effects.first {
        case .fail(id, .refused) where isRefused: break
        case .answer(id, last, _) where !isRefused: break
        default: Issue.record("\(example["about"]?.text ?? ""): \(effects)")
        }
        #expect(effects.count == 1)
      }
    }
  }

  @Test
  func `makes one divided request after the other, and fails those that wait with the connection`() throws {
    var session = try Self.greeted(line: 1 << 15)
    func load(_ name: String) -> (id: Int, sent: Int) {
      let cards = (0..<3).map { Card(id: "\(name)\($0)") }
      let (id, effects) = session.request("deck.load") { DeckCommand.load(.init(cards)).writeParameters(to: &$0) }
      return (id, Self.lines(effects).count)
    }
    let (first, second, third) = (load("a"), load("b"), load("c"))
    #expect(first.sent == 1 && second.sent == 0 && third.sent == 0)
    var (names, number): ([String], Int) = ([], first.id)
    for _ in 0..<4 {
      let effects = try session.receive(Array(#"{"jsonrpc":"2.0","id":\#(number),"result":{"seq":1}}"#.utf8))
      guard let line = Self.lines(effects).first else { break }
      number = try #require(try JSONReader.read(line)["id"]?.number.flatMap(Int.init(exactly:)))
      names.append(String(decoding: line, as: UTF8.self))
    }
    // Two stages and a load, and only then the next one.
    #expect(names.count == 4 && names.firstIndex { $0.contains(#""staged":3"#) } == 1)
    #expect(names[2].contains("b0"))
    let lost: [DeckSession.Effect] = [.fail(second.id, .connectionLost), .fail(third.id, .connectionLost)]
    #expect(session.disconnect("gone") == lost + [.deliver(.disconnected("gone"))])
  }

  @Test
  func `divides a request of many bytes`() throws {
    var session = try Self.greeted(line: 1000)
    let cards = (0..<5).map { Card(id: "\($0)", data: Array("\"\(String(repeating: "é", count: 170 + $0))\"".utf8)) }
    var effects = session.request("deck.load") { json in
      json.member("deck", "main")
      DeckCommand.load(.init(cards)).writeParameters(to: &json)
    }.effects
    var parts = 0
    while let line = Self.lines(effects).first {
      #expect(line.count < 1000)
      let number = try #require(try JSONReader.read(line)["id"]?.number.flatMap(Int.init(exactly:)))
      effects = try session.receive(Array(#"{"jsonrpc":"2.0","id":\#(number),"result":{}}"#.utf8))
      parts += 1
    }
    #expect(parts == 4)
  }

  /// A session whose daemon takes two cards in a request.
  private static func greeted(line: Int) throws -> DeckSession {
    var session = DeckSession()
    _ = session.connect()
    let limits = #"{"limits":{"line":\#(line),"requestCards":2}}"#
    _ = try session.receive(Array(#"{"jsonrpc":"2.0","id":1,"result":\#(limits)}"#.utf8))
    return session
  }

  @Test
  func `asks for no more cards at once than the daemon takes`() throws {
    var session = try Self.greeted(line: 1024)
    let deck = #"""
      {"deck":"main","kind":"swipe","preset":"koloda","seq":1,"surface":{"name":"s","w":400,"h":800,"refresh":60,\#
      "pointsPerMillimetre":6.4,"reducedMotion":false},"area":{"x":0,"y":0,"w":400,"h":800},"cards":[],"current":0,\#
      "count":0,"undoDepth":0,"settings":{},"motions":[]}
      """#
    _ = try session.receive(
      Array(#"{"jsonrpc":"2.0","id":2,"result":{"snapshots":[\#(deck)],"seq":1,"journal":"j"}}"#.utf8)
    )
    var asked: [[UInt8]] = []
    for index in 0..<5 {
      let event =
        #"{"seq":\#(index + 2),"t":0,"deck":"main","type":"card.inserted","card":"c\#(index)","index":\#(index),"#
      let counts = #""current":0,"count":\#(index + 1),"undoDepth":0}"#
      asked += Self.lines(
        try session.receive(Array(#"{"jsonrpc":"2.0","method":"event","params":\#(event)\#(counts)}"#.utf8))
      )
    }
    var requests: [Int] = []
    while let line = asked.popLast() {
      let request = try JSONReader.read(line)
      let ids = (request["params"]?["ids"]?.elements ?? []).compactMap(\.text)
      requests.append(ids.count)
      let cards = ids.map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
      let result = #"{"seq":6,"cards":[\#(cards)],"missing":[]}"#
      let id = try #require(request["id"]?.number.flatMap(Int.init(exactly:)))
      asked += Self.lines(try session.receive(Array(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#.utf8)))
    }
    #expect(requests == [1, 2, 2])
    #expect(session["main"]?.cards.count == 5)
  }

  private static func lines(_ effects: [DeckSession.Effect]) -> [[UInt8]] {
    effects.compactMap { if case .send(let line) = $0 { line } else { nil } }
  }

  /// Whether two values are the same but for the order and the spelling of members.
  private static func isSame(_ one: JSONValue?, _ other: JSONValue?) -> Bool {
    switch (one, other) {
    case (.object(let members), .object(let others)):
      members.count == others.count && members.allSatisfy { isSame($0.value, other?[$0.key]) }
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { isSame($0, $1) }
    default: one == other
    }
  }

  @Test(arguments: ["", " \t", "{}", #"{"jsonrpc":"2.0","id":99,"result":null}"#])
  mutating func `ignores what is for nobody`(line: String) throws {
    #expect(try receive(line) == [])
  }

  @Test(arguments: ["x", "[]", #"{"method":"event"}"#, #"{"method":"motion","params":{"kind":"set"}}"#])
  mutating func `refuses what is no message, and says what it is`(line: String) throws {
    let error = #expect(throws: DeckSessionError.self) { try receive(line) }
    #expect(error?.description.hasPrefix("not a message of deckd: ") ?? false)
  }
}
