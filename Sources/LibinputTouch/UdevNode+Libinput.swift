import CLibinput
import Udev

extension UdevNode {
  /// The node of a libinput device; `nil` when udev has none.
  init?(of libinputDevice: OpaquePointer) {
    guard let device = libinput_device_get_udev_device(libinputDevice) else { return nil }
    self.init(adopting: device)
  }
}
