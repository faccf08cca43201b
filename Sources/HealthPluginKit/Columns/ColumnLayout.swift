import HealthModel

/// Where the columns of a batch are: one after the other without gaps, the widest first, so that each is aligned.
///
/// The texts follow them, and the names, to which the numbers of types, sources and their like refer, are the rest.
/// Numbers are little-endian, as those of every platform of Swift are.
struct ColumnLayout {
  /// A column of numbers or bytes; the order is that of the bytes.
  enum Column: Int, CaseIterable {
    case id, digest, start, end, created, value
    case type, item, source, device, subject, origin, correlation, role
    case textLength, metadataLength, originalLength, unknownLength
    case startOffset, endOffset, createdOffset
    case isDerived

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

  /// The lengths of texts, in the order in which the texts follow: those of all samples for a column, then the next's.
  static let textLengths: [Column] = [.textLength, .metadataLength, .originalLength, .unknownLength]

  /// How many bytes a sample has in all columns.
  static let width = Column.allCases.reduce(0) { $0 + $1.width }

  private let starts: [Int]
  /// Where the texts begin.
  let end: Int

  /// The columns of a number of samples.
  init(count: Int) {
    var starts: [Int] = []
    var place = 0
    for column in Column.allCases {
      starts.append(place)
      place += column.width * count
    }
    self.starts = starts
    end = place
  }

  /// Where a column begins.
  subscript(_ column: Column) -> Int { starts[column.rawValue] }
}
