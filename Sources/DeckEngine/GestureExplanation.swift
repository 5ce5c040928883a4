package import DeckProtocol
package import Gestures
package import Kinetics

/// Why a recognizer won or lost a finger, or why a finger was ignored; made where `Engine.explains` asks for it.
package struct GestureExplanation: Hashable, Sendable {
  /// What is explained.
  package enum Subject: Hashable, Sendable {
    /// A recognizer began, ended, failed or was cancelled.
    case verdict(GestureArena.Report)
    /// The finger came down and nobody follows it.
    case ignored(IgnoredContact)
    /// No drag can come of the finger: its card, or the delegate, says that it may not be dragged.
    case immovable
  }

  /// Why nobody follows a finger.
  package enum IgnoredContact: Hashable, Sendable {
    /// The filter of palms and noise refused it.
    case filtered(TouchFilter.Rejection)
    /// Another finger owns the deck.
    case owned(by: ContactID)
    /// It came down beside the front card, or the deck has run out.
    case besideTheCard
    /// The deck has not yet appeared.
    case appearing
  }

  package var time: Instant
  package var contact: ContactID
  package var surface: String
  package var deck: String?
  package var card: String?
  package var subject: Subject
}

extension GestureExplanation {
  /// The explanation as clients get it.
  package var note: Explanation {
    Explanation(
      time: time.microseconds,
      contact: contact.rawValue,
      surface: surface,
      deck: deck,
      card: card,
      recognizer: recognizer,
      outcome: outcome,
      reason: reason,
      measure: measure.map { .init(measured: $0.measured, threshold: $0.threshold, unit: $0.unit) }
    )
  }

  /// The recognizer as reports name it; `nil` where the contact was ignored.
  package var recognizer: String? {
    if subject == .immovable { return "\(GestureKind.drag)" }
    guard case .verdict(let report) = subject else { return nil }
    return report.name.map { "\($0):\(report.kind)" } ?? "\(report.kind)"
  }

  /// One word for what happened: `won`, `ended`, `failed`, `lost`, `cancelled`, `ignored`.
  package var outcome: String {
    if subject == .immovable { return "failed" }
    guard case .verdict(let report) = subject else { return "ignored" }
    return switch report.transition {
    case .unchanged, .changed: "changed"
    case .began: "won"
    case .ended: report.kind.goesOn ? "ended" : "won"
    case .failed(.lost): "lost"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  /// The reason in words, with its figures; `nil` where there is nothing to add.
  package var reason: String? {
    switch subject {
    case .ignored(let reason): reason.description
    case .immovable: "the card may not be dragged: its \"draggable\", or the delegate, says so"
    case .verdict(let report):
      switch report.transition {
      case .failed(let failure): "\(failure)"
      case .began: report.grounds.map { "\($0)" }
      case .ended: report.kind.goesOn ? nil : report.grounds.map { "\($0)" }
      case .unchanged, .changed, .cancelled: nil
      }
    }
  }

  /// The figure that decided; `nil` where none did.
  package var measure: GestureMeasure? {
    guard case .verdict(let report) = subject else { return nil }
    return switch report.transition {
    case .failed(let failure): failure.measure
    case .began: report.grounds?.measure
    case .ended: report.kind.goesOn ? nil : report.grounds?.measure
    case .unchanged, .changed, .cancelled: nil
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
    }
  }
}

extension GestureKind {
  /// Whether the gesture begins before it ends.
  fileprivate var goesOn: Bool {
    switch self {
    case .longPress, .drag, .pinch: true
    case .tap, .fling: false
    }
  }
}
