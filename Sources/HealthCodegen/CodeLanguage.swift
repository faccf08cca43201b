/// A language that the names of a catalog are written in.
public enum CodeLanguage: String, Sendable, Hashable, CaseIterable {
  /// Constants for users of this package's library.
  case swift
  /// Constants, enums, and data classes of samples.
  case kotlin
  /// Constants, unions of literals, and interfaces of samples.
  case typescript
  /// Constants, literals, and typed dictionaries of samples.
  case python

  /// The usual ending of a file's name.
  public var fileEnding: String {
    switch self {
    case .swift: "swift"
    case .kotlin: "kt"
    case .typescript: "ts"
    case .python: "py"
    }
  }
}
