import DeckClient
import DeckProtocol
import Foundation
import JSON
import Testing

@Suite
struct `Motions in a session` {
  private var session = DeckSession()

  private mutating func take(_ card: String, _ property: DeckMotion.Property, _ course: DeckMotion.Course?) throws {
    let motion = DeckMotion(deck: "main", card: card, property: property, time: 0, course: course)
    #expect(try session.receive(DeckNotification.motion(motion).line).isEmpty)
  }

  private func x(at time: Int64) -> Double? { session.places(of: "main", at: time).cards.first?.x }

  private static let spring = DeckMotion.Course.spring(
    .init(
      target: 20,
      pieces: [
        .init(start: 1_000_000, from: 100, velocity: -40, stiffness: 246.740110027, damping: 21.991148575),
        .init(start: 1_200_000, from: 60, velocity: -30, stiffness: 100, damping: 20),
      ],
      end: 3_000_000
    )
  )
  private static let curve = DeckMotion.Course.curve(
    .init(from: 0, target: 10, controls: [0.42, 0, 0.58, 1], start: 0, duration: 1, end: 1_000_000)
  )
  private static let decay = DeckMotion.Course.decay(
    .init(from: 5, target: 30, velocity: 50, rate: 2, start: 0, end: 2_000_000)
  )
  private static let courses: [DeckMotion.Course] = [
    .set(4.125), spring, curve, decay, .sum([spring, .set(1)]), .product([curve, .sum([decay, .set(-1)])]),
    .piecewise(curve, points: [.init(input: 0, output: 1), .init(input: 5, output: 2), .init(input: 10, output: -8)]),
  ]

  @Test(arguments: courses)
  func `are read as they were written`(course: DeckMotion.Course) throws {
    let motion = DeckMotion(deck: "main", card: "a", property: .x, time: 7, course: course)
    let line = try JSONReader.read(DeckNotification.motion(motion).line)
    #expect(try DeckMotion.read(try #require(line["params"])) == motion)
  }

  @Test
  mutating func `follow a spring through its pieces to its target`() throws {
    try take("a", .x, Self.spring)
    #expect(x(at: 0) == 100)
    #expect(x(at: 1_000_000) == 100)
    #expect(x(at: 1_200_000) == 60)
    // The second spring is critically damped: 20 + e^(−10·0.1)·(40 + (−30 + 10·40)·0.1).
    let value = try #require(x(at: 1_300_000))
    #expect((value - (20 + exp(-1) * 77)).magnitude < 1e-9)
    #expect(x(at: 3_000_000) == 20)
    #expect(session.isMoving("main", after: 2_999_999))
    #expect(!session.isMoving("main", after: 3_000_000))
  }

  @Test
  mutating func `follow a curve and a decay, and combine them`() throws {
    try take("a", .x, Self.curve)
    #expect(x(at: -1) == 0)
    #expect(((x(at: 500_000) ?? 0) - 5).magnitude < 1e-9)
    #expect(x(at: 1_000_000) == 10)
    try take("a", .x, Self.decay)
    #expect(((x(at: 500_000) ?? 0) - (30 - 25 * exp(-1))).magnitude < 1e-9)
    #expect(x(at: 2_000_000) == 30)
    try take("a", .x, .product([.set(-2), .sum([Self.curve, .set(1)])]))
    #expect(x(at: 1_000_000) == -22)
    try take("a", .x, Self.courses[6])
    #expect(x(at: 0) == 1)
    #expect(((x(at: 500_000) ?? 0) - 2).magnitude < 1e-9)
    #expect(x(at: 1_000_000) == -8)
  }

  @Test
  mutating func `place cards by their height, then as they came`() throws {
    for (card, z) in [("a", 1.0), ("b", 0.5), ("c", 1), ("d", 0.5)] { try take(card, .z, .set(z)) }
    #expect(session.places(of: "main", at: 0).cards.map(\.id) == ["b", "d", "a", "c"])
    try take("a", .lift, .set(0.5))
    #expect(session.places(of: "main", at: 0).cards[2].lift == 0.5)
    try take("a", .lift, nil)
    #expect(session.places(of: "main", at: 0).cards[2].lift == nil)
    let gone = DeckMotion(deck: "main", card: "a", property: nil, time: 0, course: nil)
    #expect(try session.receive(DeckNotification.motion(gone).line).isEmpty)
    #expect(session.places(of: "main", at: 0).cards.map(\.id) == ["b", "d", "c"])
  }

  @Test
  mutating func `have an overlay, a detail and a fan until these are removed`() throws {
    try take("a", .z, .set(1))
    try take("a", .overlayGlow, .set(0.5))
    try take("a", .detailProgress, .set(1))
    try take("a", .fanSpread, .set(12))
    var places = session.places(of: "main", at: 0)
    #expect(places.overlay?.card == "a")
    #expect(places.overlay?.glow == 0.5)
    #expect(places.detail?.progress == 1)
    #expect(places.detail?.order == 0)
    #expect(places.fan == DeckFrame.Fan(over: 0, pull: 0, spread: 12))
    for property in [DeckMotion.Property.overlay, .detail, .fan] { try take("a", property, nil) }
    places = session.places(of: "main", at: 0)
    #expect(places.overlay == nil && places.detail == nil && places.fan == nil)
    #expect(places.cards.map(\.id) == ["a"])
  }
}
