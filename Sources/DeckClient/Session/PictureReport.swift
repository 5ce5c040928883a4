/// What a front end has reported of a deck's pictures.
struct PictureReport: Sendable {
  /// The picture that was reported last, in microseconds of the daemon's clock, and the time from one to the next.
  private var reported: (time: Int64, period: Double)?
  /// The last picture.
  private var last: Int64 = 0

  /// Takes the next picture, and returns whether it is to be reported.
  ///
  /// It is at most twice a second, where the display's clock has drifted by a millisecond, with another period, or after
  /// a rest, in which the client that the surface followed may have left.
  mutating func take(_ time: Int64, period: Double) -> Bool {
    if let reported {
      let passed = Double(time - reported.time) / reported.period
      let drift = (passed - passed.rounded()).magnitude * reported.period
      let isOther = (period / reported.period - 1).magnitude > 0.02
      let isNew = drift > 1000 || isOther || time - last > 200_000
      last = time
      guard isNew, time - reported.time > 500_000 else { return false }
    }
    (reported, last) = ((time, period), time)
    return true
  }
}
