import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import EventLoop
import FuzzSupport
import Glibc
import Kinetics

/// Three clients of one daemon, which write lines of a grammar, bytes of any kind and parts of both, half-close, vanish
/// and come again.
///
/// The daemon is its own parts on real sockets, without panels, a disk and a loop. Each client receives JSON, and at most
/// one reply for a request.
func fuzzConnections(_ bytes: [UInt8]) {
  var reader = ByteReader(bytes)
  let daemon = FuzzedDaemon()
  for _ in 0..<200 where !reader.isAtEnd { daemon.step(&reader) }
  daemon.finish()
}

private final class FuzzedDaemon {
  private static let configuration: DaemonConfiguration = {
    let text = """
      surfaces = [{ name = "main", width = 400, height = 800 }]
      limits.cards = 200
      limits.line = 4096
      limits.backlog = 65536
      decks = [
        { id = "main", cards = [{ id = "card-0" }, { id = "card-1" }, { id = "card-2" }] },
        { id = "stack", preset = "fan", cards = [{ id = "card-0" }, { id = "card-1" }] },
        { id = "row", preset = "carousel", cards = [{ id = "card-0" }, { id = "card-1" }] },
      ]
      """
    do throws(ConfigurationError) {
      return try DaemonConfiguration(toml: text, file: "fuzz")
    } catch {
      fatalError("\(error)")
    }
  }()

  private static let options = DaemonOptions(
    configuration: configuration,
    socketPath: ScratchFolder.shared.path + "/socket",
    devices: .paths([])
  )

  // libFuzzer runs inputs on one thread.
  nonisolated(unsafe) private static let sockets: ListeningSockets = {
    do throws(DaemonError) {
      return try ListeningSockets(options, at: ListeningSockets.placement(options))
    } catch {
      fatalError("\(error)")
    }
  }()

  private let host: EngineHost
  private let handler: RequestHandler
  private var peers: [FuzzedPeer?] = [nil, nil, nil]

  init() {
    let (configuration, sockets) = (Self.configuration, Self.sockets)
    guard let engine = try? Engine(configuration.engineConfiguration(panels: []), at: Loop.now) else {
      fatalError("no engine")
    }
    host = EngineHost(engine, ClientRegistry())
    let grants = InjectGrants(users: [geteuid()], groups: [])
    let access = AccessPolicy(grants, configuration.limits, controlPath: sockets.controlPath)
    handler = RequestHandler(host, Self.options, access)
    host.start()
  }

  func step(_ reader: inout ByteReader) {
    let number = reader.index(below: peers.count)
    let peer = peers[number] ?? connect(number)
    switch reader.index(below: 16) {
    case 0...10: peer.send(reader.requestLine() + [UInt8(ascii: "\n")])
    case 11: peer.send(reader.list(upTo: 64) { $0.byte() })
    // A part of a line; another step may continue it.
    case 12: peer.send(Array(reader.requestLine().dropLast(reader.index(below: 32))))
    case 13: peer.send([UInt8](repeating: reader.byte(), count: 6000))
    case 14: peer.halfClose()
    default: vanish(number)
    }
    for peer in peers.compactMap({ $0 }) { serve(peer.client) }
    if reader.bool() { for peer in peers.compactMap({ $0 }) { peer.receive() } }
  }

  /// Everybody leaves; then nothing is queued for anybody.
  func finish() {
    for peer in peers.compactMap({ $0 }) {
      peer.receive()
      serve(peer.client)
    }
    for number in peers.indices { vanish(number) }
    require(host.clients.isEmpty, "\(host.clients.count) clients stay")
    require(host.engine.violations.isEmpty, "\(host.engine.violations)")
    host.close()
  }

  private func connect(_ number: Int) -> FuzzedPeer {
    let peer = FuzzedPeer(ConnectionLimits(line: 4096, backlog: 65536))
    host.clients.add(peer.client)
    peers[number] = peer
    return peer
  }

  private func vanish(_ number: Int) {
    guard let peer = peers[number] else { return }
    peer.receive()
    if host.clients.contains(peer.client) { host.clients.remove(peer.client) }
    settle()
    peers[number] = nil
  }

  /// A client's turns, as the daemon arranges them.
  private func serve(_ client: Client) {
    for _ in 0..<100 where host.clients.contains(client) && !client.phase.isLeaving {
      host.scheduler.runTurn(of: client) {
        Loop.now
      } processorTime: {
        Loop.now
      } answer: {
        handler.answer($0, of: $1)
      } resume: {
        handler.resume($0)
      }
      while let read = handler.nextJob() { handler.finish(read(), Self.sockets) }
      host.writeToClients()
      settle()
      guard host.clients.contains(client), !client.phase.isLeaving else { return }
      switch RequestScheduler.continuation(of: client, isServed: host.subscriptions.serves(client)) {
      case .schedule: continue
      case .read, .hold, .awaitReplies: return
      case .halfClose: return host.halfClose(client)
      case .leave: host.clients.leave(client)
      case .remove: host.clients.remove(client)
      }
      settle()
    }
  }

  private func settle() {
    for departure in host.takeDepartures() {
      if handler.depart(departure.client) { handler.cancelOrphans(at: Loop.now) }
    }
    host.writeToClients()
  }
}

/// The other end of a client's connection.
private final class FuzzedPeer {
  let client: Client
  private let descriptor: Int32
  private var framing = LineFraming(limit: 1 << 24)

  init(_ limits: ConnectionLimits) {
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    require(socketpair(AF_UNIX, type, 0, &ends) == 0, "no sockets")
    descriptor = ends[1]
    guard let connection = try? ClientConnection(descriptor: ends[0], limits: limits) else { fatalError("no client") }
    client = Client(connection, access: .init(access: .control, inject: true))
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads what has come, which is lines of JSON.
  func receive() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return }
      for case .complete(let line) in framing.append(Array(buffer[..<count]).span) {
        checkReply(line + [UInt8(ascii: "\n")])
      }
    }
  }
}
