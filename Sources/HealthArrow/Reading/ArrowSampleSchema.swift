import HealthModel

/// Which columns of a stream are those of samples, by their names: they may be in any order, and beside others.
struct ArrowSampleSchema: Sendable {
  /// All columns.
  let fields: [ArrowReadField]
  /// For each of them the column of samples that it is.
  let wanted: [Int?]
  /// Columns that are not of samples, as messages show them.
  let others: [String]

  /// What values of a column may be.
  private enum Form {
    case text, integer, number, instant
  }

  /// Reads a schema.
  ///
  /// - Throws: `ArrowReadError` when it is not one of samples, or a column is of another type.
  init(_ schema: FlatBufferTable) throws(ArrowReadError) {
    fields = try ArrowReadField.fields(of: schema)
    for entry in try schema.tables(2, limit: 10_000) where try entry.text(0) == "assay.schema" {
      let version = try entry.text(1)
      guard version == "\(ArrowSampleColumn.version)" else {
        throw .unsupported(
          "the columns are of version \(TextEscaping.escaped(version, limit: 20)), and this program reads version 1",
          hint: "use a newer version of it")
      }
    }
    var wanted: [Int?] = []
    var others: [String] = []
    var seen: Set<ArrowSampleColumn> = []
    for field in fields {
      let name = TextEscaping.escaped(field.name, limit: 80)
      let column = ArrowSampleColumn.allCases.first { $0.field.name == field.name }
      guard let column else {
        if !ArrowTraceColumn.names.contains(field.name) { others.append(name) }
        wanted.append(nil)
        continue
      }
      guard seen.insert(column).inserted else { throw .unsupported("there are two columns `\(name)`") }
      guard let form = Self.form(column) else {
        wanted.append(nil)
        continue
      }
      if let fault = Self.fault(field, form) { throw .unsupported("the column `\(name)` \(fault.0)", hint: fault.1) }
      wanted.append(column.rawValue)
    }
    self.wanted = wanted
    self.others = others
    guard seen.contains(.type) else {
      throw .unsupported("there is no column `type`", hint: "Documentation/arrow.md has the columns of samples")
    }
    guard seen.contains(.structure) || seen.isDisjoint(with: [.fields, .lists, .points]) else {
      throw .unsupported("there is no column `structure`, of which structured samples are read", hint: "keep it")
    }
  }

  /// What values of a column are; `nil` for columns that repeat what others say.
  private static func form(_ column: ArrowSampleColumn) -> Form? {
    switch column {
    case .kind, .parentID, .fields, .lists, .points, .pointsRate, .pointsUnits: nil
    default:
      switch column.field.type {
      case .text: .text
      case .int32, .int64: .integer
      case .double: .number
      case .instant: .instant
      case .list, .structure, .map: nil
      }
    }
  }

  /// Why a column cannot be read, and what to do.
  private static func fault(_ field: ArrowReadField, _ form: Form) -> (String, String?)? {
    if field.dictionary != nil {
      guard form == .text, case .integer = field.index else { return ("has a dictionary", "write its values") }
    }
    switch (form, field.kind) {
    // Rows of nothing but absent values would cost an input no bytes.
    case (_, .null): return field.name == ArrowSampleColumn.type.field.name ? ("has no values", nil) : nil
    case (.text, .text), (.text, .textView): return nil
    case (.integer, .integer), (.integer, .float), (.number, .integer), (.number, .float): return nil
    case (.instant, .instant(_, let hasZone)):
      return hasZone ? nil : ("has times without a zone", "give them UTC, in DuckDB by start_time AT TIME ZONE 'UTC'")
    case (.text, _): return ("is not text", "cast it")
    case (.integer, _), (.number, _): return ("is not a number", "cast it")
    case (.instant, _): return ("does not have times", "cast it to a timestamp with a time zone")
    }
  }
}
