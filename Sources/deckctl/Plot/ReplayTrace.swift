import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures

/// What happens in a replay, over time: the fingers, the cards that they touch, verdicts and events.
struct ReplayTrace {
  /// A finger from down to up; times in seconds, positions in points.
  struct Stroke {
    var contact: Int
    var points: [(time: Double, x: Double, y: Double)]

    var start: Double { points.first?.time ?? 0 }
    var end: Double { points.last?.time ?? 0 }
  }

  /// A card that was touched, by its way from where it was when the finger came down.
  struct Track {
    var card: String
    var points: [(time: Double, x: Double, y: Double)]
  }

  private(set) var strokes: [Stroke] = []
  private(set) var tracks: [Track] = []
  /// How close a card was to a decision.
  private(set) var decision: [(time: Double, progress: Double)] = []
  /// How far a card was open.
  private(set) var opening: [(time: Double, progress: Double)] = []
  private(set) var verdicts: [Explanation] = []
  private(set) var events: [DeckEvent] = []
  /// The time of the last thing that moved.
  private(set) var end = 0.0

  /// Plays `frames`.
  init(_ replay: inout Replay, _ frames: [TouchFrame]) {
    var (pictures, verdicts): ([DeckFrame], [Explanation]) = ([], [])
    replay.run(frames, explaining: { verdicts.append($0.note) }) { notification in
      switch notification {
      case .touch(let note): take(note)
      case .frame(let frame): pictures.append(frame)
      case .event(let event): events.append(event)
      default: break
      }
    }
    self.verdicts = verdicts
    for frame in pictures { take(frame) }
    tracks = touchedCards.compactMap { card, start in Self.track(of: card, from: start, in: pictures) }
    let last = [pictures.last?.time, events.last?.time, verdicts.last?.time].compactMap(\.self).max()
    end = max(Self.seconds(last ?? 0), strokes.map(\.end).max() ?? 0)
  }

  static func seconds(_ microseconds: Int64) -> Double { Double(microseconds) / 1e6 }

  private mutating func take(_ note: TouchNote) {
    let time = Self.seconds(note.time)
    for contact in note.contacts {
      if contact.phase == .down { strokes.append(Stroke(contact: contact.id, points: [])) }
      guard let place = strokes.lastIndex(where: { $0.contact == contact.id }) else { continue }
      strokes[place].points.append((time, contact.x, contact.y))
    }
  }

  private mutating func take(_ frame: DeckFrame) {
    let time = Self.seconds(frame.time)
    if let progress = frame.overlay?.progress ?? frame.drag?.progress {
      decision.append((time, progress))
    } else if let last = decision.last, last.progress.isFinite {
      // Nothing approaches a decision: the line ends on the ground.
      decision += [(time, 0), (time, .nan)]
    }
    if let detail = frame.detail { opening.append((time, detail.progress)) }
  }

  /// The cards that verdicts are about, each with the time when a finger came down on it.
  private var touchedCards: [(card: String, start: Double)] {
    var touched: [(card: String, start: Double)] = []
    for verdict in verdicts {
      guard let card = verdict.card, !touched.contains(where: { $0.card == card }) else { continue }
      let time = Self.seconds(verdict.time)
      let down = strokes.last { $0.contact == verdict.contact && $0.start <= time }?.start ?? time
      touched.append((card, down))
    }
    return touched
  }

  private static func track(of card: String, from start: Double, in frames: [DeckFrame]) -> Track? {
    var points: [(time: Double, x: Double, y: Double)] = []
    var origin: (x: Double, y: Double)?
    for frame in frames {
      guard let place = frame.cards.first(where: { $0.id == card }) else { continue }
      let time = seconds(frame.time)
      // Where it was before the finger, also in a frame of an earlier motion.
      if time <= start || origin == nil { origin = (place.x, place.y) }
      guard time >= start, let origin else { continue }
      if points.isEmpty { points.append((start, 0, 0)) }
      points.append((time, place.x - origin.x, place.y - origin.y))
    }
    return points.isEmpty ? nil : Track(card: card, points: points)
  }
}
