/// A count with its noun, for a message: `1 card`, `2 cards`.
package func pluralized(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
