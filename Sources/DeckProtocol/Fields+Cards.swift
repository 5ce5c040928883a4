extension Fields {
  /// A field that must be there as an array of cards, at least one.
  ///
  /// A command without cards would do nothing, and be answered with the number of no event of its own.
  func cards(_ name: String) throws(ProtocolError) -> [Card] {
    guard let cards = try optionalCards(name) else { throw missing(name, Self.arrayOfCards) }
    guard !cards.isEmpty else { throw wrong(name, "\(Self.arrayOfCards), not an empty one") }
    return cards
  }

  /// An array of cards with ids of their own; how many, only the length of a line limits.
  func optionalCards(_ name: String) throws(ProtocolError) -> [Card]? {
    guard let elements = try optionalObjects(name, Self.arrayOfCards) else { return nil }
    var cards: [Card] = []
    cards.reserveCapacity(elements.count)
    var ids: Set<String> = []
    for element in elements {
      let card = try element.card()
      guard ids.insert(card.id).inserted else {
        throw element.wrong("id", "an id of its own, not \(excerpt(card.id)) again")
      }
      cards.append(card)
    }
    return cards
  }

  fileprivate static let arrayOfCards = "an array of cards such as {\"id\": \"a\"}"

  /// Leaves room for what answers put around it, so that their readers may be as strict as `JSONReader`.
  private static let dataDepth = JSONReader.depthLimit - 8

  /// The card whose members these are.
  private func card() throws(ProtocolError) -> Card {
    var card = Card(id: try cardID(), data: try optionalSource("data", depth: Self.dataDepth))
    card.allowed = try directions("allowed")
    card.threshold = try optionalNumber("threshold", in: Card.thresholds)
    card.draggable = try optionalFlag("draggable")
    card.swipeable = try optionalFlag("swipeable")
    card.loaded = try optionalFlag("loaded")
    card.label = try words("label", 1...1000)
    card.hint = try words("hint", 0...1000)
    return card
  }

  /// What a screen reader says: a line.
  private func words(_ name: String, _ length: ClosedRange<Int>) throws(ProtocolError) -> String? {
    guard let text = try optionalString(name) else { return nil }
    let scalars = text.unicodeScalars
    guard length.contains(scalars.count), !scalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      throw wrong(name, "\(length.lowerBound) to \(length.upperBound) characters and no control character among them")
    }
    return text
  }

  /// An id is shown in logs and terminals, a line each.
  private func cardID() throws(ProtocolError) -> String {
    let id = try string("id")
    let scalars = id.unicodeScalars
    guard (1...256).contains(scalars.count), !scalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw wrong("id", "1 to 256 characters and no control character among them") }
    return id
  }

  /// An array of directions, at least one, each once.
  func directions(_ name: String) throws(ProtocolError) -> [Direction]? {
    guard let directions: [Direction] = try optionalChoices(name) else { return nil }
    for (index, direction) in directions.enumerated() where directions[..<index].contains(direction) {
      throw wrong("\(name)[\(index)]", "each direction once, not \(direction.rawValue) again")
    }
    return directions
  }
}

extension Card {
  /// The cards of a JSON array such as `deck.load` takes; an error's field is `[3].id`, or `line 17` where it is no JSON.
  public static func list(json: [UInt8]) throws(ProtocolError) -> [Card] {
    let value: JSONValue
    do {
      value = try JSONReader.read(json)
    } catch {
      let line = json.prefix(error.offset).count { $0 == UInt8(ascii: "\n") } + 1
      throw ProtocolError(.parse, "not JSON", field: "line \(line)", expected: error.expected)
    }
    guard case .array = value else {
      let expected = "\(Fields.arrayOfCards), not \(value.kind)"
      throw ProtocolError(.invalidParameters, "not cards", field: "", expected: expected)
    }
    let member = JSONValue.Member(key: "", value: value, source: json[...])
    let fields = Fields([member], path: "", code: .invalidParameters)
    return try fields.optionalCards("") ?? []
  }
}
