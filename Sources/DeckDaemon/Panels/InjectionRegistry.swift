package import DeckProtocol
package import Gestures
package import Kinetics

/// The contacts that clients inject, and those of departed clients until they are cancelled.
package struct InjectionRegistry {
  private var injections: [ObjectIdentifier: Injection] = [:]
  private var orphans: [Injection] = []

  /// A registry without contacts.
  package init() {}

  /// Returns the frames that a panel with a client's contacts would report.
  ///
  /// - Throws: an error if no panel could report them; nothing changes then.
  package mutating func add(
    _ frames: [ClientRequest.InjectedFrame],
    on surface: String,
    from client: ObjectIdentifier,
    now: Instant
  ) throws(ProtocolError) -> [TouchFrame] {
    var injection = injections[client] ?? Injection(number: freeNumber)
    let touches = try injection.take(frames, on: surface, now: now)
    injections[client] = injection
    return touches
  }

  /// Records that a client departs.
  ///
  /// - Returns: whether it leaves contacts that must be cancelled.
  package mutating func orphan(_ client: ObjectIdentifier) -> Bool {
    guard let injection = injections.removeValue(forKey: client) else { return false }
    orphans.append(injection)
    return true
  }

  /// Returns the frames that cancel the contacts of departed clients.
  package mutating func cancelOrphans(now: Instant) -> [(surface: String, frame: TouchFrame)] {
    defer { orphans = [] }
    return orphans.indices.flatMap { orphans[$0].cancelAll(now: now) }
  }

  /// The smallest number that no other client's contacts use.
  private var freeNumber: Int {
    let taken = Set((Array(injections.values) + orphans).map(\.number))
    return (0...taken.count).first { !taken.contains($0) } ?? taken.count
  }
}
