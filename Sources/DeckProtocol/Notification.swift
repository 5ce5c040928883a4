/// What a recognizer did.
public struct GestureNote: Hashable, Sendable {
  /// Microseconds of the deck's clock.
  public var time: Int64
  /// The deck's id.
  public var deck: String
  /// What it recognizes: `tap`, `longPress`, `drag`.
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

    /// The contact's number; used again once the contact has ended.
    public var id: Int
    /// What happened to the contact.
    public var phase: Phase
    /// In points of the surface, from its left edge.
    public var x: Double
    /// In points of the surface, from its upper edge.
    public var y: Double

    /// A contact at a place of the surface.
    public init(id: Int, phase: Phase, x: Double, y: Double) {
      self.id = id
      self.phase = phase
      self.x = x
      self.y = y
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

/// A message that the daemon sends of itself.
public enum DeckNotification: Hashable, Sendable {
  case event(DeckEvent)
  case frame(DeckFrame)
  case gesture(GestureNote)
  case haptic(HapticNote)
  case motion(DeckMotion)
  case prefetch(PrefetchNote)
  case touch(TouchNote)

  /// The topic whose subscribers get it.
  public var topic: Topic {
    switch self {
    case .event: .events
    case .frame: .frames
    case .gesture: .gestures
    case .haptic: .haptics
    case .motion: .motions
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
    json.object { json in
      json.member("jsonrpc", "2.0")
      switch self {
      case .event(let event):
        json.member("method", "event")
        json.key("params")
        event.write(to: &json)
      case .frame(let frame):
        json.member("method", "frame")
        json.key("params")
        frame.write(to: &json)
      case .gesture(let note):
        json.member("method", "gesture")
        json.member("params") { note.writeMembers(to: &$0) }
      case .haptic(let note):
        json.member("method", "haptic")
        json.member("params") { note.writeMembers(to: &$0) }
      case .motion(let motion):
        json.member("method", "motion")
        json.key("params")
        motion.write(to: &json)
      case .prefetch(let note):
        json.member("method", "prefetch")
        json.member("params") { note.writeMembers(to: &$0) }
      case .touch(let note):
        json.member("method", "touch")
        json.member("params") { note.writeMembers(to: &$0) }
      }
    }
    json.newline()
  }
}

extension GestureNote {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("t", time)
    json.member("deck", deck)
    json.member("recognizer", recognizer)
    if let card { json.member("card", card) }
    json.member("phase", phase.rawValue)
    json.member("x", x)
    json.member("y", y)
    json.member("vx", velocityX)
    json.member("vy", velocityY)
  }
}

extension TouchNote {
  fileprivate func writeMembers(to json: inout JSONWriter) {
    json.member("t", time)
    json.member("surface", surface)
    json.key("contacts")
    json.array(contacts) { json, contact in
      json.object { json in
        json.member("id", contact.id)
        json.member("phase", contact.phase.rawValue)
        json.member("x", contact.x)
        json.member("y", contact.y)
      }
    }
  }
}
