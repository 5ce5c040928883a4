/// The daemon's configuration as a file.
package enum ConfigurationFile {
  /// The default path of the configuration.
  package static let usualPath = "/etc/deckd/deckd.toml"

  /// The configuration in the named file, else at the default path, else the built-in one.
  ///
  /// It must be a regular file, as a daemon reads it again while it runs, and may not wait for it even at its start.
  package static func read(_ path: String?) throws -> DaemonConfiguration {
    guard let path else {
      do {
        return try parse(try InputFile.read(usualPath, onlyRegular: true), usualPath)
      } catch let error as InputFileError where error.isMissing {
        return .builtIn
      }
    }
    return try parse(try InputFile.read(path, onlyRegular: true), path)
  }

  private static func parse(_ bytes: [UInt8], _ path: String) throws -> DaemonConfiguration {
    var configuration = try DaemonConfiguration(toml: try text(of: bytes, path), file: path)
    configuration.file = InputFile.absolutePath(path)
    return configuration
  }

  /// The text of the file at `path`, which has to be UTF-8.
  static func text(of bytes: [UInt8], _ path: String) throws(InvalidTextError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // No character contains the byte of a newline.
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let valid = lines.prefix { String(validating: $0, as: UTF8.self) != nil }
    throw InvalidTextError(path: path, line: valid.count + 1)
  }
}

/// The error for a configuration that is not UTF-8 text.
package struct InvalidTextError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String
  /// The first line that is not, from 1.
  package var line: Int

  package var description: String {
    "\(path):\(line): not UTF-8; expected a file saved as UTF-8 text"
  }
}
