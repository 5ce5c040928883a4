import DeckDaemon
import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

@Suite
struct `An injector of contacts` {
  private let host: EngineHost
  private let injector: ContactInjector

  init() throws {
    let now = Instant(microseconds: 1_000_000)
    let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
    let configuration = EngineConfiguration(surfaces: [surface], decks: [.builtIn(count: 10)])
    host = EngineHost(try Engine(configuration, at: now), ClientRegistry()) { now }
    injector = ContactInjector(host)
    host.start()
  }

  private func peer() throws -> Peer {
    let peer = try Peer()
    host.clients.add(peer.client)
    return peer
  }

  /// Whether a finger is on the deck.
  private var isTouched: Bool {
    let phase = host.engine.position(of: "main")?.phase
    return phase == .pressing || phase == .dragging
  }

  /// Frames of a finger that comes down and moves, and is lifted by the last one if `lifts`.
  private static func drag(_ count: Int, lifts: Bool) -> [ClientRequest.InjectedFrame] {
    (0..<count).map { number in
      let phase: TouchNote.Contact.Phase = number == 0 ? .down : lifts && number == count - 1 ? .up : .moved
      return .init(contacts: [.init(id: 1, phase: phase, x: 200 + Double(number % 20), y: 400)])
    }
  }

  private static func request(_ frames: [ClientRequest.InjectedFrame], id: Int) -> ClientRequest {
    ClientRequest(id: Array("\(id)".utf8), name: .inputInject, method: .inputInject(surface: nil, frames: frames))
  }

  private func begin(
    _ frames: [ClientRequest.InjectedFrame],
    id: Int,
    of peer: Peer
  ) throws {
    try injector.begin(frames, on: "main", Self.request(frames, id: id), of: peer.client)
  }

  private func lines(of peer: Peer) -> [String] {
    host.writeToClients()
    return peer.lines()
  }

  @Test
  func `injects a frame at a time, and replies after the last one`() throws {
    let peer = try peer()
    try begin(Self.drag(3, lifts: true), id: 7, of: peer)
    #expect(peer.client.isBusy)
    #expect(!isTouched)
    for _ in 0..<2 {
      injector.resume(peer.client)
      #expect(isTouched && peer.client.isBusy && lines(of: peer).isEmpty)
    }
    injector.resume(peer.client)
    #expect(!isTouched && !peer.client.isBusy)
    #expect(lines(of: peer).joined().contains(#""id":7,"result""#))
  }

  @Test
  func `replies at once to a request without frames`() throws {
    let peer = try peer()
    try begin([], id: 7, of: peer)
    #expect(!peer.client.isBusy)
    #expect(lines(of: peer).joined().contains(#""id":7,"result""#))
  }

  @Test
  func `refuses frames that no panel reports, and injects none of them`() throws {
    let peer = try peer()
    let frames = Self.drag(2, lifts: false) + Self.drag(1, lifts: false)
    let error = #expect(throws: ProtocolError.self) { try begin(frames, id: 7, of: peer) }
    #expect(error?.field == "params.frames[2].contacts[0].phase" && !peer.client.isBusy)
  }

  @Test
  func `drops the frames of a client that departs, and cancels where they have left its contact`() throws {
    let peer = try peer()
    try begin(Self.drag(3, lifts: true), id: 7, of: peer)
    injector.resume(peer.client)
    #expect(injector.depart(peer.client) && isTouched)
    injector.cancelOrphans(at: Instant(microseconds: 1_000_000))
    #expect(!isTouched && !injector.depart(peer.client))
    // What is left of its request only ends.
    injector.resume(peer.client)
    #expect(!peer.client.isBusy && lines(of: peer).isEmpty)
  }
}
