import ArgumentParser
import DeckClient
import DeckEngine
import DeckProtocol
import Glibc
import JSON

/// Measures the calibration of a panel.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Measure a panel's calibration: four crosses, each to be touched.",
    discussion: """
      Front ends that subscribe to the topic panels draw the crosses; --terminal draws them itself, where the terminal \
      fills the panel's display, such as on its console. Touch the middle of each cross with one finger and lift it. If \
      the touches do not fit together, they are asked for again. No deck receives a touch of the panel meanwhile, and \
      nothing is changed: the matrix is printed as a line for the configuration and as an entry for udev's hwdb, with \
      the largest distance that is left between a cross and its touch. Ctrl-C ends it.
      """
  )

  @OptionGroup var daemon: DaemonAddress

  @Option(help: ArgumentHelp("The panel's node or name (default: the only panel).", valueName: "panel"))
  var panel: String?

  @Flag(help: "Draw the crosses on this terminal, which fills the display of the panel.")
  var terminal = false

  @Flag(help: "Print the daemon's messages, and the result as one line of JSON.")
  var json = false

  func validate() throws {
    if terminal, json { throw ValidationError("--terminal draws where --json prints; leave one out.") }
  }

  func run() throws {
    let connection = try daemon.connect()
    let panels = try daemon.ask(connection, "daemon.status", deck: nil).as(DaemonStatus.self).panels
    _ = try daemon.ask(connection, "subscribe", deck: "*") { json in
      json.key("topics")
      json.array(["panels"]) { $0.value($1) }
    }
    let canvas = terminal ? try CrossCanvas() : nil
    // Closing the connection, also by Ctrl-C, ends the calibration. Its first steps may precede the reply.
    try connection.send(
      DaemonAddress.request("panel.calibrate", deck: nil) { json in
        if let panel { json.member("panel", panel) }
        if let canvas { Self.write(canvas.crosses, to: &json) }
      }
    )
    let note = try follow(connection, canvas)
    guard let state = panels.first(where: { $0.node == note.node }), let result = CalibrationText(note, of: state)
    else { throw Failure("the daemon sent no matrix; is it of another version?") }
    print(json ? result.json : result.text)
  }

  private static func write(_ crosses: [CrossCanvas.Cross], to json: inout JSONWriter) {
    json.key("crosses")
    json.array(crosses) { json, cross in
      json.object { json in
        json.member("x", cross.x)
        json.member("y", cross.y)
      }
    }
  }

  /// Reports the calibration's steps until it is done, and returns the last one.
  private func follow(_ connection: DeckConnection, _ canvas: CrossCanvas?) throws -> Received<CalibrationNote> {
    defer { canvas?.restore() }
    while true {
      guard case .line(let line) = try connection.readLine() else {
        throw Failure("\(daemon.socketPath): the daemon closed the connection", .noDaemon)
      }
      let message = try ReceivedMessage(line: line)
      if let error = message.error {
        let terms: FieldTerms = ["panel": "--panel"]
        throw Failure(terms.text(of: Refusal(error.value)))
      }
      guard let note = message.note(.calibration, as: CalibrationNote.self) else { continue }
      if json { print(String(decoding: line, as: UTF8.self)) }
      switch note.phase.flatMap(CalibrationNote.Phase.init) {
      case .cross: show(note, on: canvas)
      case .done: return note
      case .cancelled, nil: throw Failure("the panel was removed, or mapped differently; calibrate it again")
      }
      fflush(nil)
    }
  }

  private func show(_ note: Received<CalibrationNote>, on canvas: CrossCanvas?) {
    guard let cross = note.cross, let index = cross.index, let count = cross.count, let x = cross.x, let y = cross.y
    else { return }
    let again = note.residual.map { "the touches are \(CalibrationText.distance($0)) apart: once more; " } ?? ""
    if let canvas {
      canvas.draw(index, hint: "\(again)touch the cross (Ctrl-C ends this)")
    } else if !json {
      print("\(again)touch cross \(index + 1) of \(count), at \(Int(x.rounded())), \(Int(y.rounded())) pt")
    }
  }
}

/// The result of a calibration as a user needs it.
struct CalibrationText {
  private let note: Received<CalibrationNote>
  private let panel: Received<PanelState>
  private let matrix: [String]

  /// The result in the last step of the calibration of `panel`; `nil` if it has none.
  init?(_ note: Received<CalibrationNote>, of panel: Received<PanelState>) {
    let numbers = note.matrix
    guard numbers.count == 6 else { return nil }
    // A millionth of a panel is less than a hundredth of a point.
    matrix = numbers.map { number in
      let rounded = (number * 1e6).rounded() / 1e6
      return rounded == 0 ? "0" : rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    self.note = note
    self.panel = panel
  }

  /// A residual in words: `3.2 pt (0.5 mm)`.
  static func distance(_ residual: Received<CalibrationNote.Residual>?) -> String {
    func tenth(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
    let millimetres = residual?.millimetres.map { " (\((($0 * 100).rounded()) / 100) mm)" } ?? ""
    return tenth(residual?.points ?? 0) + " pt" + millimetres
  }

  /// The line for the configuration file.
  private var configuration: String { "calibration = [\(matrix.joined(separator: ", "))]" }

  /// The entry for `/etc/udev/hwdb.d`: by vendor and product, else by the name.
  private var hwdb: String {
    let ids = (panel.id ?? "").uppercased().split(separator: ":")
    let name = panel.name ?? ""
    let match =
      ids.count == 2 && ids != ["0000", "0000"] ? "evdev:input:b*v\(ids[0])p\(ids[1])*" : "evdev:name:\(name):*"
    return "\(match)\n LIBINPUT_CALIBRATION_MATRIX=\(matrix.joined(separator: " "))"
  }

  /// What a person does with the result.
  var text: String {
    """
    calibrated \(panel.name ?? ""): each touch within \(Self.distance(note.residual)) of its cross

    For deckd alone, in deckd.toml, then "deckctl reload"; where the panel has an entry, add the last line to that:

    [[panels]]
    match = { path = \(SettingText.quoted(panel.path ?? "")) }
    \(configuration)

    Or for every program, in /etc/udev/hwdb.d/61-deckd-calibration.hwdb, then "systemd-hwdb update" and
    "udevadm trigger --action=add \(panel.node ?? "")":

    \(hwdb)
    """
  }

  /// The result for programs.
  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("node", panel.node ?? "")
      json.key("matrix")
      json.array(note.matrix) { $0.value(constant: $1) }
      json.member("residual") { json in
        if let points = note.residual?.points { json.member("pt", points) }
        if let millimetres = note.residual?.millimetres { json.member("mm", millimetres) }
      }
      json.member("configuration", configuration)
      json.member("hwdb", hwdb)
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
