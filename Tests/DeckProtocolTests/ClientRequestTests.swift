import DeckProtocol
import JSON
import TestSupport
import Testing

struct ClientRequestTests {
  @Test(arguments: Self.soundRequests)
  func `every method is read`(sound: SoundRequest) throws {
    let request = try read(sound.line)
    #expect(request.method == sound.method)
    #expect(request.id == Array("1".utf8))
    #expect(sound.line.contains(#""method":"\#(request.name.rawValue)""#))
  }

  @Test
  func `a command reads as it was written`() throws {
    var methods: Set<ClientRequest.MethodName> = []
    for case .command(let command, let deck) in Self.soundRequests.map(\.method) {
      var json = JSONWriter()
      json.object { json in
        if let deck { json.member("deck", deck) }
        command.writeParameters(to: &json)
      }
      let request = line(command.method.rawValue, String(decoding: json.bytes, as: UTF8.self))
      #expect(try read(request).method == .command(command, deck: deck), "\(request)")
      methods.insert(command.method)
    }
    #expect(methods.count == 16)
  }

  @Test(
    arguments: [
      (.consult([.threshold]), .delegateRegister(deck: nil, questions: [.threshold])),
      (.consult([]), .delegateUnregister(deck: nil)),
      (.invalidate(["a"]), .delegateInvalidate(deck: nil, cards: ["a"])),
      (.invalidate(nil), .delegateInvalidate(deck: nil, cards: nil)),
    ] as [(DeckCommand, ClientRequest.Method)]
  )
  func `a command of a delegate is written as the delegate's request`(
    command: DeckCommand,
    method: ClientRequest.Method
  ) throws {
    var json = JSONWriter()
    json.object { command.writeParameters(to: &$0) }
    let request = line(command.method.rawValue, String(decoding: json.bytes, as: UTF8.self))
    #expect(try read(request).method == method)
  }

  @Test
  func `a request has every parameter of its method among the samples`() throws {
    for method in ClientRequest.MethodName.allCases {
      let lines = Self.soundRequests.map(\.line).filter { $0.contains(#""method":"\#(method.rawValue)""#) }
      for parameter in method.format.parameters.members {
        #expect(lines.contains { $0.contains(#""\#(parameter.name)":"#) }, "\(method.rawValue): \(parameter.name)")
      }
    }
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema allows what the reader reads`() throws {
    try SchemaValidator.expectValid(Self.soundRequests.map(\.line), from: .client)
  }

  @Test(arguments: ["1", "-1.50e2", "0.10", "\"\"", #""a\u0041\/é""#, "null", "12345678901234567890"])
  func `an id comes back byte for byte`(id: String) throws {
    #expect(try read(#"{"jsonrpc":"2.0","id": \#(id) ,"method":"deck.list"}"#).id == Array(id.utf8))
    let refused = try rejection(#"{"jsonrpc":"2.0","id":\#(id),"method":"deck.swipe"}"#)
    #expect(refused.id == Array(id.utf8))
    let reply = Reply.failure(id: Array(id.utf8), refused.error)
    #expect(String(decoding: reply, as: UTF8.self).hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":"#))
  }

  @Test func `a request without an id is a notification, right or wrong`() throws {
    #expect(try read(#"{"jsonrpc":"2.0","method":"deck.list"}"#).id == nil)
    #expect(try rejection(#"{"jsonrpc":"2.0","method":"deck.lost"}"#).id == nil)
    #expect(try rejection(#"{"jsonrpc":"2.0","method":"deck.get","params":{"deck":1}}"#).id == nil)
  }

  @Test(arguments: [
    ("", "byte 0", "a value"),
    ("{\"jsonrpc\":\"2.0\",", "byte 17", "a key in double quotes"),
    ("hello", "byte 0", "a value"),
    ("{\"id\":1,\"id\":2}", "byte 8", "each key once, not \"id\" again"),
  ])
  func `a line that is not JSON is a parse error at a byte`(text: String, field: String, expected: String) throws {
    let error = ProtocolError(.parse, "not JSON", field: field, expected: expected)
    #expect(try rejection(text) == RejectedRequest(id: ClientRequest.unknownID, error: error))
  }

  @Test(arguments: [
    ("[]", "", "one JSON-RPC 2.0 object a line, not an array", "null"),
    (#"[{"jsonrpc":"2.0","id":1,"method":"hello"}]"#, "", "one JSON-RPC 2.0 object a line, not an array", "null"),
    ("1", "", "one JSON-RPC 2.0 object a line, not a number", "null"),
    ("null", "", "one JSON-RPC 2.0 object a line, not null", "null"),
    ("\"x\"", "", "one JSON-RPC 2.0 object a line, not a string", "null"),
    ("true", "", "one JSON-RPC 2.0 object a line, not a boolean", "null"),
    ("{}", "jsonrpc", "\"2.0\"", "null"),
    (#"{"id":7,"method":"hello"}"#, "jsonrpc", "\"2.0\"", "7"),
    (#"{"jsonrpc":2.0,"id":7,"method":"hello"}"#, "jsonrpc", "\"2.0\"", "7"),
    (#"{"jsonrpc":"1.0","id":7,"method":"hello"}"#, "jsonrpc", "\"2.0\"", "7"),
    (#"{"jsonrpc":"2.0","id":7}"#, "method", "a string", "7"),
    (#"{"jsonrpc":"2.0"}"#, "method", "a string", "null"),
    (#"{"jsonrpc":"2.0","id":7,"method":5}"#, "method", "a string, not 5", "7"),
    (#"{"jsonrpc":"2.0","id":7,"method":["hello"]}"#, "method", "a string, not an array", "7"),
    (#"{"jsonrpc":"2.0","id":{},"method":"hello"}"#, "id", "a string, a number or null, not an object", "null"),
    (#"{"jsonrpc":"2.0","id":[1],"method":"hello"}"#, "id", "a string, a number or null, not an array", "null"),
    (#"{"jsonrpc":"2.0","id":true,"method":"hello"}"#, "id", "a string, a number or null, not a boolean", "null"),
  ])
  func `what is no request is answered even without an id`(
    text: String,
    field: String,
    expected: String,
    id: String
  ) throws {
    let refused = try rejection(text)
    #expect(refused.error.code == .invalidRequest)
    #expect(refused.error.field == field)
    #expect(refused.error.expected == expected)
    #expect(refused.id == Array(id.utf8))
  }

  @Test(arguments: [
    ("deck.swip", "deck.swipe"), ("deck.lost", "deck.list"), ("Hello", "hello"), ("hello ", "hello"),
    ("card_loaded", "card.loaded"), ("deck.insret", "deck.insert"), ("swipe", "deck.swipe"),
    ("Status", "daemon.status"), ("", nil), ("rpc.discover", nil),
  ])
  func `an unknown method names the nearest one that exists`(name: String, nearest: String?) throws {
    let error = ProtocolError(
      .unknownMethod,
      "unknown method \"\(name)\"",
      field: "method",
      expected: nearest.map { "\($0); hello lists all methods among the capabilities" }
        ?? "one of the capabilities that hello lists"
    )
    #expect(try rejection(line(name, "{}")).error == error)
    #expect(try rejection(line(name, "[1]")).error == error)
  }

  @Test(arguments: Self.wrongParameters)
  func `a wrong parameter is named with what was expected`(wrong: WrongParameter) throws {
    let refused = try rejection(wrong.line)
    #expect(refused.error.code == .invalidParameters)
    #expect(refused.error.field == wrong.field)
    #expect(refused.error.expected == wrong.expected)
    #expect(refused.id == Array("1".utf8))
    #expect(refused.error.message.contains(wrong.field) || wrong.field == "params")
  }

  @Test(.enabled(if: SchemaValidator.isAvailable, SchemaValidator.absence))
  func `the schema refuses the parameters that the reader refuses`() throws {
    let lines =
      Self.wrongParameters.map(\.line) + [
        line("deck.lost", "{}"),
        #"{"jsonrpc":"2.0","id":1,"method":"deck.swipe"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"deck.insert"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"deck.remove"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"deck.update"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"deck.scroll"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"deck.move"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"detail.layout"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"card.loaded"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"surface.set"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"surface.vsync"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"input.inject"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"explain"}"#,
        #"{"jsonrpc":"2.0","id":true,"method":"hello"}"#,
        #"{"jsonrpc":"1.0","id":1,"method":"hello"}"#,
        "[]",
      ]
    let failures = try SchemaValidator.failures(in: lines.map { Array($0.utf8) }, from: .client)
    #expect(failures.map(\.line) == Array(1...lines.count))
    let answers = try lines.map { try Reply.failure(id: Array("1".utf8), rejection($0).error) }
    try SchemaValidator.expectValid(answers)
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"deck.load","parms":{}}"#, "parms", "params"),
    (#"{"jsonrpc":"2.0","id":1,"method":"deck.load","x":{}}"#, "x", nil),
  ])
  func `a member that no request has is refused`(text: String, field: String, nearest: String?) throws {
    let refused = try rejection(text)
    let hint = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    #expect(refused.id == Array("1".utf8))
    #expect(refused.error.code == .invalidRequest)
    #expect(refused.error.field == field)
    #expect(refused.error.expected == "one of jsonrpc, id, method, params\(hint)")
  }

  @Test func `a long text of the client's is cut in the answer`() throws {
    let long = String(repeating: "é", count: 100_000)
    let errors = [
      try rejection(line(long, "{}")).error,
      try rejection(line("deck.swipe", #"{"direction":"\#(long)"}"#)).error,
      try rejection(#"{"\#(long)":1,"\#(long)":2}"#).error,
      try rejection(line("hello", #"{"\#(long)":1}"#)).error,
      try rejection(line("hello", #"{"protocol":\#(String(repeating: "1", count: 300))}"#)).error,
    ]
    for error in errors { #expect(Reply.failure(id: Array("1".utf8), error).count < 800) }
  }
}

extension ClientRequestTests {
  /// A request that is right, and what it asks for.
  struct SoundRequest: Sendable, CustomTestStringConvertible {
    var line: String
    var method: ClientRequest.Method

    init(_ method: String, _ params: String, _ expected: ClientRequest.Method) {
      self.init(line: DeckProtocolTests.line(method, params), expected)
    }

    init(line: String, _ expected: ClientRequest.Method) {
      self.line = line
      self.method = expected
    }

    var testDescription: String { line }
  }

  static let soundRequests: [SoundRequest] = [
    .init("hello", "{}", .hello(protocolNumber: nil, client: nil)),
    .init("hello", #"{"protocol":1,"client":"kiosk"}"#, .hello(protocolNumber: 1, client: "kiosk")),
    .init("hello", #"{"protocol":2.0}"#, .hello(protocolNumber: 2, client: nil)),
    .init("subscribe", #"{"topics":["events"]}"#, .subscribe(.init(.unnamed, topics: [.events]))),
    .init(
      "subscribe",
      #"{"deck":"main","topics":["frames","touches"],"since":0,"rate":0.5}"#,
      .subscribe(.init(.deck("main"), topics: [.frames, .touches], since: 0, rate: 0.5))
    ),
    .init(
      "subscribe",
      #"{"topics":["gestures"],"since":9007199254740991,"journal":"00c0ffee00c0ffee"}"#,
      .subscribe(.init(.unnamed, topics: [.gestures], since: 9_007_199_254_740_991, journal: "00c0ffee00c0ffee"))
    ),
    .init("subscribe", #"{"deck":"*","topics":["panels"]}"#, .subscribe(.init(.all, topics: [.panels]))),
    .init(
      "subscribe",
      #"{"surface":"wall","topics":["touches"]}"#,
      .subscribe(.init(.surface("wall"), topics: [.touches]))
    ),
    .init("unsubscribe", "{}", .unsubscribe(deck: nil)),
    .init("unsubscribe", #"{"deck":"*"}"#, .unsubscribe(deck: nil)),
    .init("unsubscribe", #"{"deck":"main"}"#, .unsubscribe(deck: "main")),
    .init("unsubscribe", #"{"surface":"wall"}"#, .unsubscribe(deck: nil, surface: "wall")),
    .init("deck.list", "{}", .deckList),
    .init("surface.list", "{}", .surfaceList),
    .init("deck.get", #"{"deck":"main"}"#, .deckGet(deck: "main")),
    .init("deck.settings", "{}", .deckSettings(deck: nil, preset: nil)),
    .init("deck.settings", #"{"deck":"b","preset":"fan"}"#, .deckSettings(deck: "b", preset: "fan")),
    .init("deck.cards", "{}", .deckCards(deck: nil, .page(from: 0, count: nil))),
    .init("deck.cards", #"{"deck":"b","from":7,"count":1}"#, .deckCards(deck: "b", .page(from: 7, count: 1))),
    .init("deck.swipe", #"{"direction":"left"}"#, .command(.swipe(.init(.left)), deck: nil)),
    .init(
      "deck.swipe",
      #"{"force":true,"direction":"topRight","deck":"main"}"#,
      .command(.swipe(.init(.topRight, force: true)), deck: "main")
    ),
    .init(
      "deck.swipe",
      #"{"direction":"left","card":"a"}"#,
      .command(.swipe(.init(.left, card: "a")), deck: nil)
    ),
    .init("deck.undo", #"{"card":"a"}"#, .command(.undo(.init(card: "a")), deck: nil)),
    .init("deck.cards", #"{"ids":["b","a"]}"#, .deckCards(deck: nil, .ids(["b", "a"]))),
    .init("deck.reset", #"{"deck":"main"}"#, .command(.reset, deck: "main")),
    .init("deck.undo", "{}", .command(.undo(.init()), deck: nil)),
    .init("deck.undo", #"{"deck":"b"}"#, .command(.undo(.init()), deck: "b")),
    .init("deck.dismiss", #"{"deck":"b"}"#, .command(.dismiss, deck: "b")),
    .init("deck.reload", #"{"deck":"b"}"#, .command(.reload(.init()), deck: "b")),
    .init("deck.insert", #"{"deck":"b","cards":[{"id":"a"}]}"#, .command(.insert(.init([Card(id: "a")])), deck: "b")),
    .init("deck.update", #"{"deck":"b","cards":[{"id":"a"}]}"#, .command(.update(.init([Card(id: "a")])), deck: "b")),
    .init("delegate.invalidate", #"{"deck":"b"}"#, .delegateInvalidate(deck: "b", cards: nil)),
    .init(
      "deck.configure",
      #"{"deck":"b","settings":{"visible":2}}"#,
      .deckConfigure(deck: "b", settings: [SettingChange("visible", to: .number(2))])
    ),
    .init("deck.select", "{}", .command(.select(.init()), deck: nil)),
    .init("deck.select", #"{"deck":"main","card":""}"#, .command(.select(.init(card: "")), deck: "main")),
    .init("deck.dismiss", "{}", .command(.dismiss, deck: nil)),
    .init("deck.bounce", #"{"deck":"b"}"#, .command(.bounce, deck: "b")),
    .init("deck.scroll", #"{"to":-12.5}"#, .command(.scroll(.init(to: .offset(-12.5))), deck: nil)),
    .init("deck.scroll", #"{"to":1e9,"deck":"b"}"#, .command(.scroll(.init(to: .offset(1e9))), deck: "b")),
    .init("deck.scroll", #"{"card":"a"}"#, .command(.scroll(.init(to: .card("a"))), deck: nil)),
    .init("deck.appear", #"{"deck":"main"}"#, .command(.appear, deck: "main")),
    .init("deck.load", "{}", .command(.load(.init()), deck: nil)),
    .init("deck.load", #"{"cards":[],"current":0}"#, .command(.load(.init([])), deck: nil)),
    .init("deck.load", #"{"deck":"b","current":7}"#, .command(.load(.init(nil, current: 7)), deck: "b")),
    .init("deck.load", #"{"staged":700,"current":9}"#, .commit(.load(count: 700, current: 9), deck: nil)),
    .init("deck.load", #"{"deck":"b","staged":0}"#, .commit(.load(count: 0, current: 0), deck: "b")),
    .init("deck.reload", #"{"deck":"b","staged":1}"#, .commit(.reload(count: 1), deck: "b")),
    .init("deck.stage", #"{"from":0,"cards":[]}"#, .deckStage(deck: nil, from: 0, cards: [])),
    .init(
      "deck.stage",
      #"{"deck":"b","from":250,"cards":[{"id":"a"}]}"#,
      .deckStage(deck: "b", from: 250, cards: [Card(id: "a")])
    ),
    .init("deck.reload", "{}", .command(.reload(.init()), deck: nil)),
    .init("deck.reload", #"{"cards":[{"id":"a"}]}"#, .command(.reload(.init([Card(id: "a")])), deck: nil)),
    .init("deck.insert", #"{"cards":[{"id":"a"}]}"#, .command(.insert(.init([Card(id: "a")])), deck: nil)),
    .init(
      "deck.insert",
      #"{"at":3,"cards":[{"id":"a"}]}"#,
      .command(.insert(.init([Card(id: "a")], at: 3)), deck: nil)
    ),
    .init("deck.remove", #"{"at":0}"#, .command(.remove(.init(0..<1)), deck: nil)),
    .init("deck.remove", #"{"deck":"b","at":4,"count":2}"#, .command(.remove(.init(4..<6)), deck: "b")),
    .init(
      "deck.remove",
      #"{"at":9007199254740991,"count":250}"#,
      .command(.remove(.init(9_007_199_254_740_991..<9_007_199_254_740_991 + 250)), deck: nil)
    ),
    .init("deck.update", #"{"cards":[{"id":"a"}]}"#, .command(.update(.init([Card(id: "a")])), deck: nil)),
    .init("deck.move", #"{"card":"a","to":0}"#, .command(.move(.init(card: "a", to: 0)), deck: nil)),
    .init("deck.move", #"{"to":7,"card":"","deck":"b"}"#, .command(.move(.init(card: "", to: 7)), deck: "b")),
    .init("card.loaded", #"{"card":"a"}"#, .command(.markLoaded(.init(of: .one("a"))), deck: nil)),
    .init(
      "card.loaded",
      #"{"deck":"b","cards":["a","c"],"bytes":0}"#,
      .command(.markLoaded(.init(of: .several(["a", "c"]), bytes: 0)), deck: "b")
    ),
    .init("delegate.register", "{}", .delegateRegister(deck: nil, questions: DelegateTopic.allCases)),
    .init(
      "delegate.register",
      #"{"deck":"a","questions":["threshold"]}"#,
      .delegateRegister(deck: "a", questions: [.threshold])
    ),
    .init("delegate.unregister", #"{"deck":"a"}"#, .delegateUnregister(deck: "a")),
    .init("delegate.invalidate", "{}", .delegateInvalidate(deck: nil, cards: nil)),
    .init("delegate.invalidate", #"{"cards":["a"]}"#, .delegateInvalidate(deck: nil, cards: ["a"])),
    .init(
      "detail.layout",
      #"{"card":"a","length":0}"#,
      .command(.layOutDetail(.init(card: "a", length: 0)), deck: nil)
    ),
    .init(
      "detail.layout",
      #"{"deck":"b","card":"a","length":1000000}"#,
      .command(.layOutDetail(.init(card: "a", length: 1_000_000)), deck: "b")
    ),
    .init(
      "deck.configure",
      #"{"settings":{"commit.threshold":4e-1,"loop":true,"fly.curve":"linear","visible":null}}"#,
      .deckConfigure(
        deck: nil,
        settings: [
          SettingChange("commit.threshold", to: .number(0.4)), SettingChange("loop", to: .flag(true)),
          SettingChange("fly.curve", to: .text("linear")), SettingChange("visible", to: nil),
        ]
      )
    ),
    .init("daemon.reload", "{}", .daemonReload),
    .init("daemon.status", "{}", .daemonStatus),
    .init("surface.set", #"{"refresh":120}"#, .surfaceSet(surface: nil, .init(refresh: 120))),
    .init("surface.set", #"{"asleep":true}"#, .surfaceSet(surface: nil, .init(asleep: true))),
    .init(
      "surface.set",
      #"{"surface":"wall","reducedMotion":false,"rotation":270}"#,
      .surfaceSet(surface: "wall", .init(reducedMotion: false, rotation: 270))
    ),
    .init("surface.set", #"{"w":412.5,"h":915}"#, .surfaceSet(surface: nil, .init(width: 412.5, height: 915))),
    .init("surface.vsync", #"{"t":0}"#, .surfaceVsync(surface: nil, time: 0, period: nil)),
    .init(
      "surface.vsync",
      #"{"surface":"wall","t":81219337402,"period":8333.333}"#,
      .surfaceVsync(surface: "wall", time: 81_219_337_402, period: 8333.333)
    ),
    .init("panel.calibrate", "{}", .panelCalibrate(panel: nil, crosses: nil, isOn: true)),
    .init("panel.calibrate", #"{"on":false}"#, .panelCalibrate(panel: nil, crosses: nil, isOn: false)),
    .init(
      "panel.calibrate",
      #"{"panel":"Goodix","crosses":[{"x":0,"y":0.25},{"x":1,"y":0},{"x":1,"y":1},{"x":0,"y":1}]}"#,
      .panelCalibrate(
        panel: "Goodix",
        crosses: [.init(x: 0, y: 0.25), .init(x: 1, y: 0), .init(x: 1, y: 1), .init(x: 0, y: 1)],
        isOn: true
      )
    ),
    .init(
      "input.inject",
      #"{"contacts":[{"id":1,"phase":"up","x":-1,"y":0.5},{"id":0,"phase":"down","x":200,"y":400}]}"#,
      .inputInject(
        surface: nil,
        frames: [
          .init(contacts: [.init(id: 1, phase: .up, x: -1, y: 0.5), .init(id: 0, phase: .down, x: 200, y: 400)])
        ]
      )
    ),
    .init(
      "input.inject",
      #"{"surface":"wall","t":7,"contacts":[{"id":255,"phase":"cancelled","x":0,"y":0}]}"#,
      .inputInject(
        surface: "wall",
        frames: [.init(time: 7, contacts: [.init(id: 255, phase: .cancelled, x: 0, y: 0)])]
      )
    ),
    .init(
      "input.inject",
      #"{"frames":[{"t":7,"contacts":[\#(Self.finger)]},{"t":7,"contacts":[\#(Self.finger)]}]}"#,
      .inputInject(
        surface: nil,
        frames: Array(repeating: .init(time: 7, contacts: [.init(id: 3, phase: .moved, x: 1, y: 2)]), count: 2)
      )
    ),
    .init("explain", #"{"on":true}"#, .explain(deck: nil, isOn: true)),
    .init("explain", #"{"on":false,"deck":"b"}"#, .explain(deck: "b", isOn: false)),
    .init("explain", #"{"on":true,"surface":"wall"}"#, .explain(deck: nil, surface: "wall", isOn: true)),
    // Without params.
    .init(line: #"{"jsonrpc":"2.0","id":1,"method":"deck.undo"}"#, .command(.undo(.init()), deck: nil)),
    .init(line: #"{"jsonrpc":"2.0","id":1,"method":"deck.dismiss"}"#, .command(.dismiss, deck: nil)),
    .init(line: #"{"jsonrpc":"2.0","id":1,"method":"deck.load"}"#, .command(.load(.init()), deck: nil)),
    .init(line: #"{"jsonrpc":"2.0","id":1,"method":"hello"}"#, .hello(protocolNumber: nil, client: nil)),
    .init(line: #"{"jsonrpc":"2.0","id":1,"method":"deck.get"}"#, .deckGet(deck: nil)),
  ]

  private static let finger = #"{"id":3,"phase":"moved","x":1,"y":2}"#

  /// A request with a parameter that is wrong, and what its refusal says.
  struct WrongParameter: Sendable, CustomTestStringConvertible {
    var line: String
    var field: String
    var expected: String

    init(_ method: String, _ params: String, _ field: String, _ expected: String) {
      line = DeckProtocolTests.line(method, params)
      self.field = field
      self.expected = expected
    }

    var testDescription: String { line }
  }

  private static let topics =
    "an array with one of events, frames, motions, gestures, haptics, prefetch, touches, panels"
  private static let topic = "one of events, frames, motions, gestures, haptics, prefetch, touches, panels"
  private static let directions = "one of left, right, up, down, topLeft, topRight, bottomLeft, bottomRight"
  private static let since = "a whole number from 0 to 9007199254740991"
  private static let count = "a whole number from 1 to 9007199254740991"
  private static let number = "a whole number from 1 to 1000000"
  private static let question = "one of shouldSwipe, shouldDrag, allowedDirections, threshold"
  private static let swipe = "one of deck, direction, force, card; did you mean \"direction\"?"
  private static let card =
    "one of id, data, allowed, threshold, draggable, swipeable, loaded, label, hint; did you mean \"threshold\"?"
  private static let contacts =
    #"an array of contacts such as {"id": 0, "phase": "down", "x": 200, "y": 400}"#
  private static let crosses = #"an array of four or more crosses such as {"x": 0.1, "y": 0.1}"#
  private static let frames = #"an array of frames such as {"t": 81219337402, "contacts": […]}"#
  private static let length = "a number from 0 to 1000000"
  private static let offset = "a number from -1000000000 to 1000000000"
  private static let settings = "an object of settings such as {\"commit.threshold\": 0.4}"
  private static let value = "a number, true, false, a string, or null for its own value"
  private static let rate = "a number from 0.1 to 1000"

  static let wrongParameters: [WrongParameter] = [
    .init("hello", "[]", "params", "an object, not an array"),
    .init("hello", "[1]", "params", "an object, not an array"),
    .init("deck.list", "null", "params", "an object, not null"),
    .init("deck.list", "\"main\"", "params", "an object, not a string"),
    .init("hello", #"{"protocol":"1"}"#, "params.protocol", "\(number), not a string"),
    .init("hello", #"{"protocol":0}"#, "params.protocol", "\(number), not 0"),
    .init("hello", #"{"protocol":1.5}"#, "params.protocol", "\(number), not 1.5"),
    .init("hello", #"{"protocol":1e300}"#, "params.protocol", "\(number), not 1e300"),
    .init("hello", #"{"protocol":null}"#, "params.protocol", "\(number), not null"),
    .init("hello", #"{"client":["x"]}"#, "params.client", "a string, not an array"),
    .init("subscribe", "{}", "params.topics", topics),
    .init("subscribe", #"{"topics":"events"}"#, "params.topics", "\(topics), not a string"),
    .init("subscribe", #"{"topics":[]}"#, "params.topics", "\(topics), not an empty one"),
    .init("subscribe", #"{"topics":["events",1]}"#, "params.topics[1]", "\(topic), not a number"),
    .init(
      "subscribe",
      #"{"topics":["frame"]}"#,
      "params.topics[0]",
      "\(topic), not \"frame\"; did you mean \"frames\"?"
    ),
    .init("subscribe", #"{"topics":["events"],"since":-1}"#, "params.since", "\(since), not -1"),
    .init(
      "subscribe",
      #"{"topics":["events"],"since":9007199254740992}"#,
      "params.since",
      "\(since), not 9007199254740992"
    ),
    .init("subscribe", #"{"topics":["events"],"journal":3}"#, "params.journal", "a string, not 3"),
    .init("subscribe", #"{"topics":["events"],"since":"3"}"#, "params.since", "\(since), not a string"),
    .init("subscribe", #"{"topics":["events"],"rate":0}"#, "params.rate", "\(rate), not 0"),
    .init("subscribe", #"{"topics":["events"],"rate":1001}"#, "params.rate", "\(rate), not 1001"),
    .init("subscribe", #"{"topics":["events"],"rate":true}"#, "params.rate", "\(rate), not a boolean"),
    .init("subscribe", #"{"deck":1,"topics":["events"]}"#, "params.deck", "a string, not 1"),
    .init("deck.get", #"{"deck":{}}"#, "params.deck", "a string, not an object"),
    .init("deck.settings", #"{"deck":7}"#, "params.deck", "a string, not 7"),
    .init("deck.cards", #"{"from":-1}"#, "params.from", "\(since), not -1"),
    .init("deck.cards", #"{"from":"0"}"#, "params.from", "\(since), not a string"),
    .init("deck.cards", #"{"count":0}"#, "params.count", "\(count), not 0"),
    .init("deck.cards", #"{"deck":["main"]}"#, "params.deck", "a string, not an array"),
    .init("deck.swipe", "{}", "params.direction", directions),
    .init(
      "deck.swipe",
      #"{"direction":"Left"}"#,
      "params.direction",
      "\(directions), not \"Left\"; did you mean \"left\"?"
    ),
    .init("deck.swipe", #"{"direction":1}"#, "params.direction", "\(directions), not a number"),
    .init("deck.swipe", #"{"direction":"left","force":1}"#, "params.force", "true or false, not 1"),
    .init("deck.swipe", #"{"direction":"left","force":"yes"}"#, "params.force", "true or false, not a string"),
    .init("deck.reset", #"{"deck":null}"#, "params.deck", "a string, not null"),
    .init("deck.undo", #"{"deck":7}"#, "params.deck", "a string, not 7"),
    .init("deck.select", #"{"card":["a"]}"#, "params.card", "a string, not an array"),
    .init("deck.dismiss", #"{"deck":false}"#, "params.deck", "a string, not a boolean"),
    .init("deck.bounce", #"{"deck":7}"#, "params.deck", "a string, not 7"),
    .init("deck.scroll", "{}", "params.to", "a number of points, or a card in its place"),
    .init("deck.scroll", #"{"to":"top"}"#, "params.to", "\(offset), not a string"),
    .init("deck.scroll", #"{"to":null}"#, "params.to", "\(offset), not null"),
    .init("deck.scroll", #"{"to":null,"card":"a"}"#, "params.card", "either to or card, not both"),
    .init("deck.scroll", #"{"to":1e308}"#, "params.to", "\(offset), not 1e308"),
    .init("deck.scroll", #"{"to":-1000000001}"#, "params.to", "\(offset), not -1000000001"),
    .init("deck.scroll", #"{"card":3}"#, "params.card", "a string, not 3"),
    .init("deck.scroll", #"{"to":3,"card":"a"}"#, "params.card", "either to or card, not both"),
    .init("deck.load", #"{"current":-1}"#, "params.current", "\(since), not -1"),
    .init("deck.load", #"{"current":null}"#, "params.current", "\(since), not null"),
    .init("deck.insert", #"{"cards":[{"id":"a"}],"at":0.5}"#, "params.at", "\(since), not 0.5"),
    .init("deck.insert", #"{"cards":[{"id":"a"}],"at":"end"}"#, "params.at", "\(since), not a string"),
    .init("deck.remove", "{}", "params.at", since),
    .init("deck.remove", #"{"at":-1}"#, "params.at", "\(since), not -1"),
    .init("deck.remove", #"{"at":1,"count":0}"#, "params.count", "a whole number from 1 to 250, not 0"),
    .init("deck.remove", #"{"at":1,"count":251}"#, "params.count", "a whole number from 1 to 250, not 251"),
    .init("deck.remove", #"{"at":1,"count":true}"#, "params.count", "a whole number from 1 to 250, not a boolean"),
    .init("deck.move", #"{"to":1}"#, "params.card", "a string"),
    .init("deck.configure", "{}", "params.settings", settings),
    .init("deck.configure", #"{"settings":{}}"#, "params.settings", "\(settings), not an empty one"),
    .init("deck.configure", #"{"settings":["loop"]}"#, "params.settings", "\(settings), not an array"),
    .init(
      "deck.configure",
      #"{"settings":{"commit":{"threshold":1}}}"#,
      "params.settings.commit",
      "\(value), not an object"
    ),
    .init(
      "deck.configure",
      #"{"settings":{"loop":[]}}"#,
      "params.settings.loop",
      #"\#(value), not an array; directions are a string such as "left, right""#
    ),
    .init("deck.move", #"{"card":"a"}"#, "params.to", since),
    .init("deck.move", #"{"card":1,"to":1}"#, "params.card", "a string, not 1"),
    .init("deck.move", #"{"card":"a","to":-1}"#, "params.to", "\(since), not -1"),
    .init("deck.move", #"{"card":"a","to":"b"}"#, "params.to", "\(since), not a string"),
    .init("delegate.register", #"{"questions":[]}"#, "params.questions", "an array with \(question), not an empty one"),
    .init("delegate.register", #"{"questions":["why"]}"#, "params.questions[0]", "\(question), not \"why\""),
    .init("delegate.invalidate", #"{"cards":"a"}"#, "params.cards", "an array of strings, not a string"),
    .init("card.loaded", "{}", "params.card", "the id of a card, or cards with several"),
    .init("card.loaded", #"{"card":1}"#, "params.card", "a string, not 1"),
    .init("card.loaded", #"{"cards":[]}"#, "params.cards", "an array of strings, not an empty one"),
    .init("card.loaded", #"{"cards":["a",null]}"#, "params.cards[1]", "a string, not null"),
    .init("card.loaded", #"{"card":"a","cards":["a"]}"#, "params.cards", "either card or cards, not both"),
    .init("card.loaded", #"{"card":"a","bytes":-1}"#, "params.bytes", "\(since), not -1"),
    .init("detail.layout", #"{"length":1}"#, "params.card", "a string"),
    .init("detail.layout", #"{"card":"a"}"#, "params.length", length),
    .init("detail.layout", #"{"card":"a","length":-0.5}"#, "params.length", "\(length), not -0.5"),
    .init("detail.layout", #"{"card":"a","length":1000001}"#, "params.length", "\(length), not 1000001"),
    .init("detail.layout", #"{"card":"a","length":true}"#, "params.length", "\(length), not a boolean"),
    .init(
      "surface.set",
      #"{"surface":"main"}"#,
      "params.reducedMotion",
      "reducedMotion, rotation, refresh, asleep, or w and h: what is to change"
    ),
    .init("surface.set", #"{"w":400}"#, "params.h", "w and h, or neither"),
    .init("surface.set", #"{"h":400,"refresh":60}"#, "params.w", "w and h, or neither"),
    .init("surface.set", #"{"w":99,"h":400}"#, "params.w", "a number from 100 to 10000, not 99"),
    .init("surface.set", #"{"w":400,"h":10001}"#, "params.h", "a number from 100 to 10000, not 10001"),
    .init("surface.set", #"{"reducedMotion":1}"#, "params.reducedMotion", "true or false, not 1"),
    .init("surface.set", #"{"rotation":45}"#, "params.rotation", "0, 90, 180 or 270, not 45"),
    .init("surface.set", #"{"rotation":360}"#, "params.rotation", "a whole number from 0 to 270, not 360"),
    .init("surface.set", #"{"refresh":0}"#, "params.refresh", "a number from 1 to 1000, not 0"),
    .init("surface.set", #"{"surface":1,"refresh":60}"#, "params.surface", "a string, not 1"),
    .init("surface.vsync", "{}", "params.t", since),
    .init("surface.vsync", #"{"t":1.5}"#, "params.t", "\(since), not 1.5"),
    .init("surface.vsync", #"{"t":1,"period":0}"#, "params.period", "a number from 2000 to 50000, not 0"),
    .init("panel.calibrate", #"{"panel":1}"#, "params.panel", "a string, not 1"),
    .init("panel.calibrate", #"{"on":1}"#, "params.on", "true or false, not 1"),
    .init("panel.calibrate", #"{"crosses":[{"x":2,"y":0}]}"#, "params.crosses", "\(crosses), not 1"),
    .init(
      "panel.calibrate",
      #"{"crosses":[{"x":2,"y":0},{},{},{}]}"#,
      "params.crosses[0].x",
      "a number from 0 to 1, not 2"
    ),
    .init("input.inject", "{}", "params.contacts", "\(contacts), or frames with several moments"),
    .init("input.inject", #"{"contacts":[]}"#, "params.contacts", "\(contacts), not an empty one"),
    .init("input.inject", #"{"contacts":{}}"#, "params.contacts", "\(contacts), not an object"),
    .init("input.inject", #"{"contacts":[1]}"#, "params.contacts[0]", "an object, not a number"),
    .init(
      "input.inject",
      #"{"contacts":[{"id":256,"phase":"down","x":1,"y":2}]}"#,
      "params.contacts[0].id",
      "a whole number from 0 to 255, not 256"
    ),
    .init(
      "input.inject",
      #"{"contacts":[{"id":1,"phase":"began","x":1,"y":2}]}"#,
      "params.contacts[0].phase",
      "one of down, moved, stationary, up, cancelled, not \"began\""
    ),
    .init(
      "input.inject",
      #"{"contacts":[{"id":1,"phase":"down","x":1}]}"#,
      "params.contacts[0].y",
      "a number from -1000000 to 1000000"
    ),
    .init(
      "input.inject",
      #"{"contacts":[\#(finger)],"frames":[{"t":1,"contacts":[\#(finger)]}]}"#,
      "params.frames",
      "either contacts or frames, not both"
    ),
    .init("input.inject", #"{"frames":[]}"#, "params.frames", "\(frames), not an empty one"),
    .init("input.inject", #"{"frames":[{"contacts":[\#(finger)]}]}"#, "params.frames[0].t", since),
    .init("input.inject", #"{"frames":[{"t":1}]}"#, "params.frames[0].contacts", contacts),
    .init("deck.cards", #"{"ids":[]}"#, "params.ids", "an array of strings, not an empty one"),
    .init("deck.cards", #"{"ids":["a"],"count":1}"#, "params.count", "either ids or count, not both"),
    .init("input.inject", #"{"t":1,"frames":[]}"#, "params.t", "either frames or t, not both"),
    .init("deck.list", #"{"deck":"main"}"#, "params.deck", "nothing: deck.list takes no parameters"),
    .init("deck.get", #"{"dekc":"main"}"#, "params.dekc", "one of deck; did you mean \"deck\"?"),
    .init("deck.get", #"{"zoom":1}"#, "params.zoom", "one of deck"),
    .init(
      "deck.swipe",
      #"{"direction":"left","forced":true}"#,
      "params.forced",
      "one of deck, direction, force, card; did you mean \"force\"?"
    ),
    .init("deck.swipe", #"{"direktion":"left"}"#, "params.direktion", swipe),
    .init("deck.load", #"{"card":[]}"#, "params.card", "one of deck, cards, current, staged; did you mean \"cards\"?"),
    .init("deck.load", #"{"cards":[{"id":"a","treshold":0.2}]}"#, "params.cards[0].treshold", card),
    .init(
      "input.inject",
      #"{"contacts":[{"id":1,"phase":"down","x":1,"y":2,"pressure":1}]}"#,
      "params.contacts[0].pressure",
      "one of id, phase, x, y"
    ),
    .init(
      "input.inject",
      #"{"frames":[{"time":1,"contacts":[\#(finger)]}]}"#,
      "params.frames[0].time",
      "one of t, contacts"
    ),
    .init("explain", "{}", "params.on", "true or false"),
    .init("explain", #"{"on":"yes"}"#, "params.on", "true or false, not a string"),
  ]
}

private func line(_ method: String, _ params: String) -> String {
  #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
}

private func read(_ text: String) throws(RejectedRequest) -> ClientRequest {
  try ClientRequest.read(Array(text.utf8))
}

private func rejection(_ text: String) throws -> RejectedRequest {
  try #require(throws: RejectedRequest.self) { try read(text) }
}
