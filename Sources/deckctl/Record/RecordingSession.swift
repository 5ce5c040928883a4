import CLinux
import DeckReplay
import Evdev
import Gestures
import Glibc
import Kinetics

/// A recording that is being made: from the touchscreen to the file, frame by frame.
struct RecordingSession {
  /// Why a recording ended.
  enum End: String {
    /// The user, or another program by a signal.
    case signal
    case duration
    /// The touchscreen is gone.
    case unplugged
  }

  private let screen: RecordedTouchscreen
  private let text: RecordingText
  private let sink: RecordingSink
  private let signals: Int32
  private var decoder: ContactDecoder
  private var view: ContactsView?
  /// The events of the frame that is not complete.
  private var frame: [EvdevEvent] = []
  /// The stamp of the first event, which is instant 0 of the recording.
  private var origin: Instant?
  private(set) var contacts = RecordedContacts()
  /// The time of the last complete frame.
  private(set) var length = Instant(microseconds: 0)

  /// A recording of `screen` into `sink`, which gets its head at once.
  init(
    _ screen: RecordedTouchscreen,
    as format: RecordingText.Format,
    into sink: RecordingSink,
    view: ContactsView?
  ) throws(Failure) {
    self.screen = screen
    self.sink = sink
    self.view = view
    text = RecordingText(format)
    decoder = ContactDecoder(screen.description)
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    signals = deckd_signals(numbers, Int32(numbers.count))
    guard signals >= 0 else { throw Failure("cannot wait for signals: \(String(cString: strerror(errno)))") }
    try sink.write(text.head(screen.description, node: screen.path))
  }

  /// Records until a signal comes, `duration` is over, or the touchscreen is gone.
  mutating func run(for duration: Duration?) throws -> End {
    let deadline = duration.map { ContinuousClock.now.advanced(by: $0) }
    var shown: ContinuousClock.Instant?
    defer { view?.clear() }
    while true {
      let now = ContinuousClock.now
      if let deadline, now >= deadline { return .duration }
      if view != nil, shown.map({ now - $0 >= ContactsView.interval }) ?? true {
        view?.show(contacts, at: Self.monotonicNow.moved(by: origin))
        shown = now
      }
      var requests = [
        pollfd(fd: screen.reader.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      poll(&requests, 2, timeout(from: now, until: deadline))
      if requests[0].revents != 0, try !read() { return .unplugged }
      if deckd_next_signal(signals) != 0 { return .signal }
    }
  }

  /// How long to wait, in milliseconds: a view counts the seconds of a contact that does not move.
  private func timeout(from now: ContinuousClock.Instant, until deadline: ContinuousClock.Instant?) -> Int32 {
    let update = view == nil ? nil : contacts.held > 0 ? ContactsView.interval : Duration.milliseconds(200)
    let rest = deadline.map { now.duration(to: $0) }
    guard let wait = [update, rest].compactMap(\.self).min() else { return -1 }
    // Rounded up, or the last fraction of a millisecond would spin.
    return Int32(clamping: Int64(max(wait, .zero) / .milliseconds(1)) + 1)
  }

  /// Reads and writes what is there; returns whether the touchscreen still is.
  private mutating func read() throws -> Bool {
    var events: [TouchscreenReader.Event] = []
    // libevdev still has the state before the first event.
    let before = origin == nil ? screen.reader.stateEvents(at: Instant(microseconds: 0)) : []
    var isThere = true
    do throws(TouchscreenReaderError) {
      try screen.reader.read { events.append($0) }
    } catch .gone {
      isThere = false
    } catch {
      throw Failure("\(error)")
    }
    if origin == nil, let first = events.first {
      origin = first.time
      try take(before.map { EvdevEvent(time: $0.time, type: $0.type, code: $0.code, value: $0.value) })
    }
    try take(
      events.map { event in
        let time = event.time.moved(by: origin)
        return EvdevEvent(time: time, type: event.type, code: event.code, value: event.value)
      }
    )
    return isThere
  }

  private mutating func take(_ events: [EvdevEvent]) throws {
    var output = ""
    for event in events {
      frame.append(event)
      if let decoded = decoder.decode(event) { contacts.take(decoded) }
      guard event.isReport else { continue }
      output += text.frame(frame)
      length = event.time
      frame.removeAll(keepingCapacity: true)
    }
    try sink.write(output)
  }

  private static var monotonicNow: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}

extension Instant {
  /// The instant on a clock that begins at `origin`; its own beginning for those before.
  fileprivate func moved(by origin: Instant?) -> Instant {
    Instant(microseconds: max(microseconds - (origin ?? self).microseconds, 0))
  }
}
