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

  @Test func `no two rows share a name, and none is the group of another`() {
    let names = SettingsTable.rows.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(!names.contains { $0.hasPrefix("\(name).") }, "\(name)") }
  }

  @Test func `no two rows are kept in the same place`() throws {
    let values: [DeckSnapshot.Setting] = [.number(1), .number(0.5), .flag(false), .flag(true), .text("other")]
    for row in SettingsTable.rows {
      var changed: Set<String> = []
      for value in values {
        var settings = DeckSettings()
        guard (try? row.set(value, in: &settings, pointsPerMillimetre: 6.4)) != nil else { continue }
        for other in SettingsTable.rows where other.literal(in: settings) != other.literal(in: DeckSettings()) {
          changed.insert(other.name)
        }
      }
      #expect(changed == [row.name])
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
