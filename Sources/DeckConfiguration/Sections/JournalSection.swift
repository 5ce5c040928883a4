/// `[journal]`: how many past events are kept for clients that reconnect.
package struct JournalSection: Hashable, OptionalSection {
  package var events = 100_000
  package var days = 30

  /// The defaults.
  package init() {}
}
