/// The secret that pages from beyond this machine show.
package struct AccessToken: Hashable, Sendable {
  /// The fewest characters: with 16 of 64 different ones, nobody guesses it.
  private static let shortest = 16

  private let bytes: [UInt8]

  /// The token in `text`, without the whitespace around it; `nil` if it is too short, or not a word of a URL.
  package init?(_ text: String) {
    let word = text.drop(while: \.isWhitespace)
    let end = word.lastIndex { !$0.isWhitespace }.map { word.index(after: $0) } ?? word.startIndex
    bytes = Array(word[..<end].utf8)
    let permitted = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
    guard bytes.count >= Self.shortest, bytes.allSatisfy(permitted.contains) else { return nil }
  }

  /// What `init` takes, for messages.
  package static let expected = #"at least 16 letters, digits and "-._~", such as "openssl rand -hex 16" prints"#

  /// Whether `text` is the token, in a time that depends only on the length of `text`.
  package func matches(_ text: Substring) -> Bool {
    var difference = UInt(bitPattern: text.utf8.count ^ bytes.count)
    for (index, byte) in text.utf8.enumerated() { difference |= UInt(byte ^ bytes[index % bytes.count]) }
    return difference == 0
  }

  /// The token as text, for the cookie that repeats it.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
