/// The version of this release, as programs and `hello` report it.
public enum ReleaseVersion {
  /// Semantic version; see CHANGELOG.md.
  public static let current = "1.0.0"
}
