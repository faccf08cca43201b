import HealthModel
import Testing

/// The words that baselines hold for what is wrong with a record's text.
struct SyntaxDetailTests {
  /// The words in the order of the cases: a baseline written by any version has them, so none ever changes.
  private static let words = [
    "expected-object", "expected-key", "expected-colon", "expected-comma-or-end", "expected-value", "trailing-comma",
    "trailing-text", "unterminated-string", "control-character", "bad-escape", "lone-surrogate", "bad-number",
    "bad-literal", "bad-u-t-f8", "nul-character", "too-deep", "duplicate-key", "string-too-long", "too-many-keys",
    "too-many-members", "line-too-long", "line-feed-expected", "unterminated", "wrong-encoding", "expected-tag",
    "mismatched-tag", "duplicate-attribute", "bad-attribute", "bad-reference", "illegal-character", "tag-too-long",
    "too-many-attributes", "text-not-allowed", "duplicate-metadata", "declaration-inside", "trailing-content",
    "wrong-root", "unexpected-array", "entity-declared", "element-too-long", "element-too-deep", "header-missing",
    "type-column-missing", "column-missing", "column-twice", "column-too-broad", "column-nameless", "too-few-cells",
    "too-many-cells", "quote-in-cell", "text-behind-quote", "decimal-point", "too-many-parts", "file-missing",
    "file-too-long",
    "file-damaged", "route-syntax", "sample-too-long", "uuid-of-several", "path-unusable", "parent-too-late",
    "split-text", "route-too-long", "duplicate-element", "converted",
    "codes-disagree", "code-of-another", "open-period", "percent-of-one", "unit-slip", "number-too-large",
    "modifier-extension", "implicit-rules", "two-values", "inner-bundle", "other-units",
    "not-a-duration", "constant-twice", "bundle-entry",
    "no-status", "unknown-status", "absent-value", "contradiction", "unknown-method", "two-times", "unknown-length",
  ]

  @Test("the words are those of every version") func pinned() {
    #expect(SyntaxDetail.allCases.map(\.word) == Self.words)
  }

  @Test("no two details have one word") func distinct() {
    #expect(Set(SyntaxDetail.allCases.map(\.word)).count == SyntaxDetail.allCases.count)
  }
}
