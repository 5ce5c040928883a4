import DeckProtocol

/// The release that a manual page describes.
package struct ManualRelease {
  /// The day of the release, as mdoc has it: `November 23, 2026`.
  package var date: String
  let version = ReleaseVersion.current

  package init(date: String) {
    self.date = date
  }
}
