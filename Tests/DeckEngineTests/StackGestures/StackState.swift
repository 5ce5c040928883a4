import DeckEngine
import Kinetics

/// What a stack is about when a gesture comes, by its name on the page.
enum StackState: String, CaseIterable, Sendable {
  // At rest, no card open.
  case resting
  case beside = "beside the cards"
  case short = "all in sight"
  case onlyCard = "the only card"
  // Moving by itself.
  case flinging
  case flungToTop = "flung to the top"
  case bouncing
  case dropped
  case droppingBack = "dropping back"
  case closing
  case appearing
  // A card is open.
  case opening
  case open
  case besideOpen = "beside the open card"
  case scrolled = "open and scrolled"
  case detailFlinging = "open and flinging"
  case goingBack = "going back"
  // A finger is down.
  case pressing
  case pressed
  case scrolling
  case reordering
  case pinching
  case dismissing
  case scrollingDetail = "scrolling the detail"

  /// Whether a deck of the preset can be in it.
  func exists(in preset: Preset) -> Bool {
    switch self {
    case .goingBack, .pinching, .dismissing: preset == .fan
    // A tap that is a press already: the press of `fan` comes when a tap is over.
    case .pressed: preset == .wallet
    default: true
    }
  }

  /// Whether a finger is down already.
  var hasFinger: Bool {
    switch self {
    case .pressing, .pressed, .scrolling, .reordering, .pinching, .dismissing, .scrollingDetail: true
    default: false
    }
  }

  /// Where the finger is, or comes down: on a card unless the name says otherwise.
  var spot: Point {
    switch self {
    case .onlyCard, .opening, .open, .scrolled, .detailFlinging, .closing: Point(x: 200, y: 130)
    case .goingBack: Point(x: 200, y: 180)
    case .beside: Point(x: 8, y: 400)
    case .besideOpen: Point(x: 200, y: 400)
    case .reordering: Point(x: 200, y: 470)
    case .pinching: Point(x: 200, y: 350)
    case .dismissing: Point(x: 200, y: 380)
    default: Point(x: 200, y: 400)
    }
  }

  /// How many cards the deck has: enough to scroll by more than any gesture does, unless the state is about that.
  private var count: Int {
    switch self {
    case .short, .pressed: 5
    case .onlyCard: 1
    default: 30
    }
  }

  /// The deck script that brings a deck into the state, which it is in at the last step.
  ///
  /// The stack is scrolled by `offset`, as far as the state leaves it there.
  func script(_ preset: Preset, offset: Double) -> String {
    // Scrolled by 300, it is under the finger both where it rests and where it is open.
    let card = preset == .wallet ? "card-22" : "card-5"
    let isAcross = preset == .wallet
    let open = ["0 scroll 300", "0 detail \(card) length 3000", "2000 select \(card)"]
    let scrolled = open + ["3000 finger \(isAcross ? "380,400 > 80" : "200,700 > 200"),400 in 300 hold 200 lift"]
    let scrolling = scrolled + ["5000 finger \(isAcross ? "300,400 > 200" : "200,500 > 200"),400 in 100"]
    let taken = "2000 finger 200,400 hold 450 > 200,470 in 100"
    let steps: [String] =
      switch self {
      case .resting, .beside, .short, .onlyCard: ["0 scroll \(offset)", "2000 wait"]
      case .flinging: ["0 scroll 200", "2000 finger 200,430 > 200,400 in 50 lift", "2150 wait"]
      case .flungToTop: ["0 scroll 600", "2000 finger 200,300 > 200,400 in 50 lift", "2100 wait"]
      case .bouncing: ["0 scroll \(offset)", "2000 bounce", "2200 wait"]
      case .dropped: ["0 scroll \(offset)", taken + " lift", "2610 wait"]
      case .droppingBack: ["0 scroll \(offset)", taken + " cancel", "2610 wait"]
      case .closing: ["0 scroll \(offset)", "2000 select \(card)", "4000 dismiss", "4130 wait"]
      case .appearing: ["0 scroll \(offset)", "2000 appear", "2250 wait"]
      case .opening: open + ["2130 wait"]
      case .open, .besideOpen: open + ["4000 wait"]
      case .scrolled: scrolled + ["5000 wait"]
      case .detailFlinging: scrolling.dropLast() + [scrolling[scrolling.count - 1] + " lift", "5200 wait"]
      case .goingBack: open + ["4000 finger 200,130 > 200,230 in 100 hold 100 lift", "4250 wait"]
      case .pressing: ["0 scroll \(offset)", "2000 finger 200,400", "2020 wait"]
      case .pressed: ["2000 finger 200,400", "2100 wait"]
      case .scrolling: ["0 scroll \(offset)", "2000 finger 200,430 > 200,400 in 30", "2030 wait"]
      case .reordering: ["0 scroll \(offset)", taken, "2550 wait"]
      case .pinching:
        [
          "0 scroll \(offset)", "2000 finger 0 200,350", "2000 finger 1 200,450 > 200,500 in 100", "2100 wait",
        ]
      case .dismissing: open + ["4000 finger 200,130 > 200,380 in 250", "4250 wait"]
      case .scrollingDetail: scrolling + ["5100 wait"]
      }
    return (["deck \(preset) 400x800 cards \(count)", "haptics", "case \(rawValue)"] + steps).joined(separator: "\n")
  }
}
