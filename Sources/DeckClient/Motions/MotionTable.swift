import DeckProtocol

/// The formulas of everything that a deck shows, as its motions report them.
struct MotionTable: Sendable {
  /// The formula of a property, and from when on its value is constant.
  private struct Course: Sendable {
    var formula: MotionFormula
    /// `nil` for a value that never settles.
    var end: Int64?
  }

  /// The properties of a card, of the overlay, of the detail or of the fan.
  private struct Part: Sendable {
    /// The card that an overlay or a detail is about.
    var owner: String?
    var direction: Direction?
    /// Orders the parts as they appeared.
    let arrival: Int
    var courses: [DeckMotion.Property: Course] = [:]

    /// Takes a motion of a part; `whole` stands for all of its properties.
    static func take(
      _ motion: DeckMotion,
      into part: inout Part?,
      whole: DeckMotion.Property?,
      _ arrival: Int
    ) throws(DeckSessionError) {
      guard let property = motion.property, property != whole else { return part = nil }
      guard let course = motion.course else {
        part?.courses[property] = nil
        return
      }
      var next = part ?? Part(arrival: arrival)
      (next.owner, next.direction) = (motion.card, motion.direction)
      next.courses[property] = Course(formula: try MotionFormula(course), end: course.end(atRestBy: motion.time))
      part = next
    }

    func value(_ property: DeckMotion.Property, at time: Double) -> Double? {
      courses[property]?.formula.value(at: time)
    }

    func changes(after time: Double) -> Bool {
      courses.values.contains { course in course.end.map { Double($0) > time } ?? true }
    }
  }

  private var cards: [String: Part] = [:]
  private var overlay: Part?
  private var detail: Part?
  private var fan: Part?
  /// How many motions there have been.
  private var arrivals = 0

  /// A deck that shows nothing yet.
  init() {}

  /// The motions of a snapshot.
  init(_ motions: [DeckMotion]) throws(DeckSessionError) {
    for motion in motions { try take(motion) }
  }

  /// Takes the next motion.
  mutating func take(_ motion: DeckMotion) throws(DeckSessionError) {
    arrivals += 1
    switch motion.property?.family {
    case .overlay: try Part.take(motion, into: &overlay, whole: .overlay, arrivals)
    case .detail: try Part.take(motion, into: &detail, whole: .detail, arrivals)
    case .fan: try Part.take(motion, into: &fan, whole: .fan, arrivals)
    case .card, nil:
      guard let card = motion.card else { throw .unreadable("a motion without a card") }
      try Part.take(motion, into: &cards[card], whole: nil, arrivals)
    }
  }

  /// Whether anything changes after `time`, in microseconds.
  func changes(after time: Double) -> Bool {
    [overlay, detail, fan].contains { $0?.changes(after: time) ?? false }
      || cards.values.contains { $0.changes(after: time) }
  }

  /// Everything that is visible at `time`, in microseconds.
  func places(at time: Double) -> DeckPlaces {
    var places = DeckPlaces()
    let placed = cards.map { id, part in (card: Self.card(id, part, at: time), arrival: part.arrival) }
    places.cards = placed.sorted { ($0.card.z, $0.arrival) < ($1.card.z, $1.arrival) }.map(\.card)
    places.overlay = overlay.flatMap { Self.overlay($0, at: time) }
    places.detail = detail.flatMap { Self.detail($0, among: places.cards, at: time) }
    places.fan = fan.map { part in
      DeckFrame.Fan(
        over: part.value(.fanOver, at: time) ?? 0,
        pull: part.value(.fanPull, at: time) ?? 0,
        spread: part.value(.fanSpread, at: time) ?? 0
      )
    }
    return places
  }

  private static func card(_ id: String, _ part: Part, at time: Double) -> PlacedCard {
    var card = PlacedCard(id: id)
    for (property, course) in part.courses {
      guard let path = property.placed else { continue }
      card[keyPath: path] = course.formula.value(at: time)
    }
    card.lift = part.value(.lift, at: time)
    return card
  }

  private static func overlay(_ part: Part, at time: Double) -> DeckFrame.Overlay? {
    func value(_ property: DeckMotion.Property) -> Double { part.value(property, at: time) ?? 0 }
    return part.owner.map { owner in
      DeckFrame.Overlay(
        card: owner,
        direction: part.direction,
        progress: value(.overlayProgress),
        opacity: value(.overlayOpacity),
        stamp: .init(
          opacity: value(.overlayStampOpacity),
          scale: value(.overlayStampScale),
          rotation: value(.overlayStampRotation)
        ),
        glow: value(.overlayGlow),
        wash: value(.overlayWash)
      )
    }
  }

  private static func detail(_ part: Part, among cards: [PlacedCard], at time: Double) -> DeckFrame.Detail? {
    func value(_ property: DeckMotion.Property) -> Double { part.value(property, at: time) ?? 0 }
    return part.owner.map { owner in
      DeckFrame.Detail(
        card: owner,
        order: cards.firstIndex { $0.id == owner } ?? cards.count,
        x: value(.detailX),
        y: value(.detailY),
        width: value(.detailWidth),
        height: value(.detailHeight),
        opacity: value(.detailOpacity),
        scale: value(.detailScale),
        scroll: value(.detailScroll),
        content: value(.detailContent),
        header: .init(opacity: value(.detailHeaderOpacity), scale: value(.detailHeaderScale)),
        progress: value(.detailProgress)
      )
    }
  }
}

extension DeckMotion.Property {
  /// What a property belongs to.
  fileprivate enum Family {
    case card, overlay, detail, fan
  }

  fileprivate var family: Family {
    switch rawValue.prefix(while: { $0 != "." }) {
    case "overlay": .overlay
    case "detail": .detail
    case "fan": .fan
    default: .card
    }
  }

  /// The member of a placed card that the property is; `nil` for one that it may lack, or that is not a card's.
  fileprivate var placed: WritableKeyPath<PlacedCard, Double>? {
    switch self {
    case .x: \.x
    case .y: \.y
    case .width: \.width
    case .height: \.height
    case .scale: \.scale
    case .rotation: \.rotation
    case .anchorX: \.anchorX
    case .anchorY: \.anchorY
    case .z: \.z
    case .opacity: \.opacity
    default: nil
    }
  }
}
