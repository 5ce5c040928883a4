import DeckEngine
import DeckProtocol
import Foundation
import Testing

/// Reading and writing a setting through its row of the table.
struct SettingRowTests {
  @Test(arguments: Preset.allCases)
  func `every default is one that its row takes`(_ preset: Preset) throws {
    for row in SettingsTable.rows(for: preset.kind) {
      var settings = preset.settings
      let value = row.value(in: settings, pointsPerMillimetre: 6.4)
      try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      #expect(row.value(in: settings, pointsPerMillimetre: 6.4) == value, "\(row.name)")
    }
  }

  @Test(arguments: Preset.allCases)
  func `every literal reads as its value`(_ preset: Preset) throws {
    // The file's way is tested by the example; this one by what a client reads and sends back.
    for row in SettingsTable.rows(for: preset.kind) {
      var settings = preset.kind.defaultPreset.settings
      let value = row.value(in: preset.settings, pointsPerMillimetre: 6.4)
      try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      // A client receives a length in points.
      if row.literal(in: preset.settings).hasSuffix("mm\"") { continue }
      #expect(row.literal(in: settings) == row.literal(in: preset.settings))
    }
  }

  @Test func `the settings of a preset are of its kind`() {
    for preset in Preset.allCases { #expect(preset.settings.kind == preset.kind, "\(preset)") }
  }

  @Test func `no two rows share a name, and none is the group of another`() {
    let names = SettingsTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(!names.contains { $0.hasPrefix("\(name).") }, "\(name)") }
  }

  /// What changes in the settings of a kind of deck with one of its rows.
  private struct Changes: Sendable {
    var kind: DeckKind
    var row: SettingRow
    /// The names of the rows whose values change.
    var rows: Set<String> = []
    var members: Set<String> = []

    init(_ row: SettingRow, of kind: DeckKind) throws {
      (self.kind, self.row) = (kind, row)
      let defaults = kind.defaultPreset.settings
      for value in row.samples {
        var settings = defaults
        try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
        let changed = SettingsTable.rows.filter { $0.literal(in: settings) != $0.literal(in: defaults) }
        rows.formUnion(changed.map(\.name))
        let (before, after) = (SettingRowTests.members(defaults), SettingRowTests.members(settings))
        members.formUnion(after.filter { before[$0.key] != $0.value }.keys)
      }
    }
  }

  private static let changes = Result {
    try DeckKind.allCases.flatMap { kind in try SettingsTable.rows(for: kind).map { try Changes($0, of: kind) } }
  }

  /// The members by name, those that only the kind has as `own.step`.
  private static func members(_ settings: DeckSettings) -> [String: String] {
    func members(_ values: Any, below group: String) -> [(String, String)] {
      Mirror(reflecting: values).children.map { ("\(group)\($0.label ?? "")", String(reflecting: $0.value)) }
    }
    let own = [settings.swipe as Any?, settings.stack, settings.carousel].compactMap { $0 }.flatMap { own in
      members(own, below: "own.")
    }
    return Dictionary(uniqueKeysWithValues: members(settings, below: "").filter { $0.0 != "_own" } + own)
  }

  @Test func `no two rows are kept in the same place`() throws {
    for changes in try Self.changes.get() { #expect(changes.rows == [changes.row.name]) }
  }

  @Test(arguments: DeckKind.allCases)
  func `every member of the settings has a row`(_ kind: DeckKind) throws {
    var owners: [String: [String]] = [:]
    for changes in try Self.changes.get() where changes.kind == kind {
      #expect(changes.members.count == 1, "\(changes.row.name) changes \(changes.members)")
      for member in changes.members { owners[member, default: []].append(changes.row.name) }
    }
    let values = Self.members(kind.defaultPreset.settings)
    for member in values.keys where member.hasPrefix("own.") { #expect(owners[member] != nil, "\(member) has no row") }
    // A member with a value for each direction has a row for each, and no other has more than one.
    for (member, rows) in owners {
      let isTable = values[member]?.contains("DirectionTable") ?? false
      #expect(rows.count == (isTable ? Direction.allCases.count : 1), "\(member): \(rows)")
    }
  }

  @Test func `every member that kinds share has a row, for several of them`() throws {
    let changes = try Self.changes.get()
    for member in Self.members(Preset.usual.settings).keys where !member.hasPrefix("own.") {
      let kinds = changes.filter { $0.members.contains(member) }.map(\.kind)
      #expect(kinds.count > 1, "\(member) is a setting of \(kinds)")
    }
  }

  @Test func `a deck neither takes nor gives a setting of another kind`() throws {
    for kind in DeckKind.allCases {
      let defaults = kind.defaultPreset.settings
      for row in SettingsTable.rows where !row.kinds.contains(kind) {
        var settings = defaults
        for value in row.samples {
          try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
          var others = try #require(row.kinds.first).defaultPreset.settings
          try row.set(value, in: &others, pointsPerMillimetre: 6.4)
          row.copy(from: others, to: &settings)
        }
        #expect(settings == defaults, "\(row.name)")
      }
      let names = SettingsTable.rows.filter { $0.kinds.contains(kind) }.map(\.name)
      #expect(SettingsTable.rows(for: kind).map(\.name) == names)
    }
  }

  /// A setting that other projects have, and that changes nothing in a deck: its row says so.
  private static let unread: Set = ["own.appearBlend"]
  @Test(arguments: DeckKind.allCases)
  func `decks read every setting that their kind has, and no other`(_ kind: DeckKind) throws {
    let folders = DeckKind.allCases.map { "\($0.rawValue.capitalized)/" }
    let common = try Sources("", besides: { name in (folders + ["Settings/"]).contains { name.hasPrefix($0) } })
    let own = try Sources(kind.rawValue.capitalized, besides: { $0.hasSuffix("Settings.swift") })
    for changes in try Self.changes.get() {
      for member in changes.members.subtracting(Self.unread) {
        if changes.kind == kind {
          let isRead = own.reads(member, of: kind) || common.reads(member, of: kind)
          #expect(isRead, "a \(kind.noun) has \(changes.row.name), but does not read it")
        } else if !member.hasPrefix("own."), !changes.row.kinds.contains(kind) {
          #expect(!own.reads(member, of: kind), "a \(kind.noun) reads \(changes.row.name), but does not have it")
        }
      }
    }
    for member in kind == .stack ? Self.unread : [] { #expect(!own.reads(member, of: kind), "\(member)") }
  }

  /// The values at the ends of those that a row is described with, and the first ones beyond.
  private static func ends(_ values: SettingDescription.Values) -> (within: [DeckSnapshot.Setting], beyond: [Double]) {
    switch values {
    case .number(let limits, let alsoZero):
      (
        ([limits.lowerBound, limits.upperBound] + (alsoZero ? [0] : [])).map { .number($0) },
        [limits.lowerBound.nextDown, limits.upperBound.nextUp]
      )
    case .integer(let limits):
      (
        [limits.lowerBound, limits.upperBound].map { .number(Double($0)) },
        [Double(limits.lowerBound) - 1, Double(limits.upperBound) + 1, Double(limits.lowerBound) + 0.5]
      )
    case .flag: ([.flag(true)], [0])
    case .choice(let words): (words.map { .text($0) }, [0])
    case .directions: ([.text("up, left")], [0])
    case .spring: ([.text("bounciness 10, speed 20")], [0])
    case .text: ([.text("a")], [0])
    }
  }

  @Test(arguments: DeckKind.allCases)
  func `a row is described with the values that it takes, and with its default`(_ kind: DeckKind) throws {
    for row in SettingsTable.rows(for: kind) {
      var settings = kind.defaultPreset.settings
      let description = row.description(default: settings, pointsPerMillimetre: 6.4)
      #expect(description.initial == row.value(in: settings, pointsPerMillimetre: 6.4), "\(row.name)")
      let (within, beyond) = Self.ends(description.values)
      for value in within {
        #expect(throws: Never.self, "\(row.name): \(value)") {
          try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
        }
      }
      for number in beyond where !within.contains(.number(number)) {
        #expect(throws: SettingError.self, "\(row.name): \(number)") {
          try row.set(.number(number), in: &settings, pointsPerMillimetre: 6.4)
        }
      }
    }
  }

  @Test func `0 that means something of its own is read, whatever the range`() throws {
    var settings = Preset.wallet.settings
    for name in ["stack.aspect", "detail.snap"] {
      let row = try #require(SettingsTable.row(named: name))
      try row.set(.number(1), in: &settings, pointsPerMillimetre: 6.4)
      #expect(row.literal(in: settings) == "1")
      try row.set(.number(-0.0), in: &settings, pointsPerMillimetre: 6.4)
      #expect(row.literal(in: settings) == "0")
      #expect(throws: SettingError.self) { try row.set(.number(1e-300), in: &settings, pointsPerMillimetre: 6.4) }
    }
  }

  @Test func `a refused value changes nothing`() throws {
    let row = try #require(SettingsTable.row(named: "drag.distance"))
    let values: [DeckSnapshot.Setting] = [
      .number(.nan), .number(.infinity), .number(0), .flag(true), .text("infmm"), .text(""),
    ]
    for value in values {
      var settings = Preset.swipeclean.settings
      #expect(throws: SettingError.self) { try row.set(value, in: &settings, pointsPerMillimetre: 6.4) }
      #expect(settings == Preset.swipeclean.settings)
    }
  }

  @Test(arguments: ["infmm", "nanpt", "0x1p3mm", "mm", "1 cm", "1", " mm", "1e999mm", "1,5mm", "٣mm"])
  func `a text that tells no length is none`(_ text: String) {
    #expect(Length(text) == nil)
  }
}

/// What the sources in a folder of the engine read.
private struct Sources {
  /// Names with the name before them, such as `settings.loop` and `own.step`.
  private var pairs: Set<String> = []

  init(_ folder: String, besides isLeftOut: (String) -> Bool) throws {
    let engine = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/DeckEngine")
    let url = engine.appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: url.path)).compactMap { $0 as? String }
    for name in names where name.hasSuffix(".swift") && !isLeftOut(name) {
      let text = try String(contentsOf: url.appending(path: name), encoding: .utf8)
      for path in text.replacing("?.", with: ".").split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." }) {
        let names = path.split(separator: ".")
        pairs.formUnion(zip(names, names.dropFirst()).map { "\($0).\($1)" })
      }
    }
  }

  /// Whether a member of a kind's settings is read: one of its own as `own.step`, by those who are handed no others as
  /// `settings.step`, and outside of the kind's folder as `stack.step`.
  func reads(_ member: String, of kind: DeckKind) -> Bool {
    guard member.hasPrefix("own.") else { return pairs.contains("settings.\(member)") }
    let name = member.dropFirst("own.".count)
    return ["own", "settings", kind.rawValue].contains { pairs.contains("\($0).\(name)") }
  }
}
