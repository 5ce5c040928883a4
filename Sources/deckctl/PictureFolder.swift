import Glibc
import JSON

/// The pictures of a folder as cards, drawn by a page of `deckd-web --files` that serves the same folder.
struct PictureFolder {
  /// The pictures that browsers show, by the endings of their names.
  static let endings: Set = ["avif", "gif", "jpeg", "jpg", "png", "webp"]

  /// The files' names, in alphabetical order.
  let names: [String]

  /// Reads the folder at `path`; `nil` if that is none.
  init?(_ path: String) {
    guard let stream = opendir(path) else { return nil }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(validatingCString: $0) }
      }
      // A name that is not UTF-8 has no address.
      if let name, Self.isPicture(name) { names.append(name) }
    }
    self.names = names.sorted()
  }

  /// What is wrong with a folder without pictures.
  static func none(in path: String) -> Failure {
    let endings = endings.sorted().map { ".\($0)" }.joined(separator: ", ")
    return Failure("\(path): no picture; expected files that end in \(endings)")
  }

  private static func isPicture(_ name: String) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[dot...].dropFirst().lowercased())
  }

  /// The cards as a JSON array, a card per line.
  var cards: [UInt8] {
    var json = JSONWriter()
    json.array(names) { json, name in
      json.object { json in
        json.member("id", name)
        json.member("data") { json in
          json.member("title", String(name[..<(name.lastIndex(of: ".") ?? name.endIndex)]))
          json.member("image", "/files/" + Self.escaped(name))
        }
      }
    }
    return json.bytes
  }

  /// A name as a segment of an address's path (RFC 3986).
  private static func escaped(_ name: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF")
    return name.utf8.reduce(into: "") { text, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + String([hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]])
      }
    }
  }
}
