import DeckProtocol
import Foundation
import TestSupport
import Testing

/// A question of the daemon, as a delegate's own program would decode it.
private struct Question: Decodable {
  struct Parameters: Decodable {
    var deck: String
    var card: String
    var index: Int
    var direction: String?
  }

  var id: String
  var method: String
  var params: Parameters

  /// Decodes the question in a line; `nil` if there is none.
  init?(_ line: String) {
    guard line.contains(#""method":"delegate."#),
      let question = try? JSONDecoder().decode(Question.self, from: Data(line.utf8))
    else { return nil }
    self = question
  }

  /// The question with its card and direction.
  var words: String {
    ([String(method.dropFirst("delegate.".count))] + [params.card, params.direction ?? ""]).joined(separator: " ")
      .trimmingCharacters(in: .whitespaces)
  }
}

/// A client that answers questions while it waits for other things.
private final class Delegate {
  let client: LiveClient
  /// Its answers in JSON, by question; other questions get no answer.
  var answers: [String: String] = [:]
  /// The questions that it received, in order.
  private(set) var asked: [String] = []

  init(_ daemon: some Served, questions: String? = nil) throws {
    client = try LiveClient(daemon)
    try client.ask("hello", #"{"client":"tests"}"#)
    try client.ask("subscribe", #"{"topics":["events","frames","gestures"]}"#)
    try client.ask("delegate.register", questions.map { #"{"questions":\#($0)}"# } ?? "{}")
    // The questions follow the reply to the request that caused them.
    for line in client.lines { try answer(line) }
  }

  /// Answers until a line fits; returns that line.
  @discardableResult
  func serve(until fits: (String) -> Bool) throws -> String {
    while true {
      let line = try client.next { _ in true }
      try answer(line)
      if fits(line) { return line }
    }
  }

  /// Answers until there is an event of this type.
  @discardableResult
  func serve(untilEvent type: String) throws -> String {
    try serve { $0.contains(#""method":"event""#) && $0.contains(#""type":"\#(type)""#) }
  }

  /// Answers until it has received this question, and the daemon has read the answer.
  func serve(untilAsked words: String) throws {
    while !asked.contains(words) { try answer(try client.next { _ in true }) }
    try settle()
  }

  /// Answers until the daemon has read everything that was sent before.
  func settle() throws {
    try client.send(#"{"jsonrpc":"2.0","id":"settled","method":"deck.list"}"#)
    try serve { $0.contains(#""id":"settled""#) }
  }

  func command(_ method: String, _ parameters: String = "{}") throws -> String {
    try client.send(#"{"jsonrpc":"2.0","id":"\#(method)","method":"\#(method)","params":\#(parameters)}"#)
    return try serve { $0.contains(#""id":"\#(method)""#) }
  }

  private func answer(_ line: String) throws {
    guard let question = Question(line) else { return }
    asked.append(question.words)
    guard let answer = answers[question.words] else { return }
    try client.send(#"{"jsonrpc":"2.0","id":"\#(question.id)","result":\#(answer)}"#)
  }
}

/// A deadline so long that no answer of a slow machine is late.
private let patient = """
  [[surfaces]]
  name = "main"
  [[decks]]
  id = "main"
  preset = "koloda"
  [decks.settings]
  appear.enabled = false
  delegate.deadline = 10

  """

@Suite(.serialized, .enabled(if: Workshop.hasBed, Workshop.bedAbsence))
struct `Koloda's delegate and data source, as a client` {
  @Test
  func `is asked by fingers and commands, and decides what they may`() throws {
    let bed = try TouchBed(configuration: patient)
    let delegate = try Delegate(bed)
    delegate.answers = [
      "shouldDrag a": "true", "allowedDirections a": "null", "threshold a": "null",
      "shouldSwipe a right": "false", "shouldSwipe a left": "true",
      "shouldDrag b": "false", "allowedDirections b": #"["left","right"]"#, "threshold b": "1",
      "shouldSwipe b right": "true", "shouldSwipe b left": "false",
      "shouldDrag c": "true", "allowedDirections c": #"["up"]"#, "threshold c": "0.5", "shouldSwipe c up": "true",
      "shouldDrag d": "true", "allowedDirections d": "null", "threshold d": "null", "shouldSwipe d left": "true",
    ]
    // kolodaNumberOfCards, viewForCardAt
    let cards = ["a", "b", "c", "d"].map { #"{"id":"\#($0)","data":{"view":"\#($0)"}}"# }.joined(separator: ",")
    _ = try delegate.command("deck.load", #"{"cards":[\#(cards)]}"#)
    try delegate.serve(untilAsked: "threshold c")
    let finger = PanelFinger(bed)

    // shouldSwipeCardAt: no, then yes in the other direction.
    try drag(finger, by: (x: 700, y: 0))
    try delegate.serve(untilEvent: "card.reset")
    #expect(delegate.asked.last == "shouldSwipe a right")
    // A card that is caught while it returns has already covered a part of the distance.
    try delegate.serve { $0.contains(#""method":"frame""#) && $0.contains(#""phase":"rest""#) }
    try drag(finger, by: (x: -700, y: 0))
    let swiped = try delegate.serve(untilEvent: "card.swiped")
    #expect(swiped.contains(#""card":"a","index":0,"direction":"left""#))
    try delegate.serve(untilAsked: "threshold d")

    // shouldDragCardAt: no; a tap still selects.
    try drag(finger, by: (x: 700, y: 0))
    try finger.down(560, 992)
    try finger.up()
    try delegate.serve(untilEvent: "card.selected")
    let gestures = delegate.client.lines.suffix(while: { !$0.contains(#""type":"card.swiped""#) })
    #expect(!gestures.contains { $0.contains(#""recognizer":"drag""#) })

    // swipe(_:force:)
    #expect(Refusal(try delegate.command("deck.swipe", #"{"direction":"left"}"#))?.code == -32000)
    #expect(try delegate.command("deck.swipe", #"{"direction":"right"}"#).contains(#""result":{"seq":"#))
    #expect(Array(delegate.asked.suffix(2)) == ["shouldSwipe b left", "shouldSwipe b right"])

    // allowedDirectionsForIndex, kolodaSwipeThresholdRatioMargin
    let wrong = Refusal(try delegate.command("deck.swipe", #"{"direction":"left"}"#))
    #expect(wrong == Refusal(code: -32602, field: "params.direction", expected: "one of up"))
    try drag(finger, by: (x: 0, y: -600))
    #expect(try delegate.serve(untilEvent: "card.swiped").contains(#""card":"c","index":2,"direction":"up""#))

    // kolodaDidRunOutOfCards
    _ = try delegate.command("deck.swipe", #"{"direction":"left"}"#)
    #expect(delegate.client.lines.contains { $0.contains("deck.exhausted") })
    #expect(bed.stop() == 0)
  }

  @Test
  func `decides a swipe whose client has closed its sending side and still receives the reply`() throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try Delegate(daemon, questions: #"["shouldSwipe"]"#)
    _ = try delegate.command("deck.load", #"{"cards":[{"id":"a"},{"id":"b"}]}"#)
    let asking = try RawClient(daemon)
    try asking.send(#"{"jsonrpc":"2.0","id":"s","method":"deck.swipe","params":{"direction":"right"}}"# + "\n")
    asking.endSending()
    let question = try #require(Question(try delegate.serve { $0.contains(#""method":"delegate.shouldSwipe""#) }))
    try delegate.settle()
    try delegate.client.send(#"{"jsonrpc":"2.0","id":"\#(question.id)","result":true}"#)
    #expect(try asking.readLine()?.contains(#""id":"s","result":{"seq":"#) == true)
    #expect(try asking.readLine() == nil)
    daemon.stop()
  }

  private func drag(_ finger: PanelFinger, by way: (x: Int, y: Int)) throws {
    try finger.down(560, 992)
    try finger.slide(from: (x: 560, y: 992), by: way)
    try finger.up()
  }
}

extension Array {
  /// Returns the last elements that all fit.
  fileprivate func suffix(while fits: (Element) -> Bool) -> ArraySlice<Element> {
    let start = lastIndex { !fits($0) }.map { $0 + 1 } ?? startIndex
    return self[start...]
  }
}

@Suite
struct `A deck's delegate` {
  @Test
  func `is one client, which another is told of, until it says so or leaves`() throws {
    let stack = "[[decks]]\nid = \"pile\"\npreset = \"wallet\"\n"
    let daemon = try LoneDaemon(configuration: patient + stack)
    let first = try LiveClient(daemon)
    try first.ask("hello", #"{"client":"the first"}"#)
    let main = #"{"deck":"main"}"#
    #expect(try first.ask("delegate.register", main).contains(#""result":{"seq":"#))
    #expect(try first.ask("delegate.register", main).contains(#""result":{"seq":"#))
    let status = try run("deckctl", ["status", "--socket", daemon.socket]).output
    #expect(status.contains("\ndelegate       answers for the deck main\n") && !status.contains("the deck pile\n"))
    let second = try LiveClient(daemon)
    let refusal = try #require(Refusal(try second.ask("delegate.register", main)))
    #expect(refusal.code == -32000 && refusal.field == "params.deck" && refusal.expected.contains("\"the first\""))
    for method in ["delegate.unregister", "delegate.invalidate"] {
      #expect(Refusal(try second.ask(method, main))?.code == -32000)
    }
    #expect(Refusal(try first.ask("delegate.register", #"{"deck":"pile"}"#))?.expected == "a deck of the kind swipe")
    #expect(try first.ask("delegate.unregister", main).contains(#""result":{"seq":"#))
    #expect(try second.ask("delegate.register", main).contains(#""result":{"seq":"#))
    let third = try RawClient(daemon)
    try third.send(#"{"jsonrpc":"2.0","id":1,"method":"delegate.unregister","params":{"deck":"main"}}"# + "\n")
    #expect(try third.readLine()?.contains("-32000") == true)
    try second.ask("delegate.unregister", main)
    try third.send(#"{"jsonrpc":"2.0","id":2,"method":"delegate.register","params":{"deck":"main"}}"# + "\n")
    while try third.readLine()?.contains(#""id":2,"#) == false {}
    // A client that sends nothing more cannot answer.
    third.endSending()
    try wait(for: "the third to be let go") { try first.ask("delegate.register", main).contains(#""result":{"#) }
  }

  @Test
  func `is told of wrong answers, and the deck's own hold`() throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try Delegate(daemon, questions: #"["shouldSwipe"]"#)
    delegate.answers = ["shouldSwipe card-0 left": #""yes""#, "shouldSwipe card-1 left": "[1]"]
    for card in 0..<2 {
      let answer = try delegate.command("deck.swipe", #"{"direction":"left"}"#)
      #expect(answer.contains(#""result":{"seq":"#))
      let told = try #require(delegate.client.lines.last { $0.contains(#""id":null"#) })
      let error = try #require(Refusal(told))
      #expect(error.code == -32602 && error.field == "result")
      #expect(error.expected == "true or false, not \(card == 0 ? "a string" : "an array")")
    }
    for line in [
      #"{"jsonrpc":"2.0","id":"main/99","result":true}"#, #"{"jsonrpc":"2.0","id":"other/1","result":true}"#,
      #"{"jsonrpc":"2.0","id":5,"error":{"code":-1,"message":"?"}}"#,
    ] {
      try delegate.client.send(line)
      let error = Refusal(try delegate.client.next { $0.contains(#""id":null"#) })
      #expect(error?.code == -32600 && error?.field == "id")
    }
    #expect(daemon.log.split(separator: "\n").filter { $0.contains("delegate's answer is of no use") }.count == 1)
  }

  @Test
  func `is not waited for when it is late, and what it says then is ignored`() throws {
    let daemon = try LoneDaemon(configuration: patient.replacing("= 10", with: "= 0.05"))
    let delegate = try Delegate(daemon, questions: #"["shouldSwipe"]"#)
    #expect(try delegate.command("deck.swipe", #"{"direction":"left"}"#).contains(#""result":{"seq":"#))
    let question = try #require(delegate.client.lines.compactMap { Question($0) }.last)
    let before = delegate.client.lines.count
    try delegate.client.send(#"{"jsonrpc":"2.0","id":"\#(question.id)","result":false}"#)
    try delegate.settle()
    #expect(!delegate.client.lines.dropFirst(before).contains { $0.contains("error") || $0.contains("card.reset") })
  }

  @Test(arguments: [
    "its time is up", "its swipe is forced", "its card is removed", "its deck is removed", "it unregisters",
  ])
  func `is told once that a question has ended without its answer`(way: String) throws {
    let daemon = try LoneDaemon(
      configuration: way == "its time is up" ? patient.replacing("= 10", with: "= 0.05") : patient
    )
    let delegate = try Delegate(daemon, questions: #"["shouldSwipe"]"#)
    let client = try LiveClient(daemon)
    let swipe = #"{"jsonrpc":"2.0","id":"swipe","method":"deck.swipe","params":{"direction":"left"}}"#
    try client.send(swipe)
    let asked = try delegate.serve { $0.contains(#""method":"delegate.shouldSwipe""#) }
    switch way {
    case "its swipe is forced": try client.ask("deck.swipe", #"{"direction":"left","force":true}"#)
    case "its card is removed": try client.ask("deck.remove", #"{"at":0,"count":1}"#)
    case "its deck is removed":
      try daemon.rewrite(patient.replacing("\"main\"\npreset", with: "\"other\"\npreset"))
      try client.ask("daemon.reload")
    case "it unregisters": _ = try delegate.command("delegate.unregister")
    default: break
    }
    let id = try #require(Question(asked)).id
    let closed = try delegate.serve { $0.contains(#""method":"delegate.closed""#) }
    #expect(
      closed == #"{"jsonrpc":"2.0","method":"delegate.closed","params":{"deck":"main","card":"card-0","id":"\#(id)"}}"#
    )
    try delegate.settle()
    #expect(delegate.client.lines.filter { $0.contains("delegate.closed") }.count == 1)
  }

  @Test
  func `decides again after its deck was of another kind for a while`() throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try Delegate(daemon, questions: #"["shouldSwipe"]"#)
    for text in ["[[decks]]\nid = \"main\"\npreset = \"wallet\"\n", patient] {
      try daemon.rewrite(text)
      #expect(try delegate.command("daemon.reload").contains(#""result""#))
    }
    delegate.answers = ["shouldSwipe card-0 left": "false"]
    #expect(Refusal(try delegate.command("deck.swipe", #"{"direction":"left"}"#))?.code == -32000)
    #expect(delegate.asked.last == "shouldSwipe card-0 left")
  }

  @Test
  func `is told that the time for a question is up, also where nothing else happens`() throws {
    let daemon = try LoneDaemon(configuration: patient.replacing("= 10", with: "= 0.05"))
    let delegate = try LiveClient(daemon)
    try delegate.ask("delegate.register", #"{"questions":["threshold"]}"#)
    for card in 0..<3 { try delegate.next { $0.contains("delegate.closed") && $0.contains("\"card-\(card)\"") } }
  }

  @Test
  func `is not told of a question that it has answered`() throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try Delegate(daemon, questions: #"["shouldSwipe"]"#)
    delegate.answers = ["shouldSwipe card-0 left": "true", "shouldSwipe card-1 left": #""yes""#]
    for _ in 0..<2 { _ = try delegate.command("deck.swipe", #"{"direction":"left"}"#) }
    try delegate.settle()
    #expect(!delegate.client.lines.contains { $0.contains("delegate.closed") })
  }

  @Test(arguments: ["closing", "unregistering", "sending nothing more"])
  func `that vanishes leaves everything to the deck at once`(way: String) throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try RawClient(daemon)
    try delegate.send(#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["haptics"]}}"# + "\n")
    try delegate.send(#"{"jsonrpc":"2.0","id":2,"method":"delegate.register","params":{}}"# + "\n")
    while try delegate.readLine()?.contains(#""id":2,"#) == false {}
    let client = try LiveClient(daemon)
    try client.send(#"{"jsonrpc":"2.0","id":"swipe","method":"deck.swipe","params":{"direction":"left"}}"#)
    while try delegate.readLine()?.contains("delegate.shouldSwipe") == false {}
    try client.ask("deck.list")
    #expect(!client.lines.contains { $0.contains(#""id":"swipe""#) })
    switch way {
    case "closing": delegate.leave()
    case "unregistering": try delegate.send(#"{"jsonrpc":"2.0","method":"delegate.unregister"}"# + "\n")
    default: delegate.endSending()
    }
    // Well before the deadline of 10 s.
    #expect(try client.next(within: 8) { $0.contains(#""id":"swipe""#) }.contains(#""result":{"seq":"#))
  }

  @Test
  func `answers nobody in the place of a client that has left`() throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try RawClient(daemon)
    try delegate.send(#"{"jsonrpc":"2.0","id":"r","method":"delegate.register","params":{}}"# + "\n")
    while try delegate.readLine()?.contains(#""id":"r","#) == false {}
    let leaving = try RawClient(daemon)
    try leaving.send(#"{"jsonrpc":"2.0","id":"gone","method":"deck.swipe","params":{"direction":"left"}}"# + "\n")
    while try delegate.readLine()?.contains("delegate.shouldSwipe") == false {}
    let before = try daemon.openSockets
    leaving.leave()
    try wait(for: "the client to be gone") { try daemon.openSockets < before }
    // One of them reuses its address in memory.
    let others = try (0..<4).map { _ in try LiveClient(daemon) }
    for client in others { try client.ask("subscribe", #"{"topics":["events"]}"#) }
    delegate.leave()
    for client in others {
      try client.next { $0.contains(#""type":"card.swiped""#) }
      try client.ask("deck.list")
      #expect(!client.lines.contains { $0.contains("gone") })
    }
  }

  @Test
  func `is asked again about what it says has changed`() throws {
    let daemon = try LoneDaemon(configuration: patient)
    let delegate = try Delegate(daemon, questions: #"["allowedDirections"]"#)
    delegate.answers = ["allowedDirections card-0": #"["up"]"#]
    _ = try delegate.command("delegate.invalidate")
    try delegate.settle()
    #expect(Refusal(try delegate.command("deck.swipe", #"{"direction":"left"}"#))?.expected == "one of up")
    delegate.answers = ["allowedDirections card-0": #"["left"]"#]
    _ = try delegate.command("delegate.invalidate", #"{"cards":["card-0"]}"#)
    try delegate.settle()
    #expect(try delegate.command("deck.swipe", #"{"direction":"left"}"#).contains(#""result":{"seq":"#))
    #expect(Refusal(try delegate.command("delegate.invalidate", #"{"cards":["x"]}"#))?.field == "params.cards[0]")
  }
}

@Suite
struct `A round of a running daemon` {
  @Test
  func `waits for its cards, and is told that they are there`() throws {
    let daemon = try LoneDaemon(configuration: Workshop.swipeclean)
    let client = try LiveClient(daemon)
    try client.ask("subscribe", #"{"topics":["events"]}"#)
    try client.ask("deck.load", #"{"cards":[{"id":"a","loaded":false},{"id":"b","loaded":false},{"id":"c"}]}"#)
    #expect(client.lines.contains { $0.contains(#""type":"round.changed","phase":"loading""#) })
    #expect(try client.ask("deck.get").contains(#""phase":"rest","round":"loading","#))
    let refusal = try #require(Refusal(try client.ask("deck.swipe", #"{"direction":"left"}"#)))
    #expect(refusal.code == -32000 && refusal.expected.contains("card.loaded for a, b"))
    try client.ask("card.loaded", #"{"card":"a"}"#)
    #expect(try run("deckctl", ["loaded", "b", "--socket", daemon.socket]).status == 0)
    try client.next { $0.contains(#""type":"round.changed","phase":"active""#) }
    for _ in 0..<3 { try client.ask("deck.swipe", #"{"direction":"left"}"#) }
    #expect(client.lines.dropLast().last?.contains(#""type":"round.changed","phase":"ended""#) == true)
    #expect(try run("deckctl", ["loaded", "x", "--socket", daemon.socket]).status == 1)
  }
}
