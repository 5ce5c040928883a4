import Gestures
import Kinetics
import TestSupport

/// Reads gestures as they are written in Swift: `Tap(count: 2).exclusively(before: Drag())`.
///
/// Numbers, names and `.cases` are the arguments; a label that a gesture does not have is a mistake.
struct GestureText {
  private enum Argument {
    case number(Double)
    case word(String)
    case gesture(GestureTree)
  }

  private var rest: Substring
  private let place: String

  /// The gesture that `text` describes.
  static func gesture(_ text: String, place: String) throws -> GestureTree {
    var reader = GestureText(rest: text[...], place: place)
    let tree = try reader.expression()
    guard reader.rest.isEmpty else { throw reader.mistake("expected the end, not \"\(reader.rest)\"") }
    return tree
  }

  private mutating func expression() throws -> GestureTree {
    var tree = try leaf()
    while take(".") {
      let method = word()
      var arguments = try arguments()
      switch method {
      case "exclusively": tree = tree.exclusively(before: try gesture("before", &arguments))
      case "sequenced": tree = tree.sequenced(before: try gesture("before", &arguments))
      case "simultaneously": tree = tree.simultaneously(with: try gesture("with", &arguments))
      case "requiringFailure": tree = tree.requiringFailure(of: try name("of", &arguments) ?? "")
      case "named": tree = tree.named(try name("", &arguments) ?? "")
      default: throw mistake("there is no way to combine gestures called \"\(method)\"")
      }
      try finish(arguments)
    }
    return tree
  }

  private mutating func leaf() throws -> GestureTree {
    let kind = word()
    var values = try arguments()
    let tree: GestureTree
    switch kind {
    case "Tap":
      var tap = Tap(count: Int(try number("count", &values) ?? 1))
      tap.slop = try number("slop", &values) ?? tap.slop
      tap.maximumDuration = try number("maximumDuration", &values)
      tree = tap.tree
    case "LongPress":
      var press = LongPress()
      press.minimumDuration = try number("minimumDuration", &values) ?? press.minimumDuration
      press.allowableMovement = try number("allowableMovement", &values) ?? press.allowableMovement
      tree = press.tree
    case "Drag":
      let axis = try name("axis", &values).flatMap(Drag.Axis.init) ?? .any
      tree = Drag(minimumDistance: try number("minimumDistance", &values) ?? 10, axis: axis).tree
    case "Fling":
      let direction = try name("direction", &values).flatMap(Fling.Direction.init) ?? .any
      tree = Fling(minimumSpeed: try number("minimumSpeed", &values) ?? 50, direction: direction).tree
    case "Pinch":
      let change = try number("minimumChange", &values) ?? 18
      tree = Pinch(minimumChange: change, aloneMovement: try number("aloneMovement", &values)).tree
    default:
      throw mistake("there is no gesture called \"\(kind)\"")
    }
    try finish(values)
    return tree
  }

  private mutating func arguments() throws -> [String: Argument] {
    guard take("(") else { throw mistake("expected \"(\" before \"\(rest)\"") }
    var found: [String: Argument] = [:]
    while !take(")") {
      guard !rest.isEmpty else { throw mistake("expected \")\", not the end") }
      if !found.isEmpty, !take(",") { throw mistake("expected \",\" or \")\" before \"\(rest)\"") }
      let before = rest
      var label = word()
      if !take(":") { (label, rest) = ("", before) }
      found[label] = try argument()
    }
    return found
  }

  private mutating func argument() throws -> Argument {
    skip()
    if take("\"") {
      let text = rest.prefix { $0 != "\"" }
      rest = rest.dropFirst(text.count + 1)
      return .word(String(text))
    }
    if take(".") { return .word(word()) }
    let digits = rest.prefix { $0.isNumber || $0 == "." }
    if let number = Double(digits) {
      rest = rest.dropFirst(digits.count)
      return .number(number)
    }
    return .gesture(try expression())
  }

  private func number(_ label: String, _ arguments: inout [String: Argument]) throws -> Double? {
    guard let argument = arguments.removeValue(forKey: label) else { return nil }
    guard case .number(let number) = argument else { throw mistake("\(label): expected a number") }
    return number
  }

  private func name(_ label: String, _ arguments: inout [String: Argument]) throws -> String? {
    guard let argument = arguments.removeValue(forKey: label) else { return nil }
    guard case .word(let word) = argument else { throw mistake("\(label): expected a name") }
    return word
  }

  private func gesture(_ label: String, _ arguments: inout [String: Argument]) throws -> GestureTree {
    guard case .gesture(let tree) = arguments.removeValue(forKey: label) else {
      throw mistake("\(label): expected a gesture")
    }
    return tree
  }

  private func finish(_ arguments: [String: Argument]) throws {
    if let label = arguments.keys.min() { throw mistake("there is no argument \"\(label)\" here") }
  }

  private mutating func word() -> String {
    skip()
    let word = rest.prefix { $0.isLetter }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private mutating func take(_ sign: Character) -> Bool {
    skip()
    guard rest.first == sign else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func skip() {
    rest = rest.drop { $0 == " " }
  }

  private func mistake(_ message: String) -> ScriptError {
    ScriptError(place: place, message: message)
  }
}
