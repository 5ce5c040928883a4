import DeckEngine

/// The tables of the devices beside the panels, and of the kernel's latency.
extension SectionTable {
  /// The keys of `[haptics]`.
  static let haptics: [SectionRow<HapticsSection>] = [
    SectionRow(
      "enabled",
      at: \.isEnabled,
      takes: .flag,
      default: "true",
      summary: "Whether a motor plays; clients are notified in any case."
    ),
    SectionRow(
      "match",
      at: \.match,
      rows: match,
      takes: "a table such as { name = \"Vibrator*\" }",
      default: "each panel's own motor, for the decks on its surface",
      example: "{ name = \"Vibrator*\" }",
      summary: "The device that plays for all decks, by the same criteria as a panel."
    ),
    SectionRow(
      "strength",
      at: \.strength,
      takes: .number(0.05...1),
      default: "1",
      summary: "The strength of all effects, relative to the motor's full strength."
    ),
  ]

  /// The keys of `[shake]`.
  static let shake: [SectionRow<ShakeSection>] = [
    SectionRow(
      "enabled",
      at: \.isEnabled,
      takes: .flag,
      default: "false",
      summary: "Whether accelerometers are read; one wakes the daemon with each of its samples."
    ),
    SectionRow(
      "match",
      at: \.match,
      rows: match,
      takes: "a table such as { name = \"*Accelerometer*\" }",
      default: "every accelerometer",
      example: "{ name = \"*Accelerometer*\" }",
      summary: "Which accelerometers (INPUT_PROP_ACCELEROMETER) are read, by the same criteria as a panel."
    ),
    SectionRow(
      "threshold",
      at: \.threshold,
      takes: .number(0.2...8, "g"),
      default: "1",
      summary: "The acceleration beyond gravity at which a motion counts; six to and fro in a row are a shake."
    ),
    SectionRow(
      "pause",
      at: \.pause,
      takes: .number(0.2...60, "s"),
      default: "1",
      summary: "How long after a shake none is noticed."
    ),
  ]

  /// The keys of `[latency]`.
  static let latency: [SectionRow<LatencySection>] = [
    SectionRow(
      "hold",
      at: \.holdsProcessors,
      takes: .flag,
      default: "false",
      summary: "Whether processors are kept from sleeping deeply (/dev/cpu_dma_latency) while a finger is down or "
        + "something moves; costs power meanwhile."
    ),
    SectionRow(
      "lockMemory",
      at: \.locksMemory,
      takes: .flag,
      default: "false",
      summary: "Whether deckd's memory is kept from being swapped out (mlockall); requires LimitMEMLOCK=infinity in "
        + "its unit."
    ),
  ]
}
