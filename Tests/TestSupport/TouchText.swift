package import Gestures
package import Kinetics

/// Reads touches as scripts write them: `down 1 100,100 + up`, by default of contact 0 at its last position.
package struct TouchText {
  private static let phases: [String: Contact.Phase] = [
    "down": .down, "move": .moved, "up": .up, "cancel": .cancelled,
  ]

  private var places: [ContactID: Point] = [:]

  /// A reader without contacts that are down.
  package init() {}

  /// Returns the contacts of a hardware frame, separated by `+`.
  package mutating func contacts(_ text: String, place: String) throws -> [Contact] {
    try text.split(separator: "+").map { try contact($0, place: place) }
  }

  private mutating func contact(_ text: Substring, place: String) throws -> Contact {
    var words = text.split(separator: " ").map(String.init)
    guard let phase = words.first.flatMap({ Self.phases[$0] }) else {
      let found = words.joined(separator: " ")
      throw ScriptError(place: place, message: "expected down, move, up, cancel or wait, not \"\(found)\"")
    }
    words.removeFirst()
    var id = ContactID(0)
    if let number = words.first.flatMap({ Int($0) }) {
      id = ContactID(number)
      words.removeFirst()
    }
    if let word = words.first { places[id] = try Self.point(word, place: place) }
    guard let position = places[id] else {
      throw ScriptError(place: place, message: "contact \(id.rawValue) has no place yet")
    }
    return Contact(id: id, phase: phase, position: position)
  }

  /// Returns the position that a word such as `100,200` gives.
  package static func point(_ word: String, place: String) throws -> Point {
    let coordinates = word.split(separator: ",").map { Double($0) }
    guard coordinates.count == 2, let x = coordinates[0], let y = coordinates[1] else {
      throw ScriptError(place: place, message: "expected a place such as 100,200, not \"\(word)\"")
    }
    return Point(x: x, y: y)
  }
}
