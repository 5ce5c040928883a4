import DeckClient
import DeckProtocol
import DeckReplay
import Gestures
import Glibc
import JSON
import Kinetics
import MessageText

/// Injects recordings into a running daemon, at the speed at which they were recorded.
struct LiveReplay {
  /// How often the progress is shown, in microseconds: as often as its last digit changes.
  private static let progressInterval: Int64 = 100_000

  private let daemon: DaemonAddress
  private let connection: DeckConnection
  private let surface: String
  private let geometry: PanelGeometry
  private var progress = ProgressLine()
  /// The daemon's number of each contact that is down.
  private var numbers: [ContactID: Int] = [:]

  /// A replay onto a surface of the daemon; `nil` for its only one.
  init(_ daemon: DaemonAddress, surface name: String?) throws {
    self.daemon = daemon
    connection = try daemon.connect()
    let surfaces = try daemon.ask(connection, "daemon.status", deck: nil).as(DaemonStatus.self).surfaces
    let names = surfaces.compactMap(\.name)
    guard name != nil || surfaces.count == 1 else {
      throw Failure("the daemon has the surfaces \(names.joined(separator: ", ")): name one with --onto")
    }
    guard let found = surfaces.first(where: { name == nil || $0.name == name }),
      let width = found.width, let height = found.height
    else { throw Failure("--onto: expected \(Suggestion.oneOf(names, insteadOf: name ?? ""))") }
    surface = found.name ?? ""
    geometry = PanelGeometry(surface: Size(width: width, height: height))
  }

  /// Injects the frames of a recording; contacts that are down at its end are cancelled when the connection closes.
  mutating func play(_ frames: [TouchFrame], of recording: String) throws {
    defer { progress.clear() }
    guard let first = frames.first, let last = frames.last else { return }
    let start = DeckClient.now
    let length = last.time.microseconds - first.time.microseconds
    var shown = start
    for frame in frames {
      let moment = start + frame.time.microseconds - first.time.microseconds
      while case let left = moment - DeckClient.now, left > 0 {
        usleep(UInt32(min(left, Self.progressInterval)))
        guard case let now = DeckClient.now, now - shown > Self.progressInterval else { continue }
        shown = now
        progress.show("\(recording): \(Self.tenths(of: now - start)) of \(Self.tenths(of: length)) s")
      }
      try inject(geometry.map(frame), at: moment)
    }
  }

  private mutating func inject(_ frame: TouchFrame, at time: Int64) throws {
    let contacts = frame.contacts.filter { $0.phase != .stationary }
    guard !contacts.isEmpty else { return }
    let numbered = contacts.map { (contact: $0, number: number(of: $0)) }
    _ = try daemon.ask(connection, "input.inject", deck: nil) { json in
      json.member("surface", surface)
      json.member("t", time)
      json.key("contacts")
      json.array(numbered) { json, entry in
        json.object { json in
          json.member("id", Int64(entry.number))
          json.member("phase", "\(entry.contact.phase)")
          json.member("x", entry.contact.position.x)
          json.member("y", entry.contact.position.y)
        }
      }
    }
  }

  /// The number of a contact, the smallest one that no other has.
  private mutating func number(of contact: Contact) -> Int {
    let number = numbers[contact.id] ?? (0...).first { !numbers.values.contains($0) } ?? 0
    let isUp = contact.phase == .up || contact.phase == .cancelled
    numbers[contact.id] = isUp ? nil : number
    return number
  }

  private static func tenths(of microseconds: Int64) -> String { "\((Double(microseconds) / 1e5).rounded() / 10)" }
}
