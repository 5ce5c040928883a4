import DeckProtocol
import JSON
import TestSupport
import Testing

struct MessageTests {
  private let notifications =
    Samples.notifications.map(\.line) + Samples.explanations.map(\.line)
    + [DelegateQuestion(deck: "main", card: "a", index: 0, subject: .shouldDrag).closedLine(ticket: 4)]
  private var lines: [[UInt8]] { notifications + Samples.replies }

  private func text(_ lines: [[UInt8]]) -> String {
    lines.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  private func reply(_ snapshot: DeckSnapshot) -> String {
    text([Reply.snapshot(id: Array("1".utf8), snapshot)])
  }

  @Test func `notifications are these bytes`() throws {
    try Golden.expect(text(notifications), at: "Fixtures/notifications.ndjson")
  }

  @Test func `replies are these bytes`() throws {
    try Golden.expect(text(Samples.replies), at: "Fixtures/replies.ndjson")
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema describes every message`() throws {
    try SchemaValidator.validate(fromDaemon: lines)
  }

  @Test func `every message is one line of strict JSON`() throws {
    for line in lines {
      #expect(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
      _ = try JSONReader.read(line)
    }
  }

  @Test func `each notification has its topic`() {
    #expect(DeckNotification.event(Samples.events[0]).topic == .events)
    #expect(DeckNotification.frame(Samples.frames[0]).topic == .frames)
    #expect(DeckNotification.gesture(Samples.gestures[0]).topic == .gestures)
    #expect(DeckNotification.haptic(Samples.haptics[0]).topic == .haptics)
    #expect(DeckNotification.motion(Samples.motions[0]).topic == .motions)
    #expect(DeckNotification.panel(.init(.added, time: 0, panel: Samples.panels[0])).topic == .panels)
    #expect(DeckNotification.prefetch(Samples.prefetches[0]).topic == .prefetch)
    #expect(DeckNotification.touch(Samples.touches[0]).topic == .touches)
    #expect(Set(Samples.notifications.map(\.topic)) == Set(Topic.allCases))
  }

  @Test func `every type of event has a sample`() {
    #expect(Set(Samples.events.map(\.type)) == Set(DeckEvent.TypeName.allCases))
  }

  @Test(arguments: Samples.events)
  func `an event is read as it was written`(event: DeckEvent) throws {
    let line = String(decoding: DeckNotification.event(event).line, as: UTF8.self)
    // A later daemon may add members.
    let later = line.replacing(#""seq""#, with: #""mood":{"calm":1},"seq""#)
    for text in [line, later] {
      let read = try #require(try DeckEvent.read(parameters(text)))
      #expect(DeckNotification.event(read).line == Array(line.utf8))
    }
  }

  @Test func `an event of an unknown type is none, and a broken one says where`() throws {
    let line = String(decoding: DeckNotification.event(Samples.events[1]).line, as: UTF8.self)
    #expect(try DeckEvent.read(parameters(line.replacing("card.shown", with: "card.polished"))) == nil)
    let broken = try #require(throws: ProtocolError.self) {
      try DeckEvent.read(parameters(line.replacing(#""index":0"#, with: #""index":"0""#)))
    }
    #expect(broken.field == "index")
  }

  private func parameters(_ line: String) throws -> JSONValue {
    guard case .object(let message) = try JSONReader.read(Array(line.utf8)),
      let parameters = message.first(where: { $0.key == "params" })
    else { preconditionFailure("a notification has params") }
    return parameters.value
  }

  @Test func `a card's data comes back byte for byte`() {
    let data = #"{ "k" : [1.000,1e2 , "\u00e9\/"], "K":{} }"#
    var snapshot = Samples.snapshot
    snapshot.cards = [.init(frame: Samples.front, data: Array(data.utf8))]
    #expect(reply(snapshot).contains(#""role":"dragged","data":\#(data)}]"#))
  }

  @Test func `a card's data never breaks the line`() {
    var snapshot = Samples.snapshot
    snapshot.cards = [.init(frame: Samples.front, data: Array("[\n  1\n]".utf8))]
    #expect(reply(snapshot).contains(#""data":[   1 ]}]"#))
  }

  @Test func `settings keep their order`() {
    var snapshot = Samples.snapshot
    snapshot.model = Samples.model(settings: [
      SettingValue(name: "b", value: .number(-0.0)), SettingValue(name: "a", value: .flag(false)),
      SettingValue(name: "c", value: .text("x\"y")),
    ])
    #expect(reply(snapshot).contains(#""settings":{"b":0,"a":false,"c":"x\"y"}"#))
  }
}
