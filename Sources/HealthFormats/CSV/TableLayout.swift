/// How a table's columns become fields of samples.
///
/// Without a layout the header names the fields themselves: `type`, `value`, `source.name`, `metadata.KEY`,
/// `members.TYPE.value`.
public struct TableLayout: Sendable, Hashable {
  /// The marker for columns that are skipped.
  static let ignored = [UInt8(ascii: "-")]

  /// The field of each column by the column's name in the header, `-` to pass over it; other columns are read by their
  /// own names, or are unknown fields if `columns` is not empty and no field has their name.
  public var columns: [String: String]
  /// Texts for fields that the table does not have, by the field's name.
  public var constants: [String: String]
  /// The byte between cells; `nil` finds it out among `,`, `;` and tab.
  public var delimiter: UInt8?
  /// The decimal mark of numbers, `.` or `,`.
  public var decimalMark: UInt8
  /// How times are written, such as `dd.MM.yyyy HH:mm`, `unix` or `unix-ms`; `nil` means RFC 3339.
  public var dateFormat: String?

  /// Creates a layout; without arguments the header names the fields.
  public init(
    columns: [String: String] = [:], constants: [String: String] = [:], delimiter: UInt8? = nil,
    decimalMark: UInt8 = UInt8(ascii: "."), dateFormat: String? = nil
  ) {
    self.columns = columns
    self.constants = constants
    self.delimiter = delimiter
    self.decimalMark = decimalMark
    self.dateFormat = dateFormat
  }
}
