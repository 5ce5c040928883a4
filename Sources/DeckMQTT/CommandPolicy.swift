import DeckProtocol
import JSON
import MessageText

/// Which requests others may make through the broker: none, unless the owner of the panel names them.
package struct CommandPolicy: Hashable, Sendable {
  /// A command that is refused, for the reply.
  package struct Refusal: Error, Hashable, Sendable {
    package var message: String
    package var field: String
    package var expected: String
  }

  /// A command's longest payload, in bytes: what fits into a line with the rest of the request.
  package static let longestPayload = LineFraming.defaultLimit - 512

  /// The methods that belong to a connection of their own, and no owner can allow.
  private static let personal: Set<ClientRequest.MethodName> = [
    .hello, .subscribe, .unsubscribe, .explain, .delegateRegister, .delegateUnregister, .delegateInvalidate,
    .panelCalibrate, .inputInject, .surfaceVsync,
  ]

  /// What an owner can allow.
  package static let allowable = ClientRequest.MethodName.allCases.filter { !personal.contains($0) }.map(\.rawValue)

  /// The allowed methods.
  package let methods: Set<String>

  /// A policy that allows these methods, which are among `allowable`.
  package init(_ methods: some Sequence<String>) {
    self.methods = Set(methods)
  }

  /// Whether it allows anything.
  package var isEmpty: Bool { methods.isEmpty }

  /// Returns the members of a request's `params`, as JSON without braces; empty for none.
  package func parameters(_ command: TopicTree.Command, _ payload: [UInt8]) throws(Refusal) -> [UInt8] {
    guard methods.contains(command.method) else {
      let expected =
        methods.isEmpty
        ? "no commands; --allow names some" : Suggestion.oneOf(methods.sorted(), insteadOf: command.method)
      throw Refusal(message: "not allowed here", field: "method", expected: expected)
    }
    guard payload.count <= Self.longestPayload else {
      throw Refusal(message: "too long", field: "payload", expected: "at most \(Self.longestPayload) bytes")
    }
    var members: [JSONValue.Member] = []
    if !payload.isEmpty {
      let value: JSONValue
      do {
        value = try JSONReader.read(payload)
      } catch {
        throw Refusal(
          message: "not JSON: \(error)",
          field: "payload",
          expected: "an object with the request's params, or nothing"
        )
      }
      guard case .object(let found) = value else {
        throw Refusal(
          message: "\(value.kind)",
          field: "payload",
          expected: "an object with the request's params, or nothing"
        )
      }
      members = found
    }
    guard members.member("deck") == nil else {
      throw Refusal(message: "the topic names the deck", field: "payload.deck", expected: "no deck")
    }
    var json = JSONWriter()
    json.object { json in
      if let deck = command.deck { json.member("deck", deck) }
      for member in members {
        json.key(member.key)
        json.raw(member.source)
      }
    }
    return json.bytes
  }
}
