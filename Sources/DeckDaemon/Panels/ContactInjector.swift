import DeckEngine
package import DeckProtocol
import Gestures
package import Kinetics

/// Injects the contacts of clients into the engine: their frames one by one, and a cancel for what a departed client
/// leaves.
package final class ContactInjector {
  private let host: EngineHost
  private var registry = InjectionRegistry()

  /// An injector into the engine of `host`, without contacts.
  package init(_ host: EngineHost) { self.host = host }

  /// Begins to inject frames.
  package func begin(
    _ frames: [ClientRequest.InjectedFrame],
    on surface: String,
    _ request: ClientRequest,
    of client: Client
  ) throws(ProtocolError) {
    let id = ObjectIdentifier(client)
    let hasFrames = try registry.add(frames, on: surface, at: host.clock(), request: request.id, from: id)
    if hasFrames { client.beginWork() } else { reply(to: request.id, of: client) }
  }

  /// Injects the next frame of the request that keeps a client busy.
  package func resume(_ client: Client) {
    guard !host.isFinished, let step = registry.next(of: ObjectIdentifier(client)) else { return client.endWork() }
    host.panels.touch(step.frame, on: step.surface, at: step.frame.time)
    guard step.isLast else { return }
    client.endWork()
    reply(to: step.request, of: client)
  }

  private func reply(to request: [UInt8]?, of client: Client) {
    guard let request else { return }
    host.send(.done(client, .init(id: request, sequence: host.engine.sequence, isTakenBack: true)))
  }

  /// Drops the frames of a client that departs.
  ///
  /// - Returns: whether it leaves contacts that must be cancelled.
  package func depart(_ client: Client) -> Bool { registry.orphan(ObjectIdentifier(client)) }

  /// Cancels the contacts of departed clients.
  package func cancelOrphans(at now: Instant) {
    for (surface, frame) in registry.cancelOrphans(now: now) {
      host.panels.touch(frame, on: surface, at: now)
    }
  }
}
