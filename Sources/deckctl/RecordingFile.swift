import DeckConfiguration
import DeckReplay
import Glibc

/// Recordings and descriptions as files.
enum RecordingFile {
  /// The touches of a recording, and who made them.
  ///
  /// A recording that does not describe its panel takes the description that is named, else the `.desc` beside it whose
  /// name fits best, else what its events tell of the panel. What had to be decided is said on standard error.
  static func read(_ file: String, description: String?) throws -> (RecordedTouches, PanelIdentity) {
    let recording = try Recording(try InputFile.read(file), file: file)
    // Read even where it is not needed: a name that leads nowhere is a mistake.
    let named = try description.map { try DeviceDescription(try InputFile.read($0), file: $0) }
    for note in recording.notes { StandardError.note("\(file): \(note)") }
    let description = try recording.description ?? named ?? neighbouringDescription(of: recording, in: file)
    let identity = PanelIdentity(
      name: description.name,
      vendor: Int(description.identity.vendor),
      product: Int(description.identity.product),
      path: "",
      properties: [:]
    )
    return (RecordedTouches(recording, description: description), identity)
  }

  private static func neighbouringDescription(of recording: Recording, in file: String) throws -> DeviceDescription {
    if let path = neighbour(of: file) { return try DeviceDescription(try InputFile.read(path), file: path) }
    guard let deduced = recording.deduced else {
      throw Failure(
        "\(file): the recording does not describe its panel, and no .desc beside it fits; name one with --desc"
      )
    }
    StandardError.note("\(file): \(deduced.assumption); --desc names better ones, such as getevent -lp prints")
    return deduced.description
  }

  private static func neighbour(of file: String) -> String? {
    let slash = file.lastIndex(of: "/")
    let folder = slash.map { String(file[...$0]) } ?? "./"
    let name = slash.map { String(file[file.index(after: $0)...]) } ?? file
    return DescriptionLookup.bestMatch(for: name, among: names(in: folder)).map { folder + $0 }
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names
  }
}
