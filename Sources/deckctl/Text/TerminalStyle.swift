import Glibc

/// The colors of a terminal; none if the output is not a terminal or colors are disabled.
struct TerminalStyle {
  /// The color of a text.
  enum Color: String {
    case dim = "2"
    case bold = "1"
    case green = "1;32"
    case yellow = "1;33"
    case cyan = "1;36"
    case magenta = "1;35"
  }

  /// Whether anything is colored.
  let isColored: Bool

  /// The style of a terminal, or of no terminal, in the environment (https://no-color.org).
  init(isTerminal: Bool) {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    isColored = isTerminal && variable("NO_COLOR").isEmpty && variable("TERM") != "dumb"
  }

  /// The columns of the terminal behind a descriptor; `nil` where there is none, or it does not say.
  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// `text` in a color; unchanged for `nil`.
  func paint(_ text: String, _ color: Color?) -> String {
    guard isColored, let color, !text.isEmpty else { return text }
    return "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m"
  }
}
