import Glibc
package import SystemCalls

/// A vibration motor or an accelerometer cannot be used.
package enum EventNodeError: Error, Hashable, Sendable, CustomStringConvertible {
  case notPermitted(path: String, Errno)
  case cannotOpen(path: String, Errno)
  /// It was unplugged.
  case gone(path: String)
  case cannotRead(path: String, Errno)
  case notAMotor(path: String, name: String)
  case notUploaded(path: String, Errno)
  case notPlayed(path: String, Errno)
  case noScale(path: String, name: String)

  package var description: String {
    switch self {
    case .notPermitted(let path, Errno(EPERM)):
      "cannot open \(path): the sandbox forbids it; the unit needs DeviceAllow=char-input rw"
    case .notPermitted(let path, _):
      """
      cannot open \(path): no permission; give it to deckd's group by a rule such as those of 70-deckd.rules, then \
      "udevadm trigger --subsystem-match=input --action=change"
      """
    case .cannotOpen(let path, let errno):
      "cannot open \(path) (\(errno)); is it an input device's event node?"
    case .gone(let path): "\(path) was unplugged"
    case .cannotRead(let path, let errno): "cannot read \(path) (\(errno)); plug it in again"
    case .notAMotor(let path, let name):
      "\(path) (\(name)) has neither rumble nor periodic effects; name another device in [haptics] match"
    case .notUploaded(let path, Errno(ENOSPC)):
      "\(path) has no room for more effects; the kinds of haptic feedback without one are not played"
    case .notUploaded(let path, let errno):
      "\(path) refuses an effect (\(errno)); this kind of haptic feedback is not played"
    case .notPlayed(let path, let errno): "\(path) refuses to play (\(errno))"
    case .noScale(let path, let name):
      """
      \(path) (\(name)) is no accelerometer with a known scale; give its units per g in udev's hwdb: EVDEV_ABS_00=::RES, \
      and 01 and 02
      """
    }
  }
}
