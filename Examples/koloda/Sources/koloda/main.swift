import DeckProtocol
import Foundation

/// The images of a folder, or five cards of text.
struct Images: KolodaDataSource {
  let cards: [String]
  private let isFolder: Bool

  init(folder: String?) throws {
    isFolder = folder != nil
    cards =
      try folder.map { try FileManager.default.contentsOfDirectory(atPath: $0).filter(Self.isImage).sorted() }
      ?? (1...5).map { "cards_\($0)" }
  }

  private static func isImage(_ name: String) -> Bool {
    ["avif", "jpeg", "jpg", "png", "webp"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
  }

  /// What `deckd-web --files FOLDER` serves.
  func picture(of card: String) -> String? {
    isFolder ? card.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed).map { "/files/\($0)" } : nil
  }
}

/// Prints what it is asked and what it receives.
struct Printer: KolodaDelegate {
  // The third card goes up, the second one not to the right, and a finger does not move the fourth one.
  func allowedDirections(at index: Int) -> [Direction] {
    let directions: [Direction] = index == 2 ? [.up] : [.left, .right]
    print("asked allowedDirections \(index): \(directions.map(\.rawValue).joined(separator: ", "))")
    return directions
  }

  func shouldSwipe(at index: Int, to direction: Direction) -> Bool {
    answer("shouldSwipe \(index) \(direction)", !(index == 1 && direction == .right))
  }

  func shouldDrag(at index: Int) -> Bool { answer("shouldDrag \(index)", index != 3) }

  func didDrag(by percent: Double, to direction: Direction) { print("dragged \(Int(percent)) % \(direction)") }
  func didBeginPan(at index: Int) { print("pan of \(index) began") }
  func didFinishPan(at index: Int) { print("pan of \(index) finished") }
  func didSwipe(at index: Int, to direction: Direction) { print("swiped \(index) \(direction)") }
  func didReset(at index: Int) { print("reset \(index)") }
  func didShow(at index: Int) { print("shown \(index)") }
  func didRewind(to index: Int) { print("rewound to \(index)") }
  func didSelect(at index: Int) { print("selected \(index)") }
  func didRunOutOfCards() { print("out of cards: from the first one again") }

  private func answer(_ question: String, _ isYes: Bool) -> Bool {
    print("asked \(question): \(isYes ? "yes" : "no")")
    return isYes
  }
}

let images = try Images(folder: CommandLine.arguments.dropFirst().first)
print("\(images.cards.count) cards")
try await KolodaDeck("pictures", source: images, delegate: Printer()).run()
