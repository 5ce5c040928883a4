/// Finds the device description that belongs to a recording without a head.
package enum DescriptionLookup {
  private static let suffix = ".desc"

  /// The name in `names` that is, without its `.desc`, the longest prefix of `recording`; `nil` for none.
  ///
  /// Names are those of files in one folder, without the folder.
  package static func bestMatch(for recording: String, among names: some Sequence<String>) -> String? {
    let candidates = names.filter { name in
      name.utf8.count > suffix.utf8.count && name.hasSuffix(suffix)
        && recording.utf8.starts(with: name.utf8.dropLast(suffix.utf8.count))
    }
    return candidates.max { $0.utf8.count < $1.utf8.count }
  }
}
