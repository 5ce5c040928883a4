import DeckEngine
import DeckProtocol
import TestSupport
import Testing

/// The tables of states and gestures, cell by cell.
@Suite
struct `The page about the gestures of a stack` {
  @Test(arguments: try StackPage.read().cells)
  func `says what comes of it`(cell: StackPage.Cell) throws {
    let state = try #require(StackState(rawValue: cell.state), "there is no state \"\(cell.state)\"")
    let gesture = try #require(StackGesture(rawValue: cell.gesture), "there is no gesture \"\(cell.gesture)\"")
    let expected = try #require(StackWinner(rawValue: cell.winner), "there is no word \"\(cell.winner)\"")
    let run = try StackRun(gesture, in: state, of: cell.preset)
    let winner = StackWinner(run)
    #expect(winner == expected, "it is \(winner?.rawValue ?? "none of the words"): \(run.told)")
    // A finger that stays is the same in the deck beside; what is carried is felt place by place.
    guard gesture != .press || !state.hasFinger, winner != .carries else { return }
    let haptic = run.told.first { $0.hasPrefix("haptic") }
    // A pull that catches the stack far below its top brings it there fast enough to bounce.
    let bounces = state == .flinging && gesture == .pull && cell.preset == .fan
    let felt = bounces ? "success" : expected.haptic(cell.preset)
    #expect(haptic == felt.map { "haptic \($0)" }, "\(run.told)")
    #expect(run.told.contains("deck.bounced") == (state == .flinging && gesture == .pull))
  }

  @Test(arguments: [Preset.wallet, .fan])
  func `has every state and gesture, once`(preset: Preset) throws {
    let tables = try StackPage.read().tables.filter { $0.preset == preset }
    let states = StackState.allCases.filter { $0.exists(in: preset) }
    #expect(tables.flatMap(\.states).sorted() == states.map(\.rawValue).sorted())
    for table in tables {
      let gestures = StackGesture.allCases.filter { gesture in
        table.states.compactMap(StackState.init).contains(where: gesture.exists)
      }
      #expect(table.gestures.sorted() == gestures.map(\.rawValue).sorted(), "\(table.states)")
    }
  }

  @Test
  func `explains every word, and uses it`() throws {
    let page = try StackPage.read()
    #expect(page.words.sorted() == StackWinner.allCases.map(\.rawValue).sorted())
    #expect(Set(page.cells.map(\.winner)) == Set(page.words))
  }

  /// What tells one state from the others before anything comes of it.
  @Test(arguments: StackState.allCases)
  func `is about states that a deck is brought into`(state: StackState) throws {
    for preset in [Preset.wallet, .fan] where state.exists(in: preset) {
      let frame = try StackRun.player(state.script(preset, offset: 300), state.rawValue).shown()
      #expect(frame.phase == state.phase, "\(preset)")
      #expect((frame.drag != nil) == [.reordering, .pressed].contains(state), "\(preset)")
      #expect((frame.spread > 0) == (state == .pinching), "\(preset)")
      #expect((frame.detail != nil) == state.showsDetail, "\(preset)")
      #expect((frame.detail?.scroll ?? 0 > 0) == state.isScrolledDetail, "\(preset)")
    }
  }
}

extension StackPage.Cell: CustomTestStringConvertible {
  var testDescription: String { "\(preset.rawValue), \(state), \(gesture): \(winner)" }
}

extension StackState {
  fileprivate var phase: DeckPhase {
    switch self {
    case .resting, .beside, .short, .onlyCard, .open, .besideOpen, .scrolled: .rest
    case .flinging, .flungToTop, .bouncing, .dropped, .droppingBack, .closing, .appearing, .opening, .detailFlinging,
      .goingBack:
      .settling
    // A card that a press has taken up is not the finger's while a lift would be a tap.
    case .pressing, .pressed: .pressing
    case .scrolling, .scrollingDetail: .scrolling
    case .reordering, .pinching, .dismissing: .dragging
    }
  }

  fileprivate var showsDetail: Bool {
    [.opening, .open, .besideOpen, .dismissing, .goingBack, .closing].contains(self) || isScrolledDetail
  }

  fileprivate var isScrolledDetail: Bool { [.scrolled, .detailFlinging, .scrollingDetail].contains(self) }
}
