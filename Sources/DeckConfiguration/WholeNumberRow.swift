/// A key of a table of whole numbers, with the property that it sets.
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

/// A table of the file whose keys are all whole numbers with defaults.
protocol WholeNumberTable: Sendable {
  /// The defaults.
  init()
}
