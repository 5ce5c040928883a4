package import DeckEngine
package import DeckProtocol
package import Kinetics
import MessageText

/// What requests name: a deck or a surface may be left out if there is only one.
extension Engine {
  /// Returns the id of the named deck, or of the only one.
  package func deckID(_ named: String?) throws(ProtocolError) -> String {
    try Self.meant(named, "deck", among: deckEntries.map(\.id))
  }

  /// Returns the name of the named surface, or of the only one.
  package func surface(_ named: String?) throws(ProtocolError) -> String {
    try Self.meant(named, "surface", among: surfaceNames)
  }

  /// Returns a snapshot of the named deck, or of the only one.
  package func snapshot(named: String?, at now: Instant) throws(ProtocolError) -> DeckSnapshot {
    let id = try deckID(named)
    guard let snapshot = snapshot(of: id, at: now) else { throw ProtocolError(unknownDeck(id)) }
    return snapshot
  }

  /// Describes the settings of the named deck, or of the only one, with the defaults of its preset or of another one.
  func settings(named: String?, preset: String?) throws(ProtocolError) -> [SettingDescription] {
    let id = try deckID(named)
    guard let kind = state(of: id)?.kind else { throw ProtocolError(unknownDeck(id)) }
    let name = try preset.map { (given) throws(ProtocolError) in
      try Self.meant(given, "preset", among: kind.presets.map(\.rawValue))
    }
    return settings(of: id, preset: name.flatMap(Preset.init)) ?? []
  }

  /// Returns a query of cards of the named deck, or of the only one.
  func query(named: String?, _ selection: ClientRequest.CardSelection) throws(ProtocolError) -> CardQuery {
    let id = try deckID(named)
    guard let query = query(of: id, selection) else { throw ProtocolError(unknownDeck(id)) }
    return query
  }

  /// Returns snapshots of the decks, or the surface, that a client wants to subscribe to.
  package func decks(
    of scope: ClientRequest.Subscription.Scope,
    at now: Instant
  ) throws(ProtocolError) -> PendingSubscription.Decks {
    let ids = deckEntries.map(\.id)
    switch scope {
    case .surface(let name): return .surface(try surface(name), sequence: sequence)
    case .deck(let id): return .one(try snapshot(named: id, at: now))
    case .unnamed where ids.count == 1: return .one(try snapshot(named: nil, at: now))
    case .unnamed, .all: return .all(ids.compactMap { snapshot(of: $0, at: now) }, sequence: sequence)
    }
  }

  /// Returns the named surface, or every one, with the decks there.
  func subjects(onSurface named: String?) throws(ProtocolError) -> [Subject] {
    let names = try named.map { name throws(ProtocolError) in [try surface(name)] } ?? surfaceNames
    let decks = deckEntries.map(\.id).filter { id in surfaceName(of: id).map(names.contains) ?? false }
    return names.map { .surface($0) } + decks.map { .deck($0) }
  }

  private static func meant(_ named: String?, _ noun: String, among names: [String]) throws(ProtocolError) -> String {
    if let named, names.contains(named) { return named }
    if named == nil, names.count == 1 { return names[0] }
    throw ProtocolError(
      .invalidParameters,
      named.map { "unknown \(noun) \(truncatedQuote($0))" }
        ?? (names.isEmpty ? "there is no \(noun)" : "which \(noun)?"),
      field: "params.\(noun)",
      expected: names.isEmpty
        ? "a [[\(noun)s]] entry in the configuration"
        : "one of \(names.joined(separator: ", "))" + (named.map { Suggestion.hint(for: $0, among: names) } ?? "")
    )
  }
}
