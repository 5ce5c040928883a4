import DeckEngine
import DeckProtocol
import Kinetics
import Testing

@Suite
struct `A hosted deck` {
  /// A deck that has begun, and the effects of what follows.
  private struct Bench {
    var deck: HostedDeck
    var effects = EffectBuffer(at: .zero)

    init(_ preset: Preset = .swipeclean, topics: Set<Topic> = [], reducedMotion: Bool = false) {
      let size = Size(width: 400, height: 800)
      let surface = SurfaceConfiguration(name: "panel", size: size, reducedMotion: reducedMotion)
      let cards = sampleCards("abc")
      let definition = DeckDefinition(id: "main", surface: "panel", preset: preset, cards: cards)
      deck = HostedDeck(definition, on: surface)
      effects.interest = topics
      effects.start()
      deck.begin(appearing: false, into: &effects)
      _ = effects.drain()
    }

    mutating func perform(_ command: DeckCommand, ticket: UInt64 = 1) -> CommandResult? {
      deck.perform(command, ticket: ticket, into: &effects)
    }

    /// What was published, in words.
    mutating func drain() -> [String] {
      effects.drain().map { effect in
        switch effect {
        case .notify(.event(let event)): event.type.rawValue
        case .frame: "frame"
        case .notify(.motion): "motion"
        case .notify: "note"
        case .explain: "explanation"
        case .answer(let ticket, .done): "done \(ticket)"
        case .answer(let ticket, .failed): "failed \(ticket)"
        case .ask(let ticket, _): "question \(ticket)"
        }
      }
    }
  }

  private static func failure(_ result: CommandResult?) -> CommandError? {
    if case .failed(let error) = result { error } else { nil }
  }

  @Test(arguments: Preset.allCases)
  func `publishes the event of a command and then the frame that shows it`(preset: Preset) {
    var bench = Bench(preset, topics: [.frames])
    let result = bench.perform(.reset)
    let published = bench.drain()
    #expect(result == .done(sequence: bench.effects.sequence))
    #expect(published.first == "deck.reset" && published.last == "frame")
  }

  @Test
  func `publishes only the events of what no client subscribes to`() {
    var bench = Bench()
    _ = bench.perform(.select(.init()))
    bench.deck.publishChanges(into: &bench.effects)
    let published = bench.drain()
    #expect(published == ["card.selected"])
  }

  @Test
  func `leaves a refused command without effects`() {
    var bench = Bench(topics: Set(Topic.allCases))
    let failure = Self.failure(bench.perform(.dismiss))
    let published = bench.drain()
    #expect(failure?.isInvalid == false && published == [])
  }

  @Test
  func `answers a command that waits for the delegate once`() {
    var bench = Bench()
    _ = bench.perform(.consult([.shouldSwipe]))
    let result = bench.perform(.swipe(.init(.right)), ticket: 7)
    #expect(result == nil)
    bench.deck.answer(.done(sequence: 0), into: &bench.effects)
    bench.deck.answer(.done(sequence: 0), into: &bench.effects)
    let published = bench.drain()
    #expect(published.filter { $0.hasPrefix("done") } == ["done 7"])
  }

  @Test
  func `publishes only the settings that a change changes`() throws {
    var bench = Bench()
    let changes = [SettingChange("visible", to: .number(2)), SettingChange("loop", to: .flag(false))]
    let result = bench.deck.configure(changes, into: &bench.effects)
    let effects = bench.effects.drain()
    let event = try #require(
      effects.lazy.compactMap { if case .notify(.event(let event)) = $0 { event } else { nil } }.first
    )
    guard case .deckConfigured(let configured) = event.kind else {
      Issue.record("\(event)")
      return
    }
    #expect(result == .done(sequence: event.sequence))
    #expect(configured.settings.map(\.name) == ["visible"])
  }

  @Test
  func `changes no setting if one of several is invalid`() {
    var bench = Bench()
    let changes = [SettingChange("visible", to: .number(2)), SettingChange("loop", to: .number(1))]
    let result = bench.deck.configure(changes, into: &bench.effects)
    #expect(Self.failure(result)?.parameter == .setting("loop"))
    let published = bench.drain()
    #expect(published == [])
  }

  @Test
  func `finishes its motions at once with reduced motion`() {
    var (bench, moving) = (Bench(reducedMotion: true), Bench())
    for _ in 0..<3 { _ = bench.perform(.swipe(.init(.right, force: true))) }
    _ = moving.perform(.swipe(.init(.right, force: true)))
    let (finished, begun) = (bench.drain(), moving.drain())
    #expect(finished == ["card.swiped", "card.shown", "card.swiped", "card.shown", "card.swiped", "deck.exhausted"])
    #expect(begun == ["card.swiped"])
  }
}
