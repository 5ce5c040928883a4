/// The topics of one panel, under `deckd/PANEL/`.
///
/// | topic below `deckd/PANEL/` | retained | payload |
/// |---|---|---|
/// | `availability` | yes | `online` or `offline` |
/// | `DECK/event` | | an event, with the journal's name |
/// | `DECK/state` | yes | the front card, the counts, the round, the undo depth |
/// | `DECK/snapshot` | yes | the answer to `deck.get` |
/// | `DECK/frame` | | a frame |
/// | `DECK/command/METHOD` | | a request's `params`, of others |
/// | `DECK/reply/METHOD` | | a request's result or error |
/// | `command/METHOD`, `reply/METHOD` | | the same for requests without a deck |
/// | `resync` | | events were missed |
package struct TopicTree: Hashable, Sendable {
  /// What a command's topic says.
  package struct Command: Hashable, Sendable {
    /// The deck; `nil` for a request without one.
    package var deck: String?
    /// The name of the method.
    package var method: String
  }

  /// The panel's own level.
  package let panel: String
  private let root: String

  /// The topics below `prefix/panel`; `nil` if either cannot be part of a topic.
  package init?(prefix: String, panel: String) {
    guard prefix.split(separator: "/", omittingEmptySubsequences: false).allSatisfy({ Self.isLevel(String($0)) }),
      Self.isLevel(panel)
    else { return nil }
    self.panel = panel
    root = "\(prefix)/\(panel)"
  }

  /// Whether a text can be one level of a topic: not empty, without `/`, `+`, `#` and what no topic can have.
  package static func isLevel(_ text: String) -> Bool {
    !text.isEmpty && !text.utf8.contains(UInt8(ascii: "/")) && isName(text)
  }

  /// Levels in place of a deck's, for requests without one.
  private static let reserved: Set = ["command", "reply"]

  /// Whether a deck of this id has topics.
  package static func isDeck(_ id: String) -> Bool {
    isLevel(id) && !reserved.contains(id)
  }

  /// Whether a surface of this name has a topic.
  package static func isSurface(_ name: String) -> Bool { isLevel(name) }

  /// Whether a text can be a topic to publish to, but for its length.
  ///
  /// Control characters, noncharacters and wildcards end the connection; `$` begins the broker's own topics.
  private static func isName(_ text: String) -> Bool {
    text.utf8.first != UInt8(ascii: "$")
      && text.unicodeScalars.allSatisfy { scalar in
        scalar != "+" && scalar != "#" && scalar.properties.generalCategory != .control
          && !scalar.properties.isNoncharacterCodePoint
      }
  }

  package var availability: String { "\(root)/availability" }
  package var resync: String { "\(root)/resync" }

  package func event(_ deck: String) -> String { "\(root)/\(deck)/event" }
  /// Of a surface, whose name is the last level: a deck called "surface" has no such topic.
  package func event(ofSurface name: String) -> String { "\(root)/surface/event/\(name)" }
  package func state(_ deck: String) -> String { "\(root)/\(deck)/state" }
  package func snapshot(_ deck: String) -> String { "\(root)/\(deck)/snapshot" }
  package func frame(_ deck: String) -> String { "\(root)/\(deck)/frame" }

  package func command(_ method: String, _ deck: String?) -> String { path(to: "command", method, deck) }
  package func reply(_ method: String, _ deck: String?) -> String { path(to: "reply", method, deck) }

  private func path(to kind: String, _ method: String, _ deck: String?) -> String {
    (deck.map { "\(root)/\($0)" } ?? root) + "/\(kind)/\(method)"
  }

  /// The filters of all commands.
  package var commandFilters: [String] { ["\(root)/command/+", "\(root)/+/command/+"] }

  /// The most `/` that Mosquitto takes; it disconnects a client that publishes to a topic with more.
  private static let deepest = 200

  /// Whether a reply may go to the topic that a command names: one that ends no connection, and not of the panel's own.
  package func canReply(to topic: String) -> Bool {
    !topic.isEmpty && Self.isName(topic)
      && topic.utf8.count { $0 == UInt8(ascii: "/") } <= Self.deepest
      && topic != root && !topic.utf8.starts(with: (root + "/").utf8)
  }

  /// The command that a topic names; `nil` for any other topic.
  package func command(at topic: String) -> Command? {
    guard topic.hasPrefix(root + "/") else { return nil }
    let levels = topic.dropFirst(root.count + 1).split(separator: "/", omittingEmptySubsequences: false).map(
      String.init
    )
    switch levels.count {
    case 2 where levels[0] == "command": return Command(deck: nil, method: levels[1])
    case 3 where levels[1] == "command" && !Self.reserved.contains(levels[0]):
      return Command(deck: levels[0], method: levels[2])
    default: return nil
    }
  }
}
