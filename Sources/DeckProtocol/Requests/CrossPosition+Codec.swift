extension ClientRequest {
  private static let cross = ObjectCodec<CrossPosition>(
    "a cross",
    Field("x", .number(0...1), "The fraction of the surface's width."),
    Field("y", .number(0...1), "The fraction of the surface's height."),
    make: { CrossPosition(x: $0, y: $1) },
    members: (\.x, \.y)
  )

  /// At least four, with which a matrix has a residual.
  static let crosses = ValueCodec<[CrossPosition]>.objects(
    cross,
    expected: "an array of four or more crosses such as {\"x\": 0.1, \"y\": 0.1}",
    least: 4
  )
}
