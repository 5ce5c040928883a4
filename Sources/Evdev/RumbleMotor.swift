import CLibevdev
import Glibc
import SystemCalls

/// A vibration as a motor plays it.
package struct RumbleEffect: Hashable, Sendable {
  /// How long the motor turns, in milliseconds.
  package var length: Int
  /// How long it rests before each time that it turns, in milliseconds.
  package var delay: Int
  /// 0…1 of the motor's full strength.
  package var strength: Double

  /// A vibration of `length` milliseconds.
  package init(length: Int, delay: Int = 0, strength: Double) {
    (self.length, self.delay, self.strength) = (length, delay, strength)
  }
}

/// A device with force feedback (`EV_FF`), on which effects are uploaded once and then played.
///
/// Every call may block, whatever `O_NONBLOCK` says, which evdev obeys for reading only: uploading and closing wait for
/// the driver, for a device of uinput up to 30 s for each effect, and playing waits for a mutex that is held meanwhile,
/// also while another program uploads. So a thread that others wait for must not call it.
package struct RumbleMotor: ~Copyable {
  /// An uploaded effect.
  package struct EffectID: Hashable, Sendable {
    fileprivate var rawValue: Int16
  }

  /// The period of a periodic effect: 6 ms, the resonance of a linear motor, some 170 Hz.
  private static let period: UInt16 = 6

  private let path: String
  private let descriptor: Int32
  private let type: UInt16

  /// Opens the node at `path`, which has to have rumble or periodic effects.
  package init(opening path: String) throws(EventNodeError) {
    // Writing is what it takes to play.
    let descriptor = try EvdevNode.open(path, O_RDWR)
    do throws(EventNodeError) {
      let device = try EvdevNode(descriptor, path: path)
      if device.has(EV_FF, FF_RUMBLE) {
        type = UInt16(FF_RUMBLE)
      } else if device.has(EV_FF, FF_PERIODIC), device.has(EV_FF, FF_SINE) {
        type = UInt16(FF_PERIODIC)
      } else {
        throw .notAMotor(path: path, name: device.name)
      }
    } catch {
      close(descriptor)
      throw error
    }
    (self.path, self.descriptor) = (path, descriptor)
  }

  deinit {
    // The kernel erases the effects of the descriptor.
    close(descriptor)
  }

  /// Uploads an effect (`EVIOCSFF`).
  package borrowing func upload(_ effect: RumbleEffect) throws(EventNodeError) -> EffectID {
    var description = ff_effect()
    description.type = type
    // The kernel chooses a number.
    description.id = -1
    description.replay = ff_replay(length: UInt16(clamping: effect.length), delay: UInt16(clamping: effect.delay))
    if type == UInt16(FF_RUMBLE) {
      let magnitude = UInt16((min(max(effect.strength, 0), 1) * Double(UInt16.max)).rounded())
      description.u.rumble = ff_rumble_effect(strong_magnitude: magnitude, weak_magnitude: magnitude)
    } else {
      description.u.periodic.waveform = UInt16(FF_SINE)
      description.u.periodic.period = Self.period
      description.u.periodic.magnitude = Int16((min(max(effect.strength, 0), 1) * Double(Int16.max)).rounded())
    }
    do throws(Errno) {
      _ = try SystemCall.retrying { deckd_upload_effect(descriptor, &description) }
    } catch {
      throw .notUploaded(path: path, error)
    }
    return EffectID(rawValue: description.id)
  }

  /// Plays an effect a number of times.
  package borrowing func play(_ effect: EffectID, times: Int) throws(EventNodeError) {
    var event = input_event()
    event.type = UInt16(EV_FF)
    event.code = UInt16(bitPattern: effect.rawValue)
    event.value = Int32(clamping: times)
    do throws(Errno) {
      _ = try SystemCall.retrying { write(descriptor, &event, MemoryLayout.size(ofValue: event)) }
    } catch {
      throw error.code == ENODEV ? .gone(path: path) : .notPlayed(path: path, error)
    }
  }
}
