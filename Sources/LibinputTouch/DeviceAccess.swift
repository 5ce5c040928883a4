import CLibinput
import Glibc
import Kinetics
import Udev

/// Opens and closes device nodes for libinput, and keeps information that is only available while opening them.
///
/// libinput calls it only from within calls of the context that owns it.
final class DeviceAccess {
  private struct Node {
    var path: String
    /// The span of its axes in device units; 0 for an axis that it does not have, and -1 for one that cannot be used.
    var axes: Size
  }

  /// The maximum number of lines kept until they are drained: a broken device can log without end.
  private static let keptLines = 256

  /// The `user_data` for libinput, which keeps the pointer.
  let userData: UnsafeMutablePointer<deckd_context_owner>

  /// The functions for libinput to call; it keeps the pointer.
  let interface: UnsafeMutablePointer<libinput_interface>

  private var nodes: [Int32: Node] = [:]
  private var refusals: [LibinputError] = []
  private var lines: [LibinputLogLine] = []

  /// Why the last node could not be opened; `nil` if it was.
  private(set) var lastErrno: Int32?

  init() {
    userData = .allocate(capacity: 1)
    interface = .allocate(capacity: 1)
    userData.initialize(
      to: deckd_context_owner(
        owner: Unmanaged.passUnretained(self).toOpaque(),
        log_line: { owner, priority, line in
          guard let owner, let line else { return }
          Unmanaged<DeviceAccess>.fromOpaque(owner).takeUnretainedValue().log(priority, String(cString: line))
        }
      )
    )
    interface.initialize(
      to: libinput_interface(
        open_restricted: { path, _, userData in
          guard let path, let access = DeviceAccess.from(userData) else { return -EINVAL }
          return access.open(String(cString: path))
        },
        close_restricted: { descriptor, userData in
          DeviceAccess.from(userData)?.close(descriptor)
        }
      )
    )
  }

  deinit {
    userData.deallocate()
    interface.deallocate()
  }

  /// The span of the axes of the open node at `path`.
  func axes(ofNodeAt path: String) -> Size? {
    nodes.values.first { $0.path == path }.flatMap { $0.axes.width > 0 && $0.axes.height > 0 ? $0.axes : nil }
  }

  /// Whether libinput computes nonsense from the range of an axis of the open node at `path`.
  func isUnusable(nodeAt path: String) -> Bool {
    nodes.values.contains { $0.path == path && ($0.axes.width < 0 || $0.axes.height < 0) }
  }

  /// Has the kernel give a node's events to libinput alone, or to every program that reads it (`EVIOCGRAB`).
  func grab(_ path: String, _ isGrabbed: Bool) throws(LibinputError) {
    guard let descriptor = nodes.first(where: { $0.value.path == path })?.key else { return }
    guard deckd_grab(descriptor, isGrabbed ? 1 : 0) == 0 else { throw .cannotGrab(path: path, errno: errno) }
  }

  /// Descriptors of the open nodes.
  var descriptors: Dictionary<Int32, some Any>.Keys {
    nodes.keys
  }

  /// The path of the open node with this descriptor.
  func path(of descriptor: Int32) -> String? {
    nodes[descriptor]?.path
  }

  func forgetLastErrno() {
    lastErrno = nil
  }

  /// Records a node that could not be opened until it is drained.
  func note(_ refusal: LibinputError) {
    refusals.append(refusal)
  }

  var hasNews: Bool { !refusals.isEmpty || !lines.isEmpty }

  func drainRefusals() -> [LibinputError] {
    defer { refusals = [] }
    return refusals
  }

  func drainLog() -> [LibinputLogLine] {
    defer { lines = [] }
    return lines
  }

  private static func from(_ userData: UnsafeMutableRawPointer?) -> DeviceAccess? {
    guard let owner = userData?.assumingMemoryBound(to: deckd_context_owner.self).pointee.owner else { return nil }
    return Unmanaged<DeviceAccess>.fromOpaque(owner).takeUnretainedValue()
  }

  /// Opens a node, and returns the descriptor or the negative `errno`.
  ///
  /// libinput requests `O_RDWR`, to light LEDs. Touches need only reading, which is also all that a sandbox permits.
  private func open(_ path: String) -> Int32 {
    while true {
      let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      let code = errno
      if descriptor >= 0 {
        lastErrno = nil
        nodes[descriptor] = Node(path: path, axes: Self.axes(of: descriptor))
        return descriptor
      }
      if code == EINTR { continue }
      lastErrno = code
      // Where deckd may open touchscreens only, keyboards and mice are refused by design.
      if UdevNode(at: path)?.isTouchscreen ?? false { refusals.append(.refused(path: path, errno: code)) }
      return -code
    }
  }

  private func close(_ descriptor: Int32) {
    nodes[descriptor] = nil
    Glibc.close(descriptor)
  }

  private func log(_ priority: libinput_log_priority, _ text: String) {
    guard lines.count < Self.keptLines else { return }
    lines.append(LibinputLogLine(priority: LibinputLogLine.Priority(priority), text: text))
  }

  private static func axes(of descriptor: Int32) -> Size {
    Size(width: Double(deckd_touch_width(descriptor)), height: Double(deckd_touch_height(descriptor)))
  }
}

extension LibinputLogLine.Priority {
  fileprivate init(_ priority: libinput_log_priority) {
    switch priority {
    case LIBINPUT_LOG_PRIORITY_DEBUG: self = .debug
    case LIBINPUT_LOG_PRIORITY_INFO: self = .info
    default: self = .error
    }
  }
}
