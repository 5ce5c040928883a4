package import Gestures
package import Kinetics

/// A generated touch: fingers that go down, follow a trajectory and lift, once or several times.
///
/// Every report is a whole number of intervals after the first, so the panel's rate is kept exactly; times are
/// rounded to whole reports. The lift is reported one interval after the last position.
package struct SyntheticTouch: Hashable, Sendable {
  /// The trajectory of the finger, or of the middle of several.
  package var way: FingerTrajectory
  package var pace = SpeedProfile.even
  /// The fingers that follow it.
  package var fingers = FingerRow.single
  /// Seconds from the start to the end of the trajectory, without a hesitation's pause.
  package var duration: Double
  /// Seconds that the fingers stay where they came down before they move.
  package var press = 0.0
  /// Seconds that the fingers stay at the end of the trajectory before they are lifted.
  package var hold = 0.0
  /// Reports per second.
  package var rate: Double
  /// The standard deviation of reported positions along each axis, in points.
  package var noise = 0.0
  /// The seed of the noise.
  package var seed: UInt64 = 1
  /// How often the touch is repeated in total.
  package var count = 1
  /// Seconds from a lift to the next down.
  package var gap = 0.0

  /// One finger that follows `way` in `duration` seconds, on a panel that reports `rate` times per second.
  package init(_ way: FingerTrajectory, duration: Double, rate: Double) {
    self.way = way
    self.duration = duration
    self.rate = rate
  }

  /// The panel's reports, in points; the first down is at time 0.
  package var frames: [TouchFrame] {
    let paths = (0..<fingers.count).map(path)
    var noise = PositionNoise(deviation: noise, seed: seed)
    return paths[0].frames.indices.map { index in
      noise.add(
        to: TouchFrame(time: paths[0].frames[index].time, contacts: paths.flatMap { $0.frames[index].contacts })
      )
    }
  }

  /// The touch as recorded by a synthetic panel called `name`, which covers `surface`.
  package func recording(by name: String, on surface: Size) throws(RecordingError) -> Recording {
    let panel = try DeviceDescription(madeUp: name, surface: surface)
    let frames = frames.map { frame in
      var frame = frame
      for index in frame.contacts.indices {
        frame.contacts[index].position.x /= surface.width
        frame.contacts[index].position.y /= surface.height
      }
      return frame
    }
    return Recording(frames, by: panel)
  }

  /// The first position of a finger outside `surface`, without noise.
  package func place(outside surface: Size) -> (finger: Int, place: Point, time: Instant)? {
    var exact = self
    (exact.noise, exact.count) = (0, 1)
    for frame in exact.frames {
      for contact in frame.contacts
      where !(0...surface.width).contains(contact.position.x) || !(0...surface.height).contains(contact.position.y) {
        return (contact.id.rawValue, contact.position, frame.time)
      }
    }
    return nil
  }

  private func path(of finger: Int) -> FingerPath {
    var path = FingerPath(
      contact: finger,
      down: point(of: finger, after: 0),
      at: Instant(microseconds: 0),
      rate: rate
    )
    for index in 0..<count {
      if index > 0 {
        path.hold(seconds(max(reports(in: gap), 1)))
        path.down(on: point(of: finger, after: 0))
      }
      stay(press, &path)
      travel(finger, along: &path)
      stay(hold, &path)
      path.hold(seconds(1))
      path.lift()
    }
    return path
  }

  private func travel(_ finger: Int, along path: inout FingerPath) {
    guard way.start != way.end || fingers.pinch != 1 else { return stay(duration, &path) }
    let total = max(reports(in: duration), 1)
    func move(from first: Int, to last: Int) {
      path.move(in: seconds(last - first)) { part in
        let time = (Double(first) + part * Double(last - first)) / Double(total)
        return point(of: finger, after: pace.progress(after: time))
      }
    }
    if case .hesitating(let pause) = pace, total > 1 {
      move(from: 0, to: total / 2)
      stay(pause, &path)
      move(from: total / 2, to: total)
    } else {
      move(from: 0, to: total)
    }
  }

  /// Keeps a finger at its position, which a panel without noise does not report.
  private func stay(_ time: Double, _ path: inout FingerPath) {
    let count = reports(in: time)
    if noise > 0, count > 0 { path.stay(seconds(count)) } else { path.hold(seconds(count)) }
  }

  private func point(of finger: Int, after part: Double) -> Point {
    fingers.point(of: finger, on: way, after: part)
  }

  /// The number of intervals nearest to a time.
  private func reports(in time: Double) -> Int {
    Int((time * rate).rounded())
  }

  private func seconds(_ reports: Int) -> Double {
    Double(reports) / rate
  }
}
