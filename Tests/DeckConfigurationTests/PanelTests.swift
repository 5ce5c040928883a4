import DeckConfiguration
import DeckEngine
import Gestures
import Kinetics
import Testing

/// Which surface a panel covers, and how large that is then.
struct PanelTests {
  private static let goodix = PanelIdentity(
    name: "Goodix Capacitive TouchScreen",
    vendor: 0x0416,
    product: 0x038F,
    path: "platform-fe204000.i2c",
    properties: ["WL_OUTPUT": "DSI-1", "ID_SEAT": "seat0"]
  )

  @Test(
    arguments: [
      ("{}", true),
      ("{ name = 'Goodix*' }", true),
      ("{ name = '*Capacitive*Screen' }", true),
      ("{ name = 'Goodix' }", false),
      ("{ name = 'goodix*' }", false),
      ("{ name = '' }", false),
      ("{ id = '0416:038F' }", true),
      ("{ id = '416:38f' }", true),
      ("{ id = '0416:038e' }", false),
      ("{ path = 'platform-*.i2c' }", true),
      ("{ path = 'platform-*.i2c*' }", true),
      ("{ path = '*.spi' }", false),
      ("{ property = { WL_OUTPUT = 'DSI-1' } }", true),
      ("{ property = { WL_OUTPUT = 'DSI-*' } }", false),
      ("{ property = { WL_OUTPUT = 'DSI-1', ID_PATH = 'x' } }", false),
      ("{ name = 'Goodix*', id = '0416:038f', path = 'usb*' }", false),
    ]
  )
  func `everything that a match gives must hold`(_ match: String, _ holds: Bool) throws {
    let configuration = try DaemonConfiguration(toml: "[[panels]]\nmatch = \(match)\nrotation = 90", file: "f")
    let mapping = configuration.mapping(for: Self.goodix)
    #expect(mapping == PanelMapping(surface: "main", rotation: holds ? .quarter : .none))
  }

  @Test(
    arguments: [
      ("", "", true), ("*", "", true), ("**", "a", true), ("a*b*c", "aXbXbc", true), ("a*b*c", "aXbXbd", false),
      ("*a", "ba", true), ("*ab", "aab", true), ("a", "", false), ("", "a", false), ("a*a", "a", false),
    ]
  )
  func `a star stands for any characters`(_ pattern: String, _ text: String, _ matches: Bool) {
    #expect(Glob(pattern).matches(text) == matches)
  }

  @Test func `the first section that matches holds`() throws {
    let text = """
      surfaces = [{ name = "a" }, { name = "b" }]
      [[panels]]
      match.id = "ffff:ffff"
      surface = "a"
      [[panels]]
      match.name = "Goodix*"
      surface = "b"
      rotation = 270
      [[panels]]
      rotation = 180
      """
    let configuration = try DaemonConfiguration(toml: text, file: "f")
    #expect(configuration.mapping(for: Self.goodix) == PanelMapping(surface: "b", rotation: .threeQuarters))
    #expect(configuration.mapping(for: PanelIdentity(name: "other")) == PanelMapping(surface: "a", rotation: .half))
    #expect(configuration.mapping(for: PanelIdentity(name: "", vendor: 0xFFFF)).rotation == .half)
  }

  @Test func `a section places its panels with udev's calibration or with its own`() throws {
    let text = """
      [[panels]]
      match.id = "0416:038f"
      flip = "vertical"
      area = { x = "10mm", y = 0.25, width = "50mm", height = 0.5 }
      [[panels]]
      calibration = [0.5, 0, 0, 0, 0.5, 0.25]
      """
    let configuration = try DaemonConfiguration(toml: text, file: "f")
    var panel = PanelDescription(
      name: "p",
      axes: Size(width: 2000, height: 1000),
      millimetres: Size(width: 100, height: 50)
    )
    let fromUdev = CalibrationMatrix([0, 1, 0, 1, 0, 0])
    panel.calibration = try #require(fromUdev)
    let mapping = configuration.mapping(for: Self.goodix)
    // udev's matrix swaps the axes: 100 mm are the height.
    #expect(
      mapping.placement(of: panel)
        == PanelPlacement(
          calibration: panel.calibration,
          area: PanelArea(origin: Point(x: 0.2, y: 0.25), size: Size(width: 0.8, height: 0.5)),
          flip: .vertical
        )
    )
    #expect(mapping.areaProblem(with: panel) == nil)
    let sized = configuration.engineConfiguration(panels: [(Self.goodix, panel)]).surfaces[0]
    #expect(sized.size == Size(width: 40 * 6.4, height: 50 * 6.4))
    panel.millimetres = nil
    #expect(mapping.placement(of: panel).area == nil)
    #expect(mapping.areaProblem(with: panel)?.contains("give fractions") == true)
    let other = configuration.mapping(for: PanelIdentity(name: "other"))
    #expect(other.placement(of: panel).calibration.numbers == [0.5, 0, 0, 0, 0.5, 0.25])
  }

  /// A panel of 100 × 50 mm, or of an unknown size, and the surface it gives.
  struct Sizing: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var configured: Size?
    var millimetres: Size?
    var rotation = PanelRotation.none
    var size: Size
    var scale: Double
  }

  private static let sizings = [
    Sizing(
      testDescription: "from the panel",
      millimetres: Size(width: 100, height: 50),
      size: Size(width: 640, height: 320),
      scale: 6.4
    ),
    Sizing(
      testDescription: "from the panel, turned",
      millimetres: Size(width: 100, height: 50),
      rotation: .quarter,
      size: Size(width: 320, height: 640),
      scale: 6.4
    ),
    Sizing(
      testDescription: "from the axes",
      size: Size(width: 800, height: 400),
      scale: 6.4
    ),
    Sizing(
      testDescription: "from the axes, the size being nonsense",
      millimetres: Size(width: 1, height: 1),
      rotation: .threeQuarters,
      size: Size(width: 400, height: 800),
      scale: 6.4
    ),
    Sizing(
      testDescription: "configured",
      configured: Size(width: 500, height: 300),
      millimetres: Size(width: 100, height: 50),
      size: Size(width: 500, height: 300),
      scale: 5
    ),
    Sizing(
      testDescription: "configured, turned",
      configured: Size(width: 500, height: 300),
      millimetres: Size(width: 100, height: 50),
      rotation: .quarter,
      size: Size(width: 500, height: 300),
      scale: 10
    ),
    Sizing(
      testDescription: "configured, the panel's size unknown",
      configured: Size(width: 500, height: 300),
      size: Size(width: 500, height: 300),
      scale: 6.4
    ),
  ]

  @Test(arguments: sizings)
  func `a surface's size and scale follow from its panel`(_ row: Sizing) {
    var configuration = DaemonConfiguration.builtIn
    configuration.surfaces[0].size = row.configured
    configuration.panels = [PanelSection(mapping: PanelMapping(surface: "main", rotation: row.rotation))]
    let panel = PanelDescription(name: "p", axes: Size(width: 2000, height: 1000), millimetres: row.millimetres)
    let size = configuration.surfaceSize("main", panel: panel, rotation: row.rotation)
    #expect(size.size == row.size)
    #expect(abs(size.pointsPerMillimetre - row.scale) < 1e-12)
    let engine = configuration.engineConfiguration(panels: [(PanelIdentity(name: "p"), panel)])
    #expect(engine.surfaces.map(\.size) == [row.size])
    #expect(engine.surfaces.map(\.pointsPerMillimetre) == [size.pointsPerMillimetre])
  }

  @Test func `without a panel a surface has the size of its table, else 400 × 800`() throws {
    let text = "surfaces = [{ name = 'a' }, { name = 'b', width = 10, height = 20, refresh = 30 }]"
    let engine = try DaemonConfiguration(toml: text, file: "f").engineConfiguration(panels: [])
    #expect(
      engine.surfaces == [
        SurfaceConfiguration(name: "a", size: Size(width: 400, height: 800)),
        SurfaceConfiguration(name: "b", size: Size(width: 10, height: 20), refresh: 30),
      ]
    )
    #expect(throws: Never.self) { _ = try Engine(engine, at: Instant(microseconds: 0)) }
  }

  @Test func `a client's size is for a surface that neither the file nor a panel sizes`() throws {
    let text = "surfaces = [{ name = 'a' }, { name = 'b', width = 10, height = 20 }]"
    let configuration = try DaemonConfiguration(toml: text, file: "f")
    let page = Size(width: 412, height: 915)
    func size(_ millimetres: Size?, _ surface: String = "a") -> Size {
      let panel = PanelDescription(name: "p", axes: Size(width: 1, height: 1), millimetres: millimetres)
      return configuration.surfaceSize(surface, panel: panel, rotation: .quarter, requested: page).size
    }
    #expect(size(nil) == page && size(Size(width: 1, height: 1)) == page)
    #expect(size(Size(width: 100, height: 50)) == Size(width: 320, height: 640))
    #expect(size(nil, "b") == Size(width: 10, height: 20))
    let engine = configuration.engineConfiguration(panels: [], requested: ["a": page, "b": page, "gone": page])
    #expect(engine.surfaces.map(\.size) == [page, Size(width: 10, height: 20)])
  }

  @Test func `a surface takes its size from the first panel on it`() {
    let panels = [Size(width: 100, height: 50), Size(width: 200, height: 100)].map { millimetres in
      (
        PanelIdentity(name: "p"),
        PanelDescription(name: "p", axes: Size(width: 1, height: 1), millimetres: millimetres)
      )
    }
    let engine = DaemonConfiguration.builtIn.engineConfiguration(panels: panels)
    #expect(engine.surfaces.map(\.size) == [Size(width: 640, height: 320)])
  }
}
