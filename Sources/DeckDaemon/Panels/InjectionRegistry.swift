package import DeckProtocol
package import Gestures
package import Kinetics

/// The contacts that clients inject, the frames that are still to be injected, and the contacts of departed clients
/// until they are cancelled.
package struct InjectionRegistry {
  /// The frames of a request.
  package struct Batch {
    fileprivate let frames: [ClientRequest.InjectedFrame]
    fileprivate let surface: String
    /// When the request came.
    fileprivate let time: Instant
    fileprivate let request: [UInt8]?
    fileprivate var next = 0

    /// Frames for a surface, requested at `time`; `request` is the request's id.
    package init(
      _ frames: [ClientRequest.InjectedFrame],
      on surface: String,
      at time: Instant,
      request: [UInt8]? = nil
    ) {
      (self.frames, self.surface, self.time, self.request) = (frames, surface, time, request)
    }

    fileprivate var remaining: Int { frames.count - next }
  }

  /// A frame to inject.
  package struct Step {
    /// What the panel would report.
    package let frame: TouchFrame
    /// The surface that it would report it for.
    package let surface: String
    /// The id of the request, if it has one.
    package let request: [UInt8]?
    /// Whether it is the request's last frame.
    package let isLast: Bool
  }

  /// How many frames of all clients may wait beside those of one request: their lines may be of 1 MiB each, and a frame
  /// takes some 100 bytes.
  private static let mostWaiting = 65_536

  private var injections: [ObjectIdentifier: Injection] = [:]
  private var batches: [ObjectIdentifier: Batch] = [:]
  private var orphans: [Injection] = []

  /// A registry without contacts.
  package init() {}

  /// Adds the frames of a client whose earlier ones have been injected.
  ///
  /// - Throws: an error if no panel could report them, or too many wait; nothing changes then.
  package mutating func add(_ batch: Batch, from client: ObjectIdentifier) throws(ProtocolError) {
    precondition(batches[client] == nil, "earlier frames of the client wait")
    let waiting = batches.values.reduce(0) { $0 + $1.remaining }
    guard waiting == 0 || waiting + batch.remaining <= Self.mostWaiting else {
      let expected = "at most \(Self.mostWaiting) of all clients at a time; wait for the replies to earlier ones"
      throw ProtocolError(.refused, "too many frames wait to be injected", field: "params.frames", expected: expected)
    }
    let injection = injections[client] ?? Injection(number: freeNumber)
    try injection.check(batch.frames, on: batch.surface, now: batch.time)
    injections[client] = injection
    if batch.remaining > 0 { batches[client] = batch }
  }

  /// Removes and returns the next frame of a client; `nil` if none waits.
  package mutating func next(of client: ObjectIdentifier) -> Step? {
    guard var batch = batches.removeValue(forKey: client), var injection = injections[client] else { return nil }
    let frame = injection.take(batch.frames[batch.next], on: batch.surface, now: batch.time)
    guard let frame else { preconditionFailure("frames that were checked do not follow each other") }
    injections[client] = injection
    batch.next += 1
    if batch.remaining > 0 { batches[client] = batch }
    return Step(frame: frame, surface: batch.surface, request: batch.request, isLast: batch.remaining == 0)
  }

  /// Records that a client departs: its contacts are where the frames so far have left them.
  ///
  /// - Returns: whether it leaves contacts that must be cancelled.
  package mutating func orphan(_ client: ObjectIdentifier) -> Bool {
    batches[client] = nil
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
