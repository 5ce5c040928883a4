/// How many cards of a deck may be drawn while they leave it.
enum LeavingCards {
  /// A client removes cards faster than they leave, and each frame shows all of them.
  ///
  /// Ten swipes a second, each with the slow flight of S10, have 20 cards under way.
  static let most = 64
}

extension Array {
  /// Removes the first elements, those that exceed `most`.
  mutating func keepLast(_ most: Int) {
    if count > most { removeFirst(count - most) }
  }
}
