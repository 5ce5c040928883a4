extension Fields {
  /// What `surface.set` is to change: at least one thing.
  var surfaceChange: ClientRequest.SurfaceChange {
    get throws(ProtocolError) {
      let change = ClientRequest.SurfaceChange(
        reducedMotion: try optionalFlag("reducedMotion"),
        rotation: try rotation,
        refresh: try optionalNumber("refresh", in: 1...1000)
      )
      guard change != ClientRequest.SurfaceChange() else {
        throw missing("reducedMotion", "reducedMotion, rotation or refresh: what is to change")
      }
      return change
    }
  }

  private var rotation: Int? {
    get throws(ProtocolError) {
      guard let degrees = try optionalInteger("rotation", in: 0...270) else { return nil }
      guard degrees % 90 == 0 else { throw wrong("rotation", "0, 90, 180 or 270, not \(degrees)") }
      return Int(degrees)
    }
  }

  /// The `contacts` of one moment, or `frames` of several, and not both.
  var injectedFrames: [ClientRequest.InjectedFrame] {
    get throws(ProtocolError) {
      let one = try contacts
      let several = try optionalObjects("frames", Self.arrayOfFrames)
      switch (one, several) {
      case (let contacts?, nil): return [ClientRequest.InjectedFrame(time: try optionalTime("t"), contacts: contacts)]
      case (nil, let frames?):
        guard !frames.isEmpty else { throw wrong("frames", "\(Self.arrayOfFrames), not an empty one") }
        return try Self.inOrder(frames)
      case (nil, nil): throw missing("contacts", "\(Self.arrayOfContacts), or frames with several moments")
      case (.some, .some): throw wrong("frames", "either contacts or frames, not both")
      }
    }
  }

  private static let arrayOfContacts =
    "an array of contacts such as {\"id\": 0, \"phase\": \"down\", \"x\": 200, \"y\": 400}"
  private static let arrayOfFrames = "an array of frames such as {\"t\": 81219337402, \"contacts\": […]}"
  /// More contacts than any hands have.
  private static let contactIDs: ClosedRange<UInt64> = 0...255
  /// Far beyond any surface, and small enough to reckon with.
  private static let places = -1_000_000.0...1_000_000

  private static func inOrder(_ frames: [Fields]) throws(ProtocolError) -> [ClientRequest.InjectedFrame] {
    var result: [ClientRequest.InjectedFrame] = []
    for fields in frames {
      let time = try fields.time("t")
      if let last = result.last?.time, time < last {
        throw fields.wrong("t", "no less than in the frame before, \(last)")
      }
      guard let contacts = try fields.contacts else { throw fields.missing("contacts", arrayOfContacts) }
      result.append(ClientRequest.InjectedFrame(time: time, contacts: contacts))
    }
    return result
  }

  private var contacts: [TouchNote.Contact]? {
    get throws(ProtocolError) {
      guard let elements = try optionalObjects("contacts", Self.arrayOfContacts) else { return nil }
      guard !elements.isEmpty else { throw wrong("contacts", "\(Self.arrayOfContacts), not an empty one") }
      var contacts: [TouchNote.Contact] = []
      for fields in elements {
        let id = Int(try fields.integer("id", in: Self.contactIDs))
        if contacts.contains(where: { $0.id == id }) {
          throw fields.wrong("id", "a number of its own, not \(id) again")
        }
        contacts.append(
          TouchNote.Contact(
            id: id,
            phase: try fields.choice("phase"),
            x: try fields.number("x", in: Self.places),
            y: try fields.number("y", in: Self.places)
          )
        )
      }
      return contacts
    }
  }

  private func integer(_ name: String, in range: ClosedRange<UInt64>) throws(ProtocolError) -> UInt64 {
    guard let number = try optionalInteger(name, in: range) else {
      throw missing(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
