package import DeckProtocol
package import Gestures
package import Kinetics

/// The contacts that clients inject, the frames that are still to be injected, and the contacts of departed clients
/// until they are cancelled.
package struct InjectionRegistry {
  /// The frames of a request.
  private struct Batch {
    /// Those that are still to be injected, the next one last: what is injected is freed at once, not all at the end.
    var frames: [ClientRequest.InjectedFrame]
    let surface: String
    /// When the request came.
    let time: Instant
    let request: [UInt8]?
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

  /// How many frames of all clients may wait beside those of one request: a frame takes some 100 bytes.
  private static let mostWaiting = 65_536

  private var injections: [ObjectIdentifier: Injection] = [:]
  private var batches: [ObjectIdentifier: Batch] = [:]
  private var orphans: [Injection] = []

  /// A registry without contacts.
  package init() {}

  /// Takes the frames of a client whose earlier ones have been injected, to be injected one by one.
  ///
  /// They were requested at `time` for a surface, and `request` is the request's id.
  ///
  /// - Returns: whether there are any.
  /// - Throws: an error if too many wait, or if no panel could report the frames one after another; nothing changes
  ///   then.
  package mutating func add(
    _ frames: [ClientRequest.InjectedFrame],
    on surface: String,
    at time: Instant,
    request: [UInt8]? = nil,
    from client: ObjectIdentifier
  ) throws(ProtocolError) -> Bool {
    precondition(batches[client] == nil, "earlier frames of the client wait")
    let waiting = batches.values.reduce(0) { $0 + $1.frames.count }
    guard waiting == 0 || waiting + frames.count <= Self.mostWaiting else {
      let expected = "at most \(Self.mostWaiting) of all clients at a time; wait for the replies to earlier ones"
      throw ProtocolError(.refused, "too many frames wait to be injected", field: "params.frames", expected: expected)
    }
    let injection = injections[client] ?? Injection(number: freeNumber)
    injections[client] = injection
    try injection.check(frames, on: surface, now: time)
    guard !frames.isEmpty else { return false }
    batches[client] = Batch(frames: frames.reversed(), surface: surface, time: time, request: request)
    return true
  }

  /// Removes and returns the next frame of a client; `nil` if none waits.
  package mutating func next(of client: ObjectIdentifier) -> Step? {
    guard var batch = batches.removeValue(forKey: client), let next = batch.frames.popLast(),
      var injection = injections[client]
    else { return nil }
    guard let frame = injection.take(next, on: batch.surface, now: batch.time) else {
      preconditionFailure("frames that were checked do not follow each other")
    }
    injections[client] = injection
    let isLast = batch.frames.isEmpty
    if !isLast { batches[client] = batch }
    return Step(frame: frame, surface: batch.surface, request: batch.request, isLast: isLast)
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
