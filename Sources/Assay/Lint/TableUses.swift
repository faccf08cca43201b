package import HealthFormats
package import HealthModel

/// Finds the data sets whose keys for tables or for foreign JSON are never used, since none of their files is of that
/// format.
package struct TableUses {
  private var tables: Set<CatalogMark> = []
  /// A file of each data set with keys that it does not use, and how it was read.
  private var others: [(mark: CatalogMark, path: String, format: InputFormat, isForTables: Bool)] = []

  package init() {}

  package mutating func add(_ input: ResolvedInput, of set: DataSet?) {
    guard let set, set.layout != TableLayout() else { return }
    let isUsed = set.layout.records == nil ? input.format == .csv : input.syntax == .foreignJSON
    if isUsed {
      tables.insert(set.path.mark)
    } else if !others.contains(where: { $0.mark == set.path.mark }) {
      others.append(
        (
          mark: set.path.mark, path: input.displayPath, format: input.format,
          isForTables: set.layout.records == nil
        ))
    }
  }

  /// One finding for each data set whose keys for tables say nothing, at its path.
  package var findings: [Diagnostic] {
    others.filter { !tables.contains($0.mark) }.map { item in
      Diagnostic(
        code: .configValue,
        message: (item.isForTables
          ? "the data set has keys for tables, such as `columns`, and none of its files is one: "
          : "the data set has keys for JSON, such as `records`, and none of its files is JSON: ")
          + "\(TextEscaping.escaped(item.path, limit: 80)) is read as \(item.format.rawValue)",
        location: SourceLocation(path: item.mark.path, line: item.mark.line, column: item.mark.column),
        hint: item.isForTables
          ? "only tables (CSV) have columns; in JSON, `records` is the path to the records and `fields` has those of "
            + "their fields: Documentation/json-profiles.md"
          : "the columns of a table are named under `columns`")
    }
  }
}
