import Gestures
import Kinetics

/// Prints the paths of two cards, one flicked and one let go slowly, as a 60 Hz screen would draw them.
@main
enum Flick {
  static func main() throws {
    try show("A flick at 900 pt/s: the card flies away.", speed: 900)
    try show("A push at 250 pt/s: the card springs back.", speed: 250)
  }

  /// A finger moves for a tenth of a second on a panel of 120 Hz, and lifts.
  private static func show(_ title: String, speed: Double) throws {
    var card = FlickedCard(width: 400)
    // A finger that hardly moves is a tap, and leaves the card alone.
    var arena = GestureArena(Tap(), Drag())
    var touch = Touch(.down, at: Point(x: 200, y: 400), time: Instant(microseconds: 0))
    try handle(touch, arena: &arena, card: &card)
    for report in 1...12 {
      let place = Point(x: 200 + speed * Double(report) / 120, y: 400)
      touch = Touch(.moved, at: place, time: Instant(microseconds: Int64(report) * 8333))
      try handle(touch, arena: &arena, card: &card)
    }
    touch.phase = .up
    try handle(touch, arena: &arena, card: &card)

    print(title)
    var frame = touch.time
    while !card.motion.isResting(at: frame) {
      draw(card.motion.state(at: frame), at: frame)
      frame = frame.advanced(by: .microseconds(16_667))
    }
    draw(card.motion.state(at: frame), at: frame)
    print("")
  }

  /// Gives the finger's touch to the arena, and to the card what came of it.
  private static func handle(_ touch: Touch, arena: inout GestureArena, card: inout FlickedCard) throws {
    for report in arena.handle(touch) {
      switch (report.kind, report.transition) {
      case (.drag, .began(let value)), (.drag, .changed(let value)): card.follow(value.location, at: value.time)
      case (.drag, .ended(let value)): try card.release(at: value.time)
      default: break
      }
    }
  }

  /// One line: time, position and speed, and the card's centre on a row of 8 pt a character.
  private static func draw(_ state: MotionState, at time: Instant) {
    let column = max(0, min(87, Int((state.position / 8).rounded()) + 10))
    let row = String(repeating: " ", count: column) + "▉"
    let numbers = [Double(time.microseconds / 1000), state.position.rounded(), state.velocity.rounded()]
    let cells = zip(numbers, ["ms", "pt", "pt/s"]).map { number, unit in
      let text = "\(Int(number)) \(unit)"
      return String(repeating: " ", count: max(0, 11 - text.count)) + text
    }
    print(cells.joined() + "  " + row)
  }
}
