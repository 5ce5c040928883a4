import DeckEngine
import DeckReplay
import Gestures
import Kinetics

extension MotionWitness {
  /// Does what a script's step says; what the fingers have still to do is done in its time.
  mutating func play(_ step: DeckScript.Step) {
    guard step.time.isFinite else { return }
    let time = Instant.seconds(step.time / 1000)
    follow(to: time)
    switch step.action {
    case .touch(let contacts): play(.touches(TouchFrame(time: time, contacts: contacts), surface: "main"), at: time)
    case .finger(let path):
      ahead = (ahead + path.frames).sorted { $0.time < $1.time }
      follow(to: time)
    case .command(let command): play(.command(command, deck: "main", ticket: 1), at: time)
    case .reply(let ticket, let answer): play(.reply(answer, ticket: ticket, deck: "main"), at: time)
    case .resize(let size): play(.resize(surface: "main", size: size, pointsPerMillimetre: 6.4), at: time)
    case .shake: play(.shake, at: time)
    case .configure(let change): play(.configure([change], deck: "main", ticket: 1), at: time)
    case .trace(_, _, _, until: let end): follow(to: .seconds(end / 1000))
    case .show, .wait, .end: break
    }
  }

  /// Lets the fingers do what they still have to, and waits until nothing moves.
  mutating func finish() {
    if let last = ahead.last { follow(to: last.time) }
    rest()
  }

  private mutating func follow(to time: Instant) {
    while let next = ahead.first, next.time <= time {
      ahead.removeFirst()
      play(.touches(next, surface: "main"), at: next.time)
    }
    pass(to: time)
  }
}
