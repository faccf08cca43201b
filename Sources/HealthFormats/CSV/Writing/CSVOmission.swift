/// Why a sample cannot be a row of a table that reads back the same.
public enum CSVOmission: Error, Sendable, Hashable, CaseIterable {
  /// Metadata of a key that the catalog does not know and that is not text, or of another kind than its key's.
  case metadataKind
  /// A field that samples do not have, of another kind than text.
  case fieldKind
  /// Fields, lists or points of a structured sample.
  case structure
  /// A name that no column can have.
  case name
  /// A text that is empty or holds a NUL.
  case text
  /// Two members of one type, which would have the same columns.
  case members
  /// A member that has more than a value, times and an id: what was written before it was corrected, metadata, or a
  /// source of its own.
  case memberContent
  /// More text than a cell or row can hold.
  case length
  /// Content that has no column, since it came after the columns were learned.
  case late

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .metadataKind: "metadata that is not text"
    case .fieldKind: "an unknown field that is not text"
    case .structure: "fields, lists or points"
    case .name: "a name that no column can have"
    case .text: "an empty text, or one with a NUL"
    case .members: "two members of one type"
    case .memberContent: "a member with an original, metadata or a source of its own"
    case .length: "more text than a cell or row holds"
    case .late: "a field that got no column"
    }
  }
}

/// A table would have more columns than one can have; the samples can be written as lines of JSON.
public struct CSVColumnLimit: Error, Sendable, Hashable, CustomStringConvertible {
  /// How many columns a table can have.
  package static let maximum = 4096

  /// The problem and the suggested fix.
  public var description: String {
    "the samples have more than \(Self.maximum) different fields and metadata keys, too many for the columns of a "
      + "table; write them with --output-format jsonl, or fewer types with --type"
  }
}
