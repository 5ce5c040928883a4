public import JSON

/// What a recognizer did.
public struct GestureNote: Hashable, Sendable {
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The deck's id.
  public var deck: String
  /// The recognizer's kind: `tap`, `longPress`, `drag`, `fling` or `pinch`.
  public var recognizer: String
  /// The id of the card that was touched.
  public var card: String?
  /// What the recognizer did.
  public var phase: GesturePhase
  /// Where the finger is, in points of the surface, from its left edge.
  public var x: Double
  /// Where the finger is, in points of the surface, from its upper edge.
  public var y: Double
  /// The finger's velocity to the right, in points per second.
  public var velocityX: Double
  /// The finger's velocity downwards, in points per second.
  public var velocityY: Double

  /// A transition of `recognizer` at `time`, in microseconds.
  public init(
    time: Int64,
    deck: String,
    recognizer: String,
    card: String?,
    phase: GesturePhase,
    x: Double,
    y: Double,
    velocityX: Double,
    velocityY: Double
  ) {
    self.time = time
    self.deck = deck
    self.recognizer = recognizer
    self.card = card
    self.phase = phase
    self.x = x
    self.y = y
    self.velocityX = velocityX
    self.velocityY = velocityY
  }
}

/// The contacts of a surface in one hardware frame.
public struct TouchNote: Hashable, Sendable {
  /// What one contact did.
  public struct Contact: Hashable, Sendable {
    /// What happened to a contact, as named on the wire.
    public enum Phase: String, CaseIterable, Hashable, Sendable {
      case down, moved, stationary, up, cancelled
    }

    /// The contact's number; reused after the contact has ended.
    public var id: Int
    /// What happened to the contact.
    public var phase: Phase
    /// In points of the surface, from its left edge.
    public var x: Double
    /// In points of the surface, from its upper edge.
    public var y: Double
    /// The deck that the contact acts on; `nil` for none, so that a front end may use the contact unless it is taken.
    public var deck: String?
    /// Whether the contact belongs to a gesture from an edge or a corner.
    public var isTaken = false

    /// A contact at a point of the surface.
    public init(id: Int, phase: Phase, x: Double, y: Double, deck: String? = nil) {
      self.id = id
      self.phase = phase
      self.x = x
      self.y = y
      self.deck = deck
    }
  }

  /// Microseconds of the panel's clock.
  public var time: Int64
  /// The surface's name.
  public var surface: String
  /// Every contact of the frame.
  public var contacts: [Contact]

  /// The contacts of `surface` at `time`, in microseconds.
  public init(time: Int64, surface: String, contacts: [Contact]) {
    self.time = time
    self.surface = surface
    self.contacts = contacts
  }
}

/// A message that the daemon sends without a request.
public enum DeckNotification: Hashable, Sendable {
  case calibration(CalibrationNote)
  case event(DeckEvent)
  case frame(DeckFrame)
  case gesture(GestureNote)
  case haptic(HapticNote)
  case motion(DeckMotion)
  case panel(PanelNote)
  case prefetch(PrefetchNote)
  case surfaceGesture(SurfaceGestureNote)
  case touch(TouchNote)

  /// The topic whose subscribers receive it.
  public var topic: Topic {
    switch self {
    case .calibration: .panels
    case .event: .events
    case .frame: .frames
    case .gesture, .surfaceGesture: .gestures
    case .haptic: .haptics
    case .motion: .motions
    case .panel: .panels
    case .prefetch: .prefetch
    case .touch: .touches
    }
  }

  /// The JSON-RPC notification, with the newline that ends it.
  public var line: [UInt8] {
    var json = JSONWriter(capacity: 1024)
    write(to: &json)
    return json.bytes
  }

  /// Writes the JSON-RPC notification and the newline that ends it.
  public func write(to json: inout JSONWriter) {
    switch self {
    case .calibration(let note): NotificationName.calibration.write(note, to: &json)
    case .event(let event): NotificationName.event.write(event, to: &json)
    case .frame(let frame): NotificationName.frame.write(frame, to: &json)
    case .gesture(let note): NotificationName.gesture.write(note, to: &json)
    case .haptic(let note): NotificationName.haptic.write(note, to: &json)
    case .motion(let motion): NotificationName.motion.write(motion, to: &json)
    case .panel(let note): NotificationName(note.change).write(note, to: &json)
    case .prefetch(let note): NotificationName.prefetch.write(note, to: &json)
    case .surfaceGesture(let note): NotificationName.surfaceGesture.write(note, to: &json)
    case .touch(let note): NotificationName.touch.write(note, to: &json)
    }
  }
}

/// The names of notifications on the wire.
package enum NotificationName: String, CaseIterable, Sendable {
  case event, frame, motion, gesture, haptic, prefetch, touch
  case panelAdded = "panel.added"
  case panelRemoved = "panel.removed"
  case calibration
  case explanation
  case surfaceGesture = "surface.gesture"
  case delegateClosed = "delegate.closed"

  fileprivate init(_ change: PanelNote.Change) {
    switch change {
    case .added: self = .panelAdded
    case .removed: self = .panelRemoved
    }
  }

  /// The topic whose subscribers receive it; `nil` for what `explain` starts, and for what a delegate receives.
  package var topic: Topic? {
    switch self {
    case .event: .events
    case .frame: .frames
    case .motion: .motions
    case .gesture, .surfaceGesture: .gestures
    case .haptic: .haptics
    case .prefetch: .prefetch
    case .touch: .touches
    case .panelAdded, .panelRemoved, .calibration: .panels
    case .explanation, .delegateClosed: nil
    }
  }

  /// A description, as a sentence.
  package var summary: String {
    switch self {
    case .event: "Something happened to a deck or on a surface: numbered, never dropped."
    case .frame: "The positions of all visible cards; a newer frame replaces an older one that was not read yet."
    case .motion: "The animation of a property changed; never dropped."
    case .gesture: "A recognizer changed its phase."
    case .surfaceGesture: "A gesture of a surface began, changed or ended."
    case .haptic: "What a finger should feel now."
    case .prefetch: "The cards whose contents to have ready: once after subscribe, then at changes."
    case .touch: "A hardware frame of a surface."
    case .panelAdded: "A panel was connected or is mapped differently; once after subscribe for each that is connected."
    case .panelRemoved: "A panel was disconnected."
    case .calibration: "A step of panel.calibrate: a cross to draw and touch, or its end."
    case .explanation: "Why a touch did what it did; for connections that sent explain."
    case .delegateClosed: "A question ended without its answer, so that a dialog closes; to the delegate."
    }
  }

  /// The schema of its `params`.
  package var parameters: ValueSchema {
    switch self {
    case .event: DeckEvent.schema
    case .frame: DeckFrame.schema
    case .motion: DeckMotion.schema
    case .gesture: GestureNote.schema
    case .surfaceGesture: SurfaceGestureNote.schema
    case .haptic: HapticNote.schema
    case .prefetch: PrefetchNote.schema
    case .touch: TouchNote.schema
    case .panelAdded, .panelRemoved: PanelNote.schema
    case .calibration: CalibrationNote.schema
    case .explanation: Explanation.schema
    case .delegateClosed: ClosedQuestion.schema
    }
  }

  /// Writes the JSON-RPC notification and the newline that ends it.
  func write(_ parameters: some WireValue, to json: inout JSONWriter) {
    json.object { json in
      json.member("jsonrpc", "2.0")
      json.member("method", rawValue)
      json.key("params")
      parameters.write(to: &json)
    }
    json.newline()
  }

  /// The JSON-RPC notification up to its parameters, for one that is written for each touch.
  var start: [UInt8] { Array("{\"jsonrpc\":\"2.0\",\"method\":\"\(rawValue)\",\"params\":".utf8) }
}

extension GestureNote: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "When, µs.", at: \.time),
    .init("deck", .deckID, "The deck that is touched.", at: \.deck),
    .init("recognizer", .recognizer, "The gesture that is recognized.", at: \.recognizer),
    .init(optional: "card", .cardID, "The card that is touched; left out where there is none.", at: \.card),
    .init("phase", "The stage of the recognizer.", at: \.phase),
    .init("x", "The finger on the surface, pt from its left edge.", at: \.x),
    .init("y", "The finger on the surface, pt from its upper edge.", at: \.y),
    .init("vx", "Velocity to the right, pt/s.", at: \.velocityX),
    .init("vy", "Velocity downwards, pt/s.", at: \.velocityY)
  )

  package static let definition = define("gesture", "Gesture", "What a recognizer did.")
}

extension TouchNote: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("t", .time, "The kernel's time stamp, µs.", at: \.time),
    .init("surface", .surfaceID, "The surface.", at: \.surface),
    .init("contacts", "The contacts, those that just ended included.", at: \.contacts)
  )

  package static let definition = define("touch", "Touch frame", "Every contact of a surface in one hardware frame.")
}

extension TouchNote.Contact: DefinedObject {
  package static let object = ObjectWriter<Self>(
    .init("id", "The contact's number while it lasts.", at: \.id),
    .init("phase", "What happened to the contact.", at: \.phase),
    .init("x", "Pt from the surface's left edge.", at: \.x),
    .init("y", "Pt from the surface's upper edge.", at: \.y),
    .init(
      optional: "deck",
      .deckID,
      "The deck that the contact acts on; left out where none does, so that a front end may use it.",
      at: \.deck
    ),
    .init(optional: "taken", .constant("true"), "A gesture from an edge or a corner has it; left out elsewhere.") {
      $0.isTaken ? true : nil
    }
  )

  package static let definition = define("contact", "Contact", "One finger.")
}
