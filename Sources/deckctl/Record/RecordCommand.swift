import ArgumentParser
import DeckReplay
import Evdev
import Glibc
import JSON
import Kinetics
import MessageText

/// Records a touchscreen.
struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record a touchscreen, for replay and for bug reports.",
    discussion: """
      Writes what the kernel reports of a touchscreen, beside every other program that reads it, and shows the contacts \
      meanwhile if standard error is a terminal. deckctl replay, evemu-play and libinput replay play the recording. \
      Ctrl-C ends it; it is complete then, and also where the touchscreen is unplugged. Reading a touchscreen takes root, \
      or the group input.

      The only touchscreen, until Ctrl-C, and what comes of it:
        deckctl record -o swipe.evemu
        deckctl replay swipe.evemu
      Ten seconds of a certain one, for a bug report about libinput:
        deckctl record "ILITEK*" --duration 10 --format libinput -o swipe.yml

      --json prints the panel, the numbers of touches and frames, and why the recording ended: {"name": …, "node": …, \
      "touches": 3, "frames": 240, "duration": µs, "end": "signal"}, or "duration" or "unplugged".
      """
  )

  @Argument(
    help: ArgumentHelp(
      """
      Its node, such as /dev/input/event3, or its name as in [[panels]] of deckd.toml, where * stands for any text \
      (default: the only touchscreen).
      """,
      valueName: "device"
    ),
    completion: .file()
  )
  var device: String?

  @Option(
    help: ArgumentHelp(
      "evemu: as evemu-record writes it. libinput: the YAML of libinput record.",
      valueName: "format"
    )
  )
  var format = RecordingText.Format.evemu

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("When to end (default: with Ctrl-C), 0.1 to 86400.", valueName: "s")
  )
  var duration: Double?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write (default: standard output).", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Flag(help: "With --output: print what was recorded, as a line of JSON at the end.")
  var json = false

  func validate() throws {
    try OptionRange("--duration", 0.1...86_400, "s").check(duration)
    if json, output == nil {
      throw ValidationError("--json describes the recording that --output names; give that, too.")
    }
  }

  func run() throws {
    // A device that cannot be recorded leaves the file as it is.
    let screen = try RecordedTouchscreen(device)
    if let kind = screen.description.otherKind {
      StandardError.note("\(screen.title) is \(kind), not a touchscreen")
    }
    let sink = try RecordingSink(output)
    // The text and the view would be in each other's way.
    let isShared = output == nil && isatty(STDOUT_FILENO) == 1
    let view = isShared ? nil : ContactsView("recording \(screen.description.name)", screen.description)
    let isTouched = screen.reader.isTouched
    var session = try RecordingSession(screen, as: format, into: sink, view: view)
    if view == nil { StandardError.note("recording \(screen.title); Ctrl-C ends it") }
    if isTouched { StandardError.note("the panel is touched already; the recording begins with that touch") }
    let end = try session.run(for: duration.map { .seconds($0) })
    try sink.close()
    if end == .unplugged { StandardError.note("\(screen.title) was unplugged; the recording ends there") }
    StandardError.note("\(output ?? "recorded"): \(Self.summary(of: session))")
    if json { print(Self.json(of: session, on: screen, end: end)) }
  }

  private static func json(
    of session: RecordingSession,
    on screen: RecordedTouchscreen,
    end: RecordingSession.End
  ) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", screen.description.name)
      json.member("node", screen.path)
      json.member("touches", session.contacts.touches)
      json.member("frames", session.contacts.frames)
      json.member("duration", session.length.microseconds)
      json.member("end", end.rawValue)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }

  private static func summary(of session: RecordingSession) -> String {
    let seconds = (Double(session.length.microseconds) / 1e5).rounded() / 10
    let touches = pluralized(session.contacts.touches, "touch", "touches")
    return "\(touches), \(pluralized(session.contacts.frames, "frame")) in \(seconds) s"
  }
}

extension RecordingText.Format: ExpressibleByArgument {}
