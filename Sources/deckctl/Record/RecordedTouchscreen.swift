import DeckConfiguration
import DeckReplay
import Evdev
import Udev

/// A touchscreen that can be recorded.
struct RecordedTouchscreen {
  let reader: TouchscreenReader
  let path: String
  let description: DeviceDescription

  /// libinput's property for the noise of an axis, which its udev rules take from the kernel.
  private static let fuzzProperty = "LIBINPUT_FUZZ_"

  /// The touchscreen of a node, of a name in which `*` stands for any text, or the only one.
  init(_ device: String?) throws {
    path = try device.map { $0.contains("/") ? $0 : try Self.node(named: $0) } ?? Self.onlyNode()
    do {
      reader = try TouchscreenReader(opening: path)
    } catch {
      throw Failure("\(error)")
    }
    do {
      description = try Self.description(of: reader, properties: InputNode.node(at: path)?.properties ?? [:])
    } catch {
      throw Failure("\(path) (\(reader.name)) is no touchscreen: expected \(error.expected), found \(error.found)")
    }
    guard !reader.isGrabbed else {
      throw Failure(
        """
        \(path) (\(reader.name)) is grabbed: another program alone receives its touches; stop that program, or if it is \
        deckd, remove grab = true from the panel's [[panels]] (or --grab), then "deckctl reload"
        """
      )
    }
  }

  /// The panel's name and node, for a message.
  var title: String { "\(description.name) (\(path))" }

  private static var touchscreens: [InputNode] {
    let nodes = (try? NodeMonitor())?.nodes ?? []
    return nodes.filter { ($0.properties["ID_INPUT_TOUCHSCREEN"] ?? "0") != "0" }
      .sorted { ($0.path.utf8.count, $0.path) < ($1.path.utf8.count, $1.path) }
  }

  private static func onlyNode() throws -> String {
    let found = touchscreens
    guard let only = found.first else {
      throw Failure(
        """
        there is no touchscreen, as far as udev knows; name the node of a device that is one, such as /dev/input/event3
        """
      )
    }
    guard found.count == 1 else { throw Failure("there are \(found.count) touchscreens; name one: \(list(found))") }
    return only.path
  }

  private static func node(named name: String) throws -> String {
    let all = touchscreens
    let glob = Glob(name)
    // The kernel's name of the node, event3, is shorter to type.
    let found = all.filter { glob.matches($0.name) || $0.path == "/dev/input/\(name)" }
    guard let first = found.first else {
      guard !all.isEmpty else {
        throw Failure("there is no touchscreen, as far as udev knows; name a node to record it")
      }
      throw Failure("there is no touchscreen \"\(name)\"; expected \(list(all))")
    }
    guard found.count == 1 else {
      throw Failure("\"\(name)\" fits \(found.count) touchscreens; name the node of one: \(list(found))")
    }
    return first.path
  }

  private static func list(_ nodes: [InputNode]) -> String {
    nodes.map { "\($0.path) (\($0.name))" }.joined(separator: ", ")
  }

  private static func description(
    of reader: TouchscreenReader,
    properties: [String: String]
  ) throws(RecordingError) -> DeviceDescription {
    let identity = reader.identity
    var codes = reader.codes.mapValues { Set($0) }
    codes[EventType.synchronize] = Set(codes.keys).union([EventType.synchronize])
    var axes: [UInt16: DeviceDescription.Axis] = [:]
    for (code, axis) in reader.axes {
      let digits = String(code, radix: 16)
      let moved = properties[fuzzProperty + (digits.count < 2 ? "0" : "") + digits].flatMap { Int32($0) }
      axes[code] = DeviceDescription.Axis(
        minimum: axis.minimum,
        maximum: axis.maximum,
        fuzz: axis.fuzz == 0 ? max(moved ?? 0, 0) : axis.fuzz,
        flat: axis.flat,
        resolution: axis.resolution
      )
    }
    return try DeviceDescription(
      name: reader.name,
      identity: DeviceDescription.Identity(
        bus: identity[0],
        vendor: identity[1],
        product: identity[2],
        version: identity[3]
      ),
      properties: Set(reader.properties),
      codes: codes,
      axes: axes
    )
  }
}
