import DeckProtocol

/// A sound message, a part of it to be replaced, and where the validator then sees something wrong.
struct BrokenMessage {
  var message: [UInt8]
  var part: String
  var replacement: String
  var place: String

  init(_ message: [UInt8], _ part: String, _ replacement: String, _ place: String) {
    self.message = message
    self.part = part
    self.replacement = replacement
    self.place = place
  }

  static let all = frames + overlays + stacks + events + gesturesAndTouches + motions + replies

  private static let motions: [BrokenMessage] = {
    let lines = Samples.motions.map { DeckNotification.motion($0).line }
    return [
      .init(lines[0], #""value":20"#, #""value":"20""#, "data.params"),
      .init(lines[0], #","end":9000"#, "", "data.params"),
      .init(lines[1], #""kind":"spring""#, #""kind":"string""#, "data.params"),
      .init(lines[1], #""property":"y""#, #""property":"why""#, "data.params"),
      .init(lines[1], #","damping":22"#, "", "data.params"),
      .init(lines[1], #""stiffness":246.740110027"#, #""stiffness":0"#, "data.params"),
      .init(lines[2], #","start":10000"#, "", "data.params"),
      .init(lines[3], #"[0.42,0,0.58,1]"#, #"[0.42,0,0.58]"#, "data.params"),
      .init(lines[4], #""rate":2.002002671"#, #""rate":0"#, "data.params"),
      .init(lines[5], #","end":308000"#, "", "data.params"),
      .init(lines[6], #"[-1,0]"#, #"[-1]"#, "data.params"),
      .init(lines[8], #""kind":"remove""#, #""kind":"set""#, "data.params"),
      .init(lines[9], #""direction":"right""#, #""direction":null"#, "data.params"),
    ]
  }()

  private static let frames: [BrokenMessage] = {
    let frame = DeckNotification.frame(Samples.frames[1]).line
    return [
      .init(frame, #""2.0""#, "2.0", "data.jsonrpc"),
      .init(frame, #""jsonrpc":"2.0","#, "", "jsonrpc"),
      .init(frame, #""method":"frame""#, #""method":"frames""#, "data.method"),
      .init(frame, #""method":"frame""#, #""method":"event""#, "data.params"),
      .init(frame, #""params""#, #""param""#, "params"),
      .init(frame, #""method""#, #""id":1,"method""#, "id"),
      .init(frame, #""frame":12"#, #""frame":0"#, "data.params.frame"),
      .init(frame, #""t":1250000"#, #""t":1250000.5"#, "data.params.t"),
      .init(frame, #""t":1250000"#, #""t":-1"#, "data.params.t"),
      .init(frame, #""input":1249000"#, #""input":null"#, "data.params.input"),
      .init(frame, #""phase":"dragging""#, #""phase":"drag""#, "data.params.phase"),
      .init(frame, #""phase":"dragging","#, "", "phase"),
      .init(frame, #""opacity":1"#, #""opacity":1.001"#, "data.params.cards[0].opacity"),
      .init(frame, #""opacity":0.7"#, #""opacity":-0.001"#, "data.params.cards[1].opacity"),
      .init(frame, #""scale":0.95"#, #""scale":-0.001"#, "data.params.cards[1].scale"),
      .init(frame, #""w":360"#, #""w":-360"#, "data.params.cards[0].w"),
      .init(frame, #""w":360"#, #""width":360"#, "data.params.cards[0]"),
      .init(frame, #""anchor":[0.5,0.5]"#, #""anchor":[0.5]"#, "data.params.cards[0].anchor"),
      .init(frame, #""anchor":[0.5,0.5]"#, #""anchor":[0.5,0.5,0]"#, "data.params.cards[0].anchor"),
      .init(frame, #""anchor":[0.5,0.5]"#, #""anchor":["a",0.5]"#, "data.params.cards[0].anchor[0]"),
      .init(frame, #""z":10"#, #""z":"10""#, "data.params.cards[0].z"),
      .init(frame, #""index":3"#, #""index":-1"#, "data.params.cards[0].index"),
      .init(frame, #""depth":1"#, #""depth":true"#, "data.params.cards[1].depth"),
      .init(frame, #""role":"dragged""#, #""role":"top""#, "data.params.cards[0].role"),
      .init(frame, #""role":"dragged""#, #""role":"dragged","data":1"#, "data.params.cards[0]"),
      .init(frame, #""x":92.346"#, #""x":"92.346""#, "data.params.cards[0].x"),
      .init(frame, #""y":163.6"#, #""y":null"#, "data.params.cards[0].y"),
      .init(frame, #""progress":0.603"#, #""progress":1.001"#, "data.params.drag.progress"),
      .init(frame, #""percent":60.288"#, #""percent":100.1"#, "data.params.drag.percent"),
      .init(frame, #""direction":"right""#, #""direction":null"#, "data.params.drag.direction"),
    ]
  }()

  private static let overlays: [BrokenMessage] = {
    let frame = DeckNotification.frame(Samples.frames[3]).line
    return [
      .init(frame, #""overlay":{"card":"card-2","#, #""overlay":{"#, "card"),
      .init(frame, #""direction":"topLeft""#, #""direction":"top""#, "data.params.overlay.direction"),
      .init(frame, #""progress":1"#, #""progress":1.001"#, "data.params.overlay.progress"),
      .init(frame, #""opacity":1"#, #""opacity":-0.001"#, "data.params.overlay.opacity"),
      .init(frame, #""stamp":{"opacity":1"#, #""stamp":{"opacity":1.5"#, "data.params.overlay.stamp.opacity"),
      .init(frame, #""scale":1"#, #""scale":-1"#, "data.params.overlay.stamp.scale"),
      .init(frame, #","rotation":0"#, "", "rotation"),
      .init(frame, #""glow":1"#, #""glow":true"#, "data.params.overlay.glow"),
      .init(frame, #""wash":0.3"#, #""wash":0.3,"percent":30"#, "data.params.overlay"),
      .init(frame, #""hint":"","#, "", "hint"),
      .init(frame, #""selected":true"#, #""selected":"card-3""#, "data.params.accessibility.selected"),
      .init(
        frame,
        #""request":"deck.swipe""#,
        #""request":"deck.reset""#,
        "data.params.accessibility.actions[0].request"
      ),
      .init(frame, #""direction":"right""#, #""direction":"keep""#, "data.params.accessibility.actions[0].direction"),
    ]
  }()

  private static let stacks: [BrokenMessage] = {
    let lifted = DeckNotification.frame(Samples.frames[4]).line
    let open = DeckNotification.frame(Samples.frames[5]).line
    let fanned = DeckNotification.frame(Samples.frames[6]).line
    let snapshot = Reply.snapshot(id: Array("1".utf8), Samples.stack)
    return [
      .init(lifted, #""lift":0.667"#, #""lift":1.001"#, "data.params.cards[0].lift"),
      .init(lifted, #""lift":0.667"#, #""lift":null"#, "data.params.cards[0].lift"),
      .init(lifted, #""from":2"#, #""from":-1"#, "data.params.drag.from"),
      .init(lifted, #""proposed":1"#, #""proposed":1.5"#, "data.params.drag.proposed"),
      .init(open, #""detail":{"card":"card-0","#, #""detail":{"#, "card"),
      .init(open, #""scroll":-12.5"#, #""scroll":"top""#, "data.params.detail.scroll"),
      .init(open, #""content":1200"#, #""content":-1"#, "data.params.detail.content"),
      .init(open, #""header":{"opacity":0.75"#, #""header":{"opacity":1.5"#, "data.params.detail.header.opacity"),
      .init(open, #","scale":0.938"#, "", "scale"),
      .init(open, #""progress":0.9"#, #""progress":-0.1"#, "data.params.detail.progress"),
      .init(open, #""progress":0.9"#, #""progress":0.9,"z":1"#, "data.params.detail"),
      .init(fanned, #""pull":25,"#, "", "pull"),
      .init(fanned, #""spread":20"#, #""spread":true"#, "data.params.fan.spread"),
      .init(fanned, #""over":100"#, #""over":100,"count":2"#, "data.params.fan"),
      .init(snapshot, #""open":"card-0""#, #""open":null"#, "data.result.snapshot.open"),
      .init(snapshot, #""open":"card-0""#, #""open":2"#, "data.result.snapshot.open"),
      .init(snapshot, #""lift":0.667"#, #""lift":-0.667"#, "data.result.snapshot.cards[1].lift"),
      .init(snapshot, #""preset":"wallet""#, #""preset":"purse""#, "data.result.snapshot.preset"),
    ]
  }()

  private static let events: [BrokenMessage] = {
    let loaded = line(.deckLoaded)
    let shown = line(.cardShown)
    let reset = line(.cardReset)
    let swiped = line(.cardSwiped)
    let inserted = line(.cardInserted)
    let rewound = line(.deckRewound)
    let appeared = line(.deckAppeared)
    let moved = line(.cardMoved)
    let bounced = line(.deckBounced)
    let announced = line(.announcement)
    let configured = line(.deckConfigured)
    let resized = line(.surfaceChanged)
    let added = line(.deckAdded)
    let fanned = line(.stackFanned)
    return [
      .init(reset, #""reason":"distance""#, #""reason":"tired""#, "data.params.reason"),
      .init(reset, #","threshold":1"#, "", "threshold"),
      .init(reset, #""progress":0.612"#, #""progress":-0.612"#, "data.params.progress"),
      .init(reset, #""direction":"right""#, #""direction":null"#, "data.params.direction"),
      .init(added, #""preset":"koloda","#, "", "preset"),
      .init(added, #""round":"active""#, #""round":"over""#, "data.params.round"),
      .init(added, "deck.added", "deck.configured", "data.params"),
      .init(fanned, "stack.fanned", "card.dismissed", "card"),
      .init(added, #""count":10"#, #""count":-10"#, "data.params.count"),
      .init(added, #","undoDepth":1"#, "", "undoDepth"),
      .init(configured, #""kind":"swipe""#, #""kind":"pile""#, "data.params.kind"),
      .init(configured, #""depth.scale":0.05"#, #""depth.scale":[]"#, "data.params.settings"),
      .init(configured, "deck.configured", "surface.changed", "surface"),
      .init(resized, #""w":800,"#, "", "'w'"),
      .init(resized, #""refresh":60"#, #""refresh":0"#, "data.params.surface.refresh"),
      .init(resized, #""area":{"x":400"#, #""area":{"x":null"#, "data.params.area.x"),
      .init(shown, #""seq":2"#, #""seq":0"#, "data.params.seq"),
      .init(shown, #""seq":2"#, #""seq":"2""#, "data.params.seq"),
      .init(shown, #""seq":2,"#, "", "seq"),
      .init(shown, "card.shown", "card.seen", "data.params.type"),
      .init(shown, "card.shown", "deck.loaded", "data.params"),
      .init(shown, #","index":0"#, "", "index"),
      .init(shown, #""index":0"#, #""index":0,"direction":"left""#, "data.params"),
      .init(swiped, #","direction":"right""#, "", "direction"),
      .init(swiped, #""decision":"keep""#, #""decision":null"#, "data.params.decision"),
      .init(inserted, #","index":3"#, "", "index"),
      .init(inserted, #""index":3"#, #""index":-1"#, "data.params.index"),
      .init(rewound, #""direction":"bottomRight""#, #""direction":null"#, "data.params.direction"),
      .init(rewound, #""card":"card-0","#, "", "card"),
      .init(rewound, "deck.rewound", "card.updated", "data.params"),
      .init(appeared, "deck.appeared", "deck.rewound", "card"),
      .init(moved, #","from":2"#, "", "from"),
      .init(moved, #""to":0"#, #""to":-1"#, "data.params.to"),
      .init(moved, #""to":0"#, #""to":0,"index":0"#, "data.params"),
      .init(moved, "card.moved", "card.dismissed", "data.params"),
      .init(bounced, "deck.bounced", "card.dismissed", "card"),
      .init(announced, #""text":"The \"sea\": keep""#, #""text":"""#, "data.params.text"),
      .init(announced, #","text":"The \"sea\": keep""#, "", "text"),
      .init(announced, #""text""#, #""index":1,"text""#, "data.params"),
      .init(loaded, "deck.loaded", "card.shown", "card"),
      .init(loaded, #""deck":"main","#, "", "deck"),
    ]
  }()

  /// The first sample of an event of `type`.
  private static func line(_ type: DeckEvent.TypeName) -> [UInt8] {
    guard let event = Samples.events.first(where: { $0.type == type }) else {
      preconditionFailure("the samples have no \(type)")
    }
    return DeckNotification.event(event).line
  }

  private static let gesturesAndTouches: [BrokenMessage] = {
    let gesture = DeckNotification.gesture(Samples.gestures[0]).line
    let haptic = DeckNotification.haptic(Samples.haptics[0]).line
    let prefetch = DeckNotification.prefetch(Samples.prefetches[0]).line
    let touch = DeckNotification.touch(Samples.touches[0]).line
    let explanation = Samples.explanations[0].line
    let panel = DeckNotification.panel(PanelNote(.added, time: 16_667, panel: Samples.panels[0])).line
    return [
      .init(panel, #""t":16667,"#, "", "t"),
      .init(panel, #""rotation":270"#, #""rotation":45"#, "data.params.panel.rotation"),
      .init(panel, #","grabbed":true"#, "", "grabbed"),
      .init(panel, #""flip":"vertical""#, #""flip":"sideways""#, "data.params.panel.flip"),
      .init(panel, #""calibration":[1.021,"#, #""calibration":["#, "data.params.panel.calibration"),
      .init(touch, #""deck":"main""#, #""deck":null"#, "data.params.contacts[0].deck"),
      .init(explanation, #""outcome":"won""#, #""outcome":"lucky""#, "data.params.outcome"),
      .init(explanation, #""contact":0,"#, "", "contact"),
      .init(explanation, #""unit":"pt""#, #""unit":1"#, "data.params.unit"),
      .init(gesture, #""phase":"possible""#, #""phase":"maybe""#, "data.params.phase"),
      .init(gesture, #""recognizer":"drag""#, #""recognizer":"twirl""#, "data.params.recognizer"),
      .init(gesture, #""vx":-1234.568,"#, "", "vx"),
      .init(haptic, #""kind":"selection""#, #""kind":"buzz""#, "data.params.kind"),
      .init(haptic, #""deck":"main","#, "", "deck"),
      .init(haptic, #""t":16667"#, #""t":16667.5"#, "data.params.t"),
      .init(haptic, #""kind":"selection""#, #""kind":"selection","card":"card-0""#, "data.params"),
      .init(prefetch, #""high":2"#, #""high":-1"#, "data.params.high"),
      .init(prefetch, #""evict":["card-0"]"#, #""evict":[0]"#, "data.params.evict[0]"),
      .init(prefetch, #""background":["card-4"],"#, "", "background"),
      .init(touch, #""surface":"main","#, "", "surface"),
      .init(touch, #""phase":"down""#, #""phase":"began""#, "data.params.contacts[0].phase"),
      .init(touch, #""id":0"#, #""id":"0""#, "data.params.contacts[0].id"),
    ]
  }()

  private static let replies: [BrokenMessage] = {
    let id = Array("1".utf8)
    let hello = Reply.hello(
      id: id,
      version: "1.0.0",
      access: .control,
      grants: [.inject],
      limits: Samples.limits,
      decks: [Samples.deck]
    )
    let snapshot = Reply.subscribed(id: id, Samples.snapshot, resync: true)
    let cards = Reply.cards(id: id, Samples.page)
    let done = Reply.done(id: id, sequence: 6)
    let failure = Reply.failure(id: id, .init(.refused, "no", field: "params", expected: "yes"))
    return [
      .init(hello, #""protocol":1"#, #""protocol":2"#, "data.result.protocol"),
      .init(hello, #""access":"control","#, "", "access"),
      .init(hello, #""access":"control""#, #""access":"root""#, "data.result.access"),
      .init(hello, #""grants":["input.inject"]"#, #""grants":["inject"]"#, "data.result.grants[0]"),
      .init(hello, #""events""#, #""event""#, "data.result.capabilities[0]"),
      .init(hello, #""kind":"swipe""#, #""kind":"pile""#, "data.result.decks[0].kind"),
      .init(hello, #""id":1"#, #""id":[1]"#, "data.id"),
      .init(hello, #""id":1,"#, "", "id"),
      .init(hello, #""result""#, #""error":{},"result""#, "data.error"),
      .init(snapshot, #""resync":true"#, #""resync":false"#, "data.result.resync"),
      .init(snapshot, #""undoDepth":3,"#, "", "undoDepth"),
      .init(snapshot, #""reducedMotion":false"#, #""reducedMotion":0"#, "data.result.snapshot.surface.reducedMotion"),
      .init(snapshot, #""visible":3,"phase""#, #""visible":0,"phase""#, "data.result.snapshot.visible"),
      .init(snapshot, #""depth.scale":0.05"#, #""depth.scale":null"#, "data.result.snapshot.settings"),
      .init(cards, #""from":1"#, #""from":-1"#, "data.result.from"),
      .init(cards, #""next":3"#, #""next":null"#, "data.result.next"),
      .init(cards, #""allowed":["up"]"#, #""allowed":["top"]"#, "data.result.cards[0].allowed[0]"),
      .init(cards, #""threshold":0.25"#, #""threshold":0"#, "data.result.cards[0].threshold"),
      .init(cards, #""seq":9"#, #""seq":9,"deck":"main""#, "data.result"),
      .init(done, #""seq":6"#, #""seq":-6"#, "data.result.seq"),
      .init(done, #""seq":6"#, #""seq":6,"t":1"#, "data.result"),
      .init(failure, "-32000", "-32001", "data.error.code"),
      .init(failure, #""expected":"yes""#, #""expected":"""#, "data.error.data.expected"),
      .init(failure, #""field":"params","#, "", "field"),
    ]
  }()
}
