import DeckEngine
import Gestures
import Kinetics

extension RandomSession {
  /// Returns the least of the session that fails in the same way: without any one of its entries it passes.
  ///
  /// `check` returns what is wrong with an engine, in words whose figures may differ from one failure to the next.
  /// Delta debugging (Zeller and Hildebrandt, 2002): parts are left out as long as what is left fails, and the parts
  /// become smaller, down to single entries.
  func shrunk(_ check: (borrowing WatchedEngine) -> String?) throws -> RandomSession {
    guard let kind = try firstFinding(check).map(Self.kind) else { return self }
    func fails(_ session: RandomSession) throws -> Bool { try session.firstFinding(check).map(Self.kind) == kind }
    var (least, size) = (self, max(entries.count / 2, 1))
    while true {
      var (start, isSmaller) = (0, false)
      while start < least.entries.count {
        var candidate = least
        candidate.entries.removeSubrange(start..<min(start + size, least.entries.count))
        if try fails(candidate) {
          (least, isSmaller) = (candidate, true)
        } else {
          start += size
        }
      }
      if size == 1, !isSmaller { break }
      if size > 1 { size = (size + 1) / 2 }
    }
    least = least.withKnownFingers
    for simplified in [least.withoutLateTouches, least.withWholePoints] where try fails(simplified) {
      least = simplified
    }
    return least
  }

  /// A finding without its figures.
  private static func kind(of finding: String) -> String { finding.filter { !$0.isNumber && !"-.+e".contains($0) } }

  private var withoutLateTouches: RandomSession {
    mapTouches { frame, time in frame.time = time }
  }

  private var withWholePoints: RandomSession {
    mapTouches { frame, _ in
      for place in frame.contacts.indices {
        let position = frame.contacts[place].position
        frame.contacts[place].position = Point(x: position.x.rounded(), y: position.y.rounded())
      }
    }
  }

  private func mapTouches(_ change: (inout TouchFrame, Instant) -> Void) -> RandomSession {
    var session = self
    for place in entries.indices {
      guard case .input(.touches(var frame, let surface)) = entries[place].event else { continue }
      change(&frame, entries[place].time)
      session.entries[place].event = .input(.touches(frame, surface: surface))
    }
    return session
  }
}
