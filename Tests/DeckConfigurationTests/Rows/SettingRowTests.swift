import DeckEngine
import DeckProtocol
import Foundation
import Testing

/// Reading and writing a setting through its row of the table.
struct SettingRowTests {
  @Test(arguments: Preset.allCases)
  func `every default is one that its row takes`(_ preset: Preset) throws {
    for row in SettingsTable.rows {
      var settings = preset.settings
      let value = row.value(in: settings, pointsPerMillimetre: 6.4)
      try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      #expect(row.value(in: settings, pointsPerMillimetre: 6.4) == value, "\(row.name)")
    }
  }

  @Test(arguments: Preset.allCases)
  func `every literal reads as its value`(_ preset: Preset) throws {
    // The file's way is tested by the example; this one by what a client reads and sends back.
    for row in SettingsTable.rows {
      var settings = DeckSettings()
      let value = row.value(in: preset.settings, pointsPerMillimetre: 6.4)
      try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      // A client receives a length in points.
      if row.literal(in: preset.settings).hasSuffix("mm\"") { continue }
      #expect(row.literal(in: settings) == row.literal(in: preset.settings))
    }
  }

  @Test func `no two rows share a name, and none is the group of another`() {
    let names = SettingsTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(!names.contains { $0.hasPrefix("\(name).") }, "\(name)") }
  }

  /// The rows and the members of the settings that change with a row.
  private struct Changes: Sendable {
    var rows: Set<String> = []
    var members: Set<String> = []
  }

  /// The changes with each row, by its name.
  private static let changes = Result {
    try Dictionary(uniqueKeysWithValues: SettingsTable.rows.map { ($0.name, try changes(with: $0)) })
  }

  private static func changes(with row: SettingRow) throws -> Changes {
    let (defaults, literals) = (members(DeckSettings()), SettingsTable.rows.map { $0.literal(in: DeckSettings()) })
    var changes = Changes()
    for value in row.samples {
      var settings = DeckSettings()
      try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      for (other, literal) in zip(SettingsTable.rows, literals) where other.literal(in: settings) != literal {
        changes.rows.insert(other.name)
      }
      for (name, member) in members(settings) where member != defaults[name] { changes.members.insert(name) }
    }
    return changes
  }

  /// The members by name, those of a group of settings as `stack.step`.
  private static func members(_ settings: DeckSettings) -> [String: String] {
    let members = Mirror(reflecting: settings).children.flatMap { child in
      let name = child.label ?? ""
      guard "\(type(of: child.value))".hasSuffix("Settings") else { return [(name, String(reflecting: child.value))] }
      return Mirror(reflecting: child.value).children.map {
        ("\(name).\($0.label ?? "")", String(reflecting: $0.value))
      }
    }
    return Dictionary(uniqueKeysWithValues: members)
  }

  @Test func `no two rows are kept in the same place`() throws {
    for (name, changes) in try Self.changes.get() { #expect(changes.rows == [name]) }
  }

  @Test func `every member of the settings has a row`() throws {
    var owners: [String: [String]] = [:]
    for (name, changes) in try Self.changes.get() {
      #expect(changes.members.count == 1, "\(name) changes \(changes.members)")
      for member in changes.members { owners[member, default: []].append(name) }
    }
    let values = Self.members(DeckSettings())
    for member in values.keys { #expect(owners[member] != nil, "\(member) has no row") }
    // A member with a value for each direction has a row for each, and no other has more than one.
    for (member, rows) in owners {
      let isTable = values[member]?.contains("DirectionTable") ?? false
      #expect(rows.count == (isTable ? Direction.allCases.count : 1), "\(member): \(rows)")
    }
  }

  @Test func `a row is for the kinds of deck whose settings it is among`() throws {
    let changes = try Self.changes.get()
    for row in SettingsTable.rows {
      #expect(!row.kinds.isEmpty)
      for member in changes[row.name]?.members ?? [] where member.contains(".") {
        // A group of settings is named after the only kind of deck that has them.
        let kind = DeckKind(rawValue: String(member.prefix { $0 != "." }))
        #expect(kind.map { row.kinds == [$0] } ?? false, "\(row.name)")
      }
    }
    for kind in DeckKind.allCases {
      let names = SettingsTable.rows.filter { $0.kinds.contains(kind) }.map(\.name)
      #expect(SettingsTable.rows(for: kind).map(\.name) == names)
    }
  }

  /// A setting that other projects have, and that changes nothing in a deck: its row says so.
  private static let unread: Set = ["stack.appearBlend"]
  @Test func `decks read every setting that their kind has, and no other`() throws {
    let all = try Sources("", besides: { $0.hasPrefix("Settings/") || $0.hasSuffix("Settings.swift") })
    for member in Self.members(DeckSettings()).keys {
      #expect(all.reads(member) != Self.unread.contains(member), "\(member)")
    }
    let changes = try Self.changes.get()
    let folders = DeckKind.allCases.map { "\($0.rawValue.capitalized)/" }
    let shared = try Sources("", besides: { name in (folders + ["Settings/"]).contains { name.hasPrefix($0) } })
    for kind in DeckKind.allCases {
      let own = try Sources(kind.rawValue.capitalized, besides: { $0.hasSuffix("Settings.swift") })
      for row in SettingsTable.rows {
        for member in changes[row.name]?.members.subtracting(Self.unread) ?? [] {
          if row.kinds.contains(kind) {
            #expect(own.reads(member) || shared.reads(member), "a \(kind.noun) has \(row.name), but does not read it")
          } else {
            #expect(!own.reads(member), "a \(kind.noun) reads \(row.name), but does not have it")
          }
        }
      }
    }
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

  @Test func `a row is described with the values that it takes, and with its default`() throws {
    for row in SettingsTable.rows {
      var settings = DeckSettings()
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
      var settings = DeckSettings()
      #expect(throws: SettingError.self) { try row.set(value, in: &settings, pointsPerMillimetre: 6.4) }
      #expect(settings == DeckSettings())
    }
  }

  @Test(arguments: ["infmm", "nanpt", "0x1p3mm", "mm", "1 cm", "1", " mm", "1e999mm", "1,5mm", "٣mm"])
  func `a text that tells no length is none`(_ text: String) {
    #expect(Length(text) == nil)
  }
}

/// What the sources in a folder of the engine read.
private struct Sources {
  /// Names with the name before them, such as `settings.loop` and `stack.step`.
  private var pairs: Set<String> = []

  init(_ folder: String, besides isLeftOut: (String) -> Bool) throws {
    let engine = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Sources/DeckEngine")
    let url = engine.appending(path: folder)
    let names = try #require(FileManager.default.enumerator(atPath: url.path)).compactMap { $0 as? String }
    for name in names where name.hasSuffix(".swift") && !isLeftOut(name) {
      let text = try String(contentsOf: url.appending(path: name), encoding: .utf8)
      for path in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." }) {
        let names = path.split(separator: ".")
        pairs.formUnion(zip(names, names.dropFirst()).map { "\($0).\($1)" })
      }
    }
  }

  /// Whether a member of the settings is read.
  func reads(_ member: String) -> Bool { pairs.contains(member.contains(".") ? member : "settings.\(member)") }
}
