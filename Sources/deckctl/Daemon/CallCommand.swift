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
      The parameters are names with values, or an object, on the command line or, with -, on standard input. A value is \
      JSON, or else text ("text" in quotes where it would be something else). Notifications are not printed: watch does \
      that. Errors are in the words of the protocol. Examples:

        deckctl call daemon.status
        deckctl call deck.swipe deck=photos direction=right
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

  @Argument(
    help: ArgumentHelp(
      "Its parameters, an object or - for standard input; default: none.",
      valueName: "name=value|json"
    )
  )
  var parameters: [String] = []

  func validate() throws {
    // Standard input is read when the command runs.
    if !isPiped { _ = try given() }
  }

  func run() throws {
    let members = try isPiped ? Self.members(of: Self.standardInput()) : given()
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

  private var isPiped: Bool { parameters == ["-"] }

  /// The parameters on the command line.
  private func given() throws -> [JSONValue.Member] {
    // A name of the protocol begins with a letter, as no JSON object or array does.
    if parameters.count == 1, let only = parameters.first, only.first?.isLetter != true || !only.contains("=") {
      return try Self.members(of: Array(only.utf8))
    }
    var given: [NamedValue] = []
    for word in parameters {
      guard let parameter = NamedValue(word, takesContainers: true) else {
        throw ValidationError("\"\(word)\": expected a parameter such as direction=right.")
      }
      guard !given.contains(where: { $0.name == parameter.name }) else {
        throw ValidationError("\(parameter.name): expected it once.")
      }
      given.append(parameter)
    }
    var json = JSONWriter()
    json.object { json in
      for parameter in given {
        json.key(parameter.name)
        json.raw(parameter.json)
      }
    }
    return try Self.members(of: json.bytes)
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
