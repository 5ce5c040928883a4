import Glibc

/// What a run of the program fuzzes: `DECKD_FUZZ_TARGET` has the name.
enum FuzzTarget: String, CaseIterable {
  case requests, connections, configuration, cards, recordings, engine, state, decoder

  /// The target of this process.
  static let current: FuzzTarget = {
    let name = getenv("DECKD_FUZZ_TARGET").map { String(cString: $0) }
    guard let target = name.flatMap(FuzzTarget.init) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      print("DECKD_FUZZ_TARGET is \(name ?? "missing"): set it to one of \(names)")
      exit(2)
    }
    return target
  }()

  /// Runs the target once.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .requests: fuzzRequests(bytes)
    case .connections: fuzzConnections(bytes)
    case .configuration: fuzzConfiguration(bytes)
    case .cards: fuzzCards(bytes)
    case .recordings: fuzzRecordings(bytes)
    case .engine: fuzzEngine(bytes)
    case .state: fuzzState(bytes)
    case .decoder: fuzzDecoder(bytes)
    }
  }
}

@main
enum FuzzProgram {
  /// Hands over to libFuzzer: the arguments are its own.
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    // A wrong name ends the program here.
    _ = FuzzTarget.current
    exit(runDriver(&count, &arguments, runOneInput))
  }
}

private func runOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.current.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

// SwiftPM renames `main` of a program, so that libFuzzer cannot bring its own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Ends the process if what must hold does not, so that libFuzzer keeps the input.
func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
  guard !condition else { return }
  fatalError(problem())
}
