/// What a front end has reported of a deck's pictures.
struct PictureReport: Sendable {
  /// The picture that was reported last, in microseconds of the daemon's clock.
  private var reported: Int64
  /// From one picture to the next as reported, in microseconds.
  private var period: Double
  /// The last picture.
  private var last: Int64

  /// The report of the first picture.
  init(_ time: Int64, period: Double) {
    (reported, self.period, last) = (time, period, time)
  }

  /// Takes the next picture, and returns whether it is to be reported: at most twice a second, where the display's clock
  /// has drifted by a millisecond, after a rest, in which the client that the surface followed may have left, or with
  /// another period.
  mutating func take(_ time: Int64, period: Double) -> Bool {
    let passed = Double(time - reported) / self.period
    let drift = (passed - passed.rounded()).magnitude * self.period
    let isNew = drift > 1000 || (period / self.period - 1).magnitude > 0.02 || time - last > 200_000
    last = time
    guard isNew, time - reported > 500_000 else { return false }
    (reported, self.period) = (time, period)
    return true
  }
}
