import DeckProtocol
import DeckReplay
import Gestures

/// What came of a touch, from the first finger down to the last finger up.
struct TouchOutcome: Equatable {
  /// The word where nothing came of it.
  static let nothing = "-"

  /// When the first finger came down, in seconds.
  let start: Double
  /// What a deck made of it in a word, such as `right`.
  var word = nothing

  /// The outcomes of the touches of a replay, for the deck that is named, or all decks; those that scroll one of the
  /// `carousels` are the cards on which it settles.
  static func all(
    _ replay: inout Replay,
    _ frames: [TouchFrame],
    deck: String?,
    carousels: Set<String>
  ) -> [TouchOutcome] {
    var outcomes: [TouchOutcome] = []
    var down: Set<Int> = []
    replay.run(frames) { notification in
      switch notification {
      case .touch(let note):
        for contact in note.contacts {
          switch contact.phase {
          case .down:
            if down.isEmpty { outcomes.append(TouchOutcome(start: Double(note.time) / 1e6)) }
            down.insert(contact.id)
          case .up, .cancelled: down.remove(contact.id)
          case .moved, .stationary: continue
          }
        }
      case .event(let event) where deck == nil || event.deck == deck:
        let settles = event.deck.map(carousels.contains) ?? false
        guard let word = word(for: event.kind, settles: settles), !outcomes.isEmpty else { return }
        outcomes[outcomes.count - 1].word = word
      default: return
      }
    }
    return outcomes
  }

  private static func word(for kind: DeckEvent.Kind, settles: Bool) -> String? {
    switch kind {
    case .cardShown(let card) where settles: card.card
    case .cardSwiped(let swipe): swipe.direction.rawValue
    case .cardReset: "back"
    case .cardSelected: "select"
    case .cardDismissed: "dismiss"
    case .cardMoved: "move"
    case .stackFanned: "fan"
    case .stackGathered: "gather"
    default: nil
    }
  }
}
