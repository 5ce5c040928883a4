import ArgumentParser
import DeckClient
import DeckProtocol
import Glibc

/// Shows what happens to a deck, as it happens.
struct WatchCommand: ParsableCommand {
  /// What a line looks like.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// The protocol's own notifications.
    case json
    /// A line for a person.
    case plain
    /// Lines for a person, and the front card moving in the last one.
    case live
  }

  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Show what happens to a deck, as it happens.",
    discussion: "In a terminal the front card's place is shown in the last line; elsewhere each line is a notification."
  )

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var choice: DeckChoice

  @Option(help: "What to show: \(Topic.allCases.map(\.rawValue).joined(separator: ", ")), separated by commas.")
  var topics = "events"

  @Option(help: ArgumentHelp("Frames a second, at the most.", valueName: "Hz"))
  var rate: Double?

  @Option(help: "json, plain or live (default: live in a terminal, else json).")
  var format: Format?

  @Option(help: ArgumentHelp("End after the first event of this type.", valueName: "event type"))
  var until: String?

  @Option(help: ArgumentHelp("End with an error after this long.", valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    for name in topicNames where Topic(rawValue: name) == nil {
      throw ValidationError("--topics: \(name) is none of \(Topic.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    if let until, !DeckEvent.typeNames.contains(until) {
      throw ValidationError("--until: expected one of \(DeckEvent.typeNames.joined(separator: ", ")), not \(until).")
    }
    if let timeout, !(timeout > 0 && timeout < 1e9) { throw ValidationError("--timeout: expected seconds above 0.") }
    if let rate, !(0.1...1000).contains(rate) { throw ValidationError("--rate: expected 0.1 to 1000 Hz.") }
  }

  func run() throws {
    let connection = try daemon.connect()
    let format = self.format ?? (isatty(STDOUT_FILENO) == 1 ? .live : .json)
    var view = WatchView(format: format)
    let names = format == .live ? Array(Set(topicNames + ["frames"])).sorted() : topicNames
    let terms: FieldTerms = ["topics": "--topics", "rate": "--rate"]
    let answer = try daemon.ask(connection, "subscribe", deck: choice.deck, terms: terms) { json in
      json.key("topics")
      json.array(names) { $0.value($1) }
      if let rate { json.member("rate", rate) }
    }
    view.begin(answer.value["snapshot"] ?? .null)
    defer { view.end() }
    let deadline = timeout.map { ContinuousClock.now.advanced(by: .seconds($0)) }
    while true {
      switch try connection.readLine(timeout: deadline.map { ContinuousClock.now.duration(to: $0) }) {
      case .timedOut:
        view.end()
        throw Failure("no \(until ?? "end") within \(timeout ?? 0) s", .timeout)
      case .closed:
        view.end()
        throw Failure("\(daemon.socketPath): the daemon closed the connection", .noDaemon)
      case .line(let line):
        let message = try JSONReader.read(line)
        view.show(message, line)
        if let until, message["method"]?.text == "event", message["params"]?["type"]?.text == until { return }
      }
    }
  }

  private var topicNames: [String] {
    topics.split(separator: ",").map(String.init)
  }
}
