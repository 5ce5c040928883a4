import Glibc
package import Logging

/// How a message is written: the text first, then its values, quoted, by name.
package enum LogLine {
  /// Who reads the log.
  package enum Style: Sendable {
    /// journald, which adds the time, and takes the level from a prefix (`sd-daemon(3)`).
    case journal
    /// A person, or a file: each line begins with the time and the level.
    case plain
  }

  /// Returns the bytes of a line with its newline; `seconds` is the time since 1970.
  package static func bytes(
    _ style: Style,
    _ level: Logger.Level,
    _ text: String,
    _ values: Logger.Metadata,
    seconds: Int
  ) -> [UInt8] {
    var line =
      switch style {
      case .journal: "<\(level.journalPriority)>"
      case .plain: "\(timestamp(seconds)) \(level.rawValue): "
      }
    line += escaped(text)
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { line += " \(name)=\(quoted("\(value)"))" }
    return Array((line + "\n").utf8)
  }

  private static func quoted(_ value: String) -> String { "\"\(escaped(value, "\"", "\\"))\"" }

  /// The text on one line, without what a terminal would obey, and with a backslash before `special` characters.
  private static func escaped(_ text: String, _ special: Unicode.Scalar...) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "\n" {
        escaped += "\\n"
      } else if scalar.properties.generalCategory == .control {
        escaped += "?"
      } else {
        if special.contains(scalar) { escaped += "\\" }
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func timestamp(_ seconds: Int) -> String {
    var (seconds, parts) = (seconds, tm())
    gmtime_r(&seconds, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let length = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Logger.Level {
  /// The level of `syslog(3)`.
  fileprivate var journalPriority: Int {
    switch self {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }
}
