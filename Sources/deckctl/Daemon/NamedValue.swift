import DeckProtocol
import JSON

/// A word of the command line that gives a name a value: `commit.threshold=0.4`.
struct NamedValue {
  let name: String
  /// The value as JSON: the text itself if it is JSON, else a JSON string.
  let json: [UInt8]

  /// The name and the value of a word, in which an array or an object is text; `nil` for a word without a name.
  init?(_ word: String) {
    self.init(word, takesContainers: false)
  }

  /// The name and the value of a word; with `takesContainers` an array or an object of JSON is a value.
  init?(_ word: String, takesContainers: Bool) {
    guard let sign = word.firstIndex(of: "="), sign != word.startIndex else { return nil }
    name = String(word[..<sign])
    let value = String(word[word.index(after: sign)...])
    if let read = try? JSONReader.read(Array(value.utf8)), takesContainers || read.isSingle {
      json = Array(value.utf8)
    } else {
      var writer = JSONWriter()
      writer.value(value)
      json = writer.bytes
    }
  }
}

extension JSONValue {
  fileprivate var isSingle: Bool {
    switch self {
    case .number, .boolean, .string, .null: true
    case .array, .object: false
    }
  }
}

extension JSONValue.Member {
  /// A text itself, and another value as it was written.
  var plainText: String { value.text ?? String(decoding: source, as: UTF8.self) }
}
