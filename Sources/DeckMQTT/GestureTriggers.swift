import DeckProtocol
import JSON

/// The triggers that Home Assistant has, one for each gesture.
struct GestureTriggers {
  /// A configuration that the broker is to retain in place of another.
  struct Change: Equatable {
    var gesture: String
    var configuration: HomeAssistant.Configuration
  }

  /// The gestures, each with its surface; that of the last run's is unknown, so that they are published again.
  private var surfaces: [String: String?]
  /// Gestures without a trigger, because of their names.
  private(set) var leftOut: Set<String> = []

  /// The triggers of these gestures, which the last run left behind.
  init(_ gestures: Set<String>) {
    surfaces = Dictionary(uniqueKeysWithValues: gestures.map { ($0, nil) })
  }

  /// The gestures with a trigger.
  var gestures: Set<String> { Set(surfaces.keys) }

  /// Adopts what deckd replied to `surface.list`; returns what changes, or `nil` if that is no such reply.
  mutating func adopt(_ result: JSONValue, _ discovery: HomeAssistant) -> [Change]? {
    let list = Received<Reply.SurfaceList>(result)
    guard list.member(\.surfaces) != nil else { return nil }
    var (present, nameless): ([String: String?], Set<String>) = ([:], [])
    for entry in list.surfaces {
      guard let surface = entry.surface?.name else { return nil }
      for gesture in entry.gestures.compactMap(\.name) {
        if discovery.canTrigger(gesture, on: surface) {
          present[gesture] = surface
        } else {
          nameless.insert(gesture)
        }
      }
    }
    let gone = surfaces.keys.filter { present[$0] == nil }.map { ($0, nil as String?) }
    let changed = present.filter { surfaces[$0.key] != $0.value }.map { ($0.key, $0.value) }
    (surfaces, leftOut) = (present, nameless)
    return (gone + changed).sorted { $0.0 < $1.0 }
      .map { Change(gesture: $0, configuration: discovery.trigger(of: $0, on: $1)) }
  }
}
