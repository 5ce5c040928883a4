import DeckEngine
import DeckProtocol
import UnixSocket

extension ConfigurationReader {
  /// The sockets of the file.
  mutating func socket(_ node: TOMLNode?) -> SocketSection {
    typealias Key = SectionTable.Socket
    var socket = SocketSection()
    guard let node, let section = section(node, Key.all) else { return socket }
    socket.mode = mode(Key.mode, in: section) ?? socket.mode
    socket.group = account(Key.group, in: section)
    if let node = section[Key.observe] { socket.observe = observe(node) }
    return socket
  }

  private mutating func observe(_ node: TOMLNode) -> SocketSection.Observe {
    typealias Key = SectionTable.Observe
    var observe = SocketSection.Observe()
    guard let section = section(node, Key.all) else { return observe }
    observe.isEnabled = flag(Key.enabled, in: section) ?? observe.isEnabled
    observe.mode = mode(Key.mode, in: section) ?? observe.mode
    observe.group = account(Key.group, in: section)
    if let node = section[Key.name], let name = text(Key.name, in: section) {
      if SettingText.isName(name), !name.contains("/"), name != ".", name != ".." {
        observe.name = name
      } else {
        report(node, "\(SettingText.quoted(name)) is not such a name", expected: Key.name.expectation)
      }
    }
    return observe
  }

  /// The grants of the file.
  mutating func access(_ node: TOMLNode?) -> AccessSection {
    typealias Key = SectionTable.Access
    var access = AccessSection()
    guard let node, let section = section(node, Key.all) else { return access }
    access.injectUsers = accounts(Key.injectUsers, in: section)
    access.injectGroups = accounts(Key.injectGroups, in: section)
    return access
  }

  /// A table of whole numbers in the file.
  mutating func wholeNumbers<Table>(_ rows: [WholeNumberRow<Table>], _ node: TOMLNode?) -> Table {
    var table = Table()
    guard let node, let section = section(node, rows.map(\.key)) else { return table }
    for row in rows {
      guard let number = number(row.key, in: section) else { continue }
      table[keyPath: row.value] = Int(number)
    }
    return table
  }

  /// The node that defines a deck's cards; the deck itself if there is none.
  private func cardsNode(of deck: TOMLNode) -> TOMLNode {
    guard case .table(let members) = deck.value else { return deck }
    let names = [SectionTable.Deck.cards.name, SectionTable.Deck.cardsFile.name, SectionTable.Deck.count.name]
    return members.first { names.contains($0.key) }?.node ?? deck
  }

  /// Reports decks of the file that exceed its limits.
  mutating func check(_ decks: [DeckDefinition], against limits: LimitsSection, in node: TOMLNode?) {
    guard let node, case .array(let elements) = node.value else { return }
    // A deck that could not be read is missing from `decks`, and has been reported.
    guard elements.count == decks.count else { return }
    for (deck, element) in zip(decks, elements) {
      let node = cardsNode(of: element)
      let bytes = deck.cards.map { $0.data?.count ?? 0 }
      if deck.cards.count > limits.cards {
        report(node, "has \(pluralized(deck.cards.count, "card"))", expected: "at most \(limits.cards) (limits.cards)")
      }
      if let index = bytes.firstIndex(where: { $0 > limits.cardData }) {
        let card = "card \(index) (\(truncatedQuote(deck.cards[index].id)))"
        let expected = "at most \(limits.cardData) (limits.cardData)"
        report(node, "\(card) has \(pluralized(bytes[index], "byte")) of data", expected: expected)
      }
      if bytes.reduce(0, +) > limits.deckData {
        let expected = "at most \(limits.deckData) (limits.deckData)"
        report(node, "has cards with \(pluralized(bytes.reduce(0, +), "byte")) of data", expected: expected)
      }
    }
  }

  // MARK: Values

  mutating func flag(_ key: SectionKey, in section: Section) -> Bool? {
    guard let node = section[key] else { return nil }
    guard case .boolean(let flag) = node.value else {
      reportType(node, expected: key.expectation)
      return nil
    }
    return flag
  }

  /// Permissions as text: TOML also has numbers, but 660 is not 0o660.
  private mutating func mode(_ key: SectionKey, in section: Section) -> UInt32? {
    guard let node = section[key], let text = text(key, in: section) else { return nil }
    guard (3...4).contains(text.utf8.count), let mode = UInt32(text, radix: 8), mode <= 0o777, !text.hasPrefix("+")
    else {
      report(node, "\(SettingText.quoted(text)) is not such permissions", expected: key.expectation)
      return nil
    }
    return mode
  }

  private mutating func account(_ key: SectionKey, in section: Section) -> AccountName? {
    section[key].flatMap { account($0, expected: key.expectation) }
  }

  private mutating func accounts(_ key: SectionKey, in section: Section) -> [AccountName] {
    elements(section[key], key).compactMap { account($0, expected: key.expectation) }
  }

  private mutating func account(_ node: TOMLNode, expected: String) -> AccountName? {
    switch node.value {
    case .string(let name) where SettingText.isName(name):
      return .name(name)
    case .string(let name):
      report(node, "\(SettingText.quoted(name)) is not a name", expected: expected)
    case .integer(let number):
      // The maximum is -1 for chown(2), which leaves the owner unchanged.
      if let number = UInt32(exactly: number), number != .max { return .number(number) }
      report(node, "\(number) is out of range", expected: expected)
    case .table, .array, .float, .boolean, .moment, .rejected:
      reportType(node, expected: expected)
    }
    return nil
  }
}
