extension Double {
  /// The number for people: three decimals at the most, and none that are zeros at the end.
  var text: String {
    let rounded = (self * 1000).rounded() / 1000
    guard let whole = Int(exactly: rounded) else { return "\(rounded)" }
    return "\(whole)"
  }
}
