package import Gestures
import Glibc
package import SystemCalls

/// Why touches cannot be passed on, and what to do about it.
package enum EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The panel's node could not be examined.
  case cannotExamine(EventNodeError)
  case hasNoAxes(path: String)
  /// libinput refuses the panel for the range of an axis, or computes nonsense with it.
  case unusableAxis(path: String, name: String, AxisRange, isPosition: Bool)
  /// A virtual touchscreen could not be created.
  case cannotCreate(Errno)
  /// Touches could not be written to a virtual touchscreen.
  case cannotWrite(Errno)

  package var description: String {
    switch self {
    case .cannotExamine(let error): "\(error)"
    case .unusableAxis(let path, let name, let range, _):
      "\(path) cannot be used: its \(name) goes from \(range.minimum) to \(range.maximum)"
    case .hasNoAxes(let path): "\(path) has no axes with a range"
    case .cannotCreate(Errno(ENOENT)), .cannotCreate(Errno(ENODEV)):
      "cannot create a virtual touchscreen: there is no /dev/uinput; load the kernel's module uinput (modprobe uinput), "
        + "then \"deckctl reload\""
    case .cannotCreate(Errno(EACCES)), .cannotCreate(Errno(EPERM)):
      "cannot create a virtual touchscreen: no permission to write to /dev/uinput; install udev/70-deckd.rules and run "
        + "deckd in the group deckd, then \"deckctl reload\""
    case .cannotCreate(let errno): "cannot create a virtual touchscreen: \(errno)"
    case .cannotWrite(let errno): "cannot pass touches on: \(errno)"
    }
  }
}
