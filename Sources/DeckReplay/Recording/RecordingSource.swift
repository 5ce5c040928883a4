/// The bytes of a text recording, and the name of its file; every line refers to the same one.
final class RecordingSource: Sendable {
  let file: String
  let bytes: [UInt8]

  init(_ bytes: [UInt8], file: String) { (self.bytes, self.file) = (bytes, file) }
}
