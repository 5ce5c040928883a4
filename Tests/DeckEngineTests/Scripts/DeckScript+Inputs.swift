import DeckEngine
import DeckReplay
import Gestures
import Kinetics

/// An input with the moment at which it comes.
struct TimedInput {
  var time: Instant
  var input: EngineInput
}

extension DeckScript.Case {
  /// What is done in the case, in the order of time.
  var inputs: [TimedInput] {
    var inputs: [TimedInput] = []
    for step in steps {
      let time = Instant.seconds(step.time.isFinite ? step.time / 1000 : 0)
      func add(_ input: EngineInput) { inputs.append(TimedInput(time: time, input: input)) }
      switch step.action {
      case .touch(let contacts): add(.touches(TouchFrame(time: time, contacts: contacts), surface: "main"))
      case .finger(let path): inputs += path.inputs
      case .command(let command): add(.command(command, deck: "main", ticket: 1))
      case .reply(let ticket, let answer): add(.reply(answer, ticket: ticket, deck: "main"))
      case .configure(let change): add(.configure([change], deck: "main", ticket: 1))
      case .resize(let size): add(.resize(surface: "main", size: size, pointsPerMillimetre: 6.4))
      case .shake: add(.shake)
      case .show, .trace, .wait, .end: break
      }
    }
    let order = inputs.indices.sorted { (inputs[$0].time, $0) < (inputs[$1].time, $1) }
    return order.map { inputs[$0] }
  }
}

extension FingerPath {
  /// The finger on the surface `main`.
  var inputs: [TimedInput] { frames.map { TimedInput(time: $0.time, input: .touches($0, surface: "main")) } }
}
