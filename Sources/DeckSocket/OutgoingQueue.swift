/// The output queued for one client: lines in order, and only the newest frame of each key.
///
/// Lines (replies, events, motions) are never dropped and never reordered. Each key has one slot for a frame, in which
/// a newer frame replaces an older one, and which is written only when no line is queued: a frame never overtakes a
/// line that was queued before it, and a line queued after it may be written first. A client that falls behind
/// therefore receives every line and then the newest frames. A line or frame that was partly written is finished first.
///
/// Lines with one cause form a batch: however many there are, a client that had read what came before
/// them gets them all. A client is over the limit if it has more than `limit` bytes of earlier batches unread, so the
/// queue never exceeds the limit and two batches.
package struct OutgoingQueue: Sendable {
  /// Identifies frames of which only the newest is kept: those of one deck.
  package struct FrameKey: Hashable, Sendable {
    package var rawValue: Int

    /// The key with this number.
    package init(_ rawValue: Int) {
      self.rawValue = rawValue
    }
  }

  /// The result of appending a line.
  package enum Outcome: Hashable, Sendable {
    case queued
    /// More than the limit of earlier batches is queued: the line was not queued, and the client must be disconnected.
    case overflow
  }

  private struct Frame: Sendable {
    var key: FrameKey
    var bytes: [UInt8]
  }

  private struct Line: Sendable {
    var bytes: [UInt8] = []
    /// Whether other queues have the same bytes, so that this one holds next to nothing.
    var isShared = false
  }

  /// The default limit on a client's queued lines: 1 MiB.
  package static let defaultLimit = 1 << 20

  /// Short lines are written together up to this many bytes: a line is some hundred, a call some microseconds.
  private static let share = 1 << 14

  /// The capacity, in lines, that is kept when all are written: more than are queued at once while a finger moves.
  private static let keptRoom = 64

  /// The maximum of queued bytes of earlier batches when a line is added, the one being written included.
  package let limit: Int

  /// Queued bytes of lines, the rest of the one being written included.
  package private(set) var lineBytes = 0

  /// The bytes that are held for this queue alone: of lines that it does not share with others.
  package private(set) var ownBytes = 0

  /// The batch of the newest line, and how many queued bytes precede that batch.
  private var batch: UInt64 = 0
  private var earlierBytes = 0

  /// The bytes being written, and how many of them were.
  private var current: [UInt8] = []
  private var written = 0
  private var currentIsFrame = false
  /// How many of the bytes being written are those of lines that are not shared.
  private var currentOwn = 0

  private var lines: [Line] = []
  /// How many of `lines` were taken.
  private var taken = 0
  /// In the order in which their slots were filled, so that a busier key cannot starve another.
  private var frames: [Frame] = []

  /// An empty queue; `limit` is in bytes.
  package init(limit: Int = defaultLimit) {
    self.limit = limit
  }

  /// All queued bytes: lines, and frames that were not begun.
  package var queuedBytes: Int { frames.reduce(lineBytes) { $0 + $1.bytes.count } }

  /// Whether everything was written.
  package var isEmpty: Bool {
    written == current.count && taken == lines.count && frames.isEmpty
  }

  /// Whether a frame is queued that was not begun.
  package var hasFrames: Bool {
    !frames.isEmpty
  }

  /// Whether a frame of `key` is queued that was not begun.
  package func hasFrame(for key: FrameKey) -> Bool {
    frames.contains { $0.key == key }
  }

  /// Queues `line`, which ends with its newline, after all others; `isShared` if other queues have the same one.
  ///
  /// `batch` is that of the previous line, or a later one.
  package mutating func append(_ line: [UInt8], batch: UInt64, isShared: Bool = false) -> Outcome {
    append(Line(bytes: line, isShared: isShared), batch: batch)
  }

  private mutating func append(_ line: Line, batch: UInt64) -> Outcome {
    if batch != self.batch {
      self.batch = batch
      earlierBytes = lineBytes
    }
    guard earlierBytes <= limit else { return .overflow }
    lineBytes += line.bytes.count
    if !line.isShared { ownBytes += line.bytes.count }
    lines.append(line)
    return .queued
  }

  /// Queues `frame`, a line with its newline, replacing a queued frame of `key`.
  package mutating func setFrame(_ frame: [UInt8], for key: FrameKey) {
    if let index = frames.firstIndex(where: { $0.key == key }) {
      frames[index].bytes = frame
    } else {
      frames.append(Frame(key: key, bytes: frame))
    }
  }

  /// Drops the queued frame of `key`, which lines queued since have superseded.
  package mutating func removeFrame(for key: FrameKey) {
    frames.removeAll { $0.key == key }
  }

  /// Drops everything but the rest of what is being written, and queues `line`, the last one, regardless of the limit.
  ///
  /// If that rest is more than `most` bytes, it is dropped but for the line being written; and that as well, if its rest
  /// is still more than `most` bytes: the line ends where it is, and is not whole.
  package mutating func replaceAll(with line: [UInt8], finishing most: Int = .max) {
    var line = line
    var rest = current[written...]
    if rest.count > most {
      if written > 0, let end = rest.prefix(most).firstIndex(of: 10) {
        rest = rest[...end]
      } else {
        if written > 0 { line.insert(10, at: 0) }
        rest = []
      }
    }
    // A copy, since what was written, or is dropped, is to be held no longer.
    (current, written) = (Array(rest), 0)
    currentOwn = min(currentOwn, current.count)
    lines = [Line(bytes: line)]
    taken = 0
    frames = []
    lineBytes = line.count + (currentIsFrame ? 0 : current.count - written)
    ownBytes = line.count + currentOwn
  }

  /// Drops everything, for a client that no longer reads.
  package mutating func removeAll() {
    self = OutgoingQueue(limit: limit)
  }

  /// Calls `write` until all is written or it accepts less than it was passed.
  ///
  /// `write` returns how many of the bytes it accepted; an error leaves the queue as it was before that call.
  package mutating func flush<Failure: Error>(_ write: (RawSpan) throws(Failure) -> Int) throws(Failure) {
    while prepareNext() {
      let count = try write(current.span.bytes.extracting(written...))
      written += count
      if !currentIsFrame {
        lineBytes -= count
        earlierBytes = max(earlierBytes - count, 0)
      }
      guard written == current.count else { return }
    }
  }

  /// Sets `current` to the next bytes to write; `false` if there are none.
  private mutating func prepareNext() -> Bool {
    if written < current.count { return true }
    written = 0
    ownBytes -= currentOwn
    currentOwn = 0
    if taken < lines.count {
      currentIsFrame = false
      current = []
      takeLines()
      return true
    }
    currentIsFrame = !frames.isEmpty
    // Released at once, so that the encoder can reuse the array's buffer.
    current = frames.isEmpty ? [] : frames.removeFirst().bytes
    return currentIsFrame
  }

  private mutating func takeLines() {
    current = takeLine()
    while taken < lines.count, current.count + lines[taken].bytes.count <= Self.share {
      current += takeLine()
    }
    // The entries of taken lines are removed together, so that taking one line does not move all the others.
    guard taken == lines.count || taken > 1024 else { return }
    if taken == lines.count, lines.capacity > Self.keptRoom {
      lines = []
    } else {
      lines.removeFirst(taken)
    }
    taken = 0
  }

  private mutating func takeLine() -> [UInt8] {
    var line = Line()
    swap(&line, &lines[taken])
    taken += 1
    if !line.isShared { currentOwn += line.bytes.count }
    return line.bytes
  }
}
