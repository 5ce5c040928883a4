import ArgumentParser
import DeckClient
import DeckConfiguration
import DeckProtocol
import JSON

/// Calls any method of the protocol.
struct CallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: "Call any method of the protocol, and print its result as one line of JSON.",
    discussion: """
      The parameters are an object, on the command line or, with -, on standard input. Notifications are not printed: \
      watch does that. Errors are in the words of the protocol. Examples:

        deckctl call daemon.status
        deckctl call deck.swipe '{"deck": "photos", "direction": "right"}'
        deckctl cards --json | jq -s '{cards: .}' | deckctl call deck.load -
      """
  )

  @OptionGroup var daemon: DaemonAddress
  @OptionGroup var output: JSONOutput

  @Argument(
    help: "The method, such as deck.get.",
    completion: .list(ClientRequest.MethodName.allCases.map(\.rawValue))
  )
  var method: String

  @Argument(help: ArgumentHelp("Its parameters, or - for standard input; default: none.", valueName: "json"))
  var parameters: String?

  func validate() throws {
    // Standard input is read when the command runs.
    if let parameters, parameters != "-" { _ = try Self.members(of: Array(parameters.utf8)) }
  }

  func run() throws {
    let isPiped = parameters == "-"
    let members = try Self.members(of: isPiped ? Self.standardInput() : Array((parameters ?? "{}").utf8))
    let connection = try daemon.connect()
    do {
      let answer = try daemon.exchange(connection, method, deck: nil) { json in
        for member in members {
          json.key(member.key)
          json.raw(Self.inOneLine(member.source))
        }
      }
      print(String(decoding: answer.source, as: UTF8.self))
    } catch let refusal as Refusal {
      throw Failure(refusal.text)
    }
  }

  private static func members(of bytes: [UInt8]) throws -> [JSONValue.Member] {
    let given: JSONValue
    do {
      given = try JSONReader.read(bytes)
    } catch {
      throw ValidationError("<json>: \(error); expected an object, such as '{\"deck\": \"main\"}'.")
    }
    guard case .object(let members) = given else {
      throw ValidationError("<json>: expected an object, such as '{\"deck\": \"main\"}', not \(given.kind).")
    }
    return members
  }

  /// A value without the line breaks between its parts: a message is a line, and a string of JSON contains none.
  private static func inOneLine(_ source: ArraySlice<UInt8>) -> [UInt8] {
    source.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
  }

  private static func standardInput() throws -> [UInt8] {
    do {
      return try InputFile.readStandardInput()
    } catch {
      throw Failure("\(error)")
    }
  }
}

extension Refusal {
  /// The error in the terms of the wire.
  fileprivate var text: String {
    let place = field.isEmpty || message.contains(field) ? "" : " (\(field))"
    return expected.isEmpty ? message + place : "\(message)\(place); expected \(expected)"
  }
}
