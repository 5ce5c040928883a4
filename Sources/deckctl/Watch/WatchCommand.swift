import ArgumentParser
import DeckClient
import DeckProtocol
import Glibc
import JSON
import MessageText

/// Shows what happens to decks, as it happens.
struct WatchCommand: ParsableCommand {
  /// The output format.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// The protocol's own notifications.
    case json
    /// A readable line for each notification.
    case plain
    /// Readable lines, and below them a line for each deck that tracks its front card.
    case live
  }

  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show what happens to decks, as it happens.",
    discussion: """
      In a terminal a line for each deck below the others shows where its front card is, to the right and downwards from \
      its place; elsewhere each line is a notification. NO_COLOR in the environment turns colors off.

      Examples:
        deckctl watch --until card.swiped --timeout 60
        deckctl watch --topics events,panels --reconnect --format json >> events.ndjson
      """
  )

  @OptionGroup var daemon: DaemonAddress

  @Option(
    help: ArgumentHelp("Only this deck (default: all decks, also those that a reload adds).", valueName: "id"),
    completion: CompletionWords.decks
  )
  var deck: String?

  @Option(
    help: "What to show: \(Topic.allCases.map(\.rawValue).joined(separator: ", ")), separated by commas.",
    completion: .list(Topic.allCases.map(\.rawValue))
  )
  var topics = "events"

  @Option(help: ArgumentHelp("Frames a second, at the most.", valueName: "Hz"))
  var rate: Double?

  @Option(help: "json, plain or live (default: live in a terminal, else json).")
  var format: Format?

  @Flag(help: "Print the daemon's own notifications, as --format json does.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "First show the events after this number, where the daemon keeps them (--state-dir).",
      valueName: "event"
    )
  )
  var since: UInt64?

  @Flag(help: "Wait for the daemon where it is not there, and continue with the next event when it is back.")
  var reconnect = false

  @Option(
    help: ArgumentHelp("End after the first event of this type.", valueName: "event type"),
    completion: .list(DeckEvent.typeNames)
  )
  var until: String?

  @Option(
    help: ArgumentHelp("End after this long, with an error where --until waits for an event.", valueName: "seconds")
  )
  var timeout: Double?

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) exclude each other.")
    }
    for name in topicNames where Topic(rawValue: name) == nil {
      throw ValidationError("--topics: expected \(Suggestion.oneOf(Topic.allCases.map(\.rawValue), not: name))")
    }
    if let until, !DeckEvent.typeNames.contains(until) {
      throw ValidationError("--until: expected \(Suggestion.oneOf(DeckEvent.typeNames, insteadOf: until))")
    }
    if until != nil, !topicNames.contains(Topic.events.rawValue) {
      throw ValidationError("--until: expected events among --topics.")
    }
    if let timeout, !(timeout > 0 && timeout < 1e9) {
      throw ValidationError("--timeout: expected seconds above 0 and below 1000000000.")
    }
    if let rate, !(0.1...1000).contains(rate) { throw ValidationError("--rate: expected 0.1 to 1000 Hz.") }
    if let since, since > 1 << 53 {
      throw ValidationError("--since: expected the number of an event, 0 to \(1 << 53).")
    }
  }

  func run() throws {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    let format = self.format ?? (isTerminal && !json ? .live : .json)
    var view = WatchView(format: format, style: TerminalStyle(isTerminal: isTerminal))
    let topics = format == .live ? Array(Set(topicNames + [Topic.frames.rawValue])).sorted() : topicNames
    var feed = WatchFeed(daemon, deck: deck, topics: topics, rate: rate, since: since, reconnects: reconnect)
    defer { view.end() }
    let deadline = timeout.map { ContinuousClock.now.advanced(by: .seconds($0)) }
    while true {
      switch try feed.next(before: deadline) {
      case .began(let snapshots): view.begin(snapshots)
      case .interrupted(let reason): view.interrupt(reason)
      case .message(let message, let line):
        view.show(message, line)
        if let until, message.note(.event, as: DeckEvent.self)?.type == until { return }
      case nil:
        guard let until, let timeout else { return }
        view.end()
        throw Failure("no \(until) within \(timeout.text) s", .timeout)
      }
    }
  }

  private var topicNames: [String] {
    topics.split(separator: ",", omittingEmptySubsequences: false).map { name in
      name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}
