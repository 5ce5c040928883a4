/// The progress of a panel's calibration, for front ends to draw.
public struct CalibrationNote: Hashable, Sendable {
  /// What is to be drawn.
  public enum Phase: String, CaseIterable, Hashable, Sendable {
    /// A cross, to be touched.
    case cross
    /// Nothing anymore: every cross was touched.
    case done
    /// Nothing anymore: the calibration ended early.
    case cancelled
  }

  /// A cross on the surface.
  public struct Cross: Hashable, Sendable {
    /// Its index, from 0.
    public var index: Int
    /// How many crosses there are.
    public var count: Int
    /// In points of the surface, from its left edge.
    public var x: Double
    /// In points of the surface, from its upper edge.
    public var y: Double

    /// The cross with this index, of `count`.
    public init(index: Int, count: Int, x: Double, y: Double) {
      self.index = index
      self.count = count
      self.x = x
      self.y = y
    }
  }

  /// A distance between a cross and its touch.
  public struct Residual: Hashable, Sendable {
    /// In points of the surface.
    public var points: Double
    /// In millimeters; `nil` if the panel does not report its size.
    public var millimetres: Double?

    /// A distance in points and, if known, in millimeters.
    public init(points: Double, millimetres: Double?) {
      self.points = points
      self.millimetres = millimetres
    }
  }

  /// When, in microseconds of the daemon's clock.
  public var time: Int64
  /// The panel's device node.
  public var node: String
  /// The surface that the panel covers.
  public var surface: String
  /// What is to be drawn.
  public var phase: Phase
  /// The cross to be drawn and touched; only of `cross`.
  public var cross: Cross?
  /// The largest residual: of `done`, and of a first `cross` that is to be touched again because it was too large.
  public var residual: Residual?
  /// The six numbers of the matrix; only of `done`.
  public var matrix: [Double]?

  /// A step of the calibration of the panel at `node`.
  public init(
    time: Int64,
    node: String,
    surface: String,
    phase: Phase,
    cross: Cross? = nil,
    residual: Residual? = nil,
    matrix: [Double]? = nil
  ) {
    self.time = time
    self.node = node
    self.surface = surface
    self.phase = phase
    self.cross = cross
    self.residual = residual
    self.matrix = matrix
  }
}

extension CalibrationNote.Phase: WireName {
  package static let definition = NameDefinition(
    "calibrationPhase",
    "Calibration phase",
    "What a front end draws while a panel is calibrated."
  )

  package var meaning: String {
    switch self {
    case .cross: "a cross, to be touched; the one before it is removed"
    case .done: "nothing anymore: every cross was touched"
    case .cancelled: "nothing anymore: the client left, or the panel was removed or mapped differently"
    }
  }
}

extension CalibrationNote.Cross: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("index", .index, "Which cross, from 0.", at: \.index),
    .init("count", .total, "How many there are.", at: \.count),
    .init("x", "Its center, pt from the surface's left edge.", at: \.x),
    .init("y", "Its center, pt from the surface's upper edge.", at: \.y)
  )
}

extension CalibrationNote.Residual: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("pt", .extent, "In points.", at: \.points),
    .init(
      optional: "mm",
      .extent,
      "In millimeters; left out where the panel does not report its size.",
      at: \.millimetres
    )
  )
}

extension CalibrationNote: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "When, µs.", at: \.time),
    .init("node", "The device node of the panel.", at: \.node),
    .init("surface", .surfaceID, "The surface that the panel covers.", at: \.surface),
    .init("phase", "What is to be drawn.", at: \.phase),
    .init(optional: "cross", "Only of cross: where it is.", at: \.cross),
    .init(
      optional: "residual",
      "The largest distance of a touch from its cross: of done, and of the first cross where all are to be touched again.",
      at: \.residual
    ),
    .init(
      optional: "matrix",
      "Only of done: the six numbers of the calibration, as the configuration and LIBINPUT_CALIBRATION_MATRIX have them."
    ) { $0.matrix.map(CalibrationNumbers.init) }.about(\.matrix)
  )
}
