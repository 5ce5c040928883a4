import DeckEngine
import DeckProtocol
import Testing

/// Reading and writing a setting through its row of the table.
struct SettingRowTests {
  @Test(arguments: Preset.allCases)
  func `every default is one that its row takes`(_ preset: Preset) throws {
    for row in SettingsTable.rows {
      var settings = preset.settings
      let value = row.value(in: settings, pointsPerMillimetre: 6.4)
      try row.set(value, in: &settings, pointsPerMillimetre: 6.4)
      #expect(settings == preset.settings, "\(row.name)")
    }
  }

  @Test(arguments: Preset.allCases)
  func `every literal reads as its value`(_ preset: Preset) throws {
    // The file's way is tested by the example; this one by what a client reads and sends back.
    for row in SettingsTable.rows {
      var settings = DeckSettings()
      try row.set(row.value(in: preset.settings, pointsPerMillimetre: 6.4), in: &settings, pointsPerMillimetre: 6.4)
      #expect(row.literal(in: settings) == row.literal(in: preset.settings))
    }
  }

  @Test func `no two rows share a name, and none is the group of another`() {
    let names = SettingsTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(!names.contains { $0.hasPrefix("\(name).") }, "\(name)") }
  }

  /// Values of every kind, so that each row takes one that is not its default.
  static let values: [DeckSnapshot.Setting] =
    [.number(1), .number(0.3), .number(0.95), .flag(false), .flag(true), .text("other"), .text("duration 1, bounce 0")]
    + [.text("up")]
    + [
      "stretched", "top", "card", "centroid", "grab", "linear", "upwards", "slide", "atRelease", "horizontal",
      "heavy",
    ]
    .map(DeckSnapshot.Setting.text)

  /// The rows and the members of the settings that change with a row.
  private func changes(with row: SettingRow) -> (rows: Set<String>, members: Set<String>) {
    let defaults = members(DeckSettings())
    var changes: (rows: Set<String>, members: Set<String>) = ([], [])
    for value in Self.values {
      var settings = DeckSettings()
      guard (try? row.set(value, in: &settings, pointsPerMillimetre: 6.4)) != nil else { continue }
      for other in SettingsTable.rows where other.literal(in: settings) != other.literal(in: DeckSettings()) {
        changes.rows.insert(other.name)
      }
      for (name, member) in members(settings) where member != defaults[name] { changes.members.insert(name) }
    }
    return changes
  }

  /// The members by name, those of a group of settings as `stack.step`.
  private func members(_ settings: DeckSettings) -> [String: String] {
    let members = Mirror(reflecting: settings).children.flatMap { child in
      let name = child.label ?? ""
      guard child.value is StackSettings || child.value is CarouselSettings else {
        return [(name, String(reflecting: child.value))]
      }
      return Mirror(reflecting: child.value).children.map {
        ("\(name).\($0.label ?? "")", String(reflecting: $0.value))
      }
    }
    return Dictionary(uniqueKeysWithValues: members)
  }

  @Test func `no two rows are kept in the same place`() {
    for row in SettingsTable.rows { #expect(changes(with: row).rows == [row.name]) }
  }

  @Test func `every member of the settings has a row`() {
    var owners: [String: [String]] = [:]
    for row in SettingsTable.rows {
      let changed = changes(with: row).members
      #expect(changed.count == 1, "\(row.name) changes \(changed)")
      for member in changed { owners[member, default: []].append(row.name) }
    }
    for member in members(DeckSettings()).keys { #expect(owners[member] != nil, "\(member) has no row") }
    // A member with a value for each direction has a row for each, and no other has more than one.
    for (member, rows) in owners {
      let isTable = ["decisions", "flyRotation", "swipeHaptics"].contains(member)
      #expect(rows.count == (isTable ? Direction.allCases.count : 1), "\(member): \(rows)")
    }
  }

  @Test func `a row is for the kinds of deck whose settings it is among`() {
    for kind in DeckKind.allCases {
      #expect(
        SettingsTable.rows(for: kind).map(\.name)
          == SettingsTable.rows.filter { $0.kinds.contains(kind) }.map(\.name)
      )
    }
    for row in SettingsTable.rows {
      #expect(!row.kinds.isEmpty)
      for member in changes(with: row).members {
        let owners: Set<DeckKind>? =
          member.hasPrefix("stack.") ? [.stack] : member.hasPrefix("carousel.") ? [.carousel] : nil
        #expect(owners.map { $0 == row.kinds } ?? row.kinds.contains(.swipe), "\(row.name)")
      }
    }
  }

  @Test func `decks of other kinds share a few settings with swipe decks`() {
    let common = [
      "touch.edgeMargin", "touch.maximumContacts", "insert.duration", "pushOut.duration", "haptics.enabled",
      "accessibility.enabled", "accessibility.hint", "prefetch.ahead", "prefetch.behind", "prefetch.high",
      "prefetch.background", "prefetch.budget",
    ]
    func shared(_ kinds: Set<DeckKind>) -> [String] { SettingsTable.rows.filter { $0.kinds == kinds }.map(\.name) }
    #expect(shared(Set(DeckKind.allCases)) == common)
    #expect(shared([.swipe, .stack]) == ["appear.enabled", "appear.blocksTouches", "accessibility.announces"])
    #expect(shared([.swipe, .carousel]) == ["drag.distance", "loop"])
    #expect(shared([.stack, .carousel]) == [])
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
