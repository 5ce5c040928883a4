import DeckEngine
import DeckProtocol
import DeckReplay
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `A finger that leaves a moving deck` {
  private static let fingersPerPreset = Search.length(slice: 80, whole: 17_000)

  @Test(arguments: Preset.allCases)
  func `lets everything continue from where it is drawn, as fast as it is drawn`(preset: Preset) throws {
    let seed = Seed.value
    var compared = 0
    for number in 0..<Self.fingersPerPreset {
      var release = try RandomRelease(preset, seed: seed &+ UInt64(number))
      let findings = try release.findings()
      #expect(findings.isEmpty, "DECKD_SEED=\(seed &+ UInt64(number))")
      compared += release.movingProperties
      if !findings.isEmpty { return }
    }
    // It is worth something only if many of them move something then; a few fingers may all hold a deck still.
    #expect(compared >= Self.fingersPerPreset / 4 || Self.fingersPerPreset < 80)
  }

  @Test(arguments: Preset.allCases)
  func `lets nothing run away from it`(preset: Preset) throws {
    let seed = Seed.value
    for number in 0..<Search.length(slice: 25, whole: 17_000) {
      var release = try RandomRelease(
        preset,
        seed: seed &+ UInt64(number),
        isAlone: true,
        snaps: number.isMultiple(of: 2)
      )
      let findings = release.runaways()
      #expect(findings.isEmpty, "DECKD_SEED=\(seed &+ UInt64(number))")
      if !findings.isEmpty { return }
    }
  }
}

/// A random finger, or two, on a random deck, up to the moment of the release.
private struct RandomRelease: ~Copyable {
  private typealias Property = String

  private static let surface = Size(width: 400, height: 800)
  /// The time between two looks at the deck that a velocity is measured by, in seconds.
  private static let interval = 5e-6
  /// How many times its velocity a spring takes off it in a second: more than 2ζω of those that a release starts.
  private static let damping = 60.0

  /// The places at which a detail rests, in points.
  private static let snap = 120.0
  /// How many times faster than its finger, or than from rest, anything may move (M8).
  private static let excess = 1.15

  private let settings: DeckSettings
  private let kind: DeckKind
  private var generator: SeededGenerator
  private var engine: Engine
  private var now = Instant.zero
  private var places: [Int: Point] = [:]
  /// How fast each finger moves, in pt/s; of one that has changed its direction, what the recognizer estimates counts.
  private var velocities: [Int: Vector] = [:]
  /// How fast any finger was, in pt/s.
  private var fastest = 0.0
  /// For what the deck carries: less than what the recognizer estimates where the mean over 40 ms is (M8).
  private var estimator = VelocityEstimator()
  /// How many properties moved at the release and were compared.
  private(set) var movingProperties = 0

  /// A deck whose detail `snaps` has places at which it rests.
  init(_ preset: Preset, seed: UInt64, isAlone: Bool = false, snaps: Bool = false) throws {
    generator = SeededGenerator(seed: seed)
    var deck = DeckDefinition.builtIn(preset: preset, count: .random(in: 2...40, using: &generator))
    for index in deck.cards.indices where Bool.random(using: &generator) {
      deck.cards[index].allowed = [Direction.allCases.randomElement(using: &generator) ?? .left]
    }
    if snaps { deck.settings.stack?.detailSnap = .points(Self.snap) }
    settings = deck.settings
    kind = preset.kind
    let surface = SurfaceConfiguration(name: "main", size: Self.surface)
    engine = try Engine(EngineConfiguration(surfaces: [surface], decks: [deck]), at: .zero)
    _ = engine.start()
    engine.listen(to: Set(Topic.allCases), from: .zero)
    prepare(deck)
    move(isAlone: isAlone)
  }

  /// Compares what is drawn before the release with what is drawn after it.
  mutating func findings() throws -> [String] {
    let finger = places.keys.max() ?? 0
    var after = engine.copy()
    let effects = after.handle(touch(.up, [finger]), at: now)
    // Another finger may still hold what this one let go of.
    let phase = after.position(of: "main")?.phase
    guard phase != .pressing, phase != .dragging, phase != .scrolling else { return [] }
    if places.count == 1, let estimate = Self.velocity(in: effects) {
      velocities[finger] = estimator.carriedVelocity(of: estimate)
    }
    let speed = velocities.values.map(\.length).max() ?? 0
    let still = drawn(engine, at: now)
    let passing = drawn(engine, at: now.advanced(bySeconds: Self.interval))
    let left = drawn(after, at: now)
    let leaving = drawn(after, at: now.advanced(bySeconds: Self.interval))
    // A step of the fingers, forth and back: at a bend of what is drawn, such as the edge of a dead zone, the velocity
    // is between the two.
    let step = speed > 0 ? 1 / speed : 0
    let sides = [step, -step].map { seconds -> [Property: Double] in
      guard seconds != 0 else { return still }
      var probe = engine.copy()
      let moved = Dictionary(uniqueKeysWithValues: places.map { ($0, $1 + seconds * (velocities[$0] ?? .zero)) })
      _ = probe.handle(touch(.moved, places.keys.sorted(), at: moved), at: now)
      return drawn(probe, at: now)
    }
    let timed = Self.timedProperties(of: after, at: now)
    let decided = Set(after.cards(of: "main", at: now).filter { $0.role == .leaving }.map(\.id))
    var findings: [String] = []
    for (property, value) in left {
      // A decided card leaves in a time of its own.
      guard let before = still[property], !timed.contains(property),
        !decided.contains(String(property.prefix { $0 != " " }))
      else { continue }
      if (value - before).magnitude > 0.11 { findings.append("\(property) jumps from \(before) to \(value)") }
      guard let next = leaving[property], let later = passing[property] else { continue }
      let own = (later - before) / Self.interval
      let slopes = zip(sides, [step, -step]).compactMap { side, step in
        step == 0 ? 0 : side[property].map { ($0 - before) / step }
      }
      guard let least = slopes.min(), let most = slopes.max() else { continue }
      let found = (next - value) / Self.interval
      // What the springs do within the interval, and what the band bends within a point.
      let slack = tolerance(of: property) * (1 + speed / 200) + Self.damping * Self.interval * most.magnitude
      if most.magnitude > slack { movingProperties += 1 }
      if found < own + least - slack || found > own + most + slack {
        findings.append("\(property) moves at \(found) a second, was drawn at \(own) + \(least)…\(most)")
      }
    }
    return findings
  }

  /// What a velocity may be wrong by at rest, and again with each 200 pt/s of the finger.
  private func tolerance(of property: Property) -> Double {
    switch property.split(separator: " ").last {
    case "scale", "opacity", "progress": 0.02
    case "rotation": 1
    default: 4
    }
  }
}

// MARK: - What runs away

extension RandomRelease {
  /// What moves faster after the release than the finger did, and faster than it would from rest.
  ///
  /// What goes along a timing curve has a time of its own: the flights of the older presets. Of a stack this looks at the
  /// detail: its cards move several times as far as what pulls them apart.
  mutating func runaways() -> [String] {
    play(touch(.up, places.keys.sorted()))
    let timed = Self.timedProperties(of: engine, at: now)
    let left = drawn(engine, at: now)
    let (flights, fromRest) = (flights, fromRest)
    var last = left
    var (peaks, farthest): ([Property: Double], [Property: Double]) = ([:], [:])
    for _ in 0..<300 {
      let end = now.advanced(bySeconds: 0.002)
      while let due = engine.nextDeadline, due <= end { _ = engine.handle(.deadline, at: due) }
      now = end
      let next = drawn(engine, at: now)
      for (property, value) in next where isPlace(property) {
        guard let before = last[property], let start = left[property], !timed.contains(property) else { continue }
        peaks[property] = max(peaks[property] ?? 0, (value - before).magnitude / 0.002)
        farthest[property] = max(farthest[property] ?? 0, (value - start).magnitude)
      }
      last = next
    }
    return peaks.sorted { $0.key < $1.key }.compactMap { property, peak in
      // A flight pulls to twice its way off the surface, which it makes from rest within `fly.longest`.
      let flight = flights[property].map { $0 * 1.678 / SwipeSettings(of: settings).flyLongest / M_E }
      let rest = flight ?? fromRest.speed * min(farthest[property] ?? 0, fromRest.reach)
      // A rest threshold is within one step.
      guard peak > Self.excess * max(fastest, rest) + 100 else { return nil }
      return "\(property) moves at \(peak) pt/s; the finger did at \(fastest), and from rest it would at \(rest)"
    }
  }

  /// How far the springs of the cards that leave pull them.
  private var flights: [Property: Double] {
    let cards = Set(engine.cards(of: "main", at: now).filter { $0.role == .leaving }.map(\.id))
    var flights: [Property: Double] = [:]
    for motion in engine.motions(of: "main", at: now) {
      guard let card = motion.card, cards.contains(card), let property = motion.property,
        case .spring(let spring) = motion.course, let start = spring.pieces.first
      else { continue }
      flights["\(card) \(property.rawValue)"] = (spring.target - start.from).magnitude
    }
    return flights
  }

  private func isPlace(_ property: Property) -> Bool {
    property == "detail scroll" || kind != .stack && (property.hasSuffix(" x") || property.hasSuffix(" y"))
  }

  /// How fast what moves by 1 pt from rest gets, and how far that counts: a throw moves on as if at most to the next card.
  private var fromRest: (speed: Double, reach: Double) {
    let (swipe, carousel) = (SwipeSettings(of: settings), CarouselSettings(of: settings))
    let (springs, reach): ([SpringSetting], Double) =
      switch kind {
      case .swipe: ([swipe.snapSpring, swipe.promoteSpring], .infinity)
      case .stack: ([StackSettings(of: settings).scrollSpring], Self.snap)
      case .carousel:
        ([carousel.spring], Self.surface.width * carousel.width + carousel.gap.points(perMillimetre: 1))
      }
    return (springs.map(Self.peak).max() ?? 0, reach)
  }

  /// How fast a spring gets that moves by 1 from rest, in 1/s.
  private static func peak(_ setting: SpringSetting) -> Double {
    let motion = SpringMotion(setting.spring, from: 0, velocity: 0, to: 1, at: .zero, rest: .points)
    return (0...1000).map { motion.state(at: Instant.zero.advanced(bySeconds: Double($0) / 1000)).velocity }.max() ?? 0
  }
}

// MARK: - What the finger does

extension RandomRelease {
  /// Brings the deck into some state, and lets it rest.
  private mutating func prepare(_ deck: DeckDefinition) {
    if deck.preset.kind.rules.opensCards {
      command(.scroll(.init(to: .offset(.random(in: -10...2000, using: &generator)))))
      wait(5)
      if Int.random(in: 0..<3, using: &generator) == 0, let card = deck.cards.randomElement(using: &generator) {
        command(.select(.init(card: card.id)))
        command(.layOutDetail(.init(card: card.id, length: .random(in: 0...2000, using: &generator))))
        wait(5)
      }
    }
  }

  /// Puts a finger down, or two, and moves it, up to the moment at which it leaves.
  private mutating func move(isAlone: Bool) {
    let count = !isAlone && Int.random(in: 0..<5, using: &generator) == 0 ? 2 : 1
    for finger in 0..<count {
      places[finger] = Point(
        x: .random(in: 80...320, using: &generator),
        y: .random(in: 100...700, using: &generator)
      )
    }
    play(touch(.down, Array(0..<count)))
    // A press that takes a card up.
    if Int.random(in: 0..<3, using: &generator) == 0 { wait(.random(in: 0.05...0.5, using: &generator)) }
    let interval = 1 / Double.random(in: 60...240, using: &generator)
    for _ in 0..<(count == 1 ? Int.random(in: 1...2, using: &generator) : 1) {
      let speed = Double.random(in: 20...4000, using: &generator)
      let direction = direction()
      for finger in 0..<count { velocities[finger] = speed * direction }
      // Two fingers part along the line between them, so that their distance changes evenly, or move side by side.
      if let first = places[0], let second = places[1], Int.random(in: 0..<3, using: &generator) > 0 {
        let apart = (1 / (second - first).length) * (second - first)
        velocities = [0: -speed * apart, 1: speed * apart]
      }
      fastest = max(fastest, velocities.values.map(\.length).max() ?? 0)
      for _ in 0..<Int.random(in: 3...14, using: &generator) {
        for (finger, velocity) in velocities { places[finger] = places[finger].map { $0 + interval * velocity } }
        wait(interval)
        play(touch(.moved, Array(0..<count)))
      }
    }
    // The last of two fingers to leave is the one that is compared, the first for a pinch.
    wait(interval / 2)
    if count == 2, Bool.random(using: &generator) {
      play(touch(.up, [1]))
      places[1] = nil
      velocities[1] = nil
      wait(interval / 2)
    }
  }

  /// Mostly along a stack.
  private mutating func direction() -> Vector {
    guard Int.random(in: 0..<4, using: &generator) == 0 else {
      return Vector(dx: 0, dy: Bool.random(using: &generator) ? 1 : -1)
    }
    let angle = Double.random(in: 0...2 * .pi, using: &generator)
    return Vector(dx: cos(angle), dy: sin(angle))
  }

  private mutating func wait(_ seconds: Double) {
    now = now.advanced(bySeconds: seconds)
    play(.deadline)
  }

  private mutating func command(_ command: DeckCommand) {
    play(.command(command, deck: "main", ticket: 1))
  }

  private mutating func play(_ input: EngineInput) {
    _ = engine.handle(input, at: now)
    if case .touches(let frame, _) = input, let contact = frame.contacts.first(where: { $0.id == ContactID(0) }) {
      estimator.add(contact.position, at: frame.time)
    }
  }

  private func touch(_ phase: Contact.Phase, _ fingers: [Int], at other: [Int: Point] = [:]) -> EngineInput {
    let contacts = fingers.compactMap { finger in
      (other[finger] ?? places[finger]).map { Contact(id: ContactID(finger), phase: phase, position: $0) }
    }
    return .touches(TouchFrame(time: now, contacts: contacts), surface: "main")
  }
}

// MARK: - What is drawn

extension RandomRelease {
  /// The velocity with which the gesture that moved something ended.
  private static func velocity(in effects: [EngineEffect]) -> Vector? {
    for case .notify(.gesture(let note)) in effects where note.phase == .ended {
      return Vector(dx: note.velocityX, dy: note.velocityY)
    }
    return nil
  }

  /// Every figure of a frame at a moment, by its name.
  private func drawn(_ engine: borrowing Engine, at moment: Instant) -> [Property: Double] {
    var probe = engine.copy()
    probe.interest = [.frames]
    var figures: [Property: Double] = [:]
    let effects = probe.handle(.command(.update(.init([])), deck: "main", ticket: 1), at: moment)
    for case .frame(let frame) in effects {
      for card in frame.cards {
        figures["\(card.id) x"] = card.x
        figures["\(card.id) y"] = card.y
        figures["\(card.id) w"] = card.width
        figures["\(card.id) h"] = card.height
        figures["\(card.id) scale"] = card.scale
        figures["\(card.id) rotation"] = card.rotation
        figures["\(card.id) opacity"] = card.opacity
      }
      figures["overlay progress"] = frame.overlay?.progress
      figures["detail y"] = frame.detail?.y
      figures["detail scale"] = frame.detail?.scale
      figures["detail opacity"] = frame.detail?.opacity
      figures["detail scroll"] = frame.detail?.scroll
    }
    return figures
  }

  /// What goes along a timing curve, which no velocity is carried into (M2).
  private static func timedProperties(of engine: borrowing Engine, at now: Instant) -> Set<Property> {
    let timed = engine.motions(of: "main", at: now).filter { $0.course?.isTimed ?? false }
    return Set(
      timed.compactMap { motion in
        guard let name = motion.property?.rawValue else { return nil }
        return name.contains(".") ? name.replacing(".", with: " ") : "\(motion.card ?? "") \(name)"
      }
    )
  }
}

extension DeckMotion.Course {
  /// Whether a timing curve is part of the formula.
  fileprivate var isTimed: Bool {
    switch self {
    case .curve: true
    case .set, .spring, .decay: false
    case .sum(let parts), .product(let parts): parts.contains(where: \.isTimed)
    case .piecewise(let part, _): part.isTimed
    }
  }
}
