import DeckProtocol

/// One message of each kind and shape, with values that show every field.
enum Samples {
  static let front = CardFrame(
    id: "card-3",
    index: 3,
    depth: 0,
    x: 92.34567,
    y: 163.6,
    width: 360,
    height: 480,
    rotation: 5.42505,
    z: 10,
    order: 1,
    role: .dragged
  )

  static let behind = CardFrame(
    id: "card \"4\"\n",
    index: 4,
    depth: 1,
    x: -0.0004,
    y: -164,
    width: 360,
    height: 480,
    scale: 0.95,
    rotation: -0.5,
    anchorX: 0.25,
    anchorY: 1,
    z: 9,
    opacity: 0.7,
    role: .behind
  )

  static let frames = swipeFrames + stackFrames

  private static let swipeFrames = [
    DeckFrame(
      deck: "main",
      number: 1,
      time: 0,
      input: nil,
      phase: .rest,
      current: 0,
      count: 0,
      cards: [],
      drag: nil
    ),
    DeckFrame(
      deck: "main",
      number: 12,
      time: 1_250_000,
      input: 1_249_000,
      phase: .dragging,
      current: 3,
      count: 10,
      cards: [front, behind],
      drag: DeckFrame.Drag(card: "card-3", dx: 72.34567, dy: 12, direction: .right, progress: 0.60288),
      overlay: DeckFrame.Overlay(
        card: "card-3",
        direction: .right,
        progress: 0.60288,
        opacity: 0.60288,
        stamp: .init(opacity: 0.60288, scale: 0.92058, rotation: 15),
        glow: 0.60288,
        wash: 0.18086
      )
    ),
    DeckFrame(
      deck: "main",
      number: .max,
      time: .max,
      input: 0,
      phase: .dragging,
      current: 3,
      count: 10,
      cards: [behind],
      drag: DeckFrame.Drag(card: "card-3", dx: -3, dy: 0.5, direction: nil, progress: 0),
      overlay: DeckFrame.Overlay(
        card: "card-3",
        direction: nil,
        progress: 0,
        opacity: 0,
        stamp: .init(opacity: 0, scale: 0.8, rotation: -15),
        glow: 0,
        wash: 0
      )
    ),
    DeckFrame(
      deck: "main",
      number: 13,
      time: 1_300_000,
      input: nil,
      phase: .settling,
      current: 3,
      count: 10,
      cards: [],
      drag: nil,
      overlay: DeckFrame.Overlay(
        card: "card-2",
        direction: .topLeft,
        progress: 1,
        opacity: 1,
        stamp: .init(opacity: 1, scale: 1, rotation: 0),
        glow: 1,
        wash: 0.3
      ),
      accessibility: exposed
    ),
  ]

  static let exposed = DeckFrame.Accessibility(
    card: "card-3",
    label: "Sea",
    hint: "",
    selected: true,
    actions: [
      .init(name: "keep", method: "deck.swipe", direction: .right),
      .init(name: "dismiss", method: "deck.dismiss"),
    ]
  )

  private static let lifted = CardFrame(
    id: "card-2",
    index: 2,
    depth: 0,
    x: 16,
    y: 200.5,
    width: 368,
    height: 220,
    scale: 1.03,
    z: 10,
    order: 3,
    role: .dragged,
    lift: 0.66667
  )

  private static let opened = CardFrame(
    id: "card-0",
    index: 0,
    depth: 0,
    x: 16,
    y: 16,
    width: 368,
    height: 220,
    z: -2,
    order: 5,
    opacity: 0.75,
    role: .open
  )

  private static let stackFrames = [
    DeckFrame(
      deck: "pile",
      number: 2,
      time: 2_000_000,
      input: 1_999_000,
      phase: .dragging,
      current: 3,
      count: 10,
      cards: [lifted],
      drag: DeckFrame.Drag(card: "card-2", dx: 0, dy: -84.25, direction: nil, progress: 0, from: 2, proposed: 1)
    ),
    DeckFrame(
      deck: "pile",
      number: 3,
      time: 3_000_000,
      input: nil,
      phase: .settling,
      current: 3,
      count: 10,
      cards: [opened],
      drag: nil,
      detail: DeckFrame.Detail(
        card: "card-0",
        order: 4,
        x: 16,
        y: 266.12345,
        width: 368,
        height: 534,
        opacity: 0.97,
        scale: 0.99,
        scroll: -12.5,
        content: 1200,
        header: .init(opacity: 0.75, scale: 0.9375),
        progress: 0.9
      )
    ),
    DeckFrame(
      deck: "pile",
      number: 4,
      time: 4_000_000,
      input: 3_999_000,
      phase: .scrolling,
      current: 3,
      count: 10,
      cards: [],
      drag: nil,
      fan: DeckFrame.Fan(over: 100, pull: 25, spread: 20)
    ),
  ]

  private static func isOfSurface(_ kind: DeckEvent.Kind) -> Bool {
    switch kind {
    case .gesturePerformed, .surfaceWoken: true
    default: false
    }
  }

  static let events: [DeckEvent] = [
    .deckLoaded,
    .cardShown(.init(card: "card-0", index: 0)),
    .cardSelected(.init(card: "card-0", index: 0)),
    .cardReset(
      .init(card: "card-0", index: 0, reason: .distance, direction: .right, progress: 0.612345, threshold: 1)
    ),
    .cardReset(.init(card: "card-0", index: 0, reason: .cancelled, direction: nil, progress: 0, threshold: 0.5)),
    .cardSwiped(.init(card: "card-0", index: 0, direction: .right, decision: "keep")),
    .cardSwiped(.init(card: "card-9", index: 9, direction: .topLeft, decision: nil)),
    .deckExhausted,
    .deckReset,
    .cardInserted(.init(card: "new \"card\"", index: 3)),
    .cardRemoved(.init(card: "card-1", index: 1)),
    .cardUpdated(.init(card: "card-0", index: 0)),
    .deckRewound(.init(card: "card-0", index: 0, direction: .bottomRight)),
    .deckRewound(.init(card: "card-9", index: 9, direction: nil)),
    .deckAppeared,
    .cardDismissed(.init(card: "card-2", index: 2)),
    .cardMoved(.init(card: "card-2", from: 2, to: 0)),
    .deckBounced,
    .deckRemoved,
    .roundChanged(.loading),
    .roundChanged(.ended),
    .announcement(.init(card: "card-0", text: "The \"sea\": keep")),
    .announcement(.init(card: nil, text: "No more cards")),
    .deckConfigured(.init(kind: "swipe", preset: "koloda", settings: settings)),
    .deckConfigured(.init(kind: "stack", preset: "fan", settings: [])),
    .surfaceChanged(place),
    .stackFanned,
    .stackGathered,
    .deckAdded(
      .init(kind: "swipe", preset: "koloda", placement: place, round: .active, open: nil, settings: settings)
    ),
    .deckAdded(.init(kind: "stack", preset: "fan", placement: place, round: nil, open: "card-1", settings: [])),
    .gesturePerformed(
      .init(gesture: "home", surface: "main", kind: .swipe, fingers: 1, direction: .up, x: 200.5, y: 640)
    ),
    .gesturePerformed(.init(gesture: "menu", surface: "main", kind: .hold, fingers: 2, x: 10, y: 20)),
    .surfaceWoken(.init(surface: "main", by: .touch)),
  ].enumerated().map { index, kind in
    DeckEvent(
      sequence: UInt64(index) + 1,
      time: Int64(index) * 1000,
      deck: isOfSurface(kind) ? nil : "main",
      kind: kind,
      counts: DeckCounts(current: 1, count: 10, undoDepth: 1)
    )
  }

  static let gestures = GesturePhase.allCases.map { phase in
    GestureNote(
      time: 16_667,
      deck: "main",
      recognizer: "drag",
      card: phase == .failed ? nil : "card-0",
      phase: phase,
      x: 200.25,
      y: 400,
      velocityX: -1234.5678,
      velocityY: 0
    )
  }

  static let haptics = HapticKind.allCases.map { HapticNote(time: 16_667, deck: "main", kind: $0) }

  private static let spring = DeckMotion.Course.spring(
    .init(
      target: 20,
      pieces: [.init(start: 9_000, from: -3.14159265358979, velocity: 1200, stiffness: 246.740110027, damping: 22)],
      end: 500_000
    )
  )

  private static let blend = DeckMotion.Course.spring(
    .init(
      target: 0,
      pieces: [
        .init(start: 9_000, from: 1, velocity: 0, stiffness: 400, damping: 40),
        .init(start: 10_000, from: 0.9999999994, velocity: -3, stiffness: 100, damping: 0),
      ],
      end: nil
    )
  )

  private static let curve = DeckMotion.Course.curve(
    .init(from: 1, target: 0.5, controls: [0.42, 0, 0.58, 1], start: 8_000, duration: 0.3, end: 308_000)
  )

  private static let decay = DeckMotion.Course.decay(
    .init(from: 0, target: 400, velocity: 800, rate: 2.002002671, start: 9_000, end: 3_000_000)
  )

  /// A motion of each kind and of each sort of property.
  static let motions: [DeckMotion] = [
    motion("card-0", .x, .set(20)),
    motion("card-0", .y, spring),
    motion("card-0", .scale, blend),
    motion("card \"4\"\n", .opacity, curve),
    motion("card-0", .height, decay),
    motion("card-0", .anchorX, .sum([curve, .product([decay, curve]), .set(-1e-9)])),
    motion(
      "card-0",
      .rotation,
      .piecewise(.sum([spring, blend]), points: [.init(input: -1, output: 0), .init(input: 0.1, output: 3)])
    ),
    motion("card-0", .lift, nil),
    motion("card-0", nil, nil),
    DeckMotion(deck: "main", card: "card-0", property: .overlayWash, time: 9_000, direction: .right, course: curve),
    motion("card-0", .overlay, nil),
    motion("card-0", .detailScroll, decay),
    motion(nil, .fanSpread, spring),
    motion(nil, .fan, nil),
  ]

  private static func motion(
    _ card: String?,
    _ property: DeckMotion.Property?,
    _ course: DeckMotion.Course?
  ) -> DeckMotion {
    DeckMotion(deck: "main", card: card, property: property, time: 9_000, course: course)
  }

  static let explanations = [
    Explanation(
      time: 16_667,
      contact: 0,
      surface: "main",
      x: 218.2,
      y: 400,
      deck: "main",
      card: "card-0",
      recognizer: "drag",
      outcome: .won,
      reason: "moved 18.2 pt, needs 10",
      measure: .init(measured: 18.2, threshold: 10, unit: "pt")
    ),
    Explanation(
      time: 0,
      contact: 3,
      surface: "wall",
      x: -1,
      y: 800.5,
      deck: nil,
      card: nil,
      recognizer: nil,
      outcome: .ignored,
      reason: nil,
      measure: nil
    ),
  ]

  static let prefetches = [
    PrefetchNote(
      deck: "main",
      load: ["card-2", "card \"3\"", "card-1"],
      high: 2,
      background: ["card-4"],
      evict: ["card-0"]
    ),
    PrefetchNote(deck: "pile", load: [], high: 0, background: [], evict: []),
  ]

  static let touches = [
    TouchNote(
      time: 16_667,
      surface: "main",
      contacts: TouchNote.Contact.Phase.allCases.enumerated().map { index, phase in
        TouchNote.Contact(
          id: index,
          phase: phase,
          x: 10.5 * Double(index),
          y: 799.9999,
          deck: index.isMultiple(of: 2) ? "main" : nil
        )
      }
    ),
    TouchNote(time: 0, surface: "wall", contacts: []),
  ]

  static let panels = [
    PanelState(
      name: "ILITEK \"ILITEK-TP\"",
      id: "222a:0001",
      node: "/dev/input/event3",
      path: "pci-0000:00:14.0-usb-0:2:1.0",
      properties: ["ID_BUS": "usb", "ID_INPUT_TOUCHSCREEN": "1"],
      millimetres: .init(width: 476.2, height: 267.9),
      size: .init(width: 800, height: 480.5),
      surface: "main",
      rotation: 270,
      flip: "vertical",
      calibration: [1.021, 0.003, -0.012, -0.002, 1.018, 0.004],
      area: .init(x: 0.1, y: 0, width: 0.8, height: 0.5),
      grabbed: true,
      contacts: 2,
      stretch: 3.4
    ),
    PanelState(
      name: "touch",
      id: "0000:0000",
      node: "/dev/input/event4",
      path: "/dev/input/event4",
      properties: [:],
      millimetres: nil,
      size: .init(width: 400, height: 800),
      surface: "wall",
      rotation: 0,
      flip: "none",
      calibration: [1, 0, 0, 0, 1, 0],
      area: nil,
      grabbed: false,
      contacts: 0
    ),
  ]

  /// Each phase, with all that it can have.
  static let calibrations = [
    CalibrationNote(
      time: 16_667,
      node: "/dev/input/event3",
      surface: "wall",
      phase: .cross,
      cross: .init(index: 0, count: 4, x: 40, y: 80.5),
      residual: .init(points: 31.25, millimetres: nil)
    ),
    CalibrationNote(
      time: 0,
      node: "/dev/input/event3",
      surface: "wall",
      phase: .done,
      residual: .init(points: 1.5, millimetres: 0.234),
      matrix: [0, 1.012345678, -0.01, 1, 0, 0]
    ),
    CalibrationNote(time: 0, node: "/dev/input/event3", surface: "wall", phase: .cancelled),
  ]

  static let notifications: [DeckNotification] =
    events.map { .event($0) } + frames.map { .frame($0) } + gestures.map { .gesture($0) }
    + haptics.map { .haptic($0) } + motions.map { .motion($0) } + prefetches.map { .prefetch($0) }
    + touches.map { .touch($0) }
    + calibrations.map { .calibration($0) }
    + [
      .panel(PanelNote(.added, time: 16_667, panel: panels[0])), .panel(PanelNote(.removed, time: 0, panel: panels[1])),
    ]

  /// The right half of a surface.
  static let place = DeckPlacement(
    surface: .init(
      name: "main",
      width: 800,
      height: 480.5,
      refresh: 60,
      pointsPerMillimetre: 6.4,
      reducedMotion: false
    ),
    area: .init(x: 400, y: 0, width: 400, height: 480.5)
  )

  static let settings = [
    SettingValue(name: "visible", value: .number(3)),
    SettingValue(name: "decision.right", value: .text("keep")),
    SettingValue(name: "snap.carriesVelocity", value: .flag(true)),
    SettingValue(name: "depth.scale", value: .number(0.05)),
  ]

  static func model(settings: [SettingValue]) -> DeckModel {
    DeckModel(
      deck: "main",
      kind: "swipe",
      preset: "swipeclean",
      sequence: 7,
      placement: place,
      counts: DeckCounts(current: 3, count: 10, undoDepth: 3),
      round: .active,
      open: nil,
      settings: settings
    )
  }

  static let snapshot = DeckSnapshot(
    model(settings: settings),
    cards: [
      .init(frame: front, data: Array(#"{ "holder" : "A\u0042", "limit":1.000 }"#.utf8)),
      .init(frame: behind, data: nil),
    ],
    visible: 3,
    phase: .settling,
    accessibility: exposed
  )

  static let stack = DeckSnapshot(
    DeckModel(
      deck: "pile",
      kind: "stack",
      preset: "wallet",
      sequence: 8,
      placement: place,
      counts: DeckCounts(current: 0, count: 5, undoDepth: 0),
      round: nil,
      open: "card-0",
      settings: []
    ),
    cards: [.init(frame: opened, data: Array("7".utf8)), .init(frame: lifted, data: Array("7".utf8))],
    visible: 5,
    phase: .rest,
    motions: motions
  )

  static let deck = Reply.DeckEntry(id: "main", kind: "swipe", preset: "swipeclean")

  /// The second and the third of five cards.
  static let page = CardPage(.run(Array(cards[1...]), from: 1), total: 5, sequence: 9)

  private static let cards = [
    Card(id: "card-0"),
    Card(id: "card-1", data: Array(#"{ "limit":1.000 }"#.utf8), allowed: [.up], threshold: 0.25),
    Card(id: "card \"2\"", draggable: false, loaded: true, label: "Sea", hint: ""),
  ]

  /// Two cards by their ids, and one that the deck does not have.
  static let choice = CardPage(
    .chosen([
      .init(id: "card-1", card: cards[1]), .init(id: "card-9", card: nil), .init(id: "card-0", card: cards[0]),
    ]),
    total: 5,
    sequence: 9
  )

  static let limits = DaemonStatus.Limits(
    line: 1 << 20,
    depth: 64,
    requestCards: 250,
    cards: 100_000,
    cardData: 1 << 14,
    deckData: 1 << 26,
    subscriptions: 64
  )

  static let status = DaemonStatus(
    version: "1.0.0",
    uptime: 3.25,
    configuration: "/etc/deckd/deckd.toml",
    stateDirectory: "/var/lib/deckd",
    panels: panels,
    surfaces: [place.surface],
    decks: [
      .init(
        deck,
        surface: "main",
        phase: .rest,
        round: .active,
        counts: snapshot.model.counts,
        dataBytes: 21,
        hasDelegate: true,
        stuck: nil
      ),
      .init(
        .init(id: "side", kind: "stack", preset: "fan"),
        surface: "main",
        phase: .scrolling,
        round: nil,
        counts: stack.model.counts,
        dataBytes: 0,
        hasDelegate: false,
        stuck: 37.25
      ),
    ],
    clients: [
      .init(name: "kiosk", process: 912, user: 1000, access: .control, subscriptions: ["main", "side"], queued: 0),
      .init(name: nil, process: 913, user: 0, access: .observe, subscriptions: [], queued: 41),
    ],
    queues: .init(bytes: 41, requests: 1, commands: 0, disk: 2, files: 0),
    limits: limits,
    journal: .init(name: "00c0ffee00c0ffee", sequence: 9)
  )

  /// A daemon with nothing but itself.
  static let idle = DaemonStatus(
    version: "1.0.0",
    uptime: 0,
    configuration: nil,
    stateDirectory: nil,
    panels: [],
    surfaces: [],
    decks: [],
    clients: [],
    queues: .init(bytes: 0, requests: 0, commands: 0, disk: 0, files: 0),
    limits: limits,
    journal: nil
  )

  static let described = [
    SettingDescription(name: "a", values: .number(0.1...0.9995), unit: "s", initial: .number(0.3), summary: "A time."),
    SettingDescription(
      name: "b",
      values: .number(4...90, alsoZero: true),
      unit: "",
      initial: .number(0),
      summary: "A."
    ),
    SettingDescription(name: "c", values: .integer(1...9), unit: "", initial: .number(3), summary: "A count."),
    SettingDescription(name: "d", values: .flag, unit: "", initial: .flag(true), summary: "A choice of two."),
    SettingDescription(name: "e", values: .choice(["x", "y"]), unit: "", initial: .text("x"), summary: "A choice."),
    SettingDescription(name: "f", values: .directions, unit: "", initial: .text("left, up"), summary: "Directions."),
    SettingDescription(
      name: "g",
      values: .spring(response: 0.1...5, dampingFraction: 0.1...10),
      unit: "",
      initial: .text("response 0.4, dampingFraction 0.7"),
      summary: "A spring."
    ),
    SettingDescription(name: "h", values: .text, unit: "", initial: .text(""), summary: "A text."),
  ]

  static let errors = [
    ProtocolError(.parse, "not JSON", field: "byte 0", expected: "a value"),
    ProtocolError(.invalidRequest, "not a request", field: "jsonrpc", expected: "\"2.0\""),
    ProtocolError(.unknownMethod, "unknown method \"x\"", field: "method", expected: "hello; …"),
    ProtocolError(.invalidParameters, "unknown deck \"x\"", field: "params.deck", expected: "one of main"),
    ProtocolError(.refused, "the deck has run out of cards", field: "params.deck", expected: "deck.reset first"),
  ]

  static let replies: [[UInt8]] =
    [
      Reply.hello(
        id: Array("1".utf8),
        version: "1.0.0",
        access: .control,
        grants: [.inject],
        limits: limits,
        decks: [deck]
      ),
      Reply.hello(
        id: Array("\"a\\u0042\"".utf8),
        version: "1.0.0",
        access: .observe,
        grants: [],
        limits: limits,
        decks: []
      ),
      Reply.decks(id: Array("2".utf8), [deck, .init(id: "side", kind: "stack", preset: "fan")]),
      Reply.subscribed(id: Array("3".utf8), snapshot, resync: false),
      Reply.subscribed(id: Array("4".utf8), snapshot, journal: "00c0ffee00c0ffee", resync: true),
      Reply.subscribed(id: Array("4".utf8), all: [snapshot, stack], sequence: 7, resync: false),
      Reply.subscribed(id: Array("4".utf8), all: [], sequence: 7, journal: "00c0ffee00c0ffee", resync: true),
      Reply.snapshot(id: Array("5".utf8), snapshot),
      Reply.snapshot(id: Array("6".utf8), stack),
      Reply.cards(id: Array("7".utf8), page),
      Reply.cards(id: Array("8".utf8), CardPage(.run([], from: 0), total: 0, sequence: 1)),
      Reply.cards(id: Array("8".utf8), choice),
      Reply.settings(id: Array("8".utf8), described),
      Reply.status(id: Array("9".utf8), status),
      Reply.status(id: Array("10".utf8), idle),
      Reply.done(id: Array("-6.50".utf8), sequence: .max),
      Reply.reloaded(id: Array("7".utf8), sequence: 9, restart: [], kept: []),
      Reply.reloaded(id: Array("8".utf8), sequence: 9, restart: ["socket.observe.name"], kept: ["main", "side"]),
    ] + errors.map { Reply.failure(id: ClientRequest.unknownID, $0) }
}
