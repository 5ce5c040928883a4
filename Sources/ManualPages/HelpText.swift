import JSON

/// The help of a program, as ArgumentParser dumps it.
enum HelpText {
  /// A program or a subcommand.
  struct Command {
    var name: String
    var abstract: String
    var discussion: String
    var arguments: [Argument]
    var subcommands: [Command]
  }

  /// An option, a flag or a positional argument.
  struct Argument {
    /// The names without the first hyphen: `o`, `-output`; empty for a positional argument.
    var names: [String]
    var preferredName: String?
    /// `nil` for a flag.
    var valueName: String?
    /// The abstract, followed by what the help says of values and default.
    var description: String
    var isOptional: Bool
    var isRepeating: Bool
  }

  /// The error for a text that is not the dump of a help.
  struct FormatError: Error, CustomStringConvertible {
    var description: String { "standard input: expected what a program prints for --experimental-dump-help" }
  }

  static func program(of dump: [UInt8]) throws -> Command {
    guard let root = try JSONReader.read(dump)["command"] else { throw FormatError() }
    return try command(root)
  }

  private static func command(_ value: JSONValue) throws -> Command {
    guard let name = value["commandName"]?.text else { throw FormatError() }
    return Command(
      name: name,
      abstract: value["abstract"]?.text ?? "",
      discussion: value["discussion"]?.text ?? "",
      arguments: (value["arguments"]?.elements ?? []).filter(isShown).map(argument),
      // ArgumentParser's own, without a word about it.
      subcommands: try (value["subcommands"]?.elements ?? []).filter {
        isShown($0) && $0["commandName"]?.text != "help"
      }
      .map(command)
    )
  }

  private static func argument(_ value: JSONValue) -> Argument {
    let valueName = value["valueName"]?.text
    return Argument(
      names: (value["names"]?.elements ?? []).map(name),
      preferredName: value["preferredName"].map(name),
      valueName: value["kind"]?.text == "flag" ? nil : valueName,
      description: (value["abstract"]?.text ?? "") + remark(on: value),
      isOptional: value["isOptional"] == .boolean(true),
      isRepeating: value["isRepeating"] == .boolean(true)
    )
  }

  private static func name(_ value: JSONValue) -> String {
    let name = value["name"]?.text ?? ""
    return value["kind"]?.text == "short" ? name : "-\(name)"
  }

  /// What the help adds in parentheses.
  private static func remark(on value: JSONValue) -> String {
    let values = (value["allValues"]?.elements ?? []).compactMap(\.text)
    let parts = [
      values.isEmpty ? nil : "values: \(values.joined(separator: ", "))",
      (value["defaultValue"]?.text).map { "default: \($0)" },
    ]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? "" : " (\(known.joined(separator: "; ")))"
  }

  private static func isShown(_ value: JSONValue) -> Bool { value["shouldDisplay"] == .boolean(true) }
}
