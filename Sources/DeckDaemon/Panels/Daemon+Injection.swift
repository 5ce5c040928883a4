import DeckEngine
import DeckProtocol
import EventLoop
import Gestures

extension Daemon {
  /// Handles the touches that a client injects as if a panel had reported them.
  func inject(
    _ frames: [ClientRequest.InjectedFrame],
    on named: String?,
    for client: Client
  ) throws(ProtocolError) -> ([UInt8]) -> [UInt8] {
    let surface = try surfaceName(named)
    var injection = client.injection ?? Injection(number: freeInjection)
    let touches = try injection.take(frames, on: surface, now: Loop.now)
    client.injection = injection
    for frame in touches { publish(engine.handle(.touches(frame, surface: surface), at: frame.time)) }
    let sequence = engine.sequence
    return { Reply.done(id: $0, sequence: sequence) }
  }

  /// Cancels the contacts of a client that leaves, after the loop's current step: that step may be publishing to other
  /// clients.
  func dropFingers(of client: Client) {
    guard let injection = client.injection else { return }
    client.injection = nil
    orphanedInjections.append(injection)
    loop.perform { [self] in assumeIsolated { $0.cancelAbandoned() } }
  }

  private func cancelAbandoned() {
    readPanels()
    let now = Loop.now
    for var injection in orphanedInjections {
      for (surface, frame) in injection.cancelAll(now: now) {
        publish(engine.handle(.touches(frame, surface: surface), at: now))
      }
    }
    orphanedInjections = []
    writeToClients()
    rearm()
  }

  /// The smallest number that no other client's contacts use.
  private var freeInjection: Int {
    let taken = Set(clients.values.compactMap { $0.injection?.number } + orphanedInjections.map(\.number))
    return (0...taken.count).first { !taken.contains($0) } ?? taken.count
  }
}
