import DeckProtocol

extension WatchView {
  /// The last line about a stack: what it does, and with which card.
  static func stack(_ frame: JSONValue) -> String {
    let happenings = happenings(frame)
    let cards = "\(counted((frame["cards"]?.elements ?? []).count, "card")) to be seen"
    return "\(frame["phase"]?.text ?? "?"): " + (happenings.isEmpty ? cards : happenings.joined(separator: "; "))
  }

  /// What a frame says of a stack besides the places of its cards.
  static func happenings(_ frame: JSONValue) -> [String] {
    var happenings: [String] = []
    if let drag = frame["drag"], let from = drag["from"], let to = drag["proposed"] {
      happenings.append("move \(drag["card"]?.text ?? "?") from \(whole(from)) to \(whole(to))")
    }
    if let detail = frame["detail"], let progress = detail["progress"]?.number {
      let scroll = "\(whole(detail["scroll"])) of \(whole(detail["content"])) pt"
      happenings.append("detail \(detail["card"]?.text ?? "?") \(Int((100 * progress).rounded())) %, \(scroll)")
    }
    if let fan = frame["fan"] { happenings.append("fan \(whole(fan["spread"])) pt") }
    return happenings
  }
}
