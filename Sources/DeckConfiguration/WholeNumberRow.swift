/// A key of a table of whole numbers, with the value that it sets.
struct WholeNumberRow<Table: WholeNumberTable>: Sendable {
  var key: SectionKey
  var value: any WritableKeyPath<Table, Int> & Sendable

  init(
    _ value: any WritableKeyPath<Table, Int> & Sendable,
    _ name: String,
    _ range: ClosedRange<Int>,
    unit: String,
    _ summary: String
  ) {
    let fallback = "\(Table()[keyPath: value])"
    self.value = value
    key = SectionKey(
      name: name,
      form: .whole(range, unit: unit),
      fallback: fallback,
      example: fallback,
      summary: summary
    )
  }
}

/// A table of the file whose keys are whole numbers that all have a default.
protocol WholeNumberTable: Sendable {
  /// What holds without a configuration.
  init()
}
