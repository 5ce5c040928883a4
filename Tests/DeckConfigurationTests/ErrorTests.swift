import DeckConfiguration
import DeckEngine
import Testing

/// What a wrong file is told.
struct ErrorTests {
  /// A text with the lines of its error.
  struct Row: CustomTestStringConvertible, Sendable {
    var toml: String
    var lines: [String]

    init(_ toml: String, _ lines: String...) {
      self.toml = toml
      self.lines = lines
    }

    var testDescription: String { String(toml.prefix(200)) }
  }

  static let presets = Preset.allCases.map(\.rawValue).joined(separator: ", ")
  static let number = "expected a number"
  static let surface = "[[surfaces]]\nname = \"main\"\n"
  static let deck = "[[decks]]\nid = \"main\"\n"
  static let directions = "expected one of left, right, up, down, topLeft, topRight, bottomLeft, bottomRight"

  static let files = [
    Row("deck = 1", "f:1: deck: unknown key; did you mean \"decks\"?"),
    Row(
      "colour = 1",
      "f:1: colour: unknown key; expected one of surfaces, panels, decks, gestures, haptics, shake, latency, socket, access, limits, journal"
    ),
    Row("[surfaces]", "f:1: surfaces: found a table; expected an array of tables, [[surfaces]]"),
    Row("decks = [1]", "f:1: decks[0]: found a number; expected a table"),
    Row("decks = 2024-01-01", "f:1: decks: found a date or time; expected an array of tables, [[decks]]"),
  ]

  static let surfaces = [
    Row("[[surfaces]]", "f:1: surfaces[0].name: missing; expected a name of 1…64 characters"),
    Row("\n[[surfaces]]\nname = ''", "f:3: surfaces[0].name: empty; expected a name of 1…64 characters"),
    Row(
      "[[surfaces]]\nname = \"a\\u0007b\"",
      #"f:2: surfaces[0].name: "a\u0007b" is not a name; expected a name of 1…64 characters"#
    ),
    Row("[[surfaces]]\nname = 1", "f:2: surfaces[0].name: found a number; expected a name of 1…64 characters"),
    Row("\(surface)refresh = 0", "f:3: surfaces[0].refresh: 0 is out of range; \(number), 1…1000 Hz"),
    Row("\(surface)refresh = 'fast'", "f:3: surfaces[0].refresh: found a string; \(number), 1…1000 Hz"),
    Row("\(surface)refresh = true", "f:3: surfaces[0].refresh: found a boolean; \(number), 1…1000 Hz"),
    Row("\(surface)refresh = nan", "f:3: surfaces[0].refresh: nan is not finite; expected a finite number"),
    Row("\(surface)refresh = -inf", "f:3: surfaces[0].refresh: -inf is not finite; expected a finite number"),
    Row("\(surface)width = 400", "f:3: surfaces[0].width: given without height; expected both or neither"),
    Row("\(surface)height = 400", "f:3: surfaces[0].height: given without width; expected both or neither"),
    Row(
      "\(surface)width = 0.5\nheight = 1e9",
      "f:3: surfaces[0].width: 0.5 is out of range; \(number), 1…100000 pt",
      "f:4: surfaces[0].height: 1000000000 is out of range; \(number), 1…100000 pt"
    ),
    Row(
      "\(surface)points_per_millimeter = 6",
      "f:3: surfaces[0].points_per_millimeter: unknown key; did you mean \"pointsPerMillimetre\"?"
    ),
    Row("\(surface)\(surface)", "f:4: surfaces[1].name: \"main\" is surfaces[0] already; expected a name of its own"),
  ]

  private static let six = "expected six numbers, each −1000…1000, such as [1, 0, 0, 0, 1, 0]"
  private static let extent = "expected a fraction of the panel, above 0 to 1, or millimeters, such as \"12mm\""

  static let panels = [
    Row(
      "[[panels]]\nsurface = 'left'",
      "f:2: panels[0].surface: there is no surface \"left\"; expected one of \"main\""
    ),
    Row(
      "[[panels]]\nrotation = 45",
      "f:2: panels[0].rotation: 45 is not a rotation; expected 0, 90, 180 or 270 (degrees clockwise)"
    ),
    Row(
      "[[panels]]\nrotation = '90'",
      "f:2: panels[0].rotation: found a string; expected 0, 90, 180 or 270 (degrees clockwise)"
    ),
    Row(
      "[[panels]]\nmatch = 'Goodix'",
      "f:2: panels[0].match: found a string; expected a table such as { name = \"Goodix*\" }"
    ),
    Row(
      "[[panels]]\nmatch = { id = '416' }",
      "f:2: panels[0].match.id: \"416\" is not an id; "
        + "expected vendor and product in hexadecimal, such as \"0416:038f\""
    ),
    Row(
      "[[panels]]\nmatch.property.WL_OUTPUT = 1",
      "f:2: panels[0].match.property.WL_OUTPUT: found a number; expected the property's value as a text"
    ),
    Row(
      "[[panels]]\nflip = 'horizontl'",
      "f:2: panels[0].flip: unknown flip \"horizontl\"; expected one of none, horizontal, vertical, both; "
        + "did you mean \"horizontal\"?"
    ),
    Row(
      "[[panels]]\npassthrough = true",
      "f:2: panels[0].passthrough: is true without grab = true: other programs would receive each touch twice; "
        + "expected grab = true"
    ),
    Row("[[panels]]\ncalibration = 1", "f:2: panels[0].calibration: found a number; \(six)"),
    Row("[[panels]]\ncalibration = [1, 0, 0, 0, 1]", "f:2: panels[0].calibration: has 5 numbers; \(six)"),
    Row(
      "[[panels]]\ncalibration = [\n1, 0, 0,\n0, 'one', 2000]",
      "f:4: panels[0].calibration[4]: found a string; \(number), -1000…1000",
      "f:4: panels[0].calibration[5]: 2000 is out of range; \(number), -1000…1000"
    ),
    Row(
      "[[panels]]\ncalibration = [1, 2, 0, 2, 4, 0]",
      "f:2: panels[0].calibration: maps the whole panel to a line; expected a matrix with a·e − b·d other than 0"
    ),
    Row(
      "[[panels]]\nrotate = 90\narea = { w = 1, h = 1 }",
      "f:2: panels[0].rotate: unknown key; did you mean \"rotation\"?",
      "f:3: panels[0].area.w: unknown key; did you mean \"width\"?",
      "f:3: panels[0].area.h: unknown key; did you mean \"height\"?"
    ),
    Row(
      "[[panels]]\narea = { x = 2, widht = 1, width = 0, height = '4cm' }",
      "f:2: panels[0].area.x: 2 is out of range; expected a fraction of the panel, 0…1, or millimeters, "
        + "such as \"12mm\"",
      "f:2: panels[0].area.widht: unknown key; did you mean \"width\"?",
      "f:2: panels[0].area.width: 0 is out of range; \(extent)",
      "f:2: panels[0].area.height: \"4cm\" is not a length; \(extent)"
    ),
    Row(
      "[[panels]]\narea = { x = 0.5, width = 0.75 }",
      "f:2: panels[0].area.width: reaches to 1.25 of the panel; expected at most 1"
    ),
    Row("[[panels]]\nmatch.nam = ''", "f:2: panels[0].match.nam: unknown key; did you mean \"name\"?"),
  ]

  static let decks = [
    Row("[[decks]]", "f:1: decks[0].id: missing; expected a name of 1…64 characters"),
    Row("\(deck)\(deck)", "f:4: decks[1].id: \"main\" is decks[0] already; expected an id of its own"),
    Row(
      "\(deck)preset = 'swipeclaen'",
      "f:3: decks[0].preset: unknown preset \"swipeclaen\"; "
        + "expected one of \(presets); did you mean \"swipeclean\"?"
    ),
    Row("\(deck)surface = 'b'", "f:3: decks[0].surface: there is no surface \"b\"; expected one of \"main\""),
    Row(
      "[[surfaces]]\nname = 'a'\n[[surfaces]]\nname = 'b'\n\(deck)surface = 'c'",
      "f:7: decks[0].surface: there is no surface \"c\"; expected one of \"a\", \"b\""
    ),
    Row(
      "[[surfaces]]\n\(deck)surface = 'c'",
      "f:1: surfaces[0].name: missing; expected a name of 1…64 characters"
    ),
    Row(
      "\(deck)count = 1.5",
      "f:3: decks[0].count: 1.5 is not a whole number; expected a whole number, 0…100000 cards"
    ),
    Row("\(deck)count = -1", "f:3: decks[0].count: -1 is out of range; expected a whole number, 0…100000 cards"),
    Row(
      "\(deck)cards = []\ncount = 3",
      "f:4: decks[0].count: given together with cards; expected only one of them"
    ),
    Row(
      "\(deck)area = { x = 0, y = 0, width = 0 }",
      "f:3: decks[0].area.height: missing; \(number), 1…100000 pt, or a part of the surface, such as \"50%\"",
      "f:3: decks[0].area.width: 0 is out of range; \(number), 1…100000 pt, or a part of the surface, such as \"50%\""
    ),
    Row(
      "\(surface)width = 400\nheight = 800\n\(deck)area = { x = 10, y = 0, width = 400, height = 800 }",
      "f:7: decks[0].area: reaches to 410 × 800 pt; expected at most 400 × 800 pt, the size of surface \"main\""
    ),
    Row(
      "\(deck)[decks.settings]\npreset = 'koloda'\narea = {}",
      "f:4: decks[0].settings.preset: a key of the deck, not a setting; write it above [decks.settings]",
      "f:5: decks[0].settings.area: a key of the deck, not a setting; write it above [decks.settings]"
    ),
    Row("\(deck)drag.distance = 12", "f:3: decks[0].drag: unknown key; did you mean \"settings.drag\"?"),
  ]

  static let cards = [
    Row("\(deck)cards = ['a']", "f:3: decks[0].cards[0]: found a string; expected a table such as { id = \"a\" }"),
    Row(
      "\(deck)cards = [\n  { id = 'a' },\n  { id = '' },\n  { id = 'a' },\n  {},\n]",
      "f:5: decks[0].cards[1].id: empty; expected a name of 1…256 characters",
      "f:6: decks[0].cards[2].id: \"a\" is decks[0].cards[0] already; expected an id of its own",
      "f:7: decks[0].cards[3].id: missing; expected a name of 1…256 characters"
    ),
    Row(
      "\(deck)cards = [{ id = 'a', allowed = ['left', 'north', 1, 'left'] }]",
      "f:3: decks[0].cards[0].allowed[1]: unknown direction \"north\"; \(directions)",
      "f:3: decks[0].cards[0].allowed[2]: found a number; \(directions)",
      "f:3: decks[0].cards[0].allowed[3]: \"left\" is given twice; expected each direction once"
    ),
    Row(
      "\(deck)cards = [{ id = 'a', allowed = ['top-left'] }]",
      "f:3: decks[0].cards[0].allowed[0]: unknown direction \"top-left\"; \(directions); did you mean \"topLeft\"?"
    ),
    Row(
      "\(deck)cards = [{ id = 'a', threshold = 0 },\n{ id = 'b', threshold = 'half' }]",
      "f:3: decks[0].cards[0].threshold: 0 is out of range; \(number), 0.01…1",
      "f:4: decks[0].cards[1].threshold: found a string; \(number), 0.01…1"
    ),
    Row(
      "\(deck)cards = [{ id = 'a', loaded = 'no' }]",
      "f:3: decks[0].cards[0].loaded: found a string; expected true or false"
    ),
    Row(
      "\(deck)cards = [{ id = 'a', data = [1, [inf]] }]",
      "f:3: decks[0].cards[0].data[1][0]: inf is not finite; expected a finite number"
    ),
    Row(
      "\(deck)[[decks.cards]]\nid = \"a\"\ndata = \"b\\u0000c\"",
      "f:5: decks[0].cards[0].data: found the character U+0000; expected text without it"
    ),
    Row(
      "\(deck)cards = [{ id = 'a', data = { \"b\\u0000\" = 1 } }]",
      #"f:3: decks[0].cards[0].data."b\u0000": found the character U+0000; expected text without it"#
    ),
  ]

  static let settings = [
    Row(
      "\(deck)[decks.settings]\n# distance\ndrag.distanc = 12",
      "f:5: decks[0].settings.drag.distanc: unknown key; did you mean \"drag.distance\"?"
    ),
    Row(
      "\(deck)[decks.settings.drag]\n\ndistance = false",
      "f:5: decks[0].settings.drag.distance: found a boolean; "
        + "expected a length, 0.5…200 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(deck)settings = { drag = { distance = 0 } }",
      "f:3: decks[0].settings.drag.distance: 0 is out of range; "
        + "expected a length, 0.5…200 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(deck)settings.drag.distance = '50mm'",
      "f:3: decks[0].settings.drag.distance: \"50mm\" is 320 pt and out of range; "
        + "expected a length, 0.5…200 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(deck)settings.drag.distance = '1.6cm'",
      "f:3: decks[0].settings.drag.distance: \"1.6cm\" is not a length; "
        + "expected a length, 0.5…200 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(deck)settings.drag.distance.x = 1",
      "f:3: decks[0].settings.drag.distance: found a table; "
        + "expected a length, 0.5…200 pt, such as 12 or \"1.6mm\""
    ),
    Row(
      "\(deck)settings.drag = 1",
      "f:3: decks[0].settings.drag: unknown key; expected one of drag.distance, drag.vertical, drag.anchor, "
        + "drag.shrink, drag.reference, drag.deadZone"
    ),
    Row(
      "\(deck)settings.\"drag.distance\" = 1",
      "f:3: decks[0].settings.\"drag.distance\": unknown key; write drag.distance without quotes"
    ),
    Row(
      "\(deck)settings.undo.duration = 11",
      "f:3: decks[0].settings.undo.duration: 11 is out of range; expected a number, 0.01…10 s"
    ),
    Row(
      "\(deck)settings.visible = 2.5",
      "f:3: decks[0].settings.visible: 2.5 is not a whole number; expected a whole number, 1…10 cards"
    ),
    Row(
      "\(deck)settings.visible = 0",
      "f:3: decks[0].settings.visible: 0 is out of range; expected a whole number, 1…10 cards"
    ),
    Row(
      "\(deck)settings.snap.carriesVelocity = 1",
      "f:3: decks[0].settings.snap.carriesVelocity: found a number; expected true or false"
    ),
    Row(
      "\(deck)settings.decision.left = \"a\\nb\"",
      #"f:3: decks[0].settings.decision.left: "a\u000Ab" is not a name; "#
        + "expected a name of at most 64 characters, or \"\" for none"
    ),
    Row(
      "\(deck)settings.decision.left = false",
      "f:3: decks[0].settings.decision.left: found a boolean; "
        + "expected a name of at most 64 characters, or \"\" for none"
    ),
    Row(
      "\(deck)settings.decision.north = 'a'",
      "f:3: decks[0].settings.decision.north: unknown key; expected one of decision.left, decision.right, "
        + "decision.up, decision.down, decision.topLeft, decision.topRight, decision.bottomLeft, decision.bottomRight"
    ),
    Row(
      "\(deck)settings.threshold = 0.4",
      "f:3: decks[0].settings.threshold: unknown key; did you mean \"commit.threshold\"?"
    ),
    Row(
      "\(deck)settings.thresh = 0.4",
      "f:3: decks[0].settings.thresh: unknown key; did you mean \"commit.threshold\"?"
    ),
    Row(
      "\(deck)settings.alowed = 'left'",
      "f:3: decks[0].settings.alowed: unknown key; did you mean \"commit.allowed\"?"
    ),
    Row(
      "\(deck)settings.spring = 'response 0.3, dampingFraction 1'",
      "f:3: decks[0].settings.spring: unknown key; expected one of snap.spring, promote.spring"
    ),
    Row(
      "\(deck)settings.fly.wings = 2",
      "f:3: decks[0].settings.fly.wings: unknown key; expected one of fly.carriesVelocity, fly.longest, "
        + "fly.duration, fly.curve, fly.distance, fly.surface, fly.straightens, fly.drop, fly.keepsRotation, fly.rotation.…"
    ),
    Row(
      "\(deck)settings.fly.rotation = 20",
      "f:3: decks[0].settings.fly.rotation: unknown key; expected one of fly.rotation.left, fly.rotation.right, "
        + "fly.rotation.up, fly.rotation.down, fly.rotation.topLeft, fly.rotation.topRight, fly.rotation.bottomLeft, "
        + "fly.rotation.bottomRight"
    ),
    Row(
      "\(deck)settings = 1",
      "f:3: decks[0].settings: found a number; expected a table of settings, [decks.settings]"
    ),
  ]

  static let speeds = "expected a number, 0.01…10 s, or one of slow, moderate, default, fast"
  static let spring = "expected a spring such as \"response 0.4, dampingFraction 0.7\""
  static let ways =
    "expected response with dampingFraction, duration with bounce, bounciness with speed, "
    + "or stiffness with damping (and mass)"
  static let parameters =
    "expected one of response, dampingFraction, duration, bounce, bounciness, speed, mass, "
    + "stiffness, damping"

  static let words = [
    Row(
      "\(deck)settings.layout.kind = 'stakced'",
      "f:3: decks[0].settings.layout.kind: unknown choice \"stakced\"; "
        + "expected one of fitted, stacked, stretched; did you mean \"stacked\"?"
    ),
    Row(
      "\(deck)settings.fly.curve = 'bounce'",
      "f:3: decks[0].settings.fly.curve: unknown choice \"bounce\"; "
        + "expected one of linear, default, easeIn, easeOut, easeInOut"
    ),
    Row(
      "\(deck)settings.touch.ownership = 1",
      "f:3: decks[0].settings.touch.ownership: found a number; expected one of first, centroid"
    ),
    Row(
      "\(deck)settings.fly.duration = 'fats'",
      "f:3: decks[0].settings.fly.duration: unknown name \"fats\"; \(speeds); did you mean \"fast\"?"
    ),
    Row(
      "\(deck)settings.fly.duration = '0.4'",
      "f:3: decks[0].settings.fly.duration: unknown name \"0.4\"; \(speeds)"
    ),
    Row("\(deck)settings.fly.duration = 0", "f:3: decks[0].settings.fly.duration: 0 is out of range; \(speeds)"),
    Row("\(deck)settings.fly.duration = true", "f:3: decks[0].settings.fly.duration: found a boolean; \(speeds)"),
    Row(
      "\(deck)settings.promote.duration = 'fast'",
      "f:3: decks[0].settings.promote.duration: found a string; expected a number, 0.01…10 s"
    ),
    Row("\(deck)settings.snap.spring = 0.4", "f:3: decks[0].settings.snap.spring: found a number; \(spring)"),
    Row(
      "\(deck)settings.snap.spring = { response = 0.4 }",
      "f:3: decks[0].settings.snap.spring: no dampingFraction beside response; \(ways)"
    ),
    Row(
      "\(deck)settings.snap.spring = { response = '0.4', dampingFraction = 1 }",
      "f:3: decks[0].settings.snap.spring: found a table; \(spring)"
    ),
    Row(
      "\(deck)settings.snap.spring = { respones = 0.4, dampingFraction = 1 }",
      "f:3: decks[0].settings.snap.spring: unknown parameter \"respones\"; \(parameters); did you mean \"response\"?"
    ),
    Row("\(deck)settings.snap.spring = ' '", "f:3: decks[0].settings.snap.spring: nothing says which spring; \(ways)"),
    Row(
      "\(deck)settings.snap.spring = 'response 0.4, bounce 0'",
      "f:3: decks[0].settings.snap.spring: response and bounce do not belong together; \(ways)"
    ),
    Row(
      "\(deck)settings.snap.spring = 'mass 1, damping 3'",
      "f:3: decks[0].settings.snap.spring: no stiffness beside mass and damping; \(ways)"
    ),
    Row(
      "\(deck)settings.snap.spring = 'respones 0.4, dampingFraction 1'",
      "f:3: decks[0].settings.snap.spring: unknown parameter \"respones\"; \(parameters); did you mean \"response\"?"
    ),
    Row(
      "\(deck)settings.snap.spring = 'response 0.4; dampingFraction 1'",
      "f:3: decks[0].settings.snap.spring: \"response 0.4; dampingFraction 1\" is not a name and a number; "
        + "expected names and numbers such as \"response 0.4, dampingFraction 0.7\""
    ),
    Row(
      "\(deck)settings.snap.spring = 'response nan, dampingFraction 1'",
      "f:3: decks[0].settings.snap.spring: response is \"nan\", not a number; expected a decimal number"
    ),
    Row(
      "\(deck)settings.snap.spring = 'speed 1, speed 2'",
      "f:3: decks[0].settings.snap.spring: speed is given twice; expected each parameter once"
    ),
    Row(
      "\(deck)settings.promote.spring = 'bounciness 9, speed 21'",
      "f:3: decks[0].settings.promote.spring: its speed is 21; expected a number from 0 to 20"
    ),
    Row(
      "\(deck)settings.promote.spring = 'stiffness 100, damping -1'",
      "f:3: decks[0].settings.promote.spring: its damping is -1; expected a finite number of 0 or more"
    ),
    Row(
      "\(deck)settings.promote.spring = 'response 0.4, dampingFraction 0'",
      "f:3: decks[0].settings.promote.spring: its dampingFraction is 0, so that it never comes to rest; "
        + "expected 0.05…10"
    ),
    Row(
      "\(deck)settings.promote.spring = 'duration 6, bounce 0'",
      "f:3: decks[0].settings.promote.spring: its response is 6; expected 0.05…5 s"
    ),
  ]

  static let key = "Error while parsing key: expected bare key starting character or string delimiter"
  static let value = "Error while parsing value: could not determine value type; a string needs quotation marks"
  static let ascii = "expected ASCII characters or quotes around it"

  static let syntax = [
    Row("\n[[decks]\n", "f:2:9: not TOML: Error while parsing table header: expected ']', saw '\\n'"),
    Row("a = 1\na = 2\n", "f:2:5: not TOML: Error while parsing key-value pair: cannot redefine existing integer 'a'"),
    Row("[=]", "f:1:2: not TOML: \(key), saw '='"),
    Row("a = 1\n[[ \n", "f:2:4: not TOML: \(key), saw '\\n'"),
    Row("a = \n[.b]", "f:1:5: not TOML: Error while parsing key-value pair: expected value, saw '\\n'"),
    Row("a = [,]\n", "f:1:6: not TOML: Error while parsing array: expected value or closing ']', saw comma"),
    Row(
      "a = 'x' 'y'\n[.b]",
      "f:1:9: not TOML: Error while parsing key-value pair: expected a comment or whitespace, saw '''"
    ),
    Row("a = [1, 1979-05-27Tx]", "f:1:9: not TOML: \(value)"),
    Row(
      "a = 2001-02-29",
      "f:1:15: not TOML: Error while parsing date: expected day between 1 and 28 (inclusive), saw 29"
    ),
    Row("é = 'é'\r\n[=]", "f:1:1: not TOML: found \"é\" outside of a string; \(ascii)"),
    Row("a = 'é' # é\n'é' = '\\'\n[é]", "f:3:2: not TOML: found \"é\" outside of a string; \(ascii)"),
    Row(
      "a = 1\na = 2\nb = é",
      "f:2:5: not TOML: Error while parsing key-value pair: cannot redefine existing integer 'a'"
    ),
    Row("a = ['é', yes]", "f:1:11: not TOML: \(value)"),
    Row(
      "a = 'b'\r\n\0",
      "f:2:1: not TOML: Error while parsing root table: expected keys, tables, whitespace or comments, saw '\\u0000'"
    ),
    Row(
      "a = " + String(repeating: "[", count: 100_000),
      "f:1:261: not TOML: Error while parsing value: exceeded maximum nested value depth of 256 (TOML_MAX_NESTED_VALUES)"
    ),
    Row("a = yes", "f:1:5: not TOML: \(value)"),
    Row(
      "a = natural",
      "f:1:7: not TOML: Error while parsing floating-point: expected 'nan', saw 'nat'; a string needs quotation marks"
    ),
    Row("a = 012", "f:1:8: not TOML: Error while parsing decimal integer: leading zeroes are prohibited"),
    Row(
      "a = 9223372036854775808",
      "f:1:24: not TOML: Error while parsing decimal integer: '9223372036854775808' is not representable in 64 bits"
    ),
    Row(
      "a" + String(repeating: ".a", count: 100_000) + " = 1 [",
      "f:1:1: not TOML: expected a key of at most 32 parts"
    ),
    Row(
      "a = 1 \u{0} b",
      "f:1:7: not TOML: Error while parsing key-value pair: expected a comment or whitespace, saw '\\u0000'"
    ),
  ]

  @Test(arguments: files + surfaces + panels)
  func `a wrong surface or panel is named by its line`(_ row: Row) {
    expect(row)
  }

  @Test(arguments: decks + cards + settings + words + kinds + stacks)
  func `a wrong deck is named by its line`(_ row: Row) {
    expect(row)
  }

  @Test(arguments: syntax)
  func `a text that is not TOML is named by line and column`(_ row: Row) {
    expect(row)
  }

  @Test func `everything that is wrong is told, in the order of the file`() {
    expect(
      Row(
        """
        [[decks]]
        id = "a"
        preset = "x"
        [[surfaces]]
        name = "main"
        refresh = 0
        [[decks]]
        id = "a"
        [decks.settings]
        visible = 99
        """,
        "f:3: decks[0].preset: unknown preset \"x\"; "
          + "expected one of \(Self.presets)",
        "f:6: surfaces[0].refresh: 0 is out of range; expected a number, 1…1000 Hz",
        "f:8: decks[1].id: \"a\" is decks[0] already; expected an id of its own",
        "f:10: decks[1].settings.visible: 99 is out of range; expected a whole number, 1…10 cards"
      )
    )
  }

  @Test func `nesting beyond the limit is refused where it begins`() {
    let open = String(repeating: "[", count: 200)
    let close = String(repeating: "]", count: 200)
    let path = "decks[0].cards[0].data" + String(repeating: "[0]", count: 28)
    expect(
      Row(
        "\(Self.deck)cards = [{ id = 'a', data = \(open)\(close) }]",
        "f:3: \(path): nested too deeply; expected at most 32 levels"
      )
    )
  }

  /// Thousands of them are one mistake: a file of another program, for example.
  @Test(arguments: ["", "[decks.settings]\n"])
  func `unknown keys beyond the first hundred are counted`(_ header: String) {
    let keys = (1000..<2000).map { "none\($0) = 1\n" }.joined()
    let text = header.isEmpty ? keys + Self.surface + Self.deck : Self.surface + Self.deck + header + keys
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: text, file: "f") }
    #expect(error?.problems.count == 101)
    #expect(error?.problems.first?.text.contains("none1000: unknown key") == true)
    let last = error?.problems.last?.text
    #expect(
      last?.hasSuffix("none1100: the first of 900 more unknown keys; correct those that are listed first") == true
    )
  }

  @Test(arguments: [("key", " = 1"), ("preset = '", "'"), ("surface = '", "'")])
  func `a long key or value is cited in part`(_ start: String, _ end: String) {
    let text = Self.surface + Self.deck + start + String(repeating: "x", count: 100_000) + end
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: text, file: "f") }
    #expect(error?.problems.count == 1)
    #expect(error?.lines.allSatisfy { $0.utf8.count < 2100 && $0.contains("xxx…") } == true)
  }

  @Test(arguments: [("decks", "id"), ("panels", "match.name"), ("surfaces", "name")])
  func `decks, panels and surfaces are 64 each at most`(_ section: String, _ key: String) throws {
    func text(_ count: Int) -> String { (0..<count).map { "[[\(section)]]\n\(key) = 'a\($0)'\n" }.joined() }
    _ = try DaemonConfiguration(toml: text(64), file: "f")
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: text(65), file: "f") }
    #expect(error?.lines == ["f:1: \(section): has 65 \(section); expected at most 64"])
  }

  private func expect(_ row: Row) {
    let error = #expect(throws: ConfigurationError.self) { try DaemonConfiguration(toml: row.toml, file: "f") }
    #expect(error?.lines == row.lines)
  }
}
