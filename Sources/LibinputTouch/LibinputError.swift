import Gestures
import Glibc

/// Why touchscreens cannot be read, and what to do about it.
package enum LibinputError: Error, Hashable, Sendable, CustomStringConvertible {
  case cannotReachUdev(errno: Int32)
  case cannotMakeContext(errno: Int32)
  case cannotAssignSeat(String)
  case missing(path: String)
  case notPermitted(path: String, errno: Int32)
  case cannotOpen(path: String, errno: Int32)
  /// Not a device node, or not one that libinput accepts.
  case notAnInputDevice(path: String)
  case notATouchscreen(path: String, name: String)
  case cannotDispatch(errno: Int32)
  case cannotResume
  case unusableAxes(path: String, name: String)
  case cannotGrab(path: String, errno: Int32)

  /// The problem and its remedy.
  package var description: String {
    switch self {
    case .cannotReachUdev(let errno):
      "cannot reach udev (\(Self.words(errno))); check that /run/udev can be read"
    case .cannotMakeContext(let errno):
      "cannot set libinput up (\(Self.words(errno))); check that /run/udev can be read"
    case .cannotAssignSeat(let seat):
      "cannot read the devices of the seat \(seat); check that systemd-udevd runs and that /run/udev can be read"
    case .missing(let path):
      "there is no \(path); \"ls /dev/input/by-path\" shows what there is"
    case .notPermitted(let path, let errno):
      """
      no permission to read \(path) (\(Self.words(errno))); install udev/70-deckd.rules and run deckd in the group \
      deckd, or add its user to the group input
      """
    case .cannotOpen(let path, let errno):
      "cannot open \(path): \(Self.words(errno)); unplug the device and plug it in again"
    case .notAnInputDevice(let path):
      """
      \(path) is not an input device that libinput takes; look at it with "udevadm info \(path)": a \
      touchscreen has ID_INPUT_TOUCHSCREEN=1
      """
    case .notATouchscreen(let path, let name):
      """
      \(path) (\(name)) is not a touchscreen; name one with --device: its "udevadm info" has \
      ID_INPUT_TOUCHSCREEN=1
      """
    case .cannotDispatch(let errno):
      "cannot read events from libinput: \(Self.words(errno)); restart deckd"
    case .unusableAxes(let path, let name):
      """
      \(path) (\(name)) is not read: an axis of its positions ends before it begins, is longer than libinput computes, or \
      more than \(Int(SurfaceSizing.largestRatio)) times as long as the other; \
      correct its driver, or the range EVDEV_ABS_… of udev's hwdb; "evtest \(path)" shows the ranges
      """
    case .cannotResume:
      "cannot take the touchscreens up again; check that they are still there, and restart deckd"
    case .cannotGrab(let path, EBUSY):
      """
      cannot grab \(path): another program has, and receives its touches in deckd's place; "fuser \(path)" names it. \
      Stop it, then "deckctl reload"
      """
    case .cannotGrab(let path, let errno):
      "cannot grab \(path) (\(Self.words(errno))): other programs act on its touches, too"
    }
  }

  /// The error for a device node that `open(2)` refused.
  static func refused(path: String, errno: Int32) -> LibinputError {
    switch errno {
    case ENOENT: .missing(path: path)
    // EPERM comes from a sandbox: systemd's DeviceAllow=.
    case EACCES, EPERM: .notPermitted(path: path, errno: errno)
    default: .cannotOpen(path: path, errno: errno)
    }
  }

  private static func words(_ errno: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(errno, &buffer, buffer.count) == 0 else { return "error \(errno)" }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "error \(errno)" }
  }
}
