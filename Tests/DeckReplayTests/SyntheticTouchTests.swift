import DeckReplay
import Gestures
import Kinetics
import Testing

@Suite
struct `A made-up touch` {
  private static let surface = Size(width: 400, height: 800)
  /// 180 pt to the right and 60 pt down in 0.25 s.
  private static let way = FingerTrajectory(from: Point(x: 100, y: 300), to: Point(x: 280, y: 360))

  private static func touch(_ pace: SpeedProfile = .even, bow: Double = 0, rate: Double = 120) -> SyntheticTouch {
    var way = way
    way.bow = bow
    var touch = SyntheticTouch(way, duration: 0.25, rate: rate)
    touch.pace = pace
    return touch
  }

  /// Where a finger was reported until it left.
  private static func places(of touch: SyntheticTouch, finger: Int = 0) -> [Point] {
    touch.frames.flatMap(\.contacts).filter { $0.id == ContactID(finger) && $0.phase != .up }.map(\.position)
  }

  /// The lengths of the steps between reports, without those of nothing.
  private static func steps(_ places: [Point]) -> [Double] {
    zip(places, places.dropFirst()).map { ($1 - $0).length }
  }

  @Test(arguments: [60.0, 90, 120, 144, 240])
  func `keeps the panel's rate exactly, however long it is`(rate: Double) {
    var touch = Self.touch(.hesitating(pause: 0.1), rate: rate)
    touch.hold = 0.07
    touch.count = 50
    touch.gap = 0.123
    let frames = touch.frames
    for frame in frames {
      let reports = (Double(frame.time.microseconds) * rate / 1e6).rounded()
      #expect(frame.time == Instant(microseconds: 0).advanced(bySeconds: reports / rate))
    }
    let lone = Self.touch(rate: rate).frames
    #expect(lone.count == Int((0.25 * rate).rounded()) + 2)
    #expect(zip(lone, lone.dropFirst()).allSatisfy { ($1.time.seconds(since: $0.time) * rate - 1).magnitude < 1e-3 })
  }

  @Test
  func `goes straight at one speed`() {
    let places = Self.places(of: Self.touch())
    #expect(places.first == Self.way.start && places.last == Self.way.end)
    let length = (Self.way.end - Self.way.start).length
    #expect(Self.steps(places).allSatisfy { ($0 - length / 30).magnitude < 1e-9 })
    for place in places { #expect(((place.x - 100) - 3 * (place.y - 300)).magnitude < 1e-9) }
  }

  @Test(arguments: [40.0, -25])
  func `bows by the given amount, to the right as it goes where that is positive`(bow: Double) {
    // To the right of the way (180, 60) is (−60, 180), as y grows downwards.
    let right = 1 / (Self.way.end - Self.way.start).length * Vector(dx: -60, dy: 180)
    let places = Self.places(of: Self.touch(bow: bow))
    let sides = places.map { place in
      (place - Self.way.start).dx * right.dx + (place - Self.way.start).dy * right.dy
    }
    #expect(places.first == Self.way.start && places.last == Self.way.end)
    #expect((sides[15] - bow).magnitude < 1e-9)
    #expect(sides.allSatisfy { $0 / bow > -1e-9 && $0 / bow < 1 + 1e-9 })
  }

  @Test
  func `brakes evenly from twice its mean speed to none`() {
    let touch = Self.touch(.braking(last: 1))
    let steps = Self.steps(Self.places(of: touch))
    let mean = (Self.way.end - Self.way.start).length / 30
    // The mean speed of the interval from k to k + 1 of 30: 2 (1 − (k + ½) / 30) times the mean.
    for (index, step) in steps.enumerated() {
      #expect((step - 2 * mean * (1 - (Double(index) + 0.5) / 30)).magnitude < 1e-9)
    }
    #expect(Self.places(of: touch).last == Self.way.end)
  }

  @Test
  func `goes at one speed and brakes at its end`() {
    let steps = Self.steps(Self.places(of: Self.touch(.braking(last: 0.2))))
    let speed = (Self.way.end - Self.way.start).length / 30 / 0.9
    #expect(steps.prefix(24).allSatisfy { ($0 - speed).magnitude < 1e-9 })
    for (index, step) in steps.enumerated().dropFirst(24) {
      #expect((step - speed * (29.5 - Double(index)) / 6).magnitude < 1e-9)
    }
  }

  @Test(arguments: [60.0, 120, 240])
  func `hesitates half-way for longer than a finger needs to count as stopped`(rate: Double) {
    let frames = Self.touch(.hesitating(pause: 0.05), rate: rate).frames
    let gaps = zip(frames, frames.dropFirst()).map { (before: $0, seconds: $1.time.seconds(since: $0.time)) }
    let pauses = gaps.filter { $0.seconds > 1.5 / rate }
    #expect(pauses.count == 1)
    #expect(pauses[0].seconds > max(KineticsDefaults.stopGap.inSeconds, KineticsDefaults.stopIntervals / rate))
    let place = pauses[0].before.contacts[0].position
    #expect((place.x - 190).magnitude < 180 / (0.25 * rate) && (place.y - 330).magnitude < 60 / (0.25 * rate))
  }

  @Test
  func `that stays in its place is reported there by a noisy panel alone`() {
    var touch = SyntheticTouch(FingerTrajectory(from: Self.way.start, to: Self.way.start), duration: 0.5, rate: 100)
    #expect(touch.frames.map { $0.contacts[0].phase } == [.down, .up])
    #expect(touch.frames.last?.time == Instant(microseconds: 510_000))
    touch.noise = 0.5
    #expect(touch.frames.count == 52)
    var hesitating = Self.touch(.hesitating(pause: 0.1), rate: 100)
    hesitating.noise = 0.5
    let times = hesitating.frames.map(\.time.microseconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 10_000 })
  }

  @Test
  func `of two fingers has both in every frame, at one distance across the way`() {
    var touch = Self.touch(bow: 30)
    touch.fingers = FingerRow(2, distance: 80)
    #expect(touch.frames.allSatisfy { $0.contacts.map(\.id) == [ContactID(0), ContactID(1)] })
    #expect(touch.frames.allSatisfy { $0.contacts[0].phase == $0.contacts[1].phase })
    let middle = Self.places(of: Self.touch(bow: 30))
    let pairs = zip(Self.places(of: touch), Self.places(of: touch, finger: 1))
    for ((first, second), middle) in zip(pairs, middle) {
      #expect(((second - first).length - 80).magnitude < 1e-9)
      #expect(((second - first).dx * 180 + (second - first).dy * 60).magnitude < 1e-9)
      #expect((Point(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2) - middle).length < 1e-9)
      #expect(first.y < second.y)
    }
  }

  @Test(arguments: [3.0, 0.25])
  func `of two fingers pinches to a multiple of their distance`(pinch: Double) {
    var touch = SyntheticTouch(FingerTrajectory(from: Self.way.end, to: Self.way.end), duration: 0.2, rate: 120)
    touch.fingers = FingerRow(2, distance: 60, pinch: pinch)
    let (first, second) = (Self.places(of: touch), Self.places(of: touch, finger: 1))
    let distances = zip(first, second).map { $1.x - $0.x }
    #expect(zip(first, second).allSatisfy { $0.y == $1.y })
    #expect(distances.first == 60 && ((distances.last ?? 0) - 60 * pinch).magnitude < 1e-9)
    let change = 60 * (pinch - 1) / 24
    #expect(zip(distances, distances.dropFirst()).allSatisfy { ($1 - $0 - change).magnitude < 1e-9 })
  }

  @Test
  func `has noise of the given deviation and none on the average, and goes up where it was reported last`() {
    var touch = SyntheticTouch(FingerTrajectory(from: Self.way.start, to: Self.way.start), duration: 4, rate: 1000)
    touch.noise = 2
    touch.fingers = FingerRow(2, distance: 100)
    let exact = touch.fingers.point(of: 1, on: touch.way, after: 0)
    let frames = touch.frames
    let places = frames.dropLast().map { $0.contacts[1].position }
    let steps = places.map { $0 - exact }
    let count = Double(steps.count)
    for axis in [\Vector.dx, \Vector.dy] {
      let mean = steps.reduce(0) { $0 + $1[keyPath: axis] } / count
      let deviation = (steps.reduce(0) { $0 + $1[keyPath: axis] * $1[keyPath: axis] } / count).squareRoot()
      // Of 4001 numbers the mean is off by 0.03 and the deviation by 0.022; four times that is plenty.
      #expect(mean.magnitude < 0.12 && (deviation - 2).magnitude < 0.09)
      // As many beyond one and two deviations as a normal distribution has: 31.7 and 4.55 %.
      #expect((Double(steps.count { $0[keyPath: axis].magnitude > 2 }) / count - 0.317).magnitude < 0.03)
      #expect((Double(steps.count { $0[keyPath: axis].magnitude > 4 }) / count - 0.0455).magnitude < 0.013)
    }
    #expect((steps.reduce(0) { $0 + $1.dx * $1.dy } / count).magnitude < 0.25)
    let up = frames.last?.contacts[1]
    #expect(up?.phase == .up && up?.position == places.last)
  }

  @Test
  func `is decided by its seed`() throws {
    func text(_ seed: UInt64, noise: Double = 0.5) throws -> String {
      var touch = Self.touch()
      (touch.noise, touch.seed) = (noise, seed)
      return try touch.recording(by: "panel", on: Self.surface).evemuText
    }
    #expect(try text(7) == text(7))
    #expect(try text(7) != text(8))
    #expect(try text(7, noise: 0) == text(8, noise: 0))
  }

  @Test
  func `is made as often as wanted, with a gap between`() {
    var touch = Self.touch()
    touch.count = 3
    touch.gap = 0.5
    let frames = touch.frames
    let downs = frames.filter { $0.contacts[0].phase == .down }
    #expect(downs.map { $0.contacts[0].position } == Array(repeating: Self.way.start, count: 3))
    let ups = frames.filter { $0.contacts[0].phase == .up }
    #expect(ups.count == 3)
    for (up, down) in zip(ups, downs.dropFirst()) {
      #expect((down.time.seconds(since: up.time) - 0.5).magnitude < 2e-6)
    }
  }

  @Test
  func `tells where it would leave the surface`() {
    #expect(Self.touch().place(outside: Self.surface) == nil)
    var touch = Self.touch()
    touch.fingers = FingerRow(2, distance: 300, pinch: 3)
    let outside = touch.place(outside: Self.surface)
    #expect(outside?.finger == 0 && (outside?.place.y ?? 0) < 0)
    #expect(Self.touch().place(outside: Size(width: 200, height: 800))?.place.x ?? 0 > 200)
  }

  @Test
  func `is decoded as it was made, on a surface of its size`() throws {
    var touch = Self.touch(.braking(last: 1), bow: 20)
    touch.fingers = FingerRow(2, distance: 90, pinch: 1.5)
    let recording = try touch.recording(by: "panel", on: Self.surface)
    let again = try Recording(Array(recording.evemuText.utf8), file: "clip")
    #expect(again == recording)
    let panel = try #require(again.description)
    let surface = SurfaceSizing().surface(for: panel.panel, rotation: .none)
    #expect((surface.width - 400).magnitude < 1e-9 && (surface.height - 800).magnitude < 1e-9)
    let geometry = PanelGeometry(surface: surface)
    let decoded = RecordedTouches(again, description: panel).frames.map(geometry.map)
    #expect(decoded.map(\.time) == touch.frames.map(\.time))
    for (decoded, made) in zip(decoded, touch.frames) {
      #expect(decoded.contacts.map(\.phase) == made.contacts.map(\.phase))
      #expect(zip(decoded.contacts, made.contacts).allSatisfy { ($0.position - $1.position).length < 0.3 })
    }
  }
}
