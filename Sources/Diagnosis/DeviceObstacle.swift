import Evdev
package import Gestures
package import Kinetics

/// Why deckd does not use a device.
package enum DeviceObstacle: Hashable, Sendable {
  /// deckd created it, for passthrough.
  case passthrough
  /// udev has not processed it.
  case unknownToUdev
  /// udev says that it is something else; `nil` if it says nothing.
  case noTouchscreen(otherKind: String?)
  /// `LIBINPUT_IGNORE_DEVICE` is set.
  case ignored
  case otherSeat(String)
  /// Its node is gone.
  case missing
  /// The user that deckd runs as may not read the node.
  case notPermitted(user: String, owners: String)
  case noAxes
  /// libinput refuses it for the range of this axis; of a position, no quirk helps.
  case unusableAxis(String, AxisRange, isPosition: Bool)
  /// One axis of its positions dwarfs the other.
  case unusableShape(Size)
  case unreadable(reason: String)
  /// Nothing is wrong with it, and the running daemon does not list it.
  case notListed

  /// In words for a user, after the name of the device.
  package var text: String {
    switch self {
    case .passthrough: "deckd's own, for passthrough to other programs"
    case .unknownToUdev: "udev has not processed it"
    case .noTouchscreen(let kind?): "udev says that it is \(kind) (ID_INPUT_TOUCHSCREEN is not 1)"
    case .noTouchscreen(nil): "udev does not say that it is a touchscreen (ID_INPUT_TOUCHSCREEN is not 1)"
    case .ignored: "a udev rule has libinput ignore it (LIBINPUT_IGNORE_DEVICE)"
    case .otherSeat(let seat): "it belongs to the seat \(seat)"
    case .missing: "its node is missing"
    case .notPermitted(let user, let owners): "the user \(user) may not read it (\(owners))"
    case .unusableAxis(let name, let range, _):
      "libinput cannot use its axis \(name), from min \(range.minimum) to max \(range.maximum)"
    case .unusableShape(let axes):
      "its axes have \(Int(axes.width)) × \(Int(axes.height)) units, which is no panel's shape"
    case .noAxes: "it has no axes that a position could be read from"
    case .unreadable(let reason): reason
    case .notListed: "the running daemon reads other devices (--device or --seat), or its log says why"
    }
  }
}

extension InputDevice {
  /// Why a deckd that runs as `user` on `seat` does not use the device; `nil` if it does.
  package func obstacle(for user: UserAccount, seat: String = "seat0", accounts: Accounts) -> DeviceObstacle? {
    if isPassthrough { return .passthrough }
    if properties["ID_INPUT"] == nil { return .unknownToUdev }
    if !isTouchscreen { return .noTouchscreen(otherKind: otherKind) }
    if isSet("LIBINPUT_IGNORE_DEVICE") { return .ignored }
    if self.seat != seat { return .otherSeat(self.seat) }
    guard let attributes else { return .missing }
    // The mode says nothing of access control lists: what this process can do shows them.
    let isOwn = user == UserAccount(ofProcessIn: SystemTree())
    switch axes {
    case .success:
      guard isOwn || user.may(.reading, attributes) else {
        return .notPermitted(user: user.name, owners: accounts.owners(of: attributes))
      }
      return description.flatMap { $0.hasSensibleShape ? nil : .unusableShape($0.axes) }
    case .failure(.cannotExamine(.notPermitted)):
      // Another user than this process may be permitted.
      guard !isOwn, user.may(.reading, attributes) else {
        return .notPermitted(user: user.name, owners: accounts.owners(of: attributes))
      }
      return nil
    case .failure(.hasNoAxes): return .noAxes
    case .failure(.unusableAxis(_, let name, let range, let isPosition)):
      return .unusableAxis(name, range, isPosition: isPosition)
    case .failure(let error): return .unreadable(reason: "\(error)")
    }
  }
}
