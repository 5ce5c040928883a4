/// `[journal]`: how many of the events that have been are kept for clients that were away.
package struct JournalSection: Hashable, WholeNumberTable {
  package var events = 100_000
  package var days = 30

  /// The journal that is kept without a configuration.
  package init() {}
}
