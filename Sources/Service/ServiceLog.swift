import Glibc
package import Logging

/// The handler of a service's loggers: for journald where the service has its stream, otherwise for a person.
package struct ServiceLog: LogHandler {
  private static let writer = LogWriter(to: STDERR_FILENO)

  package var logLevel = Logger.Level.notice
  package var metadata: Logger.Metadata = [:]

  /// A handler that writes to standard error.
  package init() {}

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    Self.writer.write(event.level, "\(event.message)", metadata.merging(event.metadata ?? [:]) { $1 })
  }
}
