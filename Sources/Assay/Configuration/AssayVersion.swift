/// The program's version.
public enum AssayVersion {
  /// Semantic version, as `assay --version` prints it.
  public static let current = "0.1.0"
}
