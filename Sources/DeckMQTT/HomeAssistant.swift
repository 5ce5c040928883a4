import DeckProtocol
import JSON

/// How Home Assistant finds a panel by itself: a device, for each deck an event, sensors and buttons, and for each gesture
/// a trigger.
///
/// A configuration for each component, as its MQTT integration has had from the beginning.
package struct HomeAssistant: Hashable, Sendable {
  /// A retained message that makes an entity known; without a payload it is removed.
  package struct Configuration: Hashable, Sendable {
    package var topic: String
    package var payload: [UInt8]
  }

  private let prefix: String
  private let topics: TopicTree
  private let policy: CommandPolicy

  /// Below `prefix`, usually `homeassistant`; the buttons are the commands that `policy` allows.
  package init(prefix: String, _ topics: TopicTree, _ policy: CommandPolicy) {
    (self.prefix, self.topics, self.policy) = (prefix, topics, policy)
  }

  private struct Entity {
    var component: String
    var object: String
    var name: String
    var members: (inout JSONWriter) -> Void
  }

  /// The configurations of a deck's entities; `isGone` removes them.
  package func configurations(of deck: String, isGone: Bool = false) -> [Configuration] {
    entities(of: deck).map { entity in
      let object = "\(Self.identifier(deck))_\(entity.object)"
      return configuration(entity.component, object, isGone: isGone) { json in
        json.member("unique_id", "\(node)_\(object)")
        json.member("name", "\(deck) \(entity.name)")
        json.member("availability_topic", topics.availability)
        entity.members(&json)
      }
    }
  }

  /// Whether Home Assistant knows a gesture by its name.
  ///
  /// It renders a trigger's topic and payload as templates, and drops spaces at their ends.
  package func canTrigger(_ gesture: String, on surface: String) -> Bool {
    TopicTree.isSurface(surface) && !(topics.event(ofSurface: surface) + gesture).contains("{")
      && ![gesture.first, gesture.last].contains { $0?.isWhitespace ?? true }
  }

  /// The configuration of the trigger that a gesture is; without a surface it is removed.
  package func trigger(of gesture: String, on surface: String?) -> Configuration {
    configuration("device_automation", Self.identifier(gesture), isGone: surface == nil) { json in
      json.member("automation_type", "trigger")
      // Shown as "home performed". A name is that of one gesture of the panel, whatever surfaces it has.
      json.member("type", "performed")
      json.member("subtype", gesture)
      json.member("topic", topics.event(ofSurface: surface ?? ""))
      // The topic has the surface's other events as well.
      json.member("value_template", "{{ value_json.gesture if value_json.type == 'gesture.performed' else '' }}")
      json.member("payload", gesture)
    }
  }

  /// The panel as one part of topics and identifiers.
  private var node: String { "deckd_\(Self.identifier(topics.panel))" }

  /// A configuration with these members, and those that each has; `isGone` removes it.
  ///
  /// Home Assistant takes letters, digits, _ and - as `object`.
  private func configuration(
    _ component: String,
    _ object: String,
    isGone: Bool,
    _ members: (inout JSONWriter) -> Void
  ) -> Configuration {
    let topic = "\(prefix)/\(component)/\(node)/\(object)/config"
    guard !isGone else { return Configuration(topic: topic, payload: []) }
    var json = JSONWriter()
    json.object { json in
      members(&json)
      json.member("qos", 1)
      json.member("device") { json in
        json.key("identifiers")
        json.array([node]) { $0.value($1) }
        json.member("name", topics.panel)
        json.member("manufacturer", "deckd")
        json.member("model", "Touch panel")
        json.member("sw_version", ReleaseVersion.current)
      }
      json.member("origin") { json in
        json.member("name", "deckd-mqtt")
        json.member("sw_version", ReleaseVersion.current)
      }
    }
    return Configuration(topic: topic, payload: json.bytes)
  }

  private func entities(of deck: String) -> [Entity] {
    var entities = [
      Entity(component: "event", object: "event", name: "event") { [topics] json in
        json.member("state_topic", topics.event(deck))
        json.key("event_types")
        json.array(DeckEvent.typeNames) { $0.value($1) }
        // An event entity takes the type as event_type, and keeps the other members as attributes.
        json.member("value_template", "{{ dict(value_json, event_type=value_json.type) | to_json }}")
        json.member("icon", "mdi:cards")
      },
      sensor(
        "front",
        "front card",
        deck,
        "{{ (value_json.front or {}).label | default((value_json.front or {}).card | default('')) }}",
        "mdi:card-outline"
      ),
      sensor("remaining", "cards left", deck, "{{ value_json.remaining }}", "mdi:counter"),
      sensor("count", "cards", deck, "{{ value_json.count }}", "mdi:cards-outline"),
    ]
    let buttons = [
      ("undo", "undo", "deck.undo", "{}", "mdi:undo"),
      ("reset", "reset", "deck.reset", "{}", "mdi:restart"),
      ("left", "swipe left", "deck.swipe", #"{"direction":"left"}"#, "mdi:arrow-left"),
      ("right", "swipe right", "deck.swipe", #"{"direction":"right"}"#, "mdi:arrow-right"),
    ]
    for (object, name, method, payload, icon) in buttons where policy.methods.contains(method) {
      entities.append(
        Entity(component: "button", object: object, name: name) { [topics] json in
          json.member("command_topic", topics.command(method, deck))
          json.member("payload_press", payload)
          json.member("icon", icon)
        }
      )
    }
    return entities
  }

  private func sensor(_ object: String, _ name: String, _ deck: String, _ template: String, _ icon: String) -> Entity {
    Entity(component: "sensor", object: object, name: name) { [topics] json in
      json.member("state_topic", topics.state(deck))
      json.member("value_template", template)
      json.member("icon", icon)
    }
  }

  /// Letters, digits and single `-` stay, any other character becomes its number.
  ///
  /// What is joined with `_` is then another text for another panel or deck.
  private static func identifier(_ text: String) -> String {
    var last: Unicode.Scalar?
    return text.unicodeScalars.map { scalar in
      defer { last = scalar }
      return switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9": String(scalar)
      case "-" where last != "-": "-"
      default: "--\(String(scalar.value, radix: 16))-"
      }
    }
    .joined()
  }
}
