import CLibinput
import Gestures
import Glibc
import Kinetics
import Udev

/// The touchscreens of a seat, or of given nodes, read through libinput.
///
/// The owner waits for one of `descriptors` to be readable and calls `dispatch()`, also once before the first wait:
/// that call reports the devices that are already present. Must be used by one owner at a time, in an actor's property;
/// it cannot be copied, and closes everything when it is destroyed.
package struct LibinputContext: ~Copyable {
  private enum Backend {
    /// A seat's devices, as they are plugged in and removed.
    case udev
    /// Given nodes, and the monitor that reports their return.
    case path(NodeMonitor)
  }

  private struct Panel {
    /// The `struct libinput_device`, which is still valid in the event of its removal.
    let device: OpaquePointer
    var id: PanelID
    /// The path that was given for the panel; `nil` for a seat's.
    var given: String?
    var contacts = PanelContacts()
    var isGrabbed = false
  }

  private let context: OpaquePointer
  private let access: DeviceAccess
  private let backend: Backend
  /// The physical path of devices that are left alone.
  private let ignoredPrefix: String?
  /// In the order in which they were added.
  private var panels: [Panel] = []
  /// The given paths, by their `struct libinput_device`.
  private var given: [OpaquePointer: String]
  /// Given nodes that were unplugged and may return.
  private var away: Set<String> = []
  private var nextID = 1

  /// The touchscreens of `seat` (`seat0`), including those plugged in later (`libinput_udev_create_context`).
  ///
  /// Devices whose physical path begins with `ignoredPrefix` are left alone.
  package init(seat: String, ignoring ignoredPrefix: String? = nil) throws(LibinputError) {
    let access = DeviceAccess()
    guard let udev = udev_new() else { throw .cannotReachUdev(errno: errno) }
    // The context holds its own reference.
    defer { udev_unref(udev) }
    guard let context = libinput_udev_create_context(access.interface, access.userData, udev) else {
      throw .cannotMakeContext(errno: errno)
    }
    deckd_log_lines(context)
    guard libinput_udev_assign_seat(context, seat) == 0 else {
      libinput_unref(context)
      throw .cannotAssignSeat(seat)
    }
    self.init(context, access, .udev, given: [:], ignoring: ignoredPrefix)
  }

  /// The touchscreens at the nodes `devices` (`libinput_path_create_context`), also after they were unplugged and
  /// have returned.
  package init(devices: [String]) throws(LibinputError) {
    let access = DeviceAccess()
    let monitor: NodeMonitor
    do {
      monitor = try NodeMonitor()
    } catch {
      throw .cannotReachUdev(errno: error.errno)
    }
    guard let context = libinput_path_create_context(access.interface, access.userData) else {
      throw .cannotMakeContext(errno: errno)
    }
    deckd_log_lines(context)
    var given: [OpaquePointer: String] = [:]
    do throws(LibinputError) {
      var nodes: Set<dev_t> = []
      for path in devices {
        // A node that is named twice, or also by a link, is one panel.
        if let node = Self.node(at: path), !nodes.insert(node).inserted { continue }
        given[try Self.add(path, to: context, access)] = path
      }
    } catch {
      libinput_unref(context)
      throw error
    }
    self.init(context, access, .path(monitor), given: given)
  }

  private init(
    _ context: OpaquePointer,
    _ access: DeviceAccess,
    _ backend: Backend,
    given: [OpaquePointer: String],
    ignoring ignoredPrefix: String? = nil
  ) {
    self.ignoredPrefix = ignoredPrefix
    self.context = context
    self.access = access
    self.backend = backend
    self.given = given
  }

  deinit {
    // Closes the devices through `access`, which outlives it.
    libinput_unref(context)
    withExtendedLifetime(access) {}
  }

  /// Descriptors of which one is readable when there is something to dispatch (`libinput_get_fd`); not to be closed.
  package var descriptors: [Int32] {
    switch backend {
    case .udev: [libinput_get_fd(context)]
    case .path(let monitor): [libinput_get_fd(context), monitor.descriptor]
    }
  }

  /// Returns what happened since the last call (`libinput_dispatch`).
  package mutating func dispatch() throws(LibinputError) -> [PanelReport] {
    var reports: [PanelReport] = []
    try dispatch(into: &reports)
    return reports
  }

  /// Appends what happened since the last call (`libinput_dispatch`).
  ///
  /// Allocates nothing if the array has enough capacity and the previous frame was released.
  package mutating func dispatch(into reports: inout [PanelReport]) throws(LibinputError) {
    let status = libinput_dispatch(context)
    guard status == 0 else { throw .cannotDispatch(errno: -status) }
    guard case .path(let monitor) = backend else { return drainEvents(into: &reports) }
    removeUnplugged()
    drainEvents(into: &reports)
    // libinput's path backend leaves the return of a node to its caller.
    if !monitor.drain().present.isEmpty, !away.isEmpty {
      addReturned()
      drainEvents(into: &reports)
    }
  }

  /// Closes every touchscreen and opens it again, as a new panel (`libinput_suspend`, `libinput_resume`).
  ///
  /// Contacts are cancelled, and touches that have not been read are discarded.
  package mutating func reopen(into reports: inout [PanelReport]) throws(LibinputError) {
    switch backend {
    case .udev:
      libinput_suspend(context)
      drainEvents(into: &reports)
      guard libinput_resume(context) == 0 else { throw .cannotResume }
    case .path:
      // `libinput_resume` fails for all given nodes if one of them is missing.
      for panel in panels { libinput_path_remove_device(panel.device) }
      drainEvents(into: &reports)
      addReturned()
    }
    drainEvents(into: &reports)
  }

  /// Takes a panel's touches from every other program, or gives them back; does nothing where that is so already.
  ///
  /// The kernel gives them back when the panel is closed, whatever ends the process.
  package mutating func grab(_ id: PanelID, _ isGrabbed: Bool) throws(LibinputError) {
    guard let index = panels.firstIndex(where: { $0.id == id }), panels[index].isGrabbed != isGrabbed,
      let path = UdevNode(of: panels[index].device)?.path
    else { return }
    try access.grab(path, isGrabbed)
    panels[index].isGrabbed = isGrabbed
  }

  /// Whether `drainRefusals` or `drainLog` has anything to return.
  package var hasNews: Bool { access.hasNews }

  /// Returns and clears the errors of touchscreens that could not be opened since the last call.
  package mutating func drainRefusals() -> [LibinputError] {
    access.drainRefusals()
  }

  /// Returns and clears libinput's log since the last call.
  package mutating func drainLog() -> [LibinputLogLine] {
    access.drainLog()
  }

  /// Makes libinput log everything from `priority` on; the default is errors only (`libinput_log_set_priority`).
  package mutating func log(from priority: LibinputLogLine.Priority) {
    libinput_log_set_priority(context, priority.forLibinput)
  }

  private static func add(
    _ path: String,
    to context: OpaquePointer,
    _ access: DeviceAccess
  ) throws(LibinputError) -> OpaquePointer {
    var status = stat()
    let result = stat(path, &status)
    let code = errno
    guard result == 0 else { throw .refused(path: path, errno: code) }
    guard status.st_mode & S_IFMT == S_IFCHR else { throw .notAnInputDevice(path: path) }
    access.forgetLastErrno()
    guard let device = libinput_path_add_device(context, path) else {
      // The path as it was given: libinput opens the path that udev has for it.
      if let code = access.lastErrno { throw .refused(path: path, errno: code) }
      throw .notAnInputDevice(path: path)
    }
    guard libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0 else {
      let name = String(cString: libinput_device_get_name(device))
      libinput_path_remove_device(device)
      throw .notATouchscreen(path: path, name: name)
    }
    return device
  }

  /// The device that a path leads to; `nil` for none.
  private static func node(at path: String) -> dev_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_rdev : nil
  }

  /// Adds the given nodes that have returned; others stay away until udev's next report.
  private mutating func addReturned() {
    for path in away {
      do throws(LibinputError) {
        given[try Self.add(path, to: context, access)] = path
        away.remove(path)
      } catch .missing {
        continue
      } catch {
        access.note(error)
      }
    }
  }

  private mutating func drainEvents(into reports: inout [PanelReport]) {
    while let event = libinput_get_event(context) {
      defer { libinput_event_destroy(event) }
      handle(event, into: &reports)
    }
    for index in panels.indices { finishFrame(of: index, into: &reports) }
  }

  private mutating func handle(_ event: OpaquePointer, into reports: inout [PanelReport]) {
    guard let device = libinput_event_get_device(event) else { return }
    let type = libinput_event_get_type(event)
    switch type {
    case LIBINPUT_EVENT_DEVICE_ADDED:
      add(device, into: &reports)
    case LIBINPUT_EVENT_DEVICE_REMOVED:
      remove(device, into: &reports)
    case LIBINPUT_EVENT_TOUCH_DOWN, LIBINPUT_EVENT_TOUCH_MOTION, LIBINPUT_EVENT_TOUCH_UP,
      LIBINPUT_EVENT_TOUCH_CANCEL, LIBINPUT_EVENT_TOUCH_FRAME:
      guard let touch = libinput_event_get_touch_event(event), let index = index(of: device) else { return }
      if let frame = panels[index].contacts.handle(type, touch) { reports.append(.frame(panels[index].id, frame)) }
    default:
      // A touchscreen with keys, or a keyboard's last events before it was disabled.
      return
    }
  }

  private mutating func add(_ device: OpaquePointer, into reports: inout [PanelReport]) {
    let info = PanelInfo(id: PanelID(nextID), device: device, axes: access.axes(ofNodeAt:))
    guard libinput_device_has_capability(device, LIBINPUT_DEVICE_CAP_TOUCH) != 0, !isIgnored(device),
      !isUnusable(info)
    else {
      // A seat's device cannot be removed. Disabling closes it (`evdev_device_suspend`), except for touchpads whose
      // buttons serve a trackpoint; their events are ignored above.
      _ = libinput_device_config_send_events_set_mode(device, LIBINPUT_CONFIG_SEND_EVENTS_DISABLED.rawValue)
      return
    }
    // Calibration is applied with the rest of the mapping: libinput rounds the result to the device's units.
    let identity = CalibrationMatrix.identity.numbers.map(Float.init)
    _ = libinput_device_config_calibration_set_matrix(device, identity)
    let panel = Panel(device: device, id: info.id, given: given.removeValue(forKey: device))
    nextID += 1
    panels.append(panel)
    reports.append(.added(info))
  }

  /// Whether the positions of a device are nonsense, which is noted.
  private func isUnusable(_ info: PanelInfo) -> Bool {
    guard access.isUnusable(nodeAt: info.path) || !info.description.hasSensibleShape else { return false }
    access.note(.unusableAxes(path: info.path, name: info.description.name))
    return true
  }

  private func isIgnored(_ device: OpaquePointer) -> Bool {
    ignoredPrefix.map { UdevNode(of: device)?.physicalPath?.hasPrefix($0) == true } ?? false
  }

  private mutating func remove(_ device: OpaquePointer, into reports: inout [PanelReport]) {
    guard let index = index(of: device) else { return }
    finishFrame(of: index, into: &reports)
    var panel = panels.remove(at: index)
    // libinput has already cancelled the contacts; this covers a version that does not.
    if let frame = panel.contacts.cancelAll(at: Self.now) { reports.append(.frame(panel.id, frame)) }
    reports.append(.removed(panel.id))
    if let path = panel.given { away.insert(path) }
  }

  private func index(of device: OpaquePointer) -> Int? {
    panels.firstIndex { $0.device == device }
  }

  private mutating func finishFrame(of index: Int, into reports: inout [PanelReport]) {
    if let frame = panels[index].contacts.finish() { reports.append(.frame(panels[index].id, frame)) }
  }

  /// Removes given nodes that were unplugged (`libinput_path_remove_device`).
  ///
  /// libinput learns of it from udev, which it does not monitor for given nodes: it stops reading the node and reports
  /// nothing, and a finger would stay down. The hang-up that made it stop has also made the descriptor readable.
  private func removeUnplugged() {
    var requests = access.descriptors.map { pollfd(fd: $0, events: 0, revents: 0) }
    guard poll(&requests, nfds_t(requests.count), 0) > 0 else { return }
    for request in requests where request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      guard let path = access.path(of: request.fd) else { continue }
      for panel in panels where UdevNode(of: panel.device)?.path == path { libinput_path_remove_device(panel.device) }
    }
  }

  /// The time on `CLOCK_MONOTONIC`, libinput's clock.
  private static var now: Instant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
  }
}

extension LibinputLogLine.Priority {
  fileprivate var forLibinput: libinput_log_priority {
    switch self {
    case .debug: LIBINPUT_LOG_PRIORITY_DEBUG
    case .info: LIBINPUT_LOG_PRIORITY_INFO
    case .error: LIBINPUT_LOG_PRIORITY_ERROR
    }
  }
}
