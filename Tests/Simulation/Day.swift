import DeckConfiguration
import DeckDaemon
import DeckEngine
import DeckProtocol
import DeckSocket
import Foundation
import FuzzSupport
import Gestures
import JSON
import Kinetics
import LibinputTouch
import UnixSocket

/// A day of a machine with a daemon, a disk, panels and six clients, of which two send anything.
final class Day {
  private static let limits = ConnectionLimits(line: 4096, backlog: 65536)
  private static let text = """
    limits.cards = 200
    limits.line = 4096
    limits.backlog = 65536
    limits.replies = 1048576
    surfaces = [{ name = "main", width = 400, height = 800 }]
    """
  /// What the clients follow; two send anything.
  private static let following: [VirtualClient.Decks?] = [.all, .all, .one("main"), .one("stack"), nil, nil]
  private static let cards = (0..<12).map { "{ id = \"card-\($0)\" }" }.joined(separator: ", ")
  /// The configuration at first, others that a reload reads, and one with a mistake.
  private static let configurations = [
    """
    decks = [{ id = "main", cards = [\(cards)] }, { id = "stack", preset = "fan", cards = [\(cards)] },
      { id = "row", preset = "carousel", cards = [\(cards)] }]
    """,
    """
    decks = [{ id = "main", cards = [\(cards)] }, { id = "extra", preset = "tinder", cards = [\(cards)] }]
    """,
    """
    decks = [{ id = "row", preset = "carousel", cards = [] }, { id = "main", cards = [\(cards)], loop = true }]
    """,
    "decks = [{ id = 5 }]",
  ]

  private let surroundings: Machine.Surroundings
  private let disk: VirtualDisk
  private var machine: Machine?
  private var clients: [VirtualClient] = []
  private let configurationPath: String
  private var panels: [PanelID] = []
  private var nextPanel = 1
  private let start: Instant

  init(folder: String) throws {
    disk = try VirtualDisk(root: folder + "/state")
    configurationPath = folder + "/deckd.toml"
    let text = Self.text + "\n" + Self.configurations[0]
    try text.write(toFile: configurationPath, atomically: false, encoding: .utf8)
    let options = DaemonOptions(
      configuration: try DaemonConfiguration(toml: text, file: configurationPath),
      configurationPath: configurationPath,
      socketPath: folder + "/socket",
      devices: .paths([])
    )
    surroundings = try Machine.Surroundings(options: options)
    start = surroundings.now
    for decks in Self.following {
      clients.append(VirtualClient(following: decks) { [surroundings] in surroundings.ledger })
    }
  }

  /// The operations, then the rest of the day and an audit; returns a digest of all events.
  func run(_ operations: [Operation], trace: (Int) -> Void = { _ in }) throws -> UInt64 {
    machine = try Machine(surroundings, disk, finding: .nothing)
    for (index, operation) in operations.enumerated() {
      trace(index)
      try perform(operation)
    }
    try audit()
    try current.pass(3600, clients)
    try audit()
    try current.stop()
    surroundings.sockets.close()
    return surroundings.ledger.digest
  }

  private var current: Machine {
    get throws {
      guard let machine else { throw Violation("the daemon did not start") }
      return machine
    }
  }

  private func perform(_ operation: Operation) throws {
    var random = SeededGenerator(seed: operation.choice)
    let client = clients[Int.random(in: clients.indices, using: &random)]
    let machine = try current
    switch operation.kind {
    case .pass:
      let longest: [Double] = [0.02, 0.3, 2, 60, 1800]
      try machine.pass(.random(in: 0...(longest.randomElement(using: &random) ?? 1), using: &random), clients)
    case .touch: try touch(&random)
    case .panel: try plug(&random)
    case .connect: try connect(client)
    case .vanish: try client.disconnect()
    case .halfClose: client.halfClose()
    case .pace: client.pace = VirtualClient.Pace.allCases.randomElement(using: &random) ?? .everything
    case .read: try client.read(upTo: Int.random(in: 1...20_000, using: &random))
    case .command: try command(client, &random)
    case .request:
      var reader = Self.reader(&random)
      for _ in 0..<Int.random(in: 1...8, using: &random) { clients[5].send(reader.requestLine() + [10]) }
    case .bytes:
      clients[4].send(
        (0..<Int.random(in: 1...6000, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      )
    case .reload: try reload(client, &random)
    case .delay: machine.isDelayed.toggle()
    case .stall: machine.isStalled.toggle()
    case .write: try machine.writeToDisk()
    case .fail:
      // SQLite's codes of a full disk, of a failed write and of a failed sync.
      let codes: [Int32] = [13, 10 | 3 << 8, 10 | 4 << 8]
      let code = codes.randomElement(using: &random) ?? 13
      let count = [1, 3, Int.max].randomElement(using: &random) ?? 1
      disk.fail(after: Int.random(in: 0..<20, using: &random), count: count, code: code)
    case .heal: disk.heal()
    case .stop, .kill, .powerCut, .damage: try restart(operation.kind, &random)
    case .audit: try audit()
    }
    try current.settle(clients)
    let violations = try current.host.engine.violations
    try require(violations.isEmpty, "\(violations)")
  }

  // MARK: - Clients

  private func connect(_ client: VirtualClient) throws {
    guard client.client == nil else { return }
    try client.connect(Self.limits)
    if let own = client.client { try current.host.clients.add(own) }
  }

  private func command(_ client: VirtualClient, _ random: inout SeededGenerator) throws {
    guard client.follows, client.client != nil else { return }
    let host = try current.host
    let decks = host.engine.deckEntries.map(\.id)
    guard let deck = decks.randomElement(using: &random) else { return }
    let ids = host.engine.state(of: deck)?.cards.map(\.id) ?? []
    var reader = Self.reader(&random)
    if Int.random(in: 0..<8, using: &random) == 0 {
      let rows = SettingsTable.rows
      let row = rows[reader.index(below: rows.count)]
      let value = reader.value(of: row)
      return try client.request("deck.configure") { json in
        json.member("deck", deck)
        json.key("settings")
        json.object { json in
          switch value {
          case .flag(let flag): json.member(row.name, flag)
          case .number(let number): json.member(row.name, number)
          case .text(let text): json.member(row.name, text)
          }
        }
      }
    }
    if Int.random(in: 0..<10, using: &random) == 0 { return try load(reader.cards(), into: deck, of: client) }
    // Swipes are what most commands are.
    let command: DeckCommand =
      Int.random(in: 0..<3, using: &random) > 0
      ? .swipe(.init(reader.choice(), force: true)) : reader.command(cards: ids)
    try client.request(command.method.rawValue) { json in
      json.member("deck", deck)
      command.writeParameters(to: &json)
    }
  }

  /// Stages cards one by one, and puts them into force.
  private func load(_ cards: [Card], into deck: String, of client: VirtualClient) throws {
    for (index, card) in cards.prefix(30).enumerated() {
      try client.request("deck.stage") { json in
        json.member("deck", deck)
        json.member("from", index)
        DeckCommand.update(.init([card])).writeParameters(to: &json)
      }
    }
    try client.request("deck.load") { json in
      json.member("deck", deck)
      json.member("staged", min(cards.count, 30))
    }
  }

  private static func reader(_ random: inout SeededGenerator) -> ByteReader {
    ByteReader((0..<400).map { _ in UInt8.random(in: 0...255, using: &random) })
  }

  private func reload(_ client: VirtualClient, _ random: inout SeededGenerator) throws {
    let text = Self.text + "\n" + (Self.configurations.randomElement(using: &random) ?? "")
    try text.write(toFile: configurationPath, atomically: false, encoding: .utf8)
    if client.follows, client.client != nil {
      try client.request("daemon.reload") { _ in }
    } else {
      try current.handler.reload()
    }
  }

  // MARK: - Panels

  private func plug(_ random: inout SeededGenerator) throws {
    let machine = try current
    if panels.count > 1 || Bool.random(using: &random), let gone = panels.randomElement(using: &random) {
      panels.removeAll { $0 == gone }
      return machine.host.panels.remove(gone)
    }
    let id = PanelID(nextPanel)
    nextPanel += 1
    let size = Size(width: Double.random(in: 50...300, using: &random), height: 200)
    let axes = Size(width: 1000, height: 2000)
    let info = PanelInfo(
      id: id,
      description: PanelDescription(name: "panel", axes: axes, millimetres: Bool.random(using: &random) ? size : nil),
      systemName: "event\(id.rawValue)",
      path: "/dev/input/event\(id.rawValue)",
      vendor: 1,
      product: 1
    )
    panels.append(id)
    machine.host.panels.add(info, under: machine.handler.configuration)
  }

  /// A finger comes down, moves for a while, and is lifted, cancelled or never heard of again.
  private func touch(_ random: inout SeededGenerator) throws {
    if panels.isEmpty { try plug(&random) }
    guard let panel = panels.randomElement(using: &random) else { return }
    var place = Point(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
    let step = Point(x: .random(in: -0.08...0.08, using: &random), y: .random(in: -0.04...0.04, using: &random))
    let id = ContactID(Int.random(in: 0..<2, using: &random))
    func report(_ phase: Contact.Phase) throws {
      let contact = Contact(id: id, phase: phase, position: place)
      try current.host.panels.touch(panel, TouchFrame(time: surroundings.now, contacts: [contact]))
      try current.settle(clients)
    }
    try report(.down)
    let isStill = Int.random(in: 0..<3, using: &random) == 0
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      try current.pass(isStill ? 0.08 : 0.008, clients)
      if !isStill { place = Point(x: place.x + step.x, y: place.y + step.y) }
      try report(.moved)
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: break
    case 1: try report(.cancelled)
    default: try report(.up)
    }
  }

  // MARK: - The machine

  private func restart(_ kind: Operation.Kind, _ random: inout SeededGenerator) throws {
    let machine = try current
    let journal = machine.journal
    switch kind {
    case .stop:
      disk.heal()
      try machine.stop()
      try disk.kill()
    case .powerCut:
      machine.writeUnnoticed()
      try disk.cutPower(after: Int.random(in: machine.reported...disk.operations, using: &random), &random)
      surroundings.boot += 1
      surroundings.now = start
    default:
      if Bool.random(using: &random) { machine.writeUnnoticed() }
      if kind == .damage { try disk.damage(&random) } else { try disk.kill() }
    }
    disk.heal()
    machine.abandon()
    self.machine = nil
    panels = []
    // What was sent can still be read; then the connections are at their ends.
    for client in clients {
      try client.read(upTo: .max)
      try client.disconnect()
    }
    self.machine = try Machine(
      surroundings,
      disk,
      finding: kind == .damage ? .damaged(journal) : .journal(journal)
    )
  }

  /// Everyone reads, the disk works, and everything fits together.
  private func audit() throws {
    disk.heal()
    let machine = try current
    (machine.isDelayed, machine.isStalled) = (false, false)
    let paces = clients.map(\.pace)
    for client in clients { client.pace = .everything }
    // Those that are disconnected meanwhile connect again.
    for _ in 0..<3 {
      for client in clients where client.follows { try connect(client) }
      try machine.settle(clients)
    }
    // After a commit that was refused, the decks publish what they owe with the next input.
    machine.host.handle(.touches(TouchFrame(time: surroundings.now, contacts: []), surface: "main"))
    try machine.settle(clients)
    try machine.check(clients)
    for (client, pace) in zip(clients, paces) { client.pace = pace }
  }
}

extension Ledger {
  /// The same for two runs of the same operations; journals have random names.
  var digest: UInt64 {
    lines.reduce(0xcbf2_9ce4_8422_2325) { hash, line in line.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }
  }
}
