import JSON
import Testing

@testable import DeckMQTT

/// The members that Home Assistant's documentation of each MQTT component requires, and those that it knows.
private let required: [String: Set<String>] = [
  "event": ["state_topic", "event_types"], "sensor": ["state_topic"], "button": ["command_topic"],
  "device_automation": ["automation_type", "topic", "type", "subtype", "device"],
]
private let known: [String: Set<String>] = [
  "event": ["state_topic", "event_types", "value_template", "device_class"],
  "sensor": ["state_topic", "value_template", "device_class", "unit_of_measurement", "state_class"],
  "button": ["command_topic", "payload_press", "device_class"],
  "device_automation": ["automation_type", "topic", "type", "subtype", "payload", "value_template"],
]
private let common: Set<String> = ["qos", "device", "origin"]
/// What only entities have; a trigger is none.
private let ofEntities: Set<String> = ["unique_id", "name", "availability_topic", "icon"]
private let device: Set<String> = ["identifiers", "name", "manufacturer", "model", "sw_version"]

@Suite("Home Assistant's discovery")
struct HomeAssistantTests {
  private func discovery(_ methods: [String] = [], panel: String = "shop 7") throws -> HomeAssistant {
    let topics = try #require(TopicTree(prefix: "deckd", panel: panel))
    return HomeAssistant(prefix: "homeassistant", topics, CommandPolicy(methods))
  }

  private func configurations(
    _ methods: [String],
    panel: String = "shop 7",
    deck: String = "main",
    isGone: Bool = false
  ) throws -> [HomeAssistant.Configuration] {
    try discovery(methods, panel: panel).configurations(of: deck, isGone: isGone)
  }

  @Test("has no entity of two decks, whatever panels and decks are called")
  func identity() throws {
    var seen: [String: String] = [:]
    let names = [
      "a", "b", "c", "a_b", "b_c", "a-b", "a--5f-b", "-", "--", "_", "__", "-_", "_-", "---", "5f-", "--5f-",
    ]
    for panel in names {
      for deck in names {
        for configuration in try configurations([], panel: panel, deck: deck) {
          let value = try JSONReader.read(configuration.payload)
          let identity = try #require(value["unique_id"]?.text)
          let former = seen.updateValue("\(panel) \(deck)", forKey: identity)
          #expect(former == nil, "\(identity)")
        }
      }
    }
  }

  @Test("has the members that its documentation requires, and no others")
  func members() throws {
    let trigger = try discovery().trigger(of: "home", on: "main")
    for configuration in try configurations(["deck.undo", "deck.swipe", "deck.reset"]) + [trigger] {
      let levels = configuration.topic.split(separator: "/").map(String.init)
      let component = levels[1]
      guard case .object(let members) = try JSONReader.read(configuration.payload) else {
        Issue.record("no object: \(configuration.topic)")
        continue
      }
      let names = Set(members.map(\.key))
      #expect(names.isSuperset(of: required[component] ?? [""]), "\(configuration.topic)")
      let expected = component == "device_automation" ? common : common.union(ofEntities)
      #expect(names.subtracting(expected).isSubset(of: known[component] ?? []), "\(configuration.topic)")
      guard case .object(let parts)? = members.member("device")?.value else {
        Issue.record("no device: \(configuration.topic)")
        continue
      }
      #expect(Set(parts.map(\.key)) == device)
      // The object id and the node id are letters, digits, _ and -.
      #expect(
        levels.count == 5
          && levels[2...3].allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || "_-".contains($0) } }
      )
    }
  }

  @Test("has a button for each command that is allowed, and none without")
  func buttons() throws {
    #expect(try configurations([]).map(\.topic).filter { $0.contains("/button/") } == [])
    #expect(
      try configurations(["deck.swipe"]).map(\.topic).filter { $0.contains("/button/") } == [
        "homeassistant/button/deckd_shop--20-7/main_left/config",
        "homeassistant/button/deckd_shop--20-7/main_right/config",
      ]
    )
  }

  @Test("removes the entities of a deck that is gone")
  func removal() throws {
    let gone = try configurations(["deck.undo"], isGone: true)
    let present = try configurations(["deck.undo"])
    #expect(gone.map(\.topic) == present.map(\.topic))
    #expect(gone.allSatisfy { $0.payload.isEmpty })
  }

  @Test("has a trigger for a gesture, whose payload is what its template makes of the event")
  func triggers() throws {
    let trigger = try discovery().trigger(of: "go home", on: "wall")
    #expect(trigger.topic == "homeassistant/device_automation/deckd_shop--20-7/go--20-home/config")
    let value = try JSONReader.read(trigger.payload)
    #expect(value["automation_type"]?.text == "trigger")
    #expect(value["type"]?.text == "performed" && value["subtype"]?.text == "go home")
    #expect(value["topic"]?.text == "deckd/shop 7/surface/event/wall")
    #expect(
      value["value_template"]?.text
        == "{{ value_json.gesture if value_json.type == 'gesture.performed' else '' }}"
    )
    #expect(value["payload"]?.text == "go home")
    let entity = try JSONReader.read(#require(configurations([]).first).payload)
    #expect(value["device"] == entity["device"])
    #expect(try discovery().trigger(of: "go home", on: nil) == .init(topic: trigger.topic, payload: []))
  }

  @Test(
    "has no trigger whose names Home Assistant would change",
    arguments: [("{{ 1 }}", "main"), ("home ", "main"), (" ", "main"), ("home", "{# #}"), ("home", "a/b")]
  )
  func names(gesture: String, surface: String) throws {
    #expect(try !discovery().canTrigger(gesture, on: surface))
    #expect(try discovery().canTrigger("home/é", on: "main"))
  }
}

@Suite("The triggers of gestures")
struct GestureTriggersTests {
  private let discovery: HomeAssistant

  init() throws {
    let topics = try #require(TopicTree(prefix: "deckd", panel: "p"))
    discovery = HomeAssistant(prefix: "ha", topics, CommandPolicy([]))
  }

  /// What deckd replies where it has these gestures on each surface.
  private func reply(_ surfaces: [(name: String, gestures: [String])]) throws -> JSONValue {
    var json = JSONWriter()
    json.object { json in
      json.key("surfaces")
      json.array(surfaces) { json, surface in
        json.object { json in
          json.member("surface") { $0.member("name", surface.name) }
          json.key("gestures")
          json.array(surface.gestures) { json, gesture in json.object { $0.member("name", gesture) } }
        }
      }
    }
    return try JSONReader.read(json.bytes)
  }

  private func change(_ gesture: String, on surface: String?) -> GestureTriggers.Change {
    .init(gesture: gesture, configuration: discovery.trigger(of: gesture, on: surface))
  }

  @Test("are announced once, again on another surface, and removed with their gestures")
  func changes() throws {
    var triggers = GestureTriggers([])
    let both = try reply([("main", ["home", "menu"])])
    #expect(triggers.adopt(both, discovery) == [change("home", on: "main"), change("menu", on: "main")])
    #expect(triggers.adopt(both, discovery) == [])
    let moved = try reply([("main", []), ("side", ["menu"])])
    #expect(triggers.adopt(moved, discovery) == [change("home", on: nil), change("menu", on: "side")])
    #expect(triggers.gestures == ["menu"])
  }

  @Test("of the last run are announced again, or removed where their gestures are gone")
  func lastRun() throws {
    var triggers = GestureTriggers(["home", "menu"])
    #expect(triggers.gestures == ["home", "menu"])
    let changes = try triggers.adopt(reply([("main", ["home"])]), discovery)
    #expect(changes == [change("home", on: "main"), change("menu", on: nil)])
  }

  @Test("stay as they are where the reply is none of surface.list, and leave out what they cannot name")
  func wrongReplies() throws {
    var triggers = GestureTriggers(["home"])
    for text in ["{}", "[]", #"{"surfaces":[{}]}"#] {
      #expect(try triggers.adopt(JSONReader.read(Array(text.utf8)), discovery) == nil)
    }
    #expect(triggers.gestures == ["home"])
    #expect(try triggers.adopt(reply([("main", ["home", "{x"])]), discovery) == [change("home", on: "main")])
    #expect(triggers.leftOut == ["{x"])
  }
}
