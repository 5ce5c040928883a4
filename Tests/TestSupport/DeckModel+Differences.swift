package import DeckProtocol

extension DeckModel {
  /// Returns where a fresh snapshot differs from the events of this model, except for `cards`, which a snapshot lacks.
  package func differences(from fresh: DeckModel) -> [String] {
    func difference<Value: Equatable>(_ name: String, _ part: KeyPath<DeckModel, Value>) -> String? {
      let (now, told) = (fresh[keyPath: part], self[keyPath: part])
      return now == told ? nil : "\(name): \(now); by the events \(told)"
    }
    return [
      difference("counts", \.counts), difference("open", \.open), difference("round", \.round),
      difference("place", \.placement), difference("kind", \.kind), difference("preset", \.preset),
      difference("settings", \.settings),
    ]
    .compactMap(\.self)
  }
}
