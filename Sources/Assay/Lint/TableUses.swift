public import HealthFormats
public import HealthModel

/// Finds the data sets whose keys for tables are never used, since none of their files is a table.
public struct TableUses {
  private var tables: Set<CatalogMark> = []
  /// A file of each data set with keys for tables, and how it was read.
  private var others: [(mark: CatalogMark, path: String, format: InputFormat)] = []

  /// Creates an empty set of uses.
  public init() {}

  /// Adds an input and the data set that it belongs to.
  public mutating func add(_ input: ResolvedInput, of set: DataSet?) {
    guard let set, set.layout != TableLayout() else { return }
    if input.format == .csv {
      tables.insert(set.path.mark)
    } else if !others.contains(where: { $0.mark == set.path.mark }) {
      others.append((mark: set.path.mark, path: input.displayPath, format: input.format))
    }
  }

  /// One finding for each data set whose keys for tables say nothing, at its path.
  public var findings: [Diagnostic] {
    others.filter { !tables.contains($0.mark) }.map { item in
      Diagnostic(
        code: .configValue,
        message: "the data set has keys for tables, such as `columns`, and none of its files is one: "
          + "\(TextEscaping.escaped(item.path, limit: 80)) is read as \(item.format.rawValue)",
        location: SourceLocation(path: item.mark.path, line: item.mark.line, column: item.mark.column),
        hint: "only tables (CSV) have columns; samples in JSON need the fields of Documentation/samples.md")
    }
  }
}
