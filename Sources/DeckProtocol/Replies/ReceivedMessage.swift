package import JSON

/// A line of the daemon, by the members that JSON-RPC gives it.
package struct ReceivedMessage: Sendable {
  private let json: JSONValue

  /// A line that was read.
  package init(_ json: JSONValue) { self.json = json }

  /// The method of a notification, or of a question to a delegate.
  package var method: String? { json["method"]?.text }
  package var parameters: JSONValue.Member? { json.member("params") }
  package var id: JSONValue.Member? { json.member("id") }
  package var result: JSONValue.Member? { json.member("result") }
  package var error: JSONValue.Member? { json.member("error") }

  /// The parameters of a notification; `nil` for any other message.
  package func note<Note>(_ name: NotificationName, as _: Note.Type) -> Received<Note>? {
    method == name.rawValue ? parameters.map { Received($0.value) } : nil
  }
}
