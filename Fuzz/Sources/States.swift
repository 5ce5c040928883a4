import DeckEngine
import DeckStore
import Glibc
import Kinetics

/// Two files as a crash, a bad disk or another program may leave them: the state, and its log.
///
/// The first two bytes have the length of the log, which comes last. They are opened, or set aside, or refused; what was
/// read fits an engine, and a second opening reads the same.
func fuzzState(_ bytes: [UInt8]) {
  let folder = ScratchFolder.shared
  folder.clear()
  let logCount = bytes.count < 2 ? 0 : min(Int(bytes[0]) << 8 | Int(bytes[1]), bytes.count - 2)
  let content = bytes.dropFirst(2)
  folder.write(Array(content.dropLast(logCount)), to: "state.db")
  if logCount > 0 { folder.write(Array(content.suffix(logCount)), to: "state.db-wal") }
  guard let first = open(folder) else { return }
  guard let second = open(folder) else { fatalError("what was opened is refused") }
  require(second.sequence == first.sequence && second.decks == first.decks, "a second opening reads another state")
}

private func open(_ folder: ScratchFolder) -> (sequence: UInt64, decks: [StoredDeck])? {
  guard let store = try? StateStore(directory: folder.path, retention: Retention(events: 100, age: 1000)) else {
    return nil
  }
  check(store.decks)
  if let oldest = try? store.oldest(), oldest <= store.sequence {
    _ = try? store.events(after: oldest - 1, upTo: store.sequence, byteLimit: 1 << 16)
  }
  return (store.sequence, store.decks)
}

/// An engine takes whatever was read.
private func check(_ decks: [StoredDeck]) {
  let surface = SurfaceConfiguration(name: "main", size: Size(width: 400, height: 800))
  for preset in [Preset.koloda, .fan] {
    var definitions = decks.prefix(4).map { deck in
      var definition = DeckDefinition.builtIn(preset: preset)
      definition.id = deck.state.deck
      return definition
    }
    if definitions.isEmpty { definitions = [.builtIn(preset: preset)] }
    guard
      var engine = try? Engine(
        EngineConfiguration(surfaces: [surface], decks: definitions),
        at: Instant(microseconds: 0)
      )
    else {
      fatalError("no engine for \(definitions)")
    }
    engine.restore(decks.map(\.state), sequence: 1)
    _ = engine.start(appearing: true)
    require(engine.violations.isEmpty, "\(engine.violations)")
  }
}

/// A folder of this process for files, in memory where the machine has such a place.
struct ScratchFolder {
  static let shared = ScratchFolder()
  let path: String

  private init() {
    let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    path = "\(parent)/deckd-fuzz.\(getpid())"
    mkdir(path, 0o700)
    atexit { ScratchFolder.shared.remove() }
  }

  func write(_ bytes: [UInt8], to name: String) {
    guard let file = fopen("\(path)/\(name)", "w") else { fatalError("\(path)/\(name) cannot be written") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  static func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    bytes.removeSubrange(fread(&bytes, 1, bytes.count, file)...)
    return bytes
  }

  func clear() {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
  }

  private func remove() {
    clear()
    rmdir(path)
  }
}
