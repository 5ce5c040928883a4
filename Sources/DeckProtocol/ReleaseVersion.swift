/// The version of this release, as programs and `hello` tell it.
public enum ReleaseVersion {
  /// Semantic version; see CHANGELOG.md.
  public static let current = "0.1.0"
}
