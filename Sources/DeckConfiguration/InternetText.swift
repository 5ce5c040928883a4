import DeckProtocol
import TOMLKit

// Dates and times as in RFC 3339; those without an offset stay without one. (TOMLKit's own text adds the offset Z to
// them.)

extension TOMLDate {
  /// `1979-05-27`.
  var internetText: String {
    "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
}

extension TOMLTime {
  /// `07:32:00`, with a fraction of a second if there is one.
  var internetText: String {
    let clock = "\(padded(hour, to: 2)):\(padded(minute, to: 2)):\(padded(second, to: 2))"
    guard nanoSecond != 0 else { return clock }
    var fraction = padded(nanoSecond, to: 9)
    while fraction.last == "0" { fraction.removeLast() }
    return "\(clock).\(fraction)"
  }
}

extension TOMLDateTime {
  /// `1979-05-27T07:32:00+02:00`, `…Z` at offset 0.
  var internetText: String {
    let moment = "\(date.internetText)T\(time.internetText)"
    guard let minutes = offset?.offset else { return moment }
    guard minutes != 0 else { return moment + "Z" }
    let magnitude = Int(minutes.magnitude)
    return "\(moment)\(minutes < 0 ? "-" : "+")\(padded(magnitude / 60, to: 2)):\(padded(magnitude % 60, to: 2))"
  }
}
