import DeckConfiguration
import DeckEngine
import DeckProtocol
import Evdev
import EventLoop
import Gestures
import Kinetics
import LibinputTouch
import Logging
import Udev

/// The devices beside the panels: the motors that play haptic feedback, and the accelerometers that notice a shake.
///
/// Which of them are open follows from the configuration, the panels and the nodes that udev has. `update` compares
/// that with those that are open, whatever has changed; a device that failed is tried again once something changes
/// about it.
final class Senses {
  private let host: EngineHost
  private let log: Logger
  private var haptics = HapticsSection()
  private var shake = ShakeSection()
  /// By the paths of their nodes.
  private var motors: [String: HapticMotor] = [:]
  /// Let a motor be opened once the one before it at its node is closed.
  ///
  /// A device has room for few effects, sixteen or fewer, and the driver may keep a motor's thread for seconds. There is
  /// one for each node that ever had a motor: what was removed may come back, as a panel does after a suspend.
  private var turns: [String: HapticMotor.Turn] = [:]
  private var sensors: [String: ShakeSensor] = [:]
  /// The nodes that could not be used.
  private var failed: Set<String> = []
  /// Reports nodes that come and go; there once a configuration needs it.
  private var monitor: (nodes: NodeMonitor, watch: Watch)?
  private let watch: (Int32) -> Watch
  private let report: @Sendable (HapticMotor.Report) -> Void

  /// No devices yet; `watch` calls `read` when a descriptor is readable, and `report` is called on other threads.
  init(
    _ host: EngineHost,
    log: Logger,
    watch: @escaping (Int32) -> Watch,
    report: @escaping @Sendable (HapticMotor.Report) -> Void
  ) {
    (self.host, self.log, self.watch, self.report) = (host, log, watch, report)
  }

  // MARK: - Which devices

  /// Opens what a configuration wants; after a change of it, everything again.
  func adopt(_ configuration: DaemonConfiguration) {
    if (haptics, shake) != (configuration.haptics, configuration.shake) {
      (motors, sensors) = ([:], [:])
      (haptics, shake) = (configuration.haptics, configuration.shake)
      startMonitor()
    }
    failed = []
    update()
    if haptics.isEnabled, haptics.hasDevice, motors.isEmpty {
      log.notice("no device with force feedback matches [haptics] yet; waiting for one")
    }
    if shake.isEnabled, sensors.isEmpty { log.notice("no accelerometer matches [shake] yet; waiting for one") }
  }

  /// Closes all devices after a suspend, for `update` to open them again: effects may be lost, and the machine may lie
  /// in another position.
  func closeAfterSuspend() {
    (motors, sensors, failed) = ([:], [:], [])
  }

  /// Closes the device at a node that was removed.
  func close(_ path: String) {
    motors[path] = nil
    sensors[path] = nil
    failed.remove(path)
    host.playsHaptics = !motors.isEmpty
  }

  /// Closes all devices.
  func close() {
    (motors, sensors) = ([:], [:])
    monitor?.watch.cancel()
  }

  /// Opens and closes devices as the configuration, the panels and the nodes require it now.
  func update() {
    let nodes = monitor?.nodes.nodes ?? []
    let players = wantedMotors(among: nodes)
    motors = motors.filter { path, _ in players.contains { $0.path == path } }
    for node in players where motors[node.path] == nil && !failed.contains(node.path) {
      let turn = turns[node.path] ?? HapticMotor.Turn()
      turns[node.path] = turn
      motors[node.path] = HapticMotor(path: node.path, strength: haptics.strength, turn: turn, report: report)
      log.notice("vibration motor", metadata: ["name": "\(node.name)", "node": "\(node.path)"])
    }
    host.playsHaptics = !motors.isEmpty
    for node in nodes where isWantedSensor(node) && sensors[node.path] == nil && !failed.contains(node.path) {
      let detector = ShakeDetector(threshold: shake.threshold, pause: shake.pause)
      do throws(EventNodeError) {
        sensors[node.path] = try ShakeSensor(path: node.path, detector, watch: watch)
        log.notice("accelerometer", metadata: ["name": "\(node.name)", "node": "\(node.path)"])
      } catch {
        drop(node.path, because: error)
      }
    }
  }

  private func wantedMotors(among nodes: [InputNode]) -> [InputNode] {
    guard haptics.isEnabled else { return [] }
    let candidates =
      haptics.hasDevice
      ? nodes.filter { haptics.match.matches(PanelIdentity($0)) }
      : host.panels.registry.connected.compactMap { InputNode.node(at: $0.info.path) }
    return candidates.filter(\.hasForceFeedback)
  }

  private func isWantedSensor(_ node: InputNode) -> Bool {
    shake.isEnabled && node.isAccelerometer && shake.match.matches(PanelIdentity(node))
  }

  private func startMonitor() {
    guard monitor == nil, shake.isEnabled || haptics.isEnabled && haptics.hasDevice else { return }
    do {
      let nodes = try NodeMonitor()
      monitor = (nodes, watch(nodes.descriptor))
    } catch {
      log.error("cannot reach udev (errno \(error.errno)); [haptics] match and [shake] have no effect")
    }
  }

  private func drop(_ path: String, because error: EventNodeError) {
    close(path)
    failed.insert(path)
    if case .gone = error { log.notice("\(error)") } else { log.error("\(error)") }
  }

  // MARK: - What happens

  /// Reads what udev and the accelerometers have, and lets the decks notice shakes.
  func read() {
    if let changes = monitor?.nodes.drain(), !(changes.removed.isEmpty && changes.present.isEmpty) {
      for path in changes.removed { close(path) }
      failed.subtract(changes.present)
      update()
    }
    for (path, sensor) in sensors {
      do throws(EventNodeError) {
        try sensor.read { time in
          log.debug("shake")
          host.handle(.shake, at: min(time, Loop.now))
        }
      } catch {
        drop(path, because: error)
      }
    }
  }

  /// Plays the haptic feedback that the decks have triggered.
  func play() {
    let now = Loop.now
    for note in host.takeHaptics() {
      let surface = host.engine.surfaceName(of: note.deck)
      for (path, motor) in motors where haptics.hasDevice || host.panels.registry.covers(surface, path: path) {
        motor.play(note.kind, at: now)
      }
    }
  }

  /// Handles what a motor's thread has reported.
  func handle(_ report: HapticMotor.Report) {
    guard let motor = motors[report.path], report.concerns(motor) else { return }
    for refusal in report.refusals { log.warning("\(refusal)") }
    if let failure = report.failure { drop(report.path, because: failure) }
  }
}

extension PanelIdentity {
  fileprivate init(_ node: InputNode) {
    self.init(
      name: node.name,
      vendor: node.vendor,
      product: node.product,
      path: node.properties["ID_PATH"] ?? node.path,
      properties: node.properties
    )
  }
}
