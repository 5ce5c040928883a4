import DeckProtocol

/// Where a deck has its cards from.
protocol KolodaDataSource: Sendable {
  /// The cards' ids, such as the names of images.
  var cards: [String] { get }
  /// Where a page has a card's picture from, such as `/files/one.jpg`; `nil` for a card of text.
  func picture(of card: String) -> String?
  /// How long a card takes to fly away: `slow`, `moderate`, `default` or `fast`.
  var speed: String { get }
}

/// What a deck asks, and what it reports; every function has a default.
protocol KolodaDelegate: Sendable {
  // What the deck asks about a card.
  func allowedDirections(at index: Int) -> [Direction]
  func shouldSwipe(at index: Int, to direction: Direction) -> Bool
  func shouldDrag(at index: Int) -> Bool

  // How the deck looks and moves.
  /// The part of half a card that a finger has to move it by; `nil` for the preset's.
  var threshold: Double? { get }
  var appears: Bool { get }
  var movesBackgroundCard: Bool { get }
  var transparentizesNextCard: Bool { get }
  /// The spring with which the next card comes to the front; `nil` for a timing curve.
  var backgroundCardSpring: String? { get }

  // What the deck reports.
  func didDrag(by percent: Double, to direction: Direction)
  func didBeginPan(at index: Int)
  func didFinishPan(at index: Int)
  func didSwipe(at index: Int, to direction: Direction)
  func didReset(at index: Int)
  func didShow(at index: Int)
  func didRewind(to index: Int)
  func didSelect(at index: Int)
  func didRunOutOfCards()
}

extension KolodaDataSource {
  func picture(of card: String) -> String? { nil }
  var speed: String { "default" }
}

extension KolodaDelegate {
  func allowedDirections(at index: Int) -> [Direction] { [.left, .right] }
  func shouldSwipe(at index: Int, to direction: Direction) -> Bool { true }
  func shouldDrag(at index: Int) -> Bool { true }
  var threshold: Double? { nil }
  var appears: Bool { true }
  var movesBackgroundCard: Bool { true }
  var transparentizesNextCard: Bool { true }
  var backgroundCardSpring: String? { nil }
  func didDrag(by percent: Double, to direction: Direction) {}
  func didBeginPan(at index: Int) {}
  func didFinishPan(at index: Int) {}
  func didSwipe(at index: Int, to direction: Direction) {}
  func didReset(at index: Int) {}
  func didShow(at index: Int) {}
  func didRewind(to index: Int) {}
  func didSelect(at index: Int) {}
  func didRunOutOfCards() {}
}
