import DeckConfiguration
import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import Testing

/// What a right file means.
struct ValueTests {
  private func read(_ text: String) throws -> DaemonConfiguration {
    try DaemonConfiguration(toml: text, file: "deckd.toml")
  }

  private func deck(_ text: String) throws -> DeckDefinition {
    try #require(try read("[[decks]]\nid = \"main\"\n\(text)").decks.first)
  }

  @Test func `a surface has what its table says`() throws {
    let text = """
      [[surfaces]]
      name = "left"
      width = 480
      height = 800.5
      refresh = 120
      pointsPerMillimetre = 5
      shortSide = 300
      [[surfaces]]
      name = "right"
      """
    let left = SurfaceSection(
      name: "left",
      size: Size(width: 480, height: 800.5),
      refresh: 120,
      sizing: SurfaceSizing(pointsPerMillimetre: 5, shortSide: 300)
    )
    #expect(try read(text).surfaces == [left, SurfaceSection(name: "right")])
  }

  @Test func `directions may be an array, and a spring a table`() throws {
    #expect(
      try deck("settings.commit.allowed = [\"left\", \"up\"]\nsettings.snap.spring = { bounciness = 10, speed = 20 }")
        == deck("settings.commit.allowed = \"left, up\"\nsettings.snap.spring = \"bounciness 10, speed 20\"")
    )
    #expect(
      try deck("[decks.settings.snap.spring]\nresponse = 0.5\ndampingFraction = 1")
        == deck("settings.snap.spring = \"response 0.5, dampingFraction 1\"")
    )
  }

  @Test func `without decks there is the built-in one, on the first surface`() throws {
    let decks = try read("[[surfaces]]\nname = 'door'").decks
    #expect(decks.map(\.surface) == ["door"])
    #expect(decks.first?.cards == DaemonConfiguration.builtIn.decks.first?.cards)
  }

  @Test func `a deck's area has parts of its surface`() throws {
    let deck = try deck("area = { x = '50%', y = 20, width = '50%', height = '12.5%' }")
    var expected = DeckArea()
    (expected.x, expected.y) = (.fraction(0.5), .points(20))
    (expected.width, expected.height) = (.fraction(0.5), .fraction(0.125))
    #expect(deck.area == expected)
    let area = deck.area(on: Size(width: 400, height: 800))
    #expect(area == Rectangle(origin: Point(x: 200, y: 20), size: Size(width: 200, height: 100)))
    #expect(deck.area(on: Size(width: 1000, height: 80)).size == Size(width: 500, height: 10))
    for (area, words) in [
      ("x = '51%', y = 0, width = '50%', height = 9", "reaches to 101% of the surface"),
      ("x = '101%', y = 0, width = 9, height = 9", "is not a length"),
      ("x = 0, y = 0, width = '0%', height = 9", "is not a length"),
      ("x = 0, y = 0, width = '1', height = 9", "is not a length"),
      ("x = '0x10%', y = 0, width = 9, height = 9", "is not a length"),
      ("x = '10%', y = 0, width = '100%', height = 9", "reaches to 110% of the surface"),
    ] {
      let error = #expect(throws: ConfigurationError.self) { try self.deck("area = { \(area) }") }
      #expect("\(try #require(error))".contains(words), "\(area)")
    }
  }

  @Test func `a deck has what its table says`() throws {
    let deck = try deck("preset = 'swipeclean'\narea = { x = 1, y = 2, width = 3.5, height = 4 }\ncount = 2")
    #expect(deck.area == DeckArea(Rectangle(origin: Point(x: 1, y: 2), size: Size(width: 3.5, height: 4))))
    #expect(deck.cards == [Card(id: "card-0"), Card(id: "card-1")])
    #expect(deck.settings == Preset.swipeclean.settings)
  }

  @Test(
    arguments: [
      ("count = 0", 0), ("cards = []", 0), ("", 10), ("count = 3.0", 3), ("cards = [{ id = 'a' }, { id = 'b' }]", 2),
    ]
  )
  func `a deck has as many cards as its table says`(_ text: String, _ count: Int) throws {
    #expect(try deck(text).cards.count == count)
  }

  @Test func `cards keep their order and their directions`() throws {
    let cards = try deck(
      "cards = [{ id = 'b' }, { id = 'a', allowed = ['topLeft', 'up'] }, { id = 'c', allowed = [] }]"
    ).cards
    #expect(cards.map(\.id) == ["b", "a", "c"])
    #expect(cards.map(\.allowed) == [nil, [.topLeft, .up], []])
  }

  @Test func `a card may answer for itself, and say whether it is loaded`() throws {
    let cards = try deck(
      "cards = [{ id = 'a', draggable = false, swipeable = true, loaded = false }, { id = 'b' }]"
    ).cards
    #expect(cards.map(\.draggable) == [false, nil])
    #expect(cards.map(\.swipeable) == [true, nil])
    #expect(cards.map(\.loaded) == [false, nil])
  }

  @Test func `a card may have a threshold of its own`() throws {
    let cards = try deck("cards = [{ id = 'a', threshold = 1 }, { id = 'b' }, { id = 'c', threshold = 0.01 }]").cards
    #expect(cards.map(\.threshold) == [1, nil, 0.01])
  }

  @Test(
    arguments: [
      ("{ b = 1, a = 'x' }", #"{"a":"x","b":1}"#),
      ("9223372036854775807", "9223372036854775807"),
      ("-9_223_372_036_854_775_808", "-9223372036854775808"),
      ("0xFF", "255"),
      ("0.1", "0.1"),
      ("1e-7", "1e-07"),
      ("-0.0", "-0.0"),
      ("'a\"\\'", #""a\"\\""#),
      ("\"\\t\\u00e9\"", "\"\\u0009é\""),
      ("[true, [], {}]", "[true,[],{}]"),
      ("1979-05-27", #""1979-05-27""#),
      ("07:32:00.5", #""07:32:00.5""#),
      ("1979-05-27 07:32:00", #""1979-05-27T07:32:00""#),
      ("1979-05-27T07:32:00Z", #""1979-05-27T07:32:00Z""#),
      ("1979-05-27T07:32:00.000250-05:30", #""1979-05-27T07:32:00.00025-05:30""#),
    ]
  )
  func `card data becomes JSON`(_ toml: String, _ json: String) throws {
    let card = try #require(try deck("cards = [{ id = 'a', data = \(toml) }]").cards.first)
    #expect(card.data.map { String(decoding: $0, as: UTF8.self) } == json)
  }

  @Test(
    arguments: [
      "settings.drag.distance = 12\nsettings.snap.carriesVelocity = false\nsettings.visible = 5",
      "settings = { drag = { distance = 12.0 }, snap.carriesVelocity = false, visible = 5 }",
      "[decks.settings]\nvisible = 5\ndrag.distance = \"12pt\"\n[decks.settings.snap]\ncarriesVelocity = false",
    ]
  )
  func `settings are read however TOML nests them`(_ text: String) throws {
    var settings = Preset.usual.settings
    settings.dragDistance = .points(12)
    settings.swipe?.snapCarriesVelocity = false
    settings.swipe?.visible = 5
    #expect(try deck(text).settings == settings)
  }

  @Test(arguments: [("'slow'", 2), ("'moderate'", 1.5), ("'default'", 0.8), ("'fast'", 0.4), ("0.35", 0.35), ("3", 3)])
  func `a duration that has names is read as a number or as a name`(_ text: String, _ seconds: Double) throws {
    #expect(try deck("settings.fly.duration = \(text)").settings.swipe?.flyDuration == seconds)
  }

  @Test func `a choice is read by its word`() throws {
    let text = """
      [decks.settings]
      layout = { kind = "stretched", edge = "top" }
      drag = { reference = "card", anchor = "grab" }
      touch.ownership = "centroid"
      promote.curve = "default"
      """
    var settings = Preset.usual.settings
    settings.swipe?.layout = .stretched
    settings.swipe?.layoutEdge = .top
    settings.swipe?.reference = .card
    settings.swipe?.dragAnchor = .grab
    settings.swipe?.ownership = .centroid
    settings.swipe?.promoteCurve = .default
    #expect(try deck(text).settings == settings)
  }

  @Test func `a stack takes its own settings and those of every deck`() throws {
    let text = """
      preset = "fan"
      [decks.settings]
      touch.edgeMargin = 8
      stack = { order = "upwards", aspect = 1.6 }
      reorder = { when = "atRelease", dropSpring = "duration 0.5, bounce 0.2" }
      detail.snap = "20mm"
      """
    var settings = Preset.fan.settings
    settings.edgeMargin = .points(8)
    settings.stack?.order = .upwards
    settings.stack?.aspect = 1.6
    settings.stack?.reorder = .atRelease
    settings.stack?.dropSpring = try SpringSetting("duration 0.5, bounce 0.2")
    settings.stack?.detailSnap = .millimetres(20)
    #expect(try deck(text).settings == settings)
  }

  @Test func `each direction has a decision and a rotation of its own, or none`() throws {
    let text =
      "preset = 'swipeclean'\nsettings.decision = { up = 'later', left = '' }\nsettings.fly.rotation = { up = 5, bottomRight = -7.5 }"
    let settings = try deck(text).settings
    #expect(settings.swipe?.decisions == DirectionTable("").with("keep", .right).with("later", .up))
    let rotations = SwipeSettings().flyRotation
    #expect(settings.swipe?.flyRotation == rotations.with(5, .up).with(-7.5, .bottomRight))
  }

  @Test func `a deck starts from its preset`() throws {
    let settings = try deck("preset = 'koloda-stretched'\nsettings.visible = 4").settings
    var expected = Preset.kolodaStretched.settings
    expected.swipe?.visible = 4
    #expect(settings == expected)
  }

  @Test(arguments: ["1.6mm", "1.6 mm", "+16e-1mm"])
  func `a length in millimetres stays one until the panel is known`(_ text: String) throws {
    #expect(try deck("settings.drag.distance = \"\(text)\"").settings.dragDistance == .millimetres(1.6))
  }

  @Test func `millimetres are judged at the scale of the deck's surface`() throws {
    let text =
      "[[surfaces]]\nname = 'main'\npointsPerMillimetre = 3\n[[decks]]\nid = 'main'\nsettings.drag.distance = '50mm'"
    #expect(try read(text).decks.first?.settings.dragDistance == .millimetres(50))
  }
}
