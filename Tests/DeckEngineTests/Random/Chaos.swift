import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport

/// Random fingers, commands and pauses.
struct Chaos {
  /// An input with the moment at which it comes.
  struct Step {
    var input: EngineInput
    var now: Instant
    /// How far the finger that moved most did, in points.
    var reach = 0.0
  }

  static let surface = Size(width: 400, height: 800)

  var generator: SeededGenerator
  private var fingers = RandomFingers()
  private var time = Instant.zero
  private var cardNumber = 0

  /// The number of the last question to the delegate.
  var asked: UInt64 = 0

  /// The kind of the deck, whose commands are among the inputs.
  var kind = DeckKind.swipe

  /// The configuration that the deck had last; without one it is given no other.
  var configuration: EngineConfiguration?

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// The settings of any preset of a kind.
  mutating func presetSettings(of kind: DeckKind) -> DeckSettings {
    generator.pick(from: kind.presets, by: { $0.rawValue })?.settings ?? Preset.swipeclean.settings
  }

  /// Any mixture of the presets of swipe decks, with lengths and times of its own.
  mutating func mixture() -> DeckSettings {
    func any() -> SwipeSettings { SwipeSettings(of: presetSettings(of: .swipe)) }
    var own = SwipeSettings()
    own.visible = Int.random(in: 1...5, using: &generator)
    own.layout = any().layout
    own.layoutEdge = LayoutEdge.allCases.randomElement(using: &generator) ?? .bottom
    own.reference = any().reference
    own.depthOpacity = any().depthOpacity
    own.ownership = Bool.random(using: &generator) ? .first : .centroid
    own.dragVertical = any().dragVertical
    own.dragAnchor = any().dragAnchor
    own.dragShrink = any().dragShrink
    own.rotationMaximum = any().rotationMaximum
    own.rotationSpan = any().rotationSpan
    own.rotationByHalf = any().rotationByHalf
    own.deadZone = any().deadZone
    own.progressSpan = any().progressSpan
    own.commitThreshold = Double.random(in: 0.2...1, using: &generator)
    own.commitBeyond = any().commitBeyond
    own.commitFling = Bool.random(using: &generator)
    own.flyDuration = any().flyDuration
    own.flyStraightens = any().flyStraightens
    own.flyKeepsRotation = any().flyKeepsRotation
    own.flyRotation = any().flyRotation
    own.snapSpring = any().snapSpring
    own.snapDuration = any().snapDuration
    own.snapCarriesVelocity = Bool.random(using: &generator)
    own.behindFollows = any().behindFollows
    own.promoteDelay = any().promoteDelay
    own.promoteSprings = any().promoteSprings
    own.promoteIncomingLast = any().promoteIncomingLast
    var settings = DeckSettings(own)
    settings.appears = presetSettings(of: .swipe).appears
    settings.appearBlocksTouches = Bool.random(using: &generator)
    settings.loop = Bool.random(using: &generator)
    settings.dragDistance = .points(.random(in: 1...30, using: &generator))
    settings.swipe?.depthScale = .random(in: 0...0.3, using: &generator)
    settings.swipe?.depthOffset = .points(.random(in: 0...40, using: &generator))
    settings.swipe?.flyDistance = .random(in: 0.5...3, using: &generator)
    settings.swipe?.flyDrop = .random(in: -1...1, using: &generator)
    settings.swipe?.promoteDuration = .random(in: 0.02...0.6, using: &generator)
    settings.swipe?.washDuration = .random(in: 0.02...0.6, using: &generator)
    settings.swipe?.undoDuration = .random(in: 0.02...0.6, using: &generator)
    settings.insertDuration = .random(in: 0.02...0.6, using: &generator)
    settings.pushOutDuration = .random(in: 0.02...0.6, using: &generator)
    return settings
  }

  /// A deck's place on the surface.
  mutating func area() -> Rectangle {
    let size = Size(width: .random(in: 200...400, using: &generator), height: .random(in: 300...800, using: &generator))
    return Rectangle(
      origin: Point(
        x: .random(in: 0...Self.surface.width - size.width, using: &generator),
        y: .random(in: 0...Self.surface.height - size.height, using: &generator)
      ),
      size: size
    )
  }

  /// Cards of which many are where they were.
  private mutating func cards(insteadOf ids: [String]) -> [Card] {
    ids.dropLast(.random(in: 0...2, using: &generator)).map { id in
      Int.random(in: 0..<4, using: &generator) == 0 ? card() : Card(id: id)
    }
  }

  /// A card that there has not been, with directions of its own now and then.
  mutating func card() -> Card {
    cardNumber += 1
    var card = Card(id: "new-\(cardNumber)")
    if Bool.random(using: &generator) {
      card.allowed = Direction.allCases.shuffled(using: &generator).prefix(Int.random(in: 1...8, using: &generator))
        .map(\.self)
    }
    if Int.random(in: 0..<4, using: &generator) == 0 { card.draggable = Bool.random(using: &generator) }
    if Int.random(in: 0..<4, using: &generator) == 0 { card.swipeable = Bool.random(using: &generator) }
    if Int.random(in: 0..<4, using: &generator) == 0 { card.loaded = Bool.random(using: &generator) }
    return card
  }

  /// The next input for a deck with these cards, of which the one at `current` is in front.
  ///
  /// Touches may be older than its moment, and fingers may lose their up.
  mutating func next(for deck: (cards: [String], current: Int)) -> Step {
    time = time.advanced(bySeconds: Double.random(in: 0...0.03, using: &generator))
    let number = Int.random(in: 0..<1000, using: &generator)
    if let command = command(number, for: deck) {
      return Step(input: .command(command, deck: "main", ticket: 1), now: time)
    }
    switch number {
    case 91...100:
      time = time.advanced(bySeconds: Double.random(in: 0...3, using: &generator))
      return Step(input: .deadline, now: time)
    case 101...103:
      return Step(input: .resize(surface: "main", size: size(), pointsPerMillimetre: 6.4), now: time)
    case 130...250 where asked > 0:
      return Step(input: reply(), now: time)
    case 251...254:
      return Step(input: .configure(changes(of: kind), deck: "main", ticket: 1), now: time)
    case 255...257:
      guard let last = configuration else { return Step(input: .deadline, now: time) }
      let next = another(than: last)
      configuration = next
      return Step(input: .reconfigure(next), now: time)
    case 258:
      return Step(input: .shake, now: time)
    default:
      let late = Int64.random(in: 0...20_000, using: &generator)
      let (contacts, reach) = fingers.move(3, using: &generator) { generator in
        Point(x: .random(in: -50...450, using: &generator), y: .random(in: -50...850, using: &generator))
      }
      let frame = TouchFrame(time: Instant(microseconds: time.microseconds - late), contacts: contacts)
      return Step(input: .touches(frame, surface: "main"), now: time, reach: reach.values.max() ?? 0)
    }
  }

  /// Another size for a surface.
  mutating func size() -> Size {
    Size(width: .random(in: 300...1000, using: &generator), height: 800)
  }

  /// The command that a number below 1000 stands for; most stand for none.
  mutating func command(_ number: Int, for deck: (cards: [String], current: Int)) -> DeckCommand? {
    let count = deck.cards.count
    switch number {
    case 0...1: return .reset
    case 2...40:
      let direction = Direction.allCases.randomElement(using: &generator) ?? .left
      return .swipe(.init(direction, force: Bool.random(using: &generator)))
    case 41...60: return .undo(.init())
    case 61...70:
      let place = Int.random(in: 0...count, using: &generator)
      // Mostly where it can be seen.
      let near = min(deck.current + Int.random(in: 0...4, using: &generator), count)
      let cards = (0..<Int.random(in: 1...3, using: &generator)).map { _ in card() }
      return .insert(.init(cards, at: Bool.random(using: &generator) ? near : place))
    case 71...80 where deck.current < count:
      let first = max(deck.current - Int.random(in: 0...2, using: &generator), 0)
      let end = min(first + Int.random(in: 1...4, using: &generator), count)
      return .remove(.init(first..<end))
    case 81...83 where count > 0:
      return .update(.init([Card(id: deck.cards.randomElement(using: &generator) ?? "")]))
    case 84: return .reload(.init(Bool.random(using: &generator) ? nil : CardSequence(cards(insteadOf: deck.cards))))
    case 85:
      let cards = (0..<Int.random(in: 0...12, using: &generator)).map { _ in card() }
      return .load(.init(cards, current: kind.hasFrontCard ? .random(in: 0...cards.count, using: &generator) : 0))
    case 86...87: return .appear
    case 88...90:
      return .select(.init(card: Bool.random(using: &generator) ? nil : deck.cards.randomElement(using: &generator)))
    case KindRules.commandNumbers: return kind.rules.command(&self, number, deck.cards)
    default: return nil
    }
  }

  mutating func delegateCommand(_ number: Int, _ cards: [String]) -> DeckCommand {
    switch number {
    case 121...124:
      // Now and then there is none.
      let topics = DelegateTopic.allCases.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator))
      return .consult(Set(topics))
    case 125...126: return .invalidate(cards.randomElement(using: &generator).map { [$0] })
    default: return .markLoaded(.init(of: .several(cards.filter { _ in Bool.random(using: &generator) })))
    }
  }

  /// What a delegate says, right or wrong, in time or late, of what it was asked or not.
  private mutating func reply() -> EngineInput {
    let ticket = UInt64.random(in: (asked > 12 ? asked - 12 : 0)...asked + 1, using: &generator)
    let directions = Direction.allCases.shuffled(using: &generator).prefix(Int.random(in: 0...8, using: &generator))
    let answers: [DelegateAnswer?] = [
      nil, .permission(true), .permission(false), .directions(Array(directions)),
      .threshold(.random(in: 0...1.2, using: &generator)),
    ]
    return .reply(answers.randomElement(using: &generator) ?? nil, ticket: ticket, deck: "main")
  }

  mutating func carouselCommand(_ cards: [String]) -> DeckCommand {
    let card = cards.randomElement(using: &generator) ?? "none"
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: return .scroll(.init(to: .offset(.random(in: -100...4000, using: &generator))))
    case 1: return .scroll(.init(to: .card(card)))
    default: return .move(.init(card: card, to: .random(in: 0...max(cards.count, 1), using: &generator)))
    }
  }

  mutating func stackCommand(_ cards: [String]) -> DeckCommand {
    let card = cards.randomElement(using: &generator) ?? "none"
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...1: return .dismiss
    case 2: return .bounce
    case 3: return .scroll(.init(to: .offset(.random(in: -100...2000, using: &generator))))
    case 4: return .scroll(.init(to: .card(card)))
    case 5: return .layOutDetail(.init(card: card, length: .random(in: 0...3000, using: &generator)))
    default: return .move(.init(card: card, to: .random(in: 0...max(cards.count, 1), using: &generator)))
    }
  }
}
