/// Names of sources as people write them.
package enum SourceName {
  /// The name with plain blanks: Apple's devices write U+00A0 in theirs.
  package static func plain(_ name: String) -> String {
    name.unicodeScalars.contains("\u{A0}")
      ? String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 })) : name
  }
}
