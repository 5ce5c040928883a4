import DeckEngine
import DeckProtocol
import Kinetics

/// What a gesture does to a stack, by its word on the page.
enum StackWinner: String, CaseIterable, Sendable {
  case opens
  case closes
  case dismisses
  case takesUp = "takes up"
  case carries
  case drops
  case putsBack = "puts back"
  case scrolls
  case scrollsDetail = "scrolls detail"
  case givesWay = "gives way"
  case slowsDown = "slows down"
  case fans
  case stops
  case holds
  case keeps
  case nothing

  /// The winner, by what is to be seen; `nil` where that is none of the words.
  init?(_ run: StackRun) {
    let winner =
      Self.told(run) ?? Self.ofCard(run) ?? Self.ofFan(run) ?? Self.ofScroll(run) ?? Self.ofStillness(run)
    guard let winner else { return nil }
    self = winner
  }

  /// What is felt of it, and of nothing else, by a deck that is felt throughout or only where a card opens (W12).
  func haptic(_ preset: Preset) -> String? {
    switch self {
    case .opens: "selection"
    case .dismisses: "light"
    case .takesUp where preset == .fan: "medium"
    case .drops where preset == .fan: "success"
    default: nil
    }
  }

  private static func told(_ run: StackRun) -> StackWinner? {
    if run.tells("card.selected") { return .opens }
    if run.tells("card.dismissed") { return run.held.shown.draggedOpen == nil ? .closes : .dismisses }
    return run.tells("card.moved") ? .drops : nil
  }

  /// What becomes of a card in the stack, or of the open one, that a finger has.
  private static func ofCard(_ run: StackRun) -> StackWinner? {
    if let before = run.before.drag {
      guard let held = run.held.shown.drag, run.end.shown.drag != nil else { return run.putsBack ? .putsBack : nil }
      return before.dx == held.dx && before.dy == held.dy ? .keeps : .carries
    }
    if run.held.shown.drag != nil { return .takesUp }
    guard let before = run.before.draggedOpen else { return nil }
    guard let held = run.held.shown.draggedOpen, run.end.shown.draggedOpen != nil else {
      return run.end.shown.cards.contains { $0.role == .open && $0.scale == 1 } ? .putsBack : nil
    }
    return before.isLike(held) ? .keeps : .carries
  }

  private static func ofFan(_ run: StackRun) -> StackWinner? {
    let (before, held, end) = (run.before.spread, run.held.shown.spread, run.end.shown.spread)
    guard before > 0 else { return held > 0 && end == 0 || held > 0 && end == held ? .fans : nil }
    if end == 0 { return .putsBack }
    return held == before ? .keeps : .fans
  }

  private static func ofScroll(_ run: StackRun) -> StackWinner? {
    guard run.held.shown.phase == .scrolling else { return nil }
    if let stretch = run.stretch {
      let isOpen = run.before.detail.map { $0.card == run.end.shown.detail?.card } ?? false
      let ways = isOpen ? [stretch.detail(isAcross: run.preset == .wallet)] : stretch.stack
      let follows = ways.contains { ($0.shown - $0.finger).magnitude < 0.01 && $0.finger != 0 }
      if follows { return isOpen ? .scrollsDetail : .scrolls }
      return ways.contains { $0.shown * $0.finger > 0 && $0.shown.magnitude < $0.finger.magnitude } ? .givesWay : nil
    }
    if run.held.shown.isLike(run.end.shown) { return run.end.shown.phase == .scrolling ? .keeps : .stops }
    return run.end.shown.phase == .rest ? .slowsDown : nil
  }

  /// What comes of a finger that moves nothing.
  private static func ofStillness(_ run: StackRun) -> StackWinner? {
    let isStill = run.pairs.allSatisfy { $0.shown.isLike(run.before) } && run.held.shown.isLike(run.before)
    let others = run.pairs + [run.held, run.end]
    if others.allSatisfy({ $0.shown.isLike($0.other) }), run.told.isEmpty, run.missed.isEmpty {
      return run.end.shown.phase == .rest ? .nothing : .keeps
    }
    guard isStill, run.told.isEmpty else { return nil }
    let moves = !run.held.other.isLike(run.before)
    if run.end.shown.isLike(run.before) { return moves && run.before.phase == .settling ? .stops : .nothing }
    return moves && run.end.shown.isLike(run.end.other) ? .holds : nil
  }
}
