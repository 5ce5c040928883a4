package import DeckEngine
package import DeckProtocol

extension ProtocolError {
  /// The reply to a command that the engine does not perform.
  package init(_ error: CommandError) {
    let field = error.parameter?.field ?? ""
    let message =
      switch error {
      // A message that begins with a parameter names it as the request does.
      case .outOfRange: "params.\(error.problem)"
      default: error.problem
      }
    self.init(error.isInvalid ? .invalidParameters : .refused, message, field: field, expected: error.expected)
  }
}

extension CommandError.Parameter {
  /// Where a request has the parameter.
  fileprivate var field: String {
    switch self {
    case .deck: "params.deck"
    case .surface: "params.surface"
    case .card: "params.card"
    case .listedID(let index): "params.cards[\(index)]"
    case .listedCard(let index): "params.cards[\(index)].id"
    case .direction: "params.direction"
    case .number(let name): "params.\(name)"
    case .setting(let name): "params.settings.\(name)"
    }
  }
}
