/// The command line's names for the fields of a request, for messages about them.
struct FieldTerms: ExpressibleByDictionaryLiteral {
  /// The name of a field.
  enum Term: ExpressibleByStringLiteral {
    /// An option or an argument: `--deck`, `<at>`.
    case argument(String)
    /// The member that the field's path ends in, such as a setting.
    case member
    /// No name: the command line does not set the field.
    case none

    init(stringLiteral argument: String) {
      self = .argument(argument)
    }
  }

  /// The subcommands for the methods that messages recommend.
  private static let subcommands = [
    "card.loaded": "loaded", "daemon.reload": "reload", "deck.appear": "appear", "deck.bounce": "bounce",
    "deck.configure": "configure", "deck.dismiss": "dismiss", "deck.get": "status", "deck.insert": "insert",
    "deck.load": "load", "deck.move": "move", "deck.reload": "load --keep", "deck.remove": "remove",
    "deck.reset": "reset", "deck.scroll": "scroll", "deck.select": "select", "deck.swipe": "swipe",
    "deck.undo": "undo", "deck.update": "update", "surface.set": "surface",
  ]
  private static let parameters = "params."

  private var terms: [String: Term]

  /// Names by the fields in `params`; `deck` is always `--deck`.
  init(dictionaryLiteral terms: (String, Term)...) {
    self.terms = Dictionary(terms) { $1 }
    self.terms["deck"] = self.terms["deck"] ?? "--deck"
  }

  /// Whether a parameter has a term, even if that is `.none`.
  func have(_ parameter: String) -> Bool { terms[parameter] != nil }

  /// A message for the user.
  func text(of refusal: Refusal) -> String {
    let message = words(refusal.message, about: refusal.field)
    let expected = words(refusal.expected, about: refusal.field)
    // Many messages already name the field.
    let isNamed = refusal.field.isEmpty || refusal.message.contains(refusal.field)
    let place = isNamed ? "" : term(for: refusal.field).map { " (\($0))" } ?? ""
    return expected.isEmpty ? message + place : "\(message)\(place); expected \(expected)"
  }

  /// The text with the command line's names instead of `field`, of other fields and of methods.
  func words(_ text: String, about field: String = "") -> String {
    var text = text
    // The field itself first: a setting's name is user input, and may contain spaces.
    if field.hasPrefix(Self.parameters) { text = text.replacing(field, with: term(for: field) ?? "the value") }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { String(word($0)) }.joined(separator: " ")
  }

  private func word(_ word: Substring) -> Substring {
    let start = word.prefix { $0 == "(" }
    let core = word.dropFirst(start.count)
    let end = String(core.reversed().prefix { ",;.:)".contains($0) }.reversed())
    let name = String(core.dropLast(end.count))
    if name.hasPrefix(Self.parameters) { return "\(start)\(term(for: name) ?? "the value")\(end)" }
    if let subcommand = Self.subcommands[name] { return "\(start)deckctl \(subcommand)\(end)" }
    return word
  }

  /// The name of a field; `nil` if the command line does not set it.
  private func term(for field: String) -> String? {
    // Other fields are a file with a line, or the method, which is the subcommand.
    guard field.hasPrefix(Self.parameters) else { return field == "method" ? nil : field }
    let path = field.dropFirst(Self.parameters.count)
    let name = path.prefix { $0 != "." && $0 != "[" }
    switch terms[String(name)] {
    case .argument(let argument): return argument
    case .member: return String(path.dropFirst(name.count + 1))
    case .some(.none): return nil
    case nil: return String(path)
    }
  }
}
