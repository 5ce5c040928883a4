extension TouchNote.Contact.Phase: WireName {
  package static let definition = NameDefinition("touchPhase", "Touch phase", "What happened to a contact.")

  package var meaning: String {
    switch self {
    case .down: "the contact began"
    case .moved: "it moved"
    case .stationary: "it is down and did not move"
    case .up: "it ended"
    case .cancelled: "it ended and counts as no touch, such as a palm"
    }
  }
}

/// More contacts than any pair of hands has.
private let contactIDs = 0...255

/// In points; far beyond any surface, and small enough to compute with.
private let coordinates = -1_000_000.0...1_000_000

extension ClientRequest.InjectedFrame {
  private static let contact = ObjectCodec<TouchNote.Contact>(
    "a contact",
    Field("id", .integer(contactIDs), "The client's number of the contact while it is down."),
    Field("phase", .name, "What happens to the contact: down begins one, up and cancelled end it."),
    Field("x", .number(coordinates), "Pt from the surface's left edge."),
    Field("y", .number(coordinates), "Pt from the surface's upper edge."),
    make: { TouchNote.Contact(id: $0, phase: $1, x: $2, y: $3) },
    members: (\.id, \.phase, \.x, \.y)
  )

  /// Contacts with unique ids.
  static let contacts = ValueCodec<[TouchNote.Contact]>.objects(
    contact,
    expected: "an array of contacts such as {\"id\": 0, \"phase\": \"down\", \"x\": 200, \"y\": 400}"
  ) { (contact, before, fields) throws(ProtocolError) in
    if before.contains(where: { $0.id == contact.id }) {
      throw fields.wrong("id", "a number of its own, not \(contact.id) again")
    }
  }

  private var moment: Int64 { time ?? 0 }

  private static let frame = ObjectCodec<Self>(
    "a frame",
    Field("t", .time, "When, µs of CLOCK_MONOTONIC."),
    Field("contacts", contacts, "What happens to contacts then; others that are down stay where they are."),
    make: { Self(time: $0, contacts: $1) },
    members: (\.moment, \.contacts)
  )

  /// Frames in order of time.
  static let frames = ValueCodec<[Self]>.objects(
    frame,
    expected: "an array of frames such as {\"t\": 81219337402, \"contacts\": […]}"
  ) { (frame, before, fields) throws(ProtocolError) in
    guard let last = before.last?.time, let time = frame.time, time < last else { return }
    throw fields.wrong("t", "no less than in the frame before, \(last)")
  }
}
