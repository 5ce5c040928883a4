/// A client's text in double quotes, for error messages, truncated when it is long.
///
/// A line may be 1 MiB; a reply that repeated it would fill the client's queue.
package func truncatedQuote(_ text: String) -> String {
  "\"\(truncated(text))\""
}

/// A client's text, truncated when it is long.
package func truncated(_ text: String, to limit: Int = 64) -> String {
  text.utf8.count <= limit ? text : "\(String(text.unicodeScalars.prefix(limit)))…"
}
