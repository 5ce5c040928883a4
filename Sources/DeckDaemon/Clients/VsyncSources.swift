import DeckEngine
import DeckProtocol
import Kinetics
import MessageText

/// The client whose vertical syncs each surface follows.
///
/// A panel's own front end is there from the start of the machine, and a browser in the office comes and goes: the first
/// that reports keeps the surface until it leaves. One that may change decks takes it from one that only looks on.
struct VsyncSources {
  private struct Source {
    var client: Client
    var vsync: Vsync
    /// Whether the client subscribed to a deck of the surface when that was last looked at.
    var hasDrawn: Bool
  }

  private var sources: [String: Source] = [:]

  /// The distance from now, in seconds, beyond which a sync belongs to another clock, whose grid would only seem to fit.
  private static let farthestSync = 10.0

  /// Makes `client` the one whose `vsync` a surface follows; throws while the surface follows another.
  ///
  /// `isDrawn` is whether the client subscribes to a deck of the surface.
  mutating func claim(_ surface: String, for client: Client, _ vsync: Vsync, isDrawn: Bool, now: Instant)
    throws(ProtocolError)
  {
    guard now.seconds(since: vsync.sync).magnitude <= Self.farthestSync else {
      throw ProtocolError(
        .invalidParameters,
        "params.t is \(vsync.sync.microseconds)",
        field: "params.t",
        expected: "microseconds of CLOCK_MONOTONIC, within 10 s of now, which is \(now.microseconds)"
      )
    }
    if let present = sources[surface]?.client, present !== client, present.access.control || !client.access.control {
      throw ProtocolError(
        .refused,
        "surface \(truncatedQuote(surface)) follows the vertical syncs of another client",
        field: "method",
        expected: "to be the first that reports them, or one of the control socket while the other only looks on"
      )
    }
    sources[surface] = Source(client: client, vsync: vsync, hasDrawn: isDrawn)
  }

  /// Lets others have the surfaces that follow a client.
  ///
  /// - Returns: these surfaces.
  mutating func release(_ client: Client) -> [String] {
    let released = sources.filter { $0.value.client === client }.map(\.key).sorted()
    for surface in released { sources[surface] = nil }
    return released
  }

  /// Lets others have the surfaces of which their client draws nothing any more, and has ticks follow those of which it
  /// draws frames now; `surfaces` returns the surfaces of which a client receives anything, or a topic.
  ///
  /// - Returns: the surfaces that follow other syncs from here on, or none.
  mutating func update(_ surfaces: (Client, Topic?) -> Set<String>) -> [(surface: String, vsync: Vsync?)] {
    var changes: [(surface: String, vsync: Vsync?)] = []
    for (surface, var source) in sources.sorted(by: { $0.key < $1.key }) {
      let isDrawn = surfaces(source.client, nil).contains(surface)
      let ticks = surfaces(source.client, .frames).contains(surface)
      if source.hasDrawn, !isDrawn {
        sources[surface] = nil
        changes.append((surface, nil))
      } else {
        if source.vsync.ticks != ticks {
          source.vsync.ticks = ticks
          changes.append((surface, source.vsync))
        }
        source.hasDrawn = isDrawn
        sources[surface] = source
      }
    }
    return changes
  }
}
