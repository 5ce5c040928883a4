/// Which cards' contents a front end should have ready, by how soon they may be seen.
public struct PrefetchNote: Hashable, Sendable {
  /// The deck's id.
  public var deck: String
  /// The ids of the cards about to be seen, nearest first: all of them, whether they are ready or not.
  public var load: [String]
  /// How many of `load`, from the first on, are wanted before everything else.
  public var high: Int
  /// The ids of those that may come after them, for when nothing else is to be loaded.
  public var background: [String]
  /// The ids of those that are not wanted any more.
  public var evict: [String]

  /// Cards to load, and cards to forget.
  public init(deck: String, load: [String], high: Int, background: [String], evict: [String]) {
    self.deck = deck
    self.load = load
    self.high = high
    self.background = background
    self.evict = evict
  }

  func writeMembers(to json: inout JSONWriter) {
    json.member("deck", deck)
    json.key("load")
    json.array(load) { $0.value($1) }
    json.member("high", high)
    json.key("background")
    json.array(background) { $0.value($1) }
    json.key("evict")
    json.array(evict) { $0.value($1) }
  }
}
