import Evdev
import EventLoop
import Gestures
import Kinetics

/// An accelerometer that is watched for shakes.
final class ShakeSensor {
  private let accelerometer: Accelerometer
  private var detector: ShakeDetector
  private let watch: Watch

  /// Opens the accelerometer at `path`; `watch` watches its descriptor.
  init(path: String, _ detector: ShakeDetector, watch: (Int32) -> Watch) throws(EventNodeError) {
    accelerometer = try Accelerometer(opening: path)
    self.detector = detector
    self.watch = watch(accelerometer.descriptor.number)
  }

  deinit {
    // While the descriptor is open.
    watch.cancel()
  }

  /// Reads all samples that are there, and calls `shaken` with the time of each that completes a shake.
  func read(_ shaken: (Instant) -> Void) throws(EventNodeError) {
    try accelerometer.read { sample, time in
      if detector.handle(sample, at: time) { shaken(time) }
    }
  }
}
