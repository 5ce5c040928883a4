public import JSON

extension DeckMotion {
  /// Reads a motion, as `motion` notifications and snapshots have it; `nil` for an unknown property or kind of formula.
  public static func read(_ json: JSONValue) throws(ProtocolError) -> DeckMotion? {
    let fields = try Fields(published: json)
    let name = try fields.optionalString("property")
    let property = name.flatMap { Property(rawValue: $0) }
    guard (name == nil) == (property == nil), let course = try Course.read(fields) else { return nil }
    return DeckMotion(
      deck: try fields.string("deck"),
      card: try fields.optionalString("card"),
      property: property,
      time: try time("t", of: fields),
      direction: try fields.optionalString("direction").flatMap { Direction(rawValue: $0) },
      course: course.formula
    )
  }

  fileprivate static func time(_ name: String, of fields: Fields) throws(ProtocolError) -> Int64 {
    try Field(name, .time, "").read(fields)
  }
}

extension DeckMotion.Course {
  /// A formula, or a property's removal.
  fileprivate struct Reading {
    var formula: DeckMotion.Course?
  }

  /// Reads a formula's members; `nil` for an unknown kind, of the formula or of one within it.
  fileprivate static func read(_ fields: Fields) throws(ProtocolError) -> Reading? {
    switch try fields.string("kind") {
    case "remove": return Reading(formula: nil)
    case "set": return Reading(formula: .set(try fields.constant("value")))
    case "spring": return Reading(formula: .spring(try Spring(fields)))
    case "curve": return Reading(formula: .curve(try Curve(fields)))
    case "decay": return Reading(formula: .decay(try Decay(fields)))
    case "sum": return try terms(fields).map { Reading(formula: .sum($0)) }
    case "product": return try terms(fields).map { Reading(formula: .product($0)) }
    case "piecewise":
      guard let inner = try fields.optionalObject("of", aFormula) else { throw fields.missing("of", aFormula) }
      let points = try points(fields)
      return try read(inner)?.formula.map { Reading(formula: .piecewise($0, points: points)) }
    default: return nil
    }
  }

  private static let aFormula = "a formula"

  private static func terms(_ fields: Fields) throws(ProtocolError) -> [DeckMotion.Course]? {
    let expected = "an array of formulas"
    guard let objects = try fields.optionalObjects("of", expected) else { throw fields.missing("of", expected) }
    var courses: [DeckMotion.Course] = []
    for object in objects {
      guard let course = try read(object)?.formula else { return nil }
      courses.append(course)
    }
    return courses
  }

  private static func points(_ fields: Fields) throws(ProtocolError) -> [Point] {
    let expected = "pairs of numbers, the first of each ascending"
    var points: [Point] = []
    for pair in try fields.elements("points", expected) {
      guard case .array(let pair) = pair, case .number(let input) = pair.first, case .number(let output) = pair.last,
        pair.count == 2, points.last.map({ $0.input < input }) ?? true
      else { throw fields.wrong("points", expected) }
      points.append(Point(input: input, output: output))
    }
    guard !points.isEmpty else { throw fields.wrong("points", expected) }
    return points
  }
}

extension DeckMotion.Course.Spring {
  fileprivate init(_ fields: Fields) throws(ProtocolError) {
    var pieces = [try Piece(fields)]
    for object in try fields.optionalObjects("then", "an array of springs") ?? [] { pieces.append(try Piece(object)) }
    self.init(
      target: try fields.constant("to"),
      pieces: pieces,
      end: try Field(optional: "end", .time, "").read(fields)
    )
  }
}

extension DeckMotion.Course.Spring.Piece {
  fileprivate init(_ fields: Fields) throws(ProtocolError) {
    self.init(
      start: try DeckMotion.time("start", of: fields),
      from: try fields.constant("from"),
      velocity: try fields.constant("velocity"),
      stiffness: try fields.constant("stiffness"),
      damping: try fields.constant("damping")
    )
  }
}

extension DeckMotion.Course.Curve {
  fileprivate init(_ fields: Fields) throws(ProtocolError) {
    let expected = "four numbers, x₁, y₁, x₂ and y₂"
    var controls: [Double] = []
    for element in try fields.elements("curve", expected) {
      guard case .number(let number) = element else { throw fields.wrong("curve", expected) }
      controls.append(number)
    }
    guard controls.count == 4 else { throw fields.wrong("curve", expected) }
    self.init(
      from: try fields.constant("from"),
      target: try fields.constant("to"),
      controls: controls,
      start: try DeckMotion.time("start", of: fields),
      duration: try fields.constant("duration"),
      end: try DeckMotion.time("end", of: fields)
    )
  }
}

extension DeckMotion.Course.Decay {
  fileprivate init(_ fields: Fields) throws(ProtocolError) {
    self.init(
      from: try fields.constant("from"),
      target: try fields.constant("to"),
      velocity: try fields.constant("velocity"),
      rate: try fields.constant("rate"),
      start: try DeckMotion.time("start", of: fields),
      end: try DeckMotion.time("end", of: fields)
    )
  }
}

extension Fields {
  /// A constant of a formula, which must be present.
  fileprivate func constant(_ name: String) throws(ProtocolError) -> Double {
    let range = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard let number = try optionalNumber(name, in: range) else { throw missing(name, "a number") }
    return number
  }
}
