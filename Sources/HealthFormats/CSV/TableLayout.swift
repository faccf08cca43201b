public import HealthModel

/// How a table's columns become fields of samples.
///
/// Without a layout the header names the fields themselves: `type`, `value`, `source.name`, `metadata.KEY`,
/// `members.TYPE.value`.
public struct TableLayout: Sendable, Hashable {
  static let ignored = [UInt8(ascii: "-")]
  /// The name in `columns` for all columns that it does not name.
  package static let others = "*"

  /// The field of each column by the column's name in the header, `-` to pass over it; other columns are read by their
  /// own names, or are unknown fields if `columns` is not empty and no field has their name.
  ///
  /// The name `*` with `-` passes over all columns that are not named.
  public var columns: [String: String]
  /// Where foreign JSON has its records and their fields; `nil` for tables and for samples in JSON.
  public var records: RecordLayout?
  /// The byte between cells; `nil` finds it out among `,`, `;` and tab.
  public var delimiter: UInt8?
  /// How many lines are before the header.
  public var skippedLines = 0
  /// The encoding of the file, if it is not UTF-8.
  package var encoding: TextEncoding?
  /// Whether rows may end with a delimiter that the header does not have.
  public var allowsTrailingDelimiter = false
  /// What becomes of the rows besides.
  public var mapping: RecordMapping
  /// Further layouts of the same table, each of which makes samples of every row; they have no others, and their
  /// delimiter does not count.
  public var further: [TableLayout] = []
  /// What writes records anew as samples, if paths do not say enough.
  package var rewriting: RecordRewriting?

  /// Creates a layout; without arguments the header names the fields.
  public init(
    columns: [String: String] = [:], constants: [String: String] = [:], delimiter: UInt8? = nil,
    decimalMark: UInt8 = UInt8(ascii: "."), dateFormat: String? = nil
  ) {
    self.columns = columns
    self.delimiter = delimiter
    mapping = RecordMapping()
    mapping.constants = constants
    mapping.decimalMark = decimalMark
    mapping.dateFormat = dateFormat
  }

  /// Texts for fields that the table does not have, by the field's name.
  public var constants: [String: String] {
    get { mapping.constants }
    set { mapping.constants = newValue }
  }

  package var decimalMark: UInt8 {
    get { mapping.decimalMark }
    set { mapping.decimalMark = newValue }
  }

  /// How times are written, such as `dd.MM.yyyy HH:mm`, `unix` or `unix-ms`; `nil` means RFC 3339.
  package var dateFormat: String? {
    get { mapping.dateFormat }
    set { mapping.dateFormat = newValue }
  }

  /// What the samples are about that are made of each row, in order: the columns of their values.
  ///
  /// None if each row is one sample whatever its cells are.
  public var subjects: [String] {
    guard !isDirect else { return [] }
    return ([self] + further).flatMap { layout -> [String] in
      if layout.mapping.rows.isEmpty { return [layout.columns.filter { $0.value == "value" }.keys.min() ?? "value"] }
      return layout.mapping.rows.map { sample in
        sample.places.filter { RecordSample.isSubject($0.key) }.values.sorted().joined(separator: ", ")
      }
    }
  }

  /// Whether it says anything of how records become samples, which those of Assay's own form are.
  var isForeign: Bool { records != nil || !columns.isEmpty || !constants.isEmpty || !isDirect }

  var isDirect: Bool { mapping.isDirect && further.isEmpty && columns[Self.others] == nil }

  /// Whether layouts of the same records give one `uuid` to several samples of a record.
  ///
  /// Of a table that is what the layouts alone say: a column may be named `uuid` by the header.
  package static func shareID(_ layouts: [TableLayout]) -> Bool {
    var given: Set<String> = []
    var (samples, isRepeated, hasCommon) = (0, false, false)
    for layout in layouts {
      let common =
        layout.columns.values.contains("uuid") || layout.records?.fields["uuid"] != nil
        || layout.constants["uuid"] != nil
      for row in layout.mapping.rows.isEmpty ? [RecordSample(places: [:])] : layout.mapping.rows {
        samples += 1
        // A place and a text of the same spelling are different ids.
        if let own = row.constants["uuid"].map({ "=" + $0 }) ?? row.places["uuid"].map({ "@" + $0 }) {
          if !given.insert(own).inserted { isRepeated = true }
        } else if common {
          hasCommon = true
        }
      }
    }
    return isRepeated || hasCommon && samples > 1
  }
}

/// The meaning of a column, by the names that sample files use, with dots between levels.
@usableFromInline package enum TableField: Sendable, Hashable {
  /// A field of the sample: `value`, `source.name`.
  case field(SampleField)
  /// An entry of the metadata, `metadata.KEY`, what an earlier normalization kept, `original.value`, or a field of a
  /// structured sample, `fields.duration`, and its unit, `fields.duration.unit`.
  case entry(TapeEntry.Kind, key: [UInt8])
  /// A field of a member of a correlation: `members.TYPE.value`.
  case member(type: [UInt8], field: SampleField)

  /// The field of a name; `nil` if columns cannot hold such a field.
  package init?(name: some Collection<UInt8>) {
    let name = Array(name)
    if let field = Self.fields[name] {
      self = .field(field)
    } else if let key = Self.rest(of: name, behind: "metadata.") {
      self = .entry(.metadata, key: key)
    } else if let key = Self.rest(of: name, behind: "original.") {
      self = .entry(.original, key: key)
    } else if let key = Self.rest(of: name, behind: "fields.") {
      self = .entry(.field, key: key)
    } else if let path = Self.rest(of: name, behind: "members."), let dot = path.lastIndex(of: UInt8(ascii: ".")),
      dot > 0, let field = Self.fields[Array(path[(dot + 1)...])], Self.memberFields.contains(field)
    {
      // The type's id may have dots itself.
      self = .member(type: Array(path[..<dot]), field: field)
    } else {
      return nil
    }
  }

  /// The names of fields that are the same in all tables, sorted: for suggestions.
  package static var names: [String] {
    fields.values.map { "\($0.label)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether samples have a field of this name that no single text can give: an object, a list.
  static func isTooBroad(_ name: [UInt8]) -> Bool { broadNames.contains(name) }

  /// Where a name of no field belongs: to `source`, to `device`, each with the rest of the name, or to the sample.
  static func unknown(_ name: [UInt8]) -> (kind: TapeEntry.Kind, key: [UInt8]) {
    if let key = rest(of: name, behind: "source.") { return (.unknownOfSource, key) }
    if let key = rest(of: name, behind: "device.") { return (.unknownOfDevice, key) }
    return (.unknown, name)
  }

  private static let broad: [SampleField] = [.source, .device, .metadata, .members, .original, .role]
  private static let broadNames = Set(broad.map { Array($0.label.utf8) })
  private static let memberFields: [SampleField] = [.value, .unit, .start, .end, .uuid, .created]

  private static let fields: [[UInt8]: SampleField] = {
    var fields: [[UInt8]: SampleField] = [:]
    for field in SampleField.allCases where !broad.contains(field) { fields[Array(field.label.utf8)] = field }
    return fields
  }()

  private static func rest(of name: [UInt8], behind prefix: String) -> [UInt8]? {
    guard name.count > prefix.utf8.count, name.starts(with: prefix.utf8) else { return nil }
    return Array(name.dropFirst(prefix.utf8.count))
  }
}
