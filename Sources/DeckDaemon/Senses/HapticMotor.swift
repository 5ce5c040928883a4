import DeckProtocol
import Evdev
import EventLoop
import Kinetics

/// A vibration motor, on a thread of its own: its driver may block for seconds, and the loop must not.
final class HapticMotor {
  /// What the thread reports once it has uploaded the effects, and when it ends by itself.
  struct Report: Sendable {
    var path: String
    /// Distinguishes the motor from an earlier one at its path.
    fileprivate var kinds: BoundedQueue<HapticKind>
    /// Effects that the device refuses, each error once.
    var refusals: [EventNodeError] = []
    /// Why the motor cannot be used any more.
    var failure: EventNodeError?

    /// Whether the report is about this motor.
    func concerns(_ motor: HapticMotor) -> Bool { kinds === motor.kinds }
  }

  /// Lets the threads of the motors at one node have it open one after the other.
  final class Turn: Sendable {
    private let lock = Lock(())

    /// Waits until the thread that has the node open has closed it, and calls `body`.
    fileprivate func take(_ body: () -> Void) { lock.withLock { _ in body() } }
  }

  /// Those that are not played yet; while the driver blocks, no more than one: it would come too late.
  private let kinds: BoundedQueue<HapticKind>
  private var pacer = HapticPacer()

  /// Opens the motor at `path` once `turn` lets it, and keeps the turn until it has closed it; `report` is called on the
  /// motor's thread.
  init(
    path: String,
    strength: Double,
    turn: Turn,
    report: @escaping @Sendable (Report) -> Void
  ) {
    let kinds = BoundedQueue<HapticKind>(capacity: 1)
    self.kinds = kinds
    let work: @Sendable () -> Void = {
      turn.take { Self.run(path: path, strength: strength, kinds, report) }
    }
    WorkerThread(work).detach()
  }

  deinit {
    // The thread closes the device.
    kinds.close()
  }

  /// Plays a kind of haptic feedback at `now`, unless it follows the last one too closely.
  func play(_ kind: HapticKind, at now: Instant) {
    if pacer.admits(at: now) { kinds.post(kind) }
  }

  /// Opens the motor, and plays what comes until the queue is closed or the motor fails.
  private static func run(
    path: String,
    strength: Double,
    _ kinds: BoundedQueue<HapticKind>,
    _ report: (Report) -> Void
  ) {
    // Given up before its turn came.
    if kinds.isClosed { return }
    do throws(EventNodeError) {
      let motor = try RumbleMotor(opening: path)
      let (effects, refusals) = try upload(to: motor, strength: strength, while: { !kinds.isClosed })
      report(Report(path: path, kinds: kinds, refusals: refusals))
      while let kind = kinds.next() {
        if let effect = effects[kind] { try motor.play(effect, times: kind.rumble.times) }
      }
    } catch {
      report(Report(path: path, kinds: kinds, failure: error))
    }
  }

  /// Uploads the effect of each kind, as long as they are wanted; returns them, and each error of those that the device
  /// does not take.
  ///
  /// - Throws: the error, if it takes none.
  private static func upload(
    to motor: borrowing RumbleMotor,
    strength: Double,
    while isWanted: () -> Bool
  ) throws(EventNodeError) -> (effects: [HapticKind: RumbleMotor.EffectID], refusals: [EventNodeError]) {
    var effects: [HapticKind: RumbleMotor.EffectID] = [:]
    var refusals: [EventNodeError] = []
    for kind in HapticKind.allCases where isWanted() {
      var effect = kind.rumble.effect
      effect.strength *= strength
      do throws(EventNodeError) {
        effects[kind] = try motor.upload(effect)
      } catch {
        if !refusals.contains(error) { refusals.append(error) }
      }
    }
    if effects.isEmpty, let error = refusals.first { throw error }
    return (effects, refusals)
  }
}
