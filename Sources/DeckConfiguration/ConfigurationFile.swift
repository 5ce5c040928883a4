/// The daemon's configuration as a file.
package enum ConfigurationFile {
  /// The default path of the configuration.
  package static let usualPath = "/etc/deckd/deckd.toml"

  /// The configuration in the named file, else at the default path, else the built-in one.
  ///
  /// A file that is read again while a daemon runs must be a regular file.
  package static func read(_ path: String?, again: Bool = false) throws -> DaemonConfiguration {
    guard let path else {
      do {
        return try parse(try InputFile.read(usualPath, onlyRegular: again), usualPath)
      } catch let error as InputFileError where error.isMissing {
        return .builtIn
      }
    }
    return try parse(try InputFile.read(path, onlyRegular: again), path)
  }

  private static func parse(_ bytes: [UInt8], _ path: String) throws -> DaemonConfiguration {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidTextError(path: path)
    }
    var configuration = try DaemonConfiguration(toml: text, file: path)
    configuration.file = InputFile.absolutePath(path)
    return configuration
  }
}

/// The error for a configuration that is not UTF-8 text.
package struct InvalidTextError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String

  package var description: String {
    "\(path): expected UTF-8 text"
  }
}
