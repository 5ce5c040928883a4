package import JSON

/// The course of one property of a deck from a moment until the next update: a formula of time.
public struct DeckMotion: Hashable, Sendable {
  /// An animated property, as named on the wire: `x` is a card's, `detail.x` is that of the open card's detail.
  public enum Property: String, CaseIterable, Hashable, Sendable {
    case x, y
    case width = "w"
    case height = "h"
    case scale, rotation
    case anchorX = "anchor.x"
    case anchorY = "anchor.y"
    case z, opacity, lift
    /// All properties with this prefix, which are only removed together.
    case overlay
    case overlayProgress = "overlay.progress"
    case overlayOpacity = "overlay.opacity"
    case overlayStampOpacity = "overlay.stamp.opacity"
    case overlayStampScale = "overlay.stamp.scale"
    case overlayStampRotation = "overlay.stamp.rotation"
    case overlayGlow = "overlay.glow"
    case overlayWash = "overlay.wash"
    /// All properties with this prefix, which are only removed together.
    case detail
    case detailX = "detail.x"
    case detailY = "detail.y"
    case detailWidth = "detail.w"
    case detailHeight = "detail.h"
    case detailOpacity = "detail.opacity"
    case detailScale = "detail.scale"
    case detailScroll = "detail.scroll"
    case detailContent = "detail.content"
    case detailHeaderOpacity = "detail.header.opacity"
    case detailHeaderScale = "detail.header.scale"
    case detailProgress = "detail.progress"
    /// All properties with this prefix, which are only removed together.
    case fan
    case fanOver = "fan.over"
    case fanPull = "fan.pull"
    case fanSpread = "fan.spread"
  }

  /// The deck's id.
  public var deck: String
  /// The id of the card that the property belongs to, or that the overlay or the detail is about.
  public var card: String?
  /// The animated property; `nil` for all of the card's own properties, which were removed.
  public var property: Property?
  /// When the formula begins to apply, in microseconds of the deck's clock.
  public var time: Int64
  /// The direction of the overlay's decision; `nil` in the dead zone, and for everything but an overlay.
  public var direction: Direction?
  /// The formula; `nil` for a property that was removed.
  public var course: Course?

  /// The formula of a property from `time`, in microseconds; without `course` the property was removed.
  public init(
    deck: String,
    card: String?,
    property: Property?,
    time: Int64,
    direction: Direction? = nil,
    course: Course?
  ) {
    self.deck = deck
    self.card = card
    self.property = property
    self.time = time
    self.direction = direction
    self.course = course
  }
}

extension DeckMotion: WireValue, ReceivedObject {
  package static var names: [PartialKeyPath<Self>: String] { head.names }

  private static let head = ObjectWriter<Self>(
    .init("deck", .deckID, "The deck.", at: \.deck),
    .init(optional: "card", .cardID, "The card that moves, or that the overlay or the detail belongs to.", at: \.card),
    .init(optional: "property", "The property.", at: \.property),
    .init("kind", .text(), "The kind of formula.") { $0.kind }.about(\.kind),
    .init("t", .time, "From when on the motion applies, µs.", at: \.time),
    .init(
      optional: "direction",
      "Where the overlay's card would go; only in an overlay's motions, left out in the dead zone.",
      at: \.direction
    )
  )

  package static var schema: ValueSchema {
    let formulaHead = head.schema.members.map { member in
      var member = member
      if member.name == "property" { member.isOptional = false }
      return member
    }
    return .defined(
      Definition(
        "motion",
        "Motion",
        "The animation of one property from t until the next motion of it, as a formula of time.",
        .any(of: [removal] + Course.motions(formulaHead))
      )
    )
  }

  /// The kind of formula, as named on the wire.
  package var kind: String { course?.kind ?? "remove" }

  private static var removal: ValueSchema {
    let members = head.schema.members.map { member in
      switch member.name {
      case "kind": MemberSchema("kind", .constant("\"remove\""), member.summary)
      case "property": MemberSchema("property", member.value, "The property; left out for a card.", optional: true)
      default: member
      }
    }
    return .defined(
      Definition(
        "removeMotion",
        "Removal",
        "The property is no longer drawn. Without property, none of the card's own is; overlay, detail and fan belong to the deck.",
        .object(ObjectSchema(members))
      )
    )
  }

  package func write(to json: inout JSONWriter) {
    json.object { json in
      Self.head.writeMembers(of: self, to: &json)
      guard let course else { return }
      course.writeConstants(to: &json)
      if let end = course.end(atRestBy: time) { json.member("end", end) }
    }
  }
}

extension DeckMotion.Property: WireValue, ReceivedValue {
  package static var schema: ValueSchema {
    .defined(
      Definition(
        "motionProperty",
        "Property of a motion",
        "What moves. overlay, detail and fan, only in a removal, stand for every property whose name begins with theirs.",
        .choice(allCases.map(\.rawValue))
      )
    )
  }

  package func write(to json: inout JSONWriter) { json.value(rawValue) }
}
