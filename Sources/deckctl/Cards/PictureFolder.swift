import Diagnosis
import Glibc
import JSON
import MessageText

/// The pictures of a folder as cards, drawn by a page of `deckd-web --files` that serves the same folder.
struct PictureFolder {
  /// The pictures that browsers show, by the endings of their names.
  static let endings: Set = ["avif", "gif", "jpeg", "jpg", "png", "webp"]

  /// The pictures' names, in alphabetical order.
  let names: [String]
  /// What a note says of the files that are left out; empty for none.
  let leftOut: String

  /// Reads the folder at `path`; `nil` if that is none.
  init?(_ path: String) {
    guard let listing = FileAttributes.listing(of: path) else { return nil }
    var names: [String] = []
    var others: [String] = []
    for name in listing where !name.hasPrefix(".") {
      // What is no UTF-8 has other bytes in the file system, and is not found.
      var status = stat()
      let isFile = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      let isNamed = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } && name.count <= 256
      if isFile && isNamed && Self.isPicture(name) { names.append(name) } else { others.append(name) }
    }
    self.names = names
    let some = others.prefix(3).map { String(reflecting: truncated($0)) }.joined(separator: ", ")
    let more = others.count > 3 ? " and \(others.count - 3) more" : ""
    leftOut = others.isEmpty ? "" : "left out: \(some)\(more)"
  }

  /// What is wrong with a folder without pictures.
  func nothing(in path: String) -> Failure {
    let endings = Self.endings.sorted().map { ".\($0)" }.joined(separator: ", ")
    return Failure("\(path): no picture; expected files that end in \(endings)\(leftOut.isEmpty ? "" : "; \(leftOut)")")
  }

  /// Whether a file's name ends as a picture's.
  static func isPicture(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
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
