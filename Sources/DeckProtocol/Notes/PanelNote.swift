import JSON

/// A connected touch panel.
public struct PanelState: Hashable, Sendable {
  /// A size in millimeters or points.
  public struct Extent: Hashable, Sendable {
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// `width` × `height`.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// A part of the panel, in fractions of its width and height.
  public struct Area: Hashable, Sendable {
    /// From the panel's left edge.
    public var x: Double
    /// From the panel's top edge.
    public var y: Double
    /// From left to right.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// The part at `x`, `y`, of `width` × `height`.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// The kernel's name for the panel.
  public var name: String
  /// The vendor and product numbers, in hexadecimal, such as `0eef:0001`.
  public var id: String
  /// The device node, such as `/dev/input/event3`.
  public var node: String
  /// The panel's connection path (udev's `ID_PATH`), which the configuration matches; the node if udev has none.
  public var path: String
  /// The node's udev properties.
  public var properties: [String: String]
  /// The size in millimeters; `nil` if the panel does not report a resolution.
  public var millimetres: Extent?
  /// The size in points, after rotation.
  public var size: Extent
  /// The surface that the panel's touches are mapped to.
  public var surface: String
  /// The panel's rotation relative to its surface, in degrees clockwise.
  public var rotation: Int
  /// The axes of the panel that run the other way, before rotation: `none`, `horizontal`, `vertical` or `both`.
  public var flip: String
  /// The six numbers of the calibration that is applied, the configuration's or else udev's.
  public var calibration: [Double]
  /// The part of the calibrated panel that covers the surface; `nil` for the whole panel.
  public var area: Area?
  /// Whether the daemon has exclusive access to the panel's touches (EVIOCGRAB).
  public var grabbed: Bool
  /// How many contacts are down.
  public var contacts: Int
  /// How many times too wide or too high pictures and touches are, since the surface has another shape than the panel;
  /// `nil` up to 1.05.
  public var stretch: Double?

  /// A panel with its mapping.
  public init(
    name: String,
    id: String,
    node: String,
    path: String,
    properties: [String: String],
    millimetres: Extent?,
    size: Extent,
    surface: String,
    rotation: Int,
    flip: String,
    calibration: [Double],
    area: Area?,
    grabbed: Bool,
    contacts: Int,
    stretch: Double? = nil
  ) {
    self.name = name
    self.id = id
    self.node = node
    self.path = path
    self.properties = properties
    self.millimetres = millimetres
    self.size = size
    self.surface = surface
    self.rotation = rotation
    self.flip = flip
    self.calibration = calibration
    self.area = area
    self.grabbed = grabbed
    self.contacts = contacts
    self.stretch = stretch
  }
}

/// A panel that was connected or disconnected.
public struct PanelNote: Hashable, Sendable {
  /// What happened, as the notification's method.
  public enum Change: String, CaseIterable, Hashable, Sendable {
    /// The panel was connected, or already was when the client subscribed.
    case added = "panel.added"
    /// The panel was disconnected.
    case removed = "panel.removed"
  }

  /// What happened.
  public var change: Change
  /// When, in microseconds of the daemon's clock.
  public var time: Int64
  /// The panel's state, the last one if it was removed.
  public var panel: PanelState

  /// A change of the panels at `time`, in microseconds.
  public init(_ change: Change, time: Int64, panel: PanelState) {
    self.change = change
    self.time = time
    self.panel = panel
  }
}

extension PanelState.Extent: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("w", .extent, "Width.", at: \.width),
    .init("h", .extent, "Height.", at: \.height)
  )
}

extension PanelState.Area: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("x", .extent, "The left edge.", at: \.x),
    .init("y", .extent, "The top edge.", at: \.y),
    .init("width", .extent, "Width.", at: \.width),
    .init("height", .extent, "Height.", at: \.height)
  )
}

extension PanelState: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("name", "The name that the kernel gives the panel.", at: \.name),
    .init("id", .pattern("^[0-9a-f]{4}:[0-9a-f]{4}$"), "The vendor and product numbers, in hexadecimal.", at: \.id),
    .init("node", "The device node.", at: \.node),
    .init("path", "Where the panel is connected (udev's ID_PATH); the node where udev does not know.", at: \.path),
    .init("properties", "The node's udev properties.") { Properties($0.properties) },
    .init(
      optional: "millimetres",
      "The size in millimeters; left out where the panel does not report a resolution.",
      at: \.millimetres
    ),
    .init("size", "The size in pt, turned as the panel is.", at: \.size),
    .init("surface", .surfaceID, "The surface that the panel's touches are mapped to.", at: \.surface),
    .init(
      "rotation",
      .numbers([0, 90, 180, 270]),
      "How far the panel is turned against it, degrees clockwise.",
      at: \.rotation
    ),
    .init(
      "flip",
      .choice(["none", "horizontal", "vertical", "both"]),
      "The axes that run the other way, before that.",
      at: \.flip
    ),
    .init(
      "calibration",
      "The six numbers of the matrix that is applied first, the configuration's or else udev's."
    ) {
      CalibrationNumbers($0.calibration)
    }.about(\.calibration),
    .init(
      optional: "area",
      "The part of the calibrated panel that covers the surface, in fractions; left out where that is all of it.",
      at: \.area
    ),
    .init("grabbed", "Whether the daemon has exclusive access to the panel's touches (EVIOCGRAB).", at: \.grabbed),
    .init("contacts", .total, "How many contacts are down.", at: \.contacts),
    .init(
      optional: "stretch",
      .numberAbove(1),
      "How many times too wide or too high pictures and touches are on a surface of another shape; left out up to 1.05.",
      at: \.stretch
    )
  )

  package static let definition = define("panel", "Panel", "A touch panel that is connected.")

  /// Properties by name, in a fixed order.
  private struct Properties: WireValue {
    static var schema: ValueSchema { .map(["string"], isEmpty: true) }

    let properties: [String: String]

    init(_ properties: [String: String]) { self.properties = properties }

    func write(to json: inout JSONWriter) {
      json.object { json in
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
      }
    }
  }
}

extension PanelNote: WireObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "When, µs.", at: \.time),
    .init("panel", "The panel as it is, or was.", at: \.panel)
  )
}
