import DeckEngine
import DeckProtocol

/// What the tests have to know of a kind of deck: `DeckKind.rules` has a value for each.
struct KindRules: Sendable {
  enum Axis: Sendable {
    case horizontal
    case vertical
  }

  /// The axis along which cards scroll out of sight at the deck's edges; `nil` if they leave the deck for the surface.
  var scrolls: Axis?
  /// Whether a card can be opened, over others that nobody sees then.
  var opensCards = false
  /// Whether two fingers part the cards.
  var partsCards = false
  /// Whether the card that the deck scrolls to is published when it arrives.
  var arrivesByScrolling = false
  /// The columns that are the same for every card of a frame.
  var constantColumns: Set<String> = []
  /// A command that starts an animation of a deck at its first card, and one that starts another after it.
  var animations: (there: DeckCommand, back: DeckCommand)
  /// A random command that not every kind has, for a number of `commandNumbers`; `nil` for none.
  var command: @Sendable (inout Chaos, Int, [String]) -> DeckCommand? = { _, _, _ in nil }
  /// Random settings; by default those of a preset.
  var mixture: @Sendable (inout Chaos, DeckKind) -> DeckSettings = { chaos, kind in chaos.presetSettings(of: kind) }

  /// The numbers among those below 1000 that stand for a command of some kinds only.
  static let commandNumbers = 104...129
}

extension DeckKind {
  var rules: KindRules {
    switch self {
    case .swipe:
      KindRules(
        animations: (.swipe(.init(.left)), .undo(.init())),
        command: { chaos, number, cards in number > 120 ? chaos.delegateCommand(number, cards) : nil },
        mixture: { chaos, _ in chaos.mixture() }
      )
    case .stack:
      KindRules(
        scrolls: .vertical,
        opensCards: true,
        partsCards: true,
        constantColumns: ["rotation", "anchor"],
        animations: (.select(.init()), .dismiss),
        command: { chaos, number, cards in number > 120 ? nil : chaos.stackCommand(cards) },
        mixture: { chaos, _ in chaos.stackMixture() }
      )
    case .carousel:
      KindRules(
        scrolls: .horizontal,
        arrivesByScrolling: true,
        constantColumns: ["anchor"],
        animations: (.scroll(.init(to: .card("card-3"))), .scroll(.init(to: .card("card-0")))),
        command: { chaos, number, cards in number > 120 ? nil : chaos.carouselCommand(cards) },
        mixture: { chaos, _ in chaos.carouselMixture() }
      )
    }
  }
}
