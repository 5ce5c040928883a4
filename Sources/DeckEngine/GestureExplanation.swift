package import DeckProtocol
package import Gestures
package import Kinetics
import MessageText

/// What a touch did and why; produced while `Engine.explains` is set.
package struct GestureExplanation: Hashable, Sendable {
  /// What is explained.
  package enum Subject: Hashable, Sendable {
    /// A recognizer began, ended, failed or was cancelled.
    case verdict(GestureArena.Report)
    /// A finger released a card of a swipe deck, or the swipe that it began was concluded.
    case swipe(Release, SwipeConclusion)
    /// A finger released what it moved in a stack.
    case stack(StackRelease)
    /// A gesture that the finger cannot make, or that did nothing.
    case suppressed(SuppressedGesture)
    /// The finger came down and no deck follows it.
    case ignored(IgnoredContact)
    /// A gesture of the surface began, was performed, or was not made.
    case surfaceGesture(SurfaceGesture, SurfaceGestureReport.Phase)
    /// The finger did not move for this long, and lost the deck to the next one.
    case stuck(seconds: Double)
  }

  /// The result of a swipe.
  package enum SwipeConclusion: Hashable, Sendable {
    case decided
    case awaitsDelegate
    case reset(DeckEvent.Reset.Reason)
    /// The card's own `swipeable` is false.
    case notSwipeable
  }

  /// The result of a touch on a stack.
  package enum StackRelease: Hashable, Sendable {
    /// The stack, or the content of its open card, was released at a velocity in pt/s, by a distance in points beyond
    /// its end.
    case scroll(velocity: Double, beyond: Double)
    /// A carousel was released at a velocity in pt/s, and settles on a card.
    case settle(velocity: Double, card: String)
    /// The cards that a pinch parted close up, from `spread` points each.
    case pinch(spread: Double)
    /// A card was dropped.
    case drop(from: Int, to: Int)
    /// The open card was pulled down by `distance` points; more than `threshold` close it.
    case dismissal(distance: Double, threshold: Double, isClosed: Bool)
    /// The touch was cancelled, and what the finger moved returns.
    case cancelled
  }

  /// A gesture that a finger cannot make, or that does nothing, and why.
  package enum SuppressedGesture: Hashable, Sendable {
    /// A drag: the card, or the delegate, does not permit it.
    case immovable
    /// A tap: there is no card where the finger came down.
    case noCard
    /// A tap: it stopped a card that was moving.
    case caught
    /// A tap: it stopped a stack that was moving.
    case stopped
    /// A tap: the card is open, and a tap does not close it; a drag down may.
    case open(closesByDrag: Bool)
    /// A tap: it came too soon after a card was dropped.
    case afterDrop(seconds: Double)
  }

  /// The reason that no deck follows a finger.
  package enum IgnoredContact: Hashable, Sendable {
    /// The filter of palms and noise rejected it.
    case filtered(TouchFilter.Rejection)
    /// Another finger owns the deck.
    case owned(by: ContactID)
    /// It came down where no deck has a card that takes touches.
    case besideTheCard
    /// The deck has not yet appeared.
    case appearing
    /// libinput does not report it: its slot still has the palm before it as its tool (`MT_TOOL_PALM`).
    case afterPalm
  }

  package var time: Instant
  package var contact: ContactID
  package var surface: String
  /// Where the contact is, in points of the surface.
  package var position: Point
  package var deck: String?
  package var card: String?
  package var subject: Subject
}

extension GestureExplanation {
  /// Why nothing is known of a contact that comes down on a surface after a palm.
  package static func afterPalm(_ contact: Contact, on surface: String, at time: Instant) -> GestureExplanation {
    LastTouch(contact.id, at: contact.position, on: surface).explanation(.ignored(.afterPalm), deck: nil, at: time)
  }

  /// The explanation as clients receive it.
  package var note: Explanation {
    Explanation(
      time: time.microseconds,
      contact: contact.rawValue,
      surface: surface,
      x: position.x,
      y: position.y,
      deck: deck,
      card: card,
      recognizer: recognizer,
      outcome: outcome,
      reason: reason,
      measure: measure.map { .init(measured: $0.measured, threshold: $0.threshold, unit: $0.unit) }
    )
  }

  /// The line of the daemon's log; `nil` for an explanation that goes to its subscribers alone.
  package var logged: String? {
    guard case .stuck = subject, let reason else { return nil }
    let place = "\(rounded(position.x)), \(rounded(position.y))"
    return "contact \(contact.rawValue) at (\(place)) of surface \(surface) \(reason)"
  }

  /// The recognizer's name in reports; `nil` if the contact is ignored, or if the deck decided.
  private var recognizer: String? {
    switch subject {
    case .verdict(let report): report.name.map { "\($0):\(report.kind)" } ?? "\(report.kind)"
    case .suppressed(.immovable): "\(GestureKind.drag)"
    case .suppressed: "\(GestureKind.tap)"
    case .surfaceGesture(let gesture, _): "\(gesture.name):\(gesture.kind.rawValue)"
    case .swipe, .stack, .ignored, .stuck: nil
    }
  }

  private var outcome: Explanation.Outcome {
    switch subject {
    case .verdict(let report):
      switch report.transition {
      case .unchanged, .changed: .changed
      case .began: .won
      case .ended: report.kind.isContinuous ? .ended : .won
      case .failed(.lost): .lost
      case .failed: .failed
      case .cancelled: .cancelled
      }
    case .swipe, .stack: .released
    case .suppressed: .suppressed
    case .ignored: .ignored
    case .stuck: .cancelled
    case .surfaceGesture(_, let phase):
      switch phase {
      case .began: .won
      case .changed: .changed
      case .performed: .ended
      case .cancelled: .cancelled
      case .failed(.lost): .lost
      case .failed: .failed
      }
    }
  }

  /// The reason in words, with its figures; `nil` if there is none.
  private var reason: String? {
    switch subject {
    case .ignored(let reason): reason.description
    case .suppressed(let gesture): gesture.description
    case .stuck(let seconds):
      "did not move for \(Int(seconds)) s (touch.stuckAfter), and lost the deck to another finger"
    case .surfaceGesture(_, .failed(let failure)), .surfaceGesture(_, .cancelled(_, let failure)): "\(failure)"
    case .surfaceGesture: nil
    case .swipe(let release, let conclusion): release.text(conclusion)
    case .stack(let release): release.description
    case .verdict(let report):
      switch report.transition {
      case .failed(let failure): "\(failure)"
      case .began: report.grounds.map { "\($0)" }
      case .ended: report.kind.isContinuous ? nil : report.grounds.map { "\($0)" }
      case .unchanged, .changed, .cancelled: nil
      }
    }
  }

  /// The figure that decided; `nil` if none did.
  private var measure: GestureMeasure? {
    switch subject {
    case .verdict(let report):
      switch report.transition {
      case .failed(let failure): failure.measure
      case .began: report.grounds?.measure
      case .ended: report.kind.isContinuous ? nil : report.grounds?.measure
      case .unchanged, .changed, .cancelled: nil
      }
    case .swipe(let release, _): GestureMeasure(measured: release.progress, threshold: release.threshold, unit: "")
    case .stack(.dismissal(let distance, let threshold, _)):
      GestureMeasure(measured: distance, threshold: threshold, unit: "pt")
    case .stack, .suppressed, .ignored, .stuck, .surfaceGesture: nil
    }
  }
}

extension Release {
  /// Describes how the card was released, and the result.
  fileprivate func text(_ conclusion: GestureExplanation.SwipeConclusion) -> String {
    let (reached, needed) = Self.figures(progress, threshold)
    // A finger that moved across the allowed directions heads for none.
    let heading = direction.flatMap { reached == "0" ? nil : " \($0.meaning)" } ?? ""
    var place = direction == nil ? "in the dead zone" : "at \(reached) of \(needed)\(heading)"
    if farthest - progress > 0.05 { place += ", after \(rounded(farthest))" }
    let released = "released \(place)"
    switch conclusion {
    case .decided where progress < threshold: return "\(released), flung: decided"
    case .decided: return "\(released): decided"
    case .awaitsDelegate: return "\(released): waits for the delegate"
    case .notSwipeable: return "\(released): the card is not swipeable"
    case .reset(.distance): return direction == nil ? released : "\(released): not far enough"
    case .reset(.back): return "\(released): on the way back"
    case .reset(.direction):
      return "\(released): direction \(direction.map(\.rawValue) ?? "") is not allowed"
    case .reset(.round): return "\(released): the round is loading"
    case .reset(.delegate): return "\(released): the delegate does not permit it"
    case .reset(.cancelled): return "the touch was cancelled \(place)"
    case .reset(.caught): return "\(released), but taken up again before the delegate answered"
    }
  }
}

extension Release {
  /// Formats both figures with as many decimals as it takes to distinguish them, at least two.
  private static func figures(_ progress: Double, _ threshold: Double) -> (String, String) {
    let scales = [1e2, 1e3, 1e4, 1e5, 1e6]
    let scale = scales.first { rounded(progress, scale: $0) != rounded(threshold, scale: $0) } ?? scales[0]
    return (rounded(progress, scale: scale), rounded(threshold, scale: scale))
  }
}

extension GestureExplanation.StackRelease: CustomStringConvertible {
  package var description: String {
    switch self {
    case .scroll(_, let beyond) where beyond > 0: "released \(rounded(beyond)) pt beyond the end: returns"
    case .scroll(let velocity, _): "released at \(rounded(velocity.magnitude)) pt/s along the stack"
    case .settle(let velocity, let card):
      "released at \(rounded(velocity.magnitude)) pt/s: settles on \(truncatedQuote(card))"
    case .pinch(let spread): "released with the cards \(rounded(spread)) pt apart: they close up"
    case .drop(let from, let to) where from == to: "dropped at its own index, \(to)"
    case .drop(let from, let to): "dropped at index \(to), from \(from)"
    case .dismissal(let distance, let threshold, let isClosed):
      "pulled \(rounded(distance)) pt, more than \(rounded(threshold)) close it: \(isClosed ? "closes" : "returns")"
    case .cancelled: "the touch was cancelled"
    }
  }
}

extension GestureExplanation.SuppressedGesture: CustomStringConvertible {
  package var description: String {
    switch self {
    case .immovable: "the card may not be dragged: its \"draggable\", or the delegate, says so"
    case .caught: "the touch only stopped the moving card"
    case .stopped: "the touch only stopped the moving stack"
    case .noCard: "no card is there"
    case .open(let closesByDrag):
      "a tap does not close an open card; \(closesByDrag ? "a drag down, or deck.dismiss, does" : "deck.dismiss does")"
    case .afterDrop(let seconds): "taps are ignored for \(rounded(seconds)) s after a card was dropped"
    }
  }
}

extension GestureExplanation.IgnoredContact: CustomStringConvertible {
  package var description: String {
    switch self {
    case .filtered(let rejection): rejection.description
    case .owned(let owner): "contact \(owner.rawValue) has the deck"
    case .besideTheCard: "no card there takes touches"
    case .appearing: "the deck is still appearing"
    case .afterPalm: "libinput takes it for the palm before it (MT_TOOL_PALM), and reports nothing of it"
    }
  }
}

extension GestureKind {
  /// Whether the gesture begins before it ends.
  fileprivate var isContinuous: Bool {
    switch self {
    case .longPress, .drag, .pinch: true
    case .tap, .fling: false
    }
  }
}

/// Formats a figure with at most two decimals.
private func rounded(_ number: Double, scale: Double = 100) -> String {
  SettingText.number((number * scale).rounded() / scale)
}
