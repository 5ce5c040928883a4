/// A count with its noun, for a message: `1 card`, `2 cards`.
package func pluralized(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : nouns ?? noun + "s")"
}
