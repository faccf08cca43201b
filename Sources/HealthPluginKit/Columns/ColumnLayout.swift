#if _endian(big)
  #error("columns of samples are little-endian; numbers have to be swapped on this platform")
#endif

/// Where the columns of a batch are: one after the other without gaps, the widest first, so that each is aligned.
///
/// The texts follow, and then the names: a JSON object with the types, sources and so on that columns refer to by number.
struct ColumnLayout {
  /// A column, by its name in Documentation/plugin-protocol.md; the order is that of the bytes.
  enum Column: String, CaseIterable {
    case id, digest, start, end, created, value
    case type
    case item = "case"
    case source, device, subject, origin, correlation, role
    /// The lengths of texts.
    case text, metadata, original, unknown
    case startOffset = "start_offset"
    case endOffset = "end_offset"
    case createdOffset = "created_offset"
    case isDerived = "derived"

    /// How many bytes a sample has in it.
    var width: Int {
      switch self {
      case .id: 16
      case .digest, .start, .end, .created, .value: 8
      case .startOffset, .endOffset, .createdOffset: 2
      case .isDerived: 1
      default: 4
      }
    }
  }

  /// The columns with the lengths of texts, in the order of the texts: those of all samples for a column, then the next's.
  static let textLengths: [Column] = [.text, .metadata, .original, .unknown]

  /// How many bytes a sample has in all columns.
  static let width = Column.allCases.reduce(0) { $0 + $1.width }

  private let starts: [Column: Int]
  /// Where the texts begin.
  let end: Int

  /// The columns of a number of samples.
  init(count: Int) {
    var starts: [Column: Int] = [:]
    var place = 0
    for column in Column.allCases {
      starts[column] = place
      place += column.width * count
    }
    self.starts = starts
    end = place
  }

  /// Where a column begins.
  subscript(_ column: Column) -> Int { starts[column] ?? end }
}
