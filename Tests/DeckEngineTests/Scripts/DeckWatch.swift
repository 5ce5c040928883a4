import DeckEngine
import DeckProtocol
import Gestures
import Kinetics
import TestSupport

/// One deck of an engine under random inputs: what it has to be by its events, and where its cards were seen.
struct DeckWatch {
  /// What an input that takes no time may do to a deck at that moment.
  enum Leave {
    /// Nothing: it is for others.
    case nothing
    /// Move cards as far as the fingers on the deck moved, in points.
    case reach(Double)
    /// Anything: the deck begins anew.
    case cut
  }

  let id: String
  private(set) var kind: DeckKind
  /// The deck as a client has it that follows nothing but events; `nil` while the configuration does not have it.
  private(set) var model: DeckModel?
  private var log: DecisionLog
  /// Whether the engine owes the deck's settings, since it was taken back.
  private var isOwed = false
  private(set) var frameNumber = UInt64(0)
  /// What cannot be, so far.
  private(set) var findings: [String] = []
  /// Where the deck's coordinates begin in the view that its cards may leave: their surface; or the deck, if they
  /// scroll along it.
  private var corner: SIMD2<Double>
  /// How high that view is, in points.
  private var height: Double
  /// How wide it has been at least: a card may go, or begin again in a looping deck, off a surface that there was.
  private var width: Double
  /// How far the fingers have moved since they pressed a card that does not yet follow.
  private var slack = 0.0
  /// The cards of the newest frame.
  private var seen: [CardFrame] = []
  /// The drag in it.
  private var drag: DeckFrame.Drag?
  private var dragBefore: DeckFrame.Drag?

  /// What a deck is by its events.
  struct Memory {
    fileprivate var model: DeckModel?
    fileprivate var log: DecisionLog
  }

  /// A deck of an engine, on a surface of `size`, before anything happens.
  init(_ deck: DeckDefinition, on size: Size, in engine: borrowing Engine) {
    id = deck.id
    kind = deck.preset.kind
    log = DecisionLog(loops: deck.settings.loop)
    let area = deck.area(on: size)
    let axis = kind.rules.scrolls
    corner = axis == nil ? SIMD2(area.origin.x, area.origin.y) : .zero
    height = axis == .vertical ? area.size.height : size.height
    width = axis == .horizontal ? area.size.width : size.width
    subscribe(to: engine)
  }

  /// A client subscribes, and asks for the cards.
  private mutating func subscribe(to engine: borrowing Engine) {
    model = engine.model(of: id)
    guard let cards = engine.cardIDs(of: id) else { return }
    follow(cards)
  }

  /// Another engine takes over the deck, at rest: frame numbers restart from 1 and clients subscribe again.
  mutating func begin(in engine: borrowing Engine) {
    (frameNumber, seen, slack) = (0, [], 0)
    (drag, dragBefore) = (nil, nil)
    subscribe(to: engine)
  }

  /// The deck's cards, and which of them commands are about: that in front; the first one where none is in front.
  var position: (cards: [String], current: Int) {
    (model?.cards ?? [], kind.hasFrontCard ? model?.counts.current ?? 0 : 0)
  }

  /// Whether a command scrolls a carousel that draws `frames` so far that the cards between are left out.
  ///
  /// Springs scroll by at most 10 widths of the deck (K5), and a card with its space is seldom wider than the deck. They
  /// start at the card in the center, which `current` is not while the carousel moves or a finger is on it.
  func isFar(_ command: DeckCommand, from frames: [CardFrame]) -> Bool {
    guard kind == .carousel else { return false }
    let cards = position.cards
    let goal: String?
    switch command {
    case .select(let selection): goal = selection.card
    case .scroll(let scroll):
      switch scroll.target {
      case .card(let card): goal = card
      case .offset: return cards.count > Self.nearby
      }
    default: return false
    }
    guard let index = goal.flatMap(cards.firstIndex(of:)) else { return false }
    let loops = model?[setting: "loop"] == .flag(true)
    // A card's depth is its distance from the card in the center, which an edit may have moved out of sight.
    let distances = frames.filter { $0.role != .leaving }.map { frame in
      let distance = (index - frame.index).magnitude
      return (loops ? min(distance, UInt(cards.count) - distance) : distance) + UInt(frame.depth)
    }
    return distances.min().map { $0 > Self.nearby } ?? false
  }

  /// How many cards a spring always scrolls by, however wide they are.
  private static let nearby = 8

  /// What the deck is by its events so far.
  var memory: Memory { Memory(model: model, log: log) }

  /// The deck is what it was by former events, at rest.
  mutating func goBack(to memory: Memory) {
    (model, log, isOwed) = (memory.model, memory.log, true)
    slack = 0
    (drag, dragBefore) = (nil, nil)
  }

  private mutating func follow(_ cards: [String]) {
    do { try model?.follow(cards: cards) } catch { find("\(error)") }
  }

  /// The surface has another size.
  mutating func resize(to size: Size) {
    width = min(width, size.width)
  }

  /// Knows the deck as the engine has it after it was configured anew, with another area perhaps.
  mutating func adopt(_ snapshot: DeckSnapshot?, area: Rectangle?, on size: Size) {
    guard let snapshot else {
      // It begins anew when it is there again.
      (frameNumber, seen) = (0, [])
      return
    }
    let isRemade = kind.rawValue != snapshot.model.kind
    kind = DeckKind(rawValue: snapshot.model.kind) ?? kind
    log.adopt(
      loops: snapshot.model[setting: "loop"] == .flag(true),
      current: model?.counts.current ?? 0,
      isRemade: isRemade
    )
    let axis = kind.rules.scrolls
    corner = axis == nil ? area.map { SIMD2($0.origin.x, $0.origin.y) } ?? .zero : .zero
    height = axis == .vertical ? area?.size.height ?? size.height : size.height
    if axis == .horizontal { width = min(width, area?.size.width ?? size.width) }
  }

  /// Takes in what an engine says of the deck, after which the deck is as `engine` has it.
  ///
  /// An input settles what the engine owes.
  mutating func take(_ effects: [EngineEffect], loaded: Loaded?, settles: Bool, _ engine: borrowing Engine) {
    dragBefore = drag
    for note in effects.compactMap(\.notification) {
      switch note {
      case .event(let event) where event.deck == id:
        take(event, loaded: loaded)
      case .frame(let frame) where frame.deck == id:
        if frame.number != frameNumber + 1 { find("frame \(frame.number) follows \(frameNumber)") }
        frameNumber = frame.number
        seen = frame.cards
        checkOrder(of: frame)
        drag = frame.drag
      case .event, .frame, .motion, .gesture, .surfaceGesture, .haptic, .prefetch, .panel, .calibration, .touch: break
      }
    }
    for case .ask(_, let question) in effects where question.deck == id {
      if model?.cards?.indices.contains(question.index) != true || model?.cards?[question.index] != question.card {
        find("asks about \(question.card), which is not at \(question.index)")
      }
    }
    if settles {
      isOwed = false
      compareModel(with: engine)
    } else {
      compareCounts(with: engine)
    }
  }

  private mutating func take(_ event: DeckEvent, loaded: Loaded?) {
    if case .deckAdded = event.kind {
      guard model == nil else { return find("was added twice") }
      model = DeckModel(event)
      log = DecisionLog(loops: model?[setting: "loop"] == .flag(true))
      return
    }
    guard let before = model else { return find("\(event.type) of a deck that was not added") }
    do { try model?.apply(event) } catch { find("\(error)") }
    let decided = loaded.map { kind.decidesCards ? $0 : Loaded(cards: $0.cards, current: 0) }
    if let wrong = log.take(event, before: before, loaded: decided) { find(wrong) }
    if event.kind == .deckLoaded { follow(loaded?.cards ?? before.cards ?? []) }
    if event.kind == .deckRemoved { model = nil }
  }

  /// A front end that draws by `order` draws what `z` says, and each layer once.
  private mutating func checkOrder(of frame: DeckFrame) {
    let orders = frame.cards.map(\.order) + [frame.detail?.order].compactMap(\.self)
    if orders.sorted() != Array(orders.indices) { find("the order of drawing is \(orders)") }
    let drawn = frame.cards.sorted { $0.order < $1.order }
    for (below, above) in zip(drawn, drawn.dropFirst()) where below.z > above.z {
      find("\(below.id) at \(below.z) is drawn below \(above.id) at \(above.z)")
    }
    if let model, frame.current != model.counts.current || frame.count != model.counts.count {
      find("a frame has \(frame.current) of \(frame.count); by the events \(model.counts)")
    }
  }

  /// Who follows events alone has what a fresh snapshot has.
  private mutating func compareModel(with engine: borrowing Engine) {
    let (fresh, cards) = (engine.model(of: id), engine.cardIDs(of: id))
    guard let model, let fresh else {
      if (model == nil) != (fresh == nil) { find("exists in the engine or by its events, and not in both") }
      return
    }
    for difference in model.differences(from: fresh) { find(difference) }
    compare(cards, model.cards, "the cards are")
  }

  /// What time alone changes; settings and places, which take long to compare, are not among it.
  private mutating func compareCounts(with engine: borrowing Engine) {
    guard let model, let fresh = engine.position(of: id) else { return }
    compare(fresh.current, model.counts.current, "the front card is")
    compare(fresh.count, model.counts.count, "the number of cards is")
    // A deck that was taken back to when it looped, and loops no more, has yet to publish its configuration.
    guard !isOwed else { return }
    compare(fresh.undoDepth, model.counts.undoDepth, "the number of decisions is")
    compare(fresh.round, model.round, "the round is")
  }

  private mutating func compare<Value: Equatable>(_ fresh: Value, _ told: Value, _ what: String) {
    if fresh != told { find("\(what) \(fresh); by its events \(told)") }
  }

  /// Compares the cards before and after an input that has been taken in, and that took no time.
  mutating func compare(_ before: [CardFrame], _ after: [CardFrame], leave: Leave, phase: DeckPhase?) {
    switch leave {
    case .cut: return
    case .nothing: compare(before, after)
    case .reach(let reach):
      slack += reach
      // A pinch may part as many cards as are to be seen; a card that is dragged down follows from 20 pt on (W8, W9).
      let spread = max((spacing(of: after) - spacing(of: before)).magnitude, parting(from: before, to: after))
      let parted = kind.rules.partsCards ? 15 * spread + 12 : 0
      compare(before, after, reach: slack + parted / 5, progress: leap)
    }
    if phase != .pressing { slack = 0 }
  }

  /// Nothing comes any more by itself: clients have to have seen how everything came to rest.
  mutating func compareSeen(with cards: [CardFrame]) {
    guard frameNumber > 0 else { return }
    guard seen.map(\.id) == cards.map(\.id), seen.map(\.role) == cards.map(\.role) else {
      find("the newest frame has \(seen.map(\.role)), not \(cards.map(\.role))")
      return
    }
    for (before, now) in zip(seen, cards) {
      let way = DrawnCard(before).distance(to: DrawnCard(now))
      if way > 1e-6 || before.opacity != now.opacity {
        find("the newest frame has \(now.id), \(now.role), \(way) pt beside where it is")
      }
    }
  }

  mutating func find(_ what: String) { findings.append("\(id): \(what)") }

  /// How far the progress of the drag may have leaped.
  ///
  /// A finger that catches a card on its way back holds it at a progress that no frame tells: the first move of the drag
  /// may leap from any to any. Such a drag begins farther from the card's position than the finger has moved.
  private var leap: Double {
    if let drag, dragBefore == nil, Vector(dx: drag.dx, dy: drag.dy).length > slack + 1 { return 1 }
    return ((drag?.progress ?? 0) - (dragBefore?.progress ?? 0)).magnitude
  }

  /// How far the cards of a stack have parted: the median of all, so that a single card that leaps does not count.
  private func parting(from before: [CardFrame], to after: [CardFrame]) -> Double {
    let now = Dictionary(after.map { ($0.id, $0.y) }) { first, _ in first }
    let staying = before.filter { $0.role != .leaving }
    let changes = zip(staying, staying.dropFirst()).compactMap { card, next -> Double? in
      guard let y = now[card.id], let nextY = now[next.id] else { return nil }
      return (nextY - y - (next.y - card.y)).magnitude
    }
    return changes.isEmpty ? 0 : changes.sorted()[changes.count / 2]
  }

  /// How far the cards of a stack are apart.
  private func spacing(of cards: [CardFrame]) -> Double {
    zip(cards, cards.dropFirst()).map { ($1.y - $0.y).magnitude }.max() ?? 0
  }

  /// Compares the cards before and after something that took no time.
  ///
  /// A corner goes with the finger, and further by the turn and the size that change with it. Motions end, and do not
  /// begin, within their rest thresholds: 0.1 pt, and 0.05° and 0.001 of the size at a corner 900 pt away.
  ///
  /// Cards behind may follow the progress, which leaps where the nearest direction changes and at the dead zone's edge
  /// (S6, S7): by as much as one slot is from the next.
  private mutating func compare(
    _ before: [CardFrame],
    _ after: [CardFrame],
    reach: Double = 0,
    progress: Double = 0
  ) {
    for card in before {
      let drawn = DrawnCard(card, from: corner)
      let isOff = drawn.isOff(width: width, height: height)
      guard let next = after.first(where: { $0.id == card.id }) else {
        // A card may be scrolled off by as much as the finger moves.
        let isNearEdge =
          switch kind.rules.scrolls {
          case nil: false
          case .vertical: drawn.isOff(width: width, height: height - 5 * reach, slack: 5 * reach)
          case .horizontal: drawn.isOff(width: width - 5 * reach, height: height, aside: 5 * reach)
          }
        let isCovered =
          kind.rules.opensCards && before.contains { $0.z > card.z && DrawnCard($0, from: corner).covers(drawn) }
        if !isOff, !isNearEdge, !isCovered, drawn.opacity > 0.02 {
          find("\(card.id), \(card.role), vanishes at \(drawn)")
        }
        continue
      }
      if isOff, card.role == .leaving, next.role != .leaving { continue }
      let now = DrawnCard(next, from: corner)
      let risen = card.depth > 0 ? progress : 0
      let allowed = 0.1 + 0.8 + 0.9 + 5 * reach + 1000 * risen
      let fade = 0.002 + reach / 40 + risen
      let jump = drawn.distance(to: now)
      if jump > allowed { find("\(card.id), \(card.role), jumps by \(jump) pt, not \(allowed)") }
      let flash = (now.opacity - drawn.opacity).magnitude
      if flash > fade { find("\(card.id), \(card.role), changes its opacity by \(flash)") }
    }
  }
}

extension Engine {
  /// The ids of a deck's cards, as `deck.cards` pages them; `nil` when there is no such deck.
  func cardIDs(of deck: String) -> [String]? {
    guard let page = try? query(of: deck, .page(from: 0, count: nil))?.page(), case .run(let cards, _) = page.selection
    else {
      return nil
    }
    return cards.map(\.id)
  }
}
