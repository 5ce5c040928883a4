import DeckProtocol

/// Compares a deck's settings and placement with those last published, and publishes what differs.
struct ConfigurationDiffer: Sendable {
  private(set) var published: PublishedConfiguration
  /// The number of the event that last published a difference; 0 for none.
  private var publishedBy: UInt64 = 0
  /// The number of the event that added the deck; 0 for a deck that was there at the start.
  let addedBy: UInt64
  /// Whether a rollback removed the event that added the deck.
  private(set) var owesAddition = false

  /// A differ for clients that know `published`, since the event `addedBy` if that added the deck.
  init(_ published: PublishedConfiguration, addedBy: UInt64 = 0) {
    (self.published, self.addedBy) = (published, addedBy)
  }

  /// Publishes the differences between `configuration`, which takes effect now, and the one last published.
  mutating func publish(
    _ configuration: PublishedConfiguration,
    deck: String,
    counts: DeckCounts,
    into effects: inout EffectBuffer
  ) {
    let before = published
    published = configuration
    guard effects.hasStarted else { return }
    if configuration.placement != before.placement {
      effects.publish(.surfaceChanged(configuration.placement), deck: deck, counts: counts)
      publishedBy = effects.sequence
    }
    // A deck of another kind has other settings.
    let known = configuration.preset.kind == before.preset.kind ? Set(before.settings) : []
    let changes = configuration.settings.filter { !known.contains($0) }
    guard configuration.preset != before.preset || !changes.isEmpty else { return }
    let configured = DeckEvent.Configuration(
      kind: configuration.preset.kind.rawValue,
      preset: configuration.preset.rawValue,
      settings: changes
    )
    effects.publish(.deckConfigured(configured), deck: deck, counts: counts)
    publishedBy = effects.sequence
  }

  /// Makes the next publication a full one, if a rollback to `sequence` removes the event that added the deck, or the one
  /// that last published a difference: what clients had before that is not known.
  mutating func markUnpublished(since sequence: UInt64) {
    if addedBy > sequence { owesAddition = true }
    guard publishedBy > sequence else { return }
    published.placement.surface.name = ""
    published.settings = []
  }
}
