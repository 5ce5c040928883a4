package import DeckProtocol

extension DeckModel {
  /// What a fresh snapshot says that the events of this model do not; `cards` aside, which a snapshot does not have.
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
