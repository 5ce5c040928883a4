/// What waits to be written to one client: lines in their order, and of frames only the newest.
///
/// Lines (replies, events, motions) are never dropped and never reordered. A frame has one slot for its key, in which a
/// newer one takes its place, and is written only when no line waits: it overtakes none that was queued before it, and
/// one queued after it may go out first. A client that does not read so gets, when it does, every line and then the
/// newest frames. What was begun is finished before anything else.
///
/// Lines that one cause brings about make a batch: however many there are, a client that had read what came before
/// them gets them all. Over the limit is a client that has more than `limit` bytes of earlier batches unread. So what
/// waits is never more than the limit and two batches.
package struct OutgoingQueue: Sendable {
  /// Names frames of which only the newest counts: those of one deck.
  package struct FrameKey: Hashable, Sendable {
    package var rawValue: Int

    /// The key with this number.
    package init(_ rawValue: Int) {
      self.rawValue = rawValue
    }
  }

  /// What became of a line.
  package enum Outcome: Hashable, Sendable {
    case queued
    /// More than the limit waits of earlier batches: it was not queued, and the client has to go.
    case overflow
  }

  private struct Frame: Sendable {
    var key: FrameKey
    var bytes: [UInt8]
  }

  /// Lines that may wait for one client: 1 MiB (SPEC.md, P6).
  package static let defaultLimit = 1 << 20

  /// Short lines are written together up to this many bytes: a line is some hundred, a call some microseconds.
  private static let share = 1 << 14

  /// Room for so many lines is kept when all are written: more than come at once while a finger moves.
  private static let keptRoom = 64

  /// The most bytes of earlier batches that wait when a line comes, the one being written included.
  package let limit: Int

  /// Bytes of lines that wait, the rest of the one being written included.
  package private(set) var lineBytes = 0

  /// The batch of the newest line, and how many bytes wait that came before it.
  private var batch: UInt64 = 0
  private var earlierBytes = 0

  /// What is being written, and how much of it was.
  private var current: [UInt8] = []
  private var written = 0
  private var currentIsFrame = false

  private var lines: [[UInt8]] = []
  /// How many of `lines` were taken.
  private var taken = 0
  /// In the order in which their slots were filled, so that no key waits behind a busier one for ever.
  private var frames: [Frame] = []

  /// A queue with nothing in it; `limit` is in bytes.
  package init(limit: Int = defaultLimit) {
    self.limit = limit
  }

  /// All bytes that wait: lines, and frames that were not begun.
  package var queuedBytes: Int { frames.reduce(lineBytes) { $0 + $1.bytes.count } }

  /// Whether all was written.
  package var isEmpty: Bool {
    written == current.count && taken == lines.count && frames.isEmpty
  }

  /// Whether a frame waits that was not begun.
  package var hasFrames: Bool {
    !frames.isEmpty
  }

  /// Whether a frame of `key` waits that was not begun.
  package func hasFrame(for key: FrameKey) -> Bool {
    frames.contains { $0.key == key }
  }

  /// Queues `line`, which ends with its newline, behind all others.
  ///
  /// `batch` is that of the line before, or a later one.
  package mutating func append(_ line: [UInt8], batch: UInt64) -> Outcome {
    if batch != self.batch {
      self.batch = batch
      earlierBytes = lineBytes
    }
    guard earlierBytes <= limit else { return .overflow }
    lineBytes += line.count
    lines.append(line)
    return .queued
  }

  /// Makes `frame`, a line with its newline, the newest of `key`, in place of one that still waits.
  package mutating func setFrame(_ frame: [UInt8], for key: FrameKey) {
    if let index = frames.firstIndex(where: { $0.key == key }) {
      frames[index].bytes = frame
    } else {
      frames.append(Frame(key: key, bytes: frame))
    }
  }

  /// Drops the frame of `key` that still waits: what was queued since shows more.
  package mutating func removeFrame(for key: FrameKey) {
    frames.removeAll { $0.key == key }
  }

  /// Drops everything but the rest of what is being written, and queues `line` whatever the limit: a last word.
  package mutating func replaceAll(with line: [UInt8]) {
    lines = [line]
    taken = 0
    frames = []
    lineBytes = line.count + (currentIsFrame ? 0 : current.count - written)
  }

  /// Drops everything: nobody reads it any more.
  package mutating func removeAll() {
    self = OutgoingQueue(limit: limit)
  }

  /// Writes with `write` until all is written or it takes less than it was given.
  ///
  /// `write` gives how many of the bytes it took; an error leaves the queue as it was before that call.
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

  /// Makes `current` what is to be written next; false when nothing is.
  private mutating func prepareNext() -> Bool {
    if written < current.count { return true }
    written = 0
    if taken < lines.count {
      takeLines()
      return true
    }
    currentIsFrame = !frames.isEmpty
    // Let go of at once, so that whoever encoded it can use its room again.
    current = frames.isEmpty ? [] : frames.removeFirst().bytes
    return currentIsFrame
  }

  private mutating func takeLines() {
    currentIsFrame = false
    current = takeLine()
    while taken < lines.count, current.count + lines[taken].count <= Self.share {
      current += takeLine()
    }
    // The places of taken lines are dropped together, so that taking one is not a move of all the others.
    guard taken == lines.count || taken > 1024 else { return }
    if taken == lines.count, lines.capacity > Self.keptRoom {
      lines = []
    } else {
      lines.removeFirst(taken)
    }
    taken = 0
  }

  private mutating func takeLine() -> [UInt8] {
    var line: [UInt8] = []
    swap(&line, &lines[taken])
    taken += 1
    return line
  }
}
