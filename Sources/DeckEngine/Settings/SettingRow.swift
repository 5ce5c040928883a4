package import DeckProtocol

/// A row of the settings table: one setting's name, its values, its storage and the source of its default.
package struct SettingRow: Sendable {
  /// When a change of a setting takes effect.
  package enum Effect: Sendable {
    /// At once: the deck's cards are laid out again and its touches are cancelled, as when its surface is resized.
    case byRelayout
    /// When a gesture, a release or a motion begins: nothing under way changes.
    case atNextUse
  }

  /// Dotted, as on the wire and in the configuration.
  package let name: String
  /// The kinds of deck that have the setting; decks of another kind refuse it.
  package let kinds: Set<DeckKind>
  /// `pt`, `s`, `°`; empty for a plain number and for other values.
  package let unit: String
  /// The values in the words of the documentation, without the unit.
  package let range: String
  /// The values in the words of error messages.
  package let expectation: String
  /// The values as clients read them.
  package let values: SettingDescription.Values
  /// Some of the values: the ends and the middle of a range, every choice.
  package let samples: [DeckSnapshot.Setting]
  package let takesEffect: Effect
  /// One sentence for the documentation.
  package let summary: String
  /// The names of the rows of the reference pages that have the setting, and after `; ` where its default comes from:
  /// `S10, M4; SwipeClean cardFlyAway easeOut`.
  package let source: String

  private let store: @Sendable (DeckSnapshot.Setting, inout DeckSettings, Double) throws(SettingError) -> Void
  private let format: @Sendable (DeckSettings, Double) -> DeckSnapshot.Setting
  private let formatLiteral: @Sendable (DeckSettings) -> String
  private let copyMember: @Sendable (DeckSettings, inout DeckSettings) -> Void

  /// A setting of decks of some `kinds`, stored at `path`, whose values `codec` parses and formats.
  init<Codec: SettingCodec>(
    _ name: String,
    of kinds: Set<DeckKind>,
    at path: any WritableKeyPath<DeckSettings, Codec.Value> & Sendable,
    takes codec: Codec,
    takesEffect: Effect,
    summary: String,
    source: String
  ) {
    self.init(
      name,
      of: kinds,
      takes: codec,
      takesEffect: takesEffect,
      summary: summary,
      source: source,
      read: { $0[keyPath: path] },
      write: { $1[keyPath: path] = $0 }
    )
  }

  /// A setting that decks of one kind alone have, stored at `path` among their own.
  init<Own: KindSettings, Codec: SettingCodec>(
    _ name: String,
    of own: Own.Type,
    at path: any WritableKeyPath<Own, Codec.Value> & Sendable,
    takes codec: Codec,
    takesEffect: Effect,
    summary: String,
    source: String
  ) {
    self.init(
      name,
      of: [Own.kind],
      takes: codec,
      takesEffect: takesEffect,
      summary: summary,
      source: source,
      read: { Own(of: $0)[keyPath: path] },
      write: { $1[keyPath: Own.path]?[keyPath: path] = $0 }
    )
  }

  private init<Codec: SettingCodec>(
    _ name: String,
    of kinds: Set<DeckKind>,
    takes codec: Codec,
    takesEffect: Effect,
    summary: String,
    source: String,
    read: @escaping @Sendable (DeckSettings) -> Codec.Value,
    write: @escaping @Sendable (Codec.Value, inout DeckSettings) -> Void
  ) {
    self.name = name
    self.kinds = kinds
    unit = codec.unit
    range = codec.range
    expectation = codec.expectation
    values = codec.values
    samples = codec.samples
    self.takesEffect = takesEffect
    self.summary = summary
    self.source = source
    store = { given, settings, scale throws(SettingError) in
      let value = try codec.value(of: given, pointsPerMillimetre: scale)
      if kinds.contains(settings.kind) { write(value, &settings) }
    }
    format = { settings, scale in codec.setting(read(settings), pointsPerMillimetre: scale) }
    formatLiteral = { settings in codec.literal(read(settings)) }
    copyMember = { other, settings in if kinds.contains(settings.kind) { write(read(other), &settings) } }
  }

  /// Stores `value` in `settings`; those of a kind of deck that does not have it stay as they are.
  ///
  /// Millimeters are stored as such; their range is checked at `pointsPerMillimetre`.
  ///
  /// - Throws: `SettingError`, without a change, if the value has another type or is out of range.
  package func set(
    _ value: DeckSnapshot.Setting,
    in settings: inout DeckSettings,
    pointsPerMillimetre: Double
  ) throws(SettingError) {
    try store(value, &settings, pointsPerMillimetre)
  }

  /// Copies the setting's value from `other`, if decks of that kind have it.
  package func copy(from other: DeckSettings, to settings: inout DeckSettings) {
    copyMember(other, &settings)
  }

  /// Returns the setting's value as clients receive it, lengths in points; its default in settings of a kind that does
  /// not have it.
  package func value(in settings: DeckSettings, pointsPerMillimetre: Double) -> DeckSnapshot.Setting {
    format(settings, pointsPerMillimetre)
  }

  /// Returns the setting's value as the configuration file has it: `10`, `"1.6mm"`, `true`, `"keep"`.
  package func literal(in settings: DeckSettings) -> String {
    formatLiteral(settings)
  }

  /// Returns the row as clients read it, with the default of `settings`.
  package func description(default settings: DeckSettings, pointsPerMillimetre: Double) -> SettingDescription {
    SettingDescription(
      name: name,
      values: values,
      unit: unit,
      initial: value(in: settings, pointsPerMillimetre: pointsPerMillimetre),
      summary: summary
    )
  }
}
