extension Double {
  /// The number for display: at most three decimals, without trailing zeros.
  var text: String {
    let rounded = (self * 1000).rounded() / 1000
    guard let whole = Int(exactly: rounded) else { return "\(rounded)" }
    return "\(whole)"
  }
}
