/// The daemon's configuration as a file.
package enum ConfigurationFile {
  /// Where a configuration is looked for when none is named.
  package static let usualPath = "/etc/deckd/deckd.toml"

  /// The configuration in the file that is named, else in the usual place, else the built-in one.
  ///
  /// What is read again while a daemon runs has to be a regular file.
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

/// A configuration that is no UTF-8 text.
package struct InvalidTextError: Error, Hashable, Sendable, CustomStringConvertible {
  package var path: String

  package var description: String {
    "\(path): expected UTF-8 text"
  }
}
