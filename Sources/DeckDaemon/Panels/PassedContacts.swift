package import Gestures
package import Kinetics

/// The contacts of a panel that other programs receive: each as a whole, or until a gesture takes it.
///
/// A contact that a gesture may take is held back until that is decided, but not longer than `longestHold`.
package struct PassedContacts {
  /// Says who has a contact that `isNew`, or that was undecided so far.
  package typealias Claim = (_ contact: ContactID, _ isNew: Bool) -> ContactClaim

  /// How long a contact is held back at most: 0.05 s.
  ///
  /// Source: half of what a person takes for immediate, 0.1 s (Miller, 1968), and within it most fingers of one hand
  /// come down. UIKit's scroll views hold touches back for 0.15 s.
  package static let longestHold = 0.05

  private var passages: [Passage] = []
  private var changes: [Contact] = []

  package init() {}

  /// Whether a gesture may take any.
  package var isUndecided: Bool { passages.contains { $0.stage != .passed(isUndecided: false) } }

  /// When `follow` must be called, with or without a frame.
  package var deadline: Instant? {
    passages.reduce(nil) { earliest, passage in
      if case .held(let due) = passage.stage { .earlier(earliest, due) } else { earliest }
    }
  }

  /// Returns what other programs receive at `now`, in order: what the frame reports, if there is one, and what was held
  /// back.
  package mutating func follow(_ frame: TouchFrame?, at now: Instant, claim: Claim) -> [Contact] {
    changes.removeAll(keepingCapacity: true)
    for contact in frame?.contacts ?? [] { record(contact) }
    var left = 0
    for index in passages.indices where passages[index].advance(to: now, claim, into: &changes) {
      passages.swapAt(left, index)
      left += 1
    }
    passages.removeLast(passages.count - left)
    return changes
  }

  private mutating func record(_ contact: Contact) {
    let index = passages.firstIndex { $0.latest.id == contact.id }
    switch contact.phase {
    case .down:
      if let index { passages.remove(at: index).giveWay(into: &changes) }
      passages.append(Passage(down: contact, latest: contact))
    case .moved, .up, .cancelled:
      guard let index, !passages[index].isEnded else { break }
      passages[index].latest = contact
      passages[index].isReported = true
    case .stationary: break
    }
  }
}

/// A contact on its way to other programs.
private struct Passage {
  enum Stage: Equatable {
    /// It came down in this frame.
    case new
    /// No program has received it.
    case held(until: Instant)
    /// Other programs have received it; a gesture may take it still if it is undecided.
    case passed(isUndecided: Bool)
  }

  let down: Contact
  /// As it was reported last.
  var latest: Contact
  /// Whether `latest` is of this frame.
  var isReported = true
  private(set) var stage = Stage.new

  init(down: Contact, latest: Contact) { (self.down, self.latest) = (down, latest) }

  var isEnded: Bool { latest.phase == .up || latest.phase == .cancelled }

  /// Passes on what is new.
  ///
  /// - Returns: whether anything may follow.
  mutating func advance(to now: Instant, _ claim: PassedContacts.Claim, into changes: inout [Contact]) -> Bool {
    defer { isReported = false }
    let claim = stage == .passed(isUndecided: false) ? .free : claim(down.id, stage == .new)
    switch (stage, claim) {
    case (.new, .taken), (.held, .taken): return false
    case (.passed, .taken):
      cancel(into: &changes)
      return false
    case (.new, .undecided):
      stage = .held(until: now.advanced(bySeconds: PassedContacts.longestHold))
      return latest.phase != .cancelled
    case (.held(let due), .undecided) where now < due: return latest.phase != .cancelled
    case (.new, _), (.held, _): release(into: &changes)
    case (.passed, _): if isReported { changes.append(latest) }
    }
    stage = .passed(isUndecided: claim == .undecided)
    return !isEnded
  }

  /// Ends where its slot has another contact: a tap that is held back is passed on, and a down without an up before it
  /// cancels what had the slot.
  func giveWay(into changes: inout [Contact]) {
    if case .passed = stage { cancel(into: &changes) } else if isEnded { release(into: &changes) }
  }

  /// Passes on all that the contact has done.
  private func release(into changes: inout [Contact]) {
    guard latest.phase != .cancelled else { return }
    changes.append(down)
    if latest.position != down.position {
      changes.append(Contact(id: down.id, phase: .moved, position: latest.position))
    }
    if latest.phase == .up { changes.append(latest) }
  }

  private func cancel(into changes: inout [Contact]) {
    changes.append(Contact(id: down.id, phase: .cancelled, position: latest.position))
  }
}
