/// What a program accesses between two moments: instructions, and distinct cache lines and pages.
///
/// Distinct lines and pages are what a processor has to fetch again after it has slept: they cost more than
/// instructions do. The accesses of the test bed's code are left out.
struct Footprint: Sendable {
  static let lineSize: UInt64 = 64
  static let pageSize: UInt64 = 4096

  private(set) var instructions = 0
  /// Those of `instructions` that are the daemon's own.
  private(set) var ownInstructions = 0
  private var code: Set<UInt64> = []
  private var data: Set<UInt64> = []
  /// How often each instruction of the daemon was executed.
  private var counts: [UInt64: Int] = [:]

  private let owners: CodeOwners
  private var owner = CodeOwners.Owner.bed
  /// The addresses around the last instruction that belong to its owner.
  private var around: Range<UInt64> = 0..<0

  /// Nothing yet.
  init(owners: CodeOwners) { self.owners = owners }

  /// Adds an instruction, or a data access of the last one.
  mutating func add(isCode: Bool, _ address: UInt64, _ size: UInt64) {
    if isCode, !around.contains(address) { (owner, around) = owners.owner(of: address) }
    guard owner != .bed else { return }
    let lines = address / Self.lineSize...(address + size - 1) / Self.lineSize
    guard isCode else {
      for line in lines { data.insert(line) }
      return
    }
    instructions += 1
    if owner == .daemon {
      ownInstructions += 1
      counts[address, default: 0] += 1
    }
    for line in lines { code.insert(line) }
  }

  var codeLines: Int { code.count }
  var dataLines: Int { data.count }
  var codePages: Int { Self.pages(code) }
  var dataPages: Int { Self.pages(data) }

  /// One line for each instruction of the daemon that was executed: its address in the program's file, and how often.
  var profile: String {
    counts.sorted { $0.key < $1.key }
      .map { "0x\(String($0.key - owners.base, radix: 16)) \($0.value)\n" }.joined()
  }

  private static func pages(_ lines: Set<UInt64>) -> Int { Set(lines.map { $0 * lineSize / pageSize }).count }
}
