import DeckEngine
import DeckProtocol
import Gestures
import Kinetics

/// A gesture in a state, beside the same deck without it: what clients see of both, and what both tell.
struct StackRun {
  /// The deck at one moment, with the gesture and without it.
  struct Pair {
    var shown: DeckFrame
    var other: DeckFrame
  }

  let preset: Preset
  /// When the gesture begins.
  let before: DeckFrame
  /// After each report of the fingers.
  private(set) var pairs: [Pair] = []
  /// The last moment before a finger leaves, or the end of a gesture that ends with its finger down.
  private(set) var held: Pair
  /// When nothing moves any more.
  private(set) var end: Pair
  /// The events and haptics that the gesture made.
  private(set) var told: [String]
  /// Those that it prevented.
  private(set) var missed: [String]
  /// The last stretch of the finger's way with what was shown at its ends; `nil` if it does not move.
  private(set) var stretch: Stretch?

  init(_ gesture: StackGesture, in state: StackState, of preset: Preset) throws {
    self.preset = preset
    let text = state.script(preset, offset: gesture.offset)
    let player = try Self.player(text, state.rawValue)
    let start = Double(player.now.microseconds) / 1000
    before = try player.shown()
    let past = player.told
    let other = player.copy()
    held = Pair(shown: before, other: before)
    end = held

    func pair() throws -> Pair { try Pair(shown: player.shown(), other: other.shown()) }
    func pass(to time: Double) throws {
      try player.play(.init(line: 0, time: time, action: .wait))
      try other.play(.init(line: 0, time: time, action: .wait))
    }
    var moves: [(place: Point, pair: Pair)] = []
    let frames = gesture.frames(in: state, at: player.now)
    for frame in frames {
      let time = Double(frame.time.microseconds) / 1000
      try pass(to: time)
      if frame.isLeaving { held = try pair() }
      try player.play(.init(line: 0, time: time, action: .touch(frame.contacts)))
      let now = try pair()
      pairs.append(now)
      let first = frame.contacts.first { $0.id == ContactID(0) && $0.phase == .moved }
      if let first { moves.append((first.position, now)) }
    }
    if !frames.contains(where: \.isLeaving) {
      if gesture == .press { try pass(to: start + 600) }
      held = try pair()
    }
    if let last = moves.last, let from = moves.dropLast(2).last {
      stretch = Stretch(way: last.place - from.place, from: from.pair, to: last.pair)
    }
    try player.play(.init(line: 0, time: .infinity, action: .end(shows: false)))
    try other.play(.init(line: 0, time: .infinity, action: .end(shows: false)))
    end = Pair(shown: try player.shown(), other: try other.shown())
    told = Self.difference(Self.difference(player.told, past), Self.difference(other.told, past))
    missed = Self.difference(other.told, player.told)
  }

  /// A deck that has been brought into a state.
  static func player(_ script: String, _ name: String) throws -> DeckPlayer {
    let script = try DeckScript(script, file: name)
    guard let scene = script.cases.first?.scene else { throw DeckPlayerError.noFrame }
    let player = try DeckPlayer(scene, 0)
    for step in script.cases.flatMap(\.steps) { try player.play(step) }
    return player
  }

  /// What of `words` is not in `others`, each as often as it is there.
  private static func difference(_ words: [String], _ others: [String]) -> [String] {
    var others = others
    return words.filter { word in
      guard let place = others.firstIndex(of: word) else { return true }
      others.remove(at: place)
      return false
    }
  }
}

extension TouchFrame {
  /// Whether a finger is gone after it.
  fileprivate var isLeaving: Bool { contacts.contains { $0.phase == .up || $0.phase == .cancelled } }
}
