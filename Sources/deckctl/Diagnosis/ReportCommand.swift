import ArgumentParser
import DeckClient
import DeckConfiguration
import DeckProtocol
import DeckReplay
import Diagnosis
import JSON
import MessageText

/// Writes one file for a bug report.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Write one file for a bug report: versions, findings, devices, status, configuration, events.",
    discussion: """
      The file is Markdown: its sections are legible as they are, a bug tracker displays them, and \
      the messages of the daemon and the recording stand in code blocks from which a program can take them. The file \
      begins with what it contains and what it does not.

      Cards' ids are replaced by numbers, and their data and labels are left out, unless --cards is given. --json writes \
      the same parts as one JSON object, for programs.

      Example: deckctl report --recording swipe.evemu --output report.md
      """
  )

  @OptionGroup var options: CheckupOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Option(
    help: ArgumentHelp("A recording of the fingers that shows the problem.", valueName: "file"),
    completion: CompletionWords.recordings
  )
  var recording: String?

  @Option(help: ArgumentHelp("How many of the last events; default: 100.", valueName: "count"))
  var events = 100

  @Flag(help: "Include the cards' ids, and what events say of them.")
  var cards = false

  @Flag(help: "Write one JSON object, not Markdown.")
  var json = false

  func validate() throws {
    guard (0...10_000).contains(events) else {
      throw ValidationError("--events: expected 0 to 10000, not \(events).")
    }
  }

  func run() throws {
    let report = try BugReport(options, events: events, showsCards: cards, recording: recording)
    let text = json ? report.json : report.markdown
    guard let output else { return OutputBuffer.print(Array(text.utf8)) }
    try OutputFile.write(Array(text.utf8), to: output)
    StandardError.note("\(output): look through it before you send it")
  }
}

/// The parts of a bug report.
struct BugReport {
  /// A part with its heading.
  private struct Section {
    var title: String
    /// The kind of code block: `text`, `json`, `toml`.
    var language: String
    var content: String
  }

  private var sections: [Section] = []
  private var absent: [String] = []

  /// Collects everything; a part that is not available says why.
  init(_ options: CheckupOptions, events: Int, showsCards: Bool, recording: String?) throws {
    let checkup = try options.checkup()
    let status = checkup.status
    add("Findings", "text", CheckupText(checkup, TerminalStyle(isTerminal: false)).lines)
    add("Versions", "text", Self.versions(status))
    let list = try? DeviceList(options.daemon, config: options.config)
    let style = TerminalStyle(isTerminal: false)
    let devices = list?.entries.map { $0.lines(withProperties: true, style).joined(separator: "\n") } ?? []
    add("Devices", "text", devices.isEmpty ? ["no device that is or might be a panel"] : devices)
    if let status {
      var mask = CardMask(isOff: showsCards)
      add("Status", "json", [mask.line(status.json)])
      do {
        let lines = try Self.events(options.daemon, events, &mask)
        if lines.isEmpty {
          absent.append("events: the daemon has none; it keeps them where it has a state directory")
        } else {
          add("The last events", "json", lines)
        }
      } catch {
        absent.append("events: \(error)")
      }
    } else {
      absent.append("status and events: \(checkup.daemon.absence(on: options.daemon.socketPath))")
    }
    let file = checkup.configurationFile
    if let text = SystemTree().text(of: file) {
      add("Configuration, \(file)", "toml", [text])
    } else {
      absent.append("configuration: there is no \(file), or this user may not read it")
    }
    if let recording {
      let bytes: [UInt8]
      do {
        bytes = try InputFile.read(recording)
        try Recording.checkBeginning(of: bytes, file: recording)
      } catch {
        throw Failure("\(error)")
      }
      add("Recording, \(recording)", "text", [String(decoding: bytes, as: UTF8.self)])
    } else {
      absent.append("recording: none was named with --recording")
    }
    absent.append(
      showsCards
        ? "cards' pictures and card files"
        : "cards: their ids are replaced by numbers; their data, labels and announcements are left out (--cards)"
    )
    absent.append("the log: \"journalctl -u deckd -n 100\" prints it")
  }

  private mutating func add(_ title: String, _ language: String, _ lines: [String]) {
    sections.append(Section(title: title, language: language, content: lines.joined(separator: "\n")))
  }

  /// The report as a person reads it.
  var markdown: String {
    var text = """
      # Report on deckd

      It contains: \(sections.map(\.title).joined(separator: "; ")). Names and serial numbers of devices, \
      and names and numbers of processes and users are as they are.

      It does not contain:


      """
    text += absent.map { "- \($0)\n" }.joined()
    for section in sections {
      // A fence that is longer than any in the content.
      let longest = section.content.split { $0 != "`" }.map(\.count).max() ?? 0
      let fence = String(repeating: "`", count: max(3, longest + 1))
      let end = section.content.hasSuffix("\n") ? "" : "\n"
      text += "\n## \(section.title)\n\n\(fence)\(section.language)\n\(section.content)\(end)\(fence)\n"
    }
    return text
  }

  /// The report for programs.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("sections") { json in
        for section in sections { json.member(section.title, section.content) }
      }
      json.key("absent")
      json.array(absent) { $0.value($1) }
    }
    json.newline()
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func versions(_ status: Received<DaemonStatus>?) -> [String] {
    let daemon = status?.version ?? "not running"
    let release = line(of: "/etc/os-release", "PRETTY_NAME=").filter { $0 != "\"" }
    let kernel = line(of: "/proc/version", "")
    return [
      "deckctl        " + ReleaseVersion.current,
      "deckd          " + daemon,
      "system         " + (release.isEmpty ? "unknown" : release),
      "kernel         " + (kernel.isEmpty ? "unknown" : kernel),
    ]
  }

  /// The rest of the first line of a file that begins with `start`; empty if there is none.
  private static func line(of file: String, _ start: String) -> String {
    let lines = (SystemTree().text(of: file) ?? "").split(separator: "\n")
    return lines.first { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) } ?? ""
  }

  /// The last events, the oldest first, with their cards hidden.
  private static func events(
    _ daemon: DaemonAddress,
    _ count: Int,
    _ mask: inout CardMask
  ) throws -> [String] {
    let connection = try daemon.connect()
    let subscribed = try daemon.ask(connection, "subscribe", deck: "*") { json in
      json.key("topics")
      json.array(["events"]) { $0.value($1) }
    }
    let newest = subscribed.as(Reply.Subscribed.self).sequence ?? 0
    guard newest > 0, count > 0 else { return [] }
    guard let replaying = try replay(of: count, before: newest, daemon) else { return [] }
    var lines: [String] = []
    while case .line(let line) = try replaying.readLine(timeout: .seconds(1)) {
      guard let event = try ReceivedMessage(line: line).note(.event, as: DeckEvent.self) else { continue }
      lines.append(mask.line(event.json))
      if event.sequence ?? 0 >= newest { break }
    }
    return lines
  }

  /// A connection to which the daemon sends the last events, `count` or as many as it has; `nil` if it has none.
  private static func replay(of count: Int, before newest: UInt64, _ daemon: DaemonAddress) throws -> DeckConnection? {
    var count = count
    while count > 0 {
      let connection = try daemon.connect()
      let answer = try daemon.ask(connection, "subscribe", deck: "*") { json in
        json.key("topics")
        json.array(["events"]) { $0.value($1) }
        json.member("since", newest - min(newest, UInt64(count)))
      }
      if answer.as(Reply.Subscribed.self).resync != true { return connection }
      count /= 2
    }
    return nil
  }
}
