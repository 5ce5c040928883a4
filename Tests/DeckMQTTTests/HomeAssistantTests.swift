import JSON
import Testing

@testable import DeckMQTT

/// The members that Home Assistant's documentation of each MQTT component requires, and those that it knows.
private let required: [String: Set<String>] = [
  "event": ["state_topic", "event_types"], "sensor": ["state_topic"], "button": ["command_topic"],
]
private let known: [String: Set<String>] = [
  "event": ["state_topic", "event_types", "value_template", "device_class"],
  "sensor": ["state_topic", "value_template", "device_class", "unit_of_measurement", "state_class"],
  "button": ["command_topic", "payload_press", "device_class"],
]
private let common: Set<String> = ["unique_id", "name", "availability_topic", "qos", "icon", "device", "origin"]
private let device: Set<String> = ["identifiers", "name", "manufacturer", "model", "sw_version"]

@Suite("Home Assistant's discovery")
struct HomeAssistantTests {
  private func configurations(
    _ methods: [String],
    panel: String = "shop 7",
    deck: String = "main",
    isGone: Bool = false
  ) throws -> [HomeAssistant.Configuration] {
    let topics = try #require(TopicTree(prefix: "deckd", panel: panel))
    return HomeAssistant(prefix: "homeassistant", topics, CommandPolicy(methods)).configurations(
      of: deck,
      isGone: isGone
    )
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
    for configuration in try configurations(["deck.undo", "deck.swipe", "deck.reset"]) {
      let levels = configuration.topic.split(separator: "/").map(String.init)
      let component = levels[1]
      guard case .object(let members) = try JSONReader.read(configuration.payload) else {
        Issue.record("no object: \(configuration.topic)")
        continue
      }
      let names = Set(members.map(\.key))
      #expect(names.isSuperset(of: required[component] ?? [""]), "\(configuration.topic)")
      #expect(names.subtracting(common).isSubset(of: known[component] ?? []), "\(configuration.topic)")
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
}
