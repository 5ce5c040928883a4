import DeckProtocol

/// Compares a deck's settings and placement with those last published, and publishes what differs.
struct ConfigurationDiffer: Sendable {
  private(set) var published: PublishedConfiguration
  /// The number of the event that last published a difference; 0 for none.
  private var publishedBy: UInt64 = 0

  /// A differ for clients that know `published`.
  init(_ published: PublishedConfiguration) {
    self.published = published
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

  /// Makes the next publication a full one, if a rollback to `sequence` removes the event that last published a
  /// difference: what clients had before that event is not known.
  mutating func markUnpublished(since sequence: UInt64) {
    guard publishedBy > sequence else { return }
    published.placement.surface.name = ""
    published.settings = []
  }
}
