import DeckConfiguration
import DeckReplay
import Diagnosis
import Gestures
import Glibc
import Kinetics

/// Recordings and descriptions as files.
enum RecordingFile {
  /// Reads the touches of a recording, and the identity of the panel.
  ///
  /// A recording that does not describe its panel uses the named description, else the `.desc` beside it whose
  /// name matches best, else what can be deduced from its events. Notes on unusual input and on these choices go to
  /// standard error.
  static func read(_ file: String, description: String?) throws -> (RecordedTouches, PanelIdentity) {
    let isStandardInput = file == "-"
    let bytes = isStandardInput ? try InputFile.readStandardInput() : try InputFile.read(file)
    let file = isStandardInput ? "standard input" : file
    let recording = try Recording(bytes, file: file)
    // Read even if it is not needed: a missing file is a mistake.
    let named = try description.map(self.description)
    note(recording.notes, file)
    let description = try recording.description ?? named ?? otherDescription(of: recording, in: file, isStandardInput)
    guard !recording.events.isEmpty else {
      throw Failure(
        """
        \(file): expected events, found only what describes \(description.name); record them with deckctl record, \
        evemu-record, evtest, getevent -lt or libinput record
        """
      )
    }
    let touches = RecordedTouches(recording, description: description)
    note(notes(about: description, isDeduced: description == recording.deduced?.description) + touches.notes, file)
    let identity = PanelIdentity(
      name: description.name,
      vendor: Int(description.identity.vendor),
      product: Int(description.identity.product),
      path: "",
      properties: [:]
    )
    return (touches, identity)
  }

  private static func note(_ notes: [String], _ file: String) {
    for note in notes { StandardError.note("\(file): \(note)") }
  }

  /// Notes on unusual properties of a panel; a deduced panel has its own note.
  private static func notes(about panel: DeviceDescription, isDeduced: Bool) -> [String] {
    var notes: [String] = []
    if let kind = panel.otherKind {
      notes.append(
        "\(panel.name) is \(kind), not a touchscreen, and deckd does not read it; its contacts are played as touches"
      )
    }
    if let axis = panel.refusedAxis {
      notes.append(
        """
        libinput refuses \(panel.name): its axis \(axis) has no length; a quirk with "AttrEventCode=-\(axis)" has it ignore \
        the axis
        """
      )
    }
    if let size = panel.panel.millimetres, panel.panel.sensibleMillimetres == nil {
      notes.append(
        """
        the panel's resolution makes it \(size.width.text) × \(size.height.text) mm, which is no panel's size and is not \
        used; --surface sets the size of the surface (default: a short side of 400 pt)
        """
      )
    }
    if panel.panel.millimetres == nil, !isDeduced {
      notes.append(
        """
        the panel reports no resolution, and its size in millimeters is unknown; --surface sets the size of the surface \
        (default: a short side of 400 pt)
        """
      )
    }
    return notes
  }

  /// The description in the file at `path`.
  private static func description(_ path: String) throws -> DeviceDescription {
    let recording = try Recording(try InputFile.read(path), file: path)
    note(recording.notes, path)
    return try DeviceDescription(recording, file: path)
  }

  /// The description beside a recording, else the one deduced from its events.
  private static func otherDescription(
    of recording: Recording,
    in file: String,
    _ isStandardInput: Bool
  ) throws -> DeviceDescription {
    if !isStandardInput, let path = neighbour(of: file) {
      let description = try self.description(path)
      note(["the panel's description comes from \(path), beside the recording; --desc names another"], file)
      return description
    }
    guard let deduced = recording.deduced else {
      throw Failure(
        "\(file): the recording does not describe its panel, and no .desc beside it fits; name one with --desc"
      )
    }
    note(["\(deduced.assumption); --desc names better ones, such as evtest or getevent -lp prints"], file)
    return deduced.description
  }

  private static func neighbour(of file: String) -> String? {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { String(file[...$0]) } ?? "./"
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    return DescriptionLookup.bestMatch(for: name, among: FileAttributes.names(in: folder)).map { folder + $0 }
  }
}
