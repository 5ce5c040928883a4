/// The description of a recording's device, while it is read.
struct DeviceHead: Sendable {
  private(set) var name = ""
  var identity = DeviceDescription.Identity()
  var properties: Set<UInt16> = []
  var codes: [UInt16: Set<UInt16>] = [:]
  private(set) var axes: [UInt16: DeviceDescription.Axis] = [:]

  private let file: String
  private var nameLine: Int?
  private var axisLines: [UInt16: Int] = [:]

  /// An empty head, to be read from `file`.
  init(file: String) {
    self.file = file
  }

  /// The head of a device that is made of these parts.
  init(
    name: String,
    identity: DeviceDescription.Identity,
    properties: Set<UInt16>,
    codes: [UInt16: Set<UInt16>],
    axes: [UInt16: DeviceDescription.Axis]
  ) {
    self.init(file: name)
    self.name = name
    self.identity = identity
    self.properties = properties
    self.codes = codes
    self.axes = axes
  }

  /// Whether the device has an axis: according to its codes, or to its ranges if it has no codes.
  func declares(_ axis: UInt16) -> Bool {
    Self.declares(EventType.absolute, axis, codes: codes, axes: axes)
  }

  static func declares(
    _ type: UInt16,
    _ code: UInt16,
    codes: [UInt16: Set<UInt16>],
    axes: [UInt16: DeviceDescription.Axis]
  ) -> Bool {
    if type == EventType.synchronize { return true }
    if codes.isEmpty { return type != EventType.absolute || axes[code] != nil }
    return codes[EventType.synchronize]?.contains(type) == true && codes[type]?.contains(code) == true
  }

  /// The error for a device that libinput would reject for its axis, or as a whole.
  func unusable(axis: UInt16? = nil, expected: String, found: String) -> RecordingError {
    RecordingError(file: file, line: axis.flatMap { axisLines[$0] } ?? nameLine, expected: expected, found: found)
  }

  /// Sets the device's name from `line`.
  mutating func setName(_ name: String, at line: RecordingLine) throws(RecordingError) {
    guard nameLine == nil else { throw line.malformed(expected: "one name, as a recording has one device") }
    nameLine = line.number
    self.name = name
  }

  /// Sets the range of one axis from `line`.
  mutating func setAxis(_ code: UInt16, _ axis: DeviceDescription.Axis, at line: RecordingLine) {
    axisLines[code] = line.number
    axes[code] = axis
  }

  /// Sets the noise of an axis that the device reports without it.
  mutating func setFuzz(_ fuzz: Int32, of code: UInt16) {
    if axes[code]?.fuzz == 0 { axes[code]?.fuzz = fuzz }
  }
}
