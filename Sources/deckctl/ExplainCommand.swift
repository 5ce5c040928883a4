import ArgumentParser
import DeckEngine
import DeckProtocol
import DeckReplay
import Gestures
import Kinetics

/// Says why each recognizer won or lost a finger of a recording.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why each touch of a recording was taken for what it was.",
    discussion: """
      Plays recordings as replay does, without a daemon, and prints for each contact which recognizer won and lost:
      when, what was measured, and what was needed. A contact that nobody follows is told with the reason.
      """
  )

  @OptionGroup var recordings: RecordingOptions

  @Flag(help: "Print JSON, one verdict a line, with the time in microseconds.")
  var json = false

  func run() throws {
    try recordings.play(topics: [.events]) { replay, frames, output in
      replay.explain(frames) { output.append(json ? Self.json($0) : Self.words($0)) }
    }
  }

  /// A line such as `0.016 s  contact 0  drag won: moved 18.2 pt, needs 10`.
  private static func words(_ explanation: GestureExplanation) -> [UInt8] {
    let microseconds = "\(explanation.time.microseconds % 1_000_000 / 1000)"
    let fraction = String(repeating: "0", count: 3 - microseconds.count) + microseconds
    let time = "\(explanation.time.microseconds / 1_000_000).\(fraction) s"
    let recognizer = explanation.recognizer.map { "\($0) " } ?? ""
    // "lost to drag" says it all.
    let what =
      switch (explanation.outcome, explanation.reason) {
      case ("lost", .some(let reason)): reason
      case (let outcome, .some(let reason)): "\(outcome): \(reason)"
      case (let outcome, nil): outcome
      }
    return Array("\(time)  contact \(explanation.contact.rawValue)  \(recognizer)\(what)\n".utf8)
  }

  private static func json(_ explanation: GestureExplanation) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("t", explanation.time.microseconds)
      json.member("contact", explanation.contact.rawValue)
      json.member("surface", explanation.surface)
      if let deck = explanation.deck { json.member("deck", deck) }
      if let card = explanation.card { json.member("card", card) }
      if let recognizer = explanation.recognizer { json.member("recognizer", recognizer) }
      json.member("outcome", explanation.outcome)
      if let reason = explanation.reason { json.member("reason", reason) }
      if let measure = explanation.measure {
        json.member("measured", measure.measured)
        json.member("threshold", measure.threshold)
        json.member("unit", measure.unit)
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }
}
