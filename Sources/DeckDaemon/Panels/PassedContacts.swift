package import Gestures
package import Kinetics

/// The contacts of a panel that other programs receive: each as a whole, or until a gesture takes it.
///
/// Where a gesture may take a contact, its down and its lift are each held back until that is decided, but not longer
/// than `longestHold`.
package struct PassedContacts {
  /// Says who has a contact that `isNew`, or that was undecided so far.
  package typealias Claim = (_ contact: ContactID, _ isNew: Bool) -> ContactClaim

  /// How long a down or a lift is held back at most: 0.05 s.
  ///
  /// Source: half of what a person takes for immediate, 0.1 s (Miller, 1968), and within it most fingers of one hand
  /// come down. UIKit's scroll views hold touches back for 0.15 s.
  package static let longestHold = 0.05

  private var passages: [Passage] = []
  private var changes: [Contact] = []

  package init() {}

  /// Whether the next `follow` may change what other programs have, also without a frame.
  package var isUndecided: Bool { passages.contains { $0.stage != .passed(isUndecided: false) } }

  /// When `follow` must be called, with or without a frame.
  package var deadline: Instant? {
    passages.reduce(nil) { earliest, passage in
      switch passage.stage {
      case .held(let due), .lifting(let due): .earlier(earliest, due)
      case .new, .passed: earliest
      }
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
      passages.append(Passage(down: contact))
    case .moved, .up, .cancelled:
      guard let index, !passages[index].isEnded else { break }
      passages[index].latest = contact
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
    /// Other programs have received all but its lift, so that a gesture may cancel it still.
    case lifting(until: Instant)
  }

  let down: Contact
  /// As it was reported last.
  var latest: Contact { didSet { isReported = true } }
  /// Whether `latest` is of this frame.
  var isReported = true
  private(set) var stage = Stage.new
  /// When its lift was reported.
  private var lifted: Instant?

  init(down: Contact) { (self.down, latest) = (down, down) }

  var isEnded: Bool { latest.phase == .up || latest.phase == .cancelled }

  /// Passes on what is new.
  ///
  /// - Returns: whether anything may follow.
  mutating func advance(to now: Instant, _ claim: PassedContacts.Claim, into changes: inout [Contact]) -> Bool {
    defer { isReported = false }
    if isReported, latest.phase == .up { lifted = now }
    let claim = stage == .passed(isUndecided: false) ? .free : claim(down.id, stage == .new)
    switch (stage, claim) {
    case (.new, .taken), (.held, .taken): return false
    case (.passed, .taken), (.lifting, .taken):
      cancel(into: &changes)
      return false
    case (.new, .undecided):
      stage = .held(until: now.advanced(bySeconds: PassedContacts.longestHold))
      return latest.phase != .cancelled
    case (.held(let due), .undecided) where now < due: return latest.phase != .cancelled
    case (.lifting(let due), .undecided) where now < due: return true
    case (.new, _), (.held, _):
      guard latest.phase != .cancelled else { return false }
      release(into: &changes)
    case (.passed, _): if isReported, latest.phase != .up { changes.append(latest) }
    case (.lifting, _): break
    }
    guard let lifted else {
      stage = .passed(isUndecided: claim == .undecided)
      return latest.phase != .cancelled
    }
    let due = lifted.advanced(bySeconds: PassedContacts.longestHold)
    if claim == .undecided, now < due {
      stage = .lifting(until: due)
      return true
    }
    changes.append(latest)
    return false
  }

  /// Ends where its slot has another contact: a tap that is held back is passed on, and a down without an up before it
  /// cancels what had the slot.
  func giveWay(into changes: inout [Contact]) {
    switch stage {
    case .new, .held:
      guard latest.phase == .up else { break }
      release(into: &changes)
      changes.append(latest)
    case .lifting: changes.append(latest)
    case .passed: cancel(into: &changes)
    }
  }

  /// Passes on all that the contact has done but its lift; its way is one step, since all is of one moment now.
  private func release(into changes: inout [Contact]) {
    changes.append(down)
    if latest.position != down.position {
      changes.append(Contact(id: down.id, phase: .moved, position: latest.position))
    }
  }

  private func cancel(into changes: inout [Contact]) {
    changes.append(Contact(id: down.id, phase: .cancelled, position: latest.position))
  }
}
