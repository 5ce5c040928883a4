import DeckActions
import DeckConfiguration
import JSON
import Testing

/// The event that a text of JSON is.
func event(_ text: String) throws -> ActionEvent {
  let source = Array(text.utf8)
  return try #require(ActionEvent(.init(key: "params", value: try JSONReader.read(source), source: source[...])))
}

@Suite
struct `An event` {
  private static let swiped = """
    {"seq":7,"t":12,"deck":"main","type":"card.swiped","card":"a\\nb; rm -rf $HOME","index":0,"direction":"left",\
    "decision":null,"last":true,"exact":1.50e2,"list":[1],"surface":{"name":"wall","size":{"width":4}},"undoDepth":2}
    """

  private static func action(_ conditions: String, on type: String = "card.swiped") throws -> ActionSection {
    // Of a type that is not known, so that it may have any member.
    let text = "[[actions]]\non = \"some.event\"\nwhere = \(conditions)\nrun = [\"true\"]"
    var action = try #require(try ActionFile.parse(Array(text.utf8), file: "f").first)
    action.event = type
    return action
  }

  @Test(arguments: [
    "{}", #"{ deck = "main" }"#, #"{ direction = ["right", "left"] }"#, "{ index = 0, last = true }",
    "{ exact = 150 }", #"{ surface.name = "wall" }"#, #"{ surface = { name = ["wall"] }, seq = 7.0 }"#,
  ])
  func `meets conditions on its members, all of them at once`(conditions: String) throws {
    let event = try event(Self.swiped)
    #expect(try Self.action(conditions).matches(event.type, event.members))
  }

  @Test(arguments: [
    #"{ deck = "Main" }"#, #"{ index = "0" }"#, "{ last = 1 }", #"{ direction = ["up", "down"] }"#,
    #"{ decision = "null" }"#, #"{ missing = "x" }"#, "{ list = 1 }", #"{ surface = "wall" }"#,
    #"{ deck.name = "main" }"#, #"{ deck = "main", direction = "right" }"#,
  ])
  func `does not meet conditions on other values`(conditions: String) throws {
    let event = try event(Self.swiped)
    #expect(try !Self.action(conditions).matches(event.type, event.members))
  }

  @Test
  func `runs only the actions of its type`() throws {
    let event = try event(Self.swiped)
    #expect(try !Self.action("{}", on: "card.shown").matches(event.type, event.members))
  }

  @Test
  func `becomes variables at two levels, and whole`() throws {
    let environment = ActionEnvironment(["HOME": "/root", "LD_PRELOAD": "evil.so", "TZ": "UTC"], socket: "/run/d.sock")
    #expect(
      environment.variables(of: try event(Self.swiped), for: "lamp") == [
        "DECKD_ACTION=lamp",
        "DECKD_CARD=a\nb; rm -rf $HOME",
        "DECKD_DECK=main",
        "DECKD_DIRECTION=left",
        "DECKD_EVENT=card.swiped",
        "DECKD_EXACT=1.50e2",
        "DECKD_INDEX=0",
        "DECKD_JSON=\(Self.swiped)",
        "DECKD_LAST=true",
        "DECKD_SEQ=7",
        "DECKD_SOCKET=/run/d.sock",
        "DECKD_SURFACE_NAME=wall",
        "DECKD_T=12",
        "DECKD_TYPE=card.swiped",
        "DECKD_UNDO_DEPTH=2",
        "HOME=/root",
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "TZ=UTC",
      ]
    )
  }

  @Test
  func `takes the place of no variable, and makes no name that a shell cannot have`() throws {
    let members = #""json":"x","socket":"/evil","action":"x","event":"x","a-b=c":1,"nul":"\u0000""#
    let text = #"{"seq":1,"type":"some.event",\#(members)}"#
    let variables = ActionEnvironment([:], socket: "/run/d.sock").variables(of: try event(text), for: "lamp")
    #expect(variables.contains("DECKD_SOCKET=/run/d.sock") && variables.contains("DECKD_ACTION=lamp"))
    #expect(variables.contains("DECKD_EVENT=some.event") && variables.contains("DECKD_JSON=\(text)"))
    #expect(variables.contains("DECKD_A_B_C=1"))
    #expect(!variables.contains { $0.hasPrefix("DECKD_NUL") })
  }

  @Test(arguments: [
    "1", "[]", "{}", #"{"seq":1}"#, #"{"type":"card.swiped"}"#, #"{"seq":-1,"type":"a"}"#, #"{"seq":1.5,"type":"a"}"#,
    #"{"seq":1,"type":2}"#,
  ])
  func `has a type and a number, or is none`(text: String) throws {
    let source = Array(text.utf8)
    #expect(ActionEvent(.init(key: "params", value: try JSONReader.read(source), source: source[...])) == nil)
  }
}
