import DeckEngine
import DeckProtocol
import Foundation
import Gestures
import Kinetics
import TestSupport
import Testing

@Suite
struct `A random session that fails` {
  /// A session of a swipe deck in the preset koloda, under three random fingers and commands.
  private func session(_ steps: Int) throws -> RandomSession {
    var chaos = Chaos(seed: Seed.steady)
    var deck = DeckDefinition.builtIn(preset: .koloda, count: 12)
    deck.settings.swipe?.visible = 4
    let configuration = EngineConfiguration(
      surfaces: [SurfaceConfiguration(name: "main", size: Chaos.surface)],
      decks: [deck]
    )
    var session = RandomSession(configuration: configuration)
    let cards = deck.cards.map(\.id)
    for _ in 0..<steps {
      let next = chaos.next(for: (cards, 0))
      session.entries.append(RandomSession.Entry(time: next.now, event: .input(next.input)))
    }
    return session
  }

  /// A defect that would be: a deck in which three cards are decided.
  private func defect(_ watched: borrowing WatchedEngine) -> String? {
    let current = watched.decks[0].position.current
    return current >= 3 ? "\(current) cards are decided" : nil
  }

  @Test
  func `is reduced to what it cannot do without`() throws {
    let whole = try session(3000)
    #expect(try whole.firstFinding(defect) != nil)
    let least = try whole.shrunk(defect)
    #expect(least.entries.count < 12, "\(least.script.text)")
    for place in least.entries.indices {
      var smaller = least
      smaller.entries.remove(at: place)
      #expect(try smaller.firstFinding(defect) == nil, "without entry \(place) of\n\(least.script.text)")
    }
  }

  @Test
  func `becomes a script that fails in the same way`() throws {
    let least = try session(3000).shrunk(defect)
    let (text, missing) = least.script
    #expect(missing.isEmpty)
    let script = try DeckScript(text, file: "shrunk.deck")
    #expect(try script.cases.first?.session.firstFinding(defect) != nil, "\(text)")
    #expect(text.hasPrefix("deck koloda 400x800 cards 12\n\ncase as short as it fails\n  set visible 4\n  appearing\n"))
    let report = try least.report(defect)
    #expect(report.hasPrefix("This script fails by itself (") && report.contains(text), "\(report)")
  }

  /// The script is also played by the suite of scripts; here under the checks of a random session.
  @Test
  func `fails no more once it is mended`() throws {
    let text = try String(contentsOf: `A deck script`.folder.appending(path: "found.deck"), encoding: .utf8)
    for (number, item) in try DeckScript(text, file: "found.deck").cases.enumerated() {
      let found = try item.session.firstFinding { $0.findings.first }
      #expect(found == nil, "case \(number + 1)")
    }
  }

  @Test
  func `is left as it is if it passes`() throws {
    let whole = try session(50)
    #expect(try whole.shrunk { _ in nil }.entries.count == 50)
  }

  @Test(
    arguments: [
      [.swipe(.init(.left))], [.swipe(.init(.topRight, force: true))], [.swipe(.init(.left, card: "a"))],
      [.undo(.init())], [.undo(.init(card: "a"))], [.select(.init())],
      [.select(.init(card: "a"))], [.appear], [.reset], [.load(.init())], [.load(.init([]))],
      [.load(.init([Card(id: "a"), Card(id: "b", loaded: false)], current: 1))], [.reload(.init())],
      [.reload(.init([Card(id: "a")]))],
      [.insert(.init([Card(id: "a")]))],
      [
        .insert(.init([Card(id: "a")], at: 2)),
        .update(
          .init([
            Card(id: "a", allowed: [.up, .left], threshold: 0.5, draggable: false, swipeable: true, loaded: true)
          ])
        ),
      ],
      [.remove(.init(1..<2))], [.remove(.init(1..<4))], [.update(.init([Card(id: "a", allowed: [])]))],
      [.move(.init(card: "a", to: 2))],
      [.dismiss], [.bounce], [.scroll(.init(to: .offset(-10.5)))], [.scroll(.init(to: .card("a")))],
      [.markLoaded(.init(of: .several(["a", "b"]), bytes: 7))], [.consult([.threshold, .shouldDrag])], [.consult([])],
      [.invalidate(nil)], [.invalidate(["a"])], [.layOutDetail(.init(card: "a", length: 900))],
    ] as [[DeckCommand]]
  )
  func `has words for each command`(commands: [DeckCommand]) throws {
    let steps = commands.flatMap(\.words).map { "0 \($0)\n" }.joined()
    let script = try DeckScript("deck koloda 400x800\ncase a command\n\(steps)", file: "x")
    let read = script.cases[0].inputs.map(\.input)
    #expect(read == commands.map { .command($0, deck: "main", ticket: 1) })
  }
}
