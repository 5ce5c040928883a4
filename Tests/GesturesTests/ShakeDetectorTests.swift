import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

/// The motion of a device as a function of the time in seconds, and how its accelerometer samples it.
private struct Course {
  /// The device's own acceleration, in multiples of the standard gravity.
  var motion: (Double) -> (x: Double, y: Double, z: Double) = { _ in (0, 0, 0) }
  /// The angle by which the device is turned about its x axis, in radians.
  var turn: (Double) -> Double = { _ in 0 }
  var seconds = 3.0
  /// Samples per second.
  var rate = 100.0
  /// The standard deviation of the sensor's noise, in multiples of the standard gravity.
  var noise = 0.02
  var seed: UInt64 = 1

  /// The times at which a detector sees a shake, in seconds.
  func shakes(_ detector: ShakeDetector = ShakeDetector()) -> [Double] {
    var (detector, numbers) = (detector, SeededGenerator(seed: seed))
    // The sum of twelve, less six, is nearly normal.
    func error() -> Double { noise * ((0..<12).reduce(-6) { sum, _ in sum + .random(in: 0...1, using: &numbers) }) }
    return (0..<Int(seconds * rate)).compactMap { index in
      let time = Double(index) / rate
      let (motion, angle) = (motion(time), turn(time))
      let sample = Acceleration(
        x: motion.x + error(),
        y: motion.y + sin(angle) + error(),
        z: motion.z + cos(angle) + error()
      )
      return detector.handle(sample, at: Instant(microseconds: Int64(time * 1e6))) ? time : nil
    }
  }
}

/// A motion to and fro along x, from 0.5 s on.
private func shaking(_ frequency: Double, _ peak: Double, from start: Double = 0.5, to end: Double = 10) -> Course {
  Course(motion: { time in
    (start...end).contains(time) ? (peak * sin(2 * .pi * frequency * (time - start)), 0, 0) : (0, 0, 0)
  })
}

/// A knock at `at`, after which the panel rings along z and comes to rest within some 100 ms.
private func knock(_ time: Double, at start: Double, peak: Double, ringing frequency: Double) -> Double {
  time < start ? 0 : peak * exp(-(time - start) / 0.03) * cos(2 * .pi * frequency * (time - start))
}

@Suite
struct `A shake` {
  @Test(arguments: [2.5, 3, 4, 5, 6, 8], [1.5, 2, 4])
  func `is three motions to and three fro, at any pace of a hand`(frequency: Double, peak: Double) throws {
    let first = try #require(shaking(frequency, peak).shakes().first)
    // The sixth swing begins two and a half periods after the first.
    let sixth = 0.5 + 2.5 / frequency
    #expect(first >= sixth && first < sixth + 0.5 / frequency)
  }

  @Test(arguments: [25.0, 50, 100, 400, 1000])
  func `is one at any rate of samples`(rate: Double) {
    var course = shaking(4, 2)
    course.rate = rate
    #expect(course.shakes().count == 2)
  }

  @Test
  func `is none below the threshold, and one above it`() {
    for threshold in [0.5, 1, 2, 4] {
      let detector = ShakeDetector(threshold: threshold)
      #expect(shaking(4, 0.85 * threshold).shakes(detector).isEmpty)
      #expect(!shaking(4, 1.3 * threshold).shakes(detector).isEmpty)
    }
  }

  @Test
  func `is followed by a pause`() {
    for pause in [0.2, 1, 2.5] {
      var course = shaking(5, 2)
      course.seconds = 10
      let shakes = course.shakes(ShakeDetector(pause: pause))
      #expect(shakes.count > 2)
      for (one, next) in zip(shakes, shakes.dropFirst()) {
        // The pause, the rest of a swing, and five of 0.1 s, of which the last is seen once it is at the threshold.
        #expect(next - one >= pause + 0.4 && next - one < pause + 0.7)
      }
    }
  }

  @Test
  func `needs its swings in a row`() {
    // Two to and two fro, a rest, and again.
    let course = Course(motion: { time in
      time.truncatingRemainder(dividingBy: 1) < 0.5 ? (2 * sin(2 * .pi * 4 * time), 0, 0) : (0, 0, 0)
    })
    #expect(course.shakes().isEmpty)
  }

  @Test
  func `is none of a suspended machine, and none of samples without a value or from the past`() {
    var detector = ShakeDetector()
    func swing(_ index: Int, at time: Double) -> Bool {
      let sample = Acceleration(x: index.isMultiple(of: 2) ? 2 : -2, y: 0, z: 1)
      return detector.handle(sample, at: Instant(microseconds: Int64(time * 1e6)))
    }
    _ = detector.handle(Acceleration(x: 0, y: 0, z: 1), at: .init(microseconds: 0))
    // A gap after the third swing.
    for index in 1...3 { #expect(!swing(index, at: 0.1 * Double(index))) }
    for index in 4...6 { #expect(!swing(index, at: 1 + 0.1 * Double(index))) }
    for bad in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
      let isShake = detector.handle(Acceleration(x: bad, y: 0, z: 1), at: Instant(microseconds: 2_000_000))
      #expect(!isShake)
    }
    for index in 1...20 { #expect(!swing(index, at: 1.6 - 0.1 * Double(index))) }
    // And still it detects one.
    let shakes = (7...14).filter { swing($0, at: 1 + 0.1 * Double($0)) }
    #expect(shakes.count == 1)
  }
}

@Suite
struct `No shake` {
  @Test
  func `is a device at rest, in any position and with a noisy sensor`() {
    for angle in stride(from: 0, to: 2 * Double.pi, by: 0.3) {
      var course = Course(turn: { _ in angle })
      (course.noise, course.seconds) = (0.15, 20)
      #expect(course.shakes().isEmpty)
    }
  }

  @Test
  func `is a knock, whatever the panel rings at, nor are three`() {
    for (index, frequency) in stride(from: 15.0, through: 200, by: 7).enumerated() {
      // What is faster than half the rate, a sensor filters out.
      for (peak, rate) in [(2.0, 100.0), (4, 400), (8, 100), (8, 1000)] where 2 * frequency < rate {
        var course = Course(motion: { time in
          (0, 0, (0..<3).reduce(0) { $0 + knock(time, at: 0.5 + 0.25 * Double($1), peak: peak, ringing: frequency) })
        })
        (course.rate, course.seed) = (rate, UInt64(index))
        #expect(course.shakes().isEmpty, "ringing at \(frequency) Hz, \(peak) g, \(rate) samples/s")
      }
    }
  }

  @Test(arguments: [0.1, 0.2, 0.5, 1, 2])
  func `is a turn of the device, to and fro`(seconds: Double) {
    // Face up, upright, face up again, and over to the other side.
    let course = Course(
      turn: { time in
        let phase = min(max((time - 0.5) / seconds, 0), 3)
        return phase < 1 ? .pi / 2 * phase : phase < 2 ? .pi / 2 * (2 - phase) : -.pi / 2 * (phase - 2)
      },
      seconds: 8
    )
    #expect(course.shakes().isEmpty)
  }

  @Test(arguments: [1.6, 1.8, 2.0, 2.2])
  func `is a walk with the device in the hand`(steps: Double) {
    // Up and down with each step, with the heel's impact, and sideways with every other.
    let course = Course(
      motion: { time in
        let phase = (time * steps).truncatingRemainder(dividingBy: 1)
        let heel = 0.8 * exp(-phase * 25) * cos(2 * .pi * 12 * phase / steps)
        let step = sin(2 * .pi * steps * time)
        return (0.15 * sin(.pi * steps * time), 0.2 * step, 0.4 * step + heel)
      },
      seconds: 60
    )
    #expect(course.shakes().isEmpty)
  }

  @Test
  func `is a device that is picked up, dropped onto a table, and pushed`() {
    let course = Course(motion: { time in
      switch time {
      case 0.5..<0.8: (0, 0, 1.2)
      case 0.8..<1.1: (0, 0, -1.2)
      // It falls, and lands.
      case 1.5..<1.7: (0, 0, -1)
      case 1.7..<2.2: (0, 0, knock(time, at: 1.7, peak: 6, ringing: 40))
      case 2.4..<2.5: (1.5, 0, 0)
      case 2.5..<2.6: (-1.5, 0, 0)
      default: (0, 0, 0)
      }
    })
    #expect(course.shakes().isEmpty)
  }
}
