import HealthModel
import HealthQueries
import HealthUnits

/// The columns of tables of a structured type, as its definition says.
///
/// A definition that computes values shows its required fields and these; another one shows all its fields and lists, and
/// how many points there are.
struct StructureColumns {
  private let type: TypeDefinition
  private let shape: StructureShape
  private let registry: Registry
  /// The length of a sample, in seconds.
  private let length: SampleExpression

  /// The columns of a type; `nil` when it is not a structured one.
  init?(_ type: TypeDefinition, in registry: Registry) {
    guard let shape = type.shape.structure, let length = SampleExpression.length(of: type, in: registry) else {
      return nil
    }
    self.type = type
    self.shape = shape
    self.registry = registry
    self.length = length
  }

  /// The column of the length: pauses do not count where the type has a field for that.
  var duration: ShownColumn { ShownColumn("duration", .length(length), unit: "s", isNumber: true) }

  /// What a table shows of a sample, beside its times and who measured.
  var own: [ShownColumn] {
    let computed = type.expressions.compactMap { number($0.name) }
    let fields = shape.fields.indices.filter { index in
      let field = shape.fields[index]
      if case .metadata = field.value { return false }
      return field.name != "duration" && (computed.isEmpty || field.isRequired)
    }
    guard computed.isEmpty else { return fields.map(self.field) + computed }
    return fields.map(field) + shape.lists.indices.map(list) + (shape.points == nil ? [] : [points])
  }

  /// The columns that are named, in this order.
  ///
  /// - Throws: `Failure` for a name that no column has, or that is there twice.
  func named(_ names: [String]) throws -> [ShownColumn] {
    var seen: Set<String> = []
    return try names.map { name in
      guard seen.insert(name).inserted else {
        throw Failure.usage("--columns names `\(TextEscaping.escaped(name))` twice")
      }
      if let column = column(name) { return column }
      let near = Suggestion.nearest(to: name, among: columnNames).map { "; did you mean `\($0)`?" }
      throw Failure.usage(
        "--columns: tables of \(type.id) have no column `\(TextEscaping.escaped(name, limit: 80))`"
          + (near ?? "; columns are " + columnNames.prefix(16).joined(separator: ", ")))
    }
  }

  private var columnNames: [String] {
    ["uuid", "start", "end", "duration", "subject", "source"] + shape.fields.map(\.name).filter { $0 != "duration" }
      + type.expressions.map(\.name) + shape.lists.map(\.name) + (shape.points == nil ? [] : ["points"])
  }

  private func column(_ name: String) -> ShownColumn? {
    switch name {
    case "uuid": return ShownColumn(name, .id)
    case "start": return ShownColumn(name, .start)
    case "end": return ShownColumn(name, .end)
    case "duration": return duration
    case "subject": return ShownColumn(name, .subject)
    case "source": return ShownColumn(name, .source)
    case "points" where shape.points != nil: return points
    default: break
    }
    if let index = shape.fields.firstIndex(where: { $0.name == name }) { return field(index) }
    if let index = shape.lists.firstIndex(where: { $0.name == name }) { return list(index) }
    return type.expressions.contains { $0.name == name } ? number(name) : nil
  }

  private var points: ShownColumn { ShownColumn("points", .points, isNumber: true) }

  private func field(_ index: Int) -> ShownColumn {
    let field = shape.fields[index]
    let isNumber =
      switch field.value {
      case .quantity, .number, .integer, .quantityOf: true
      default: false
      }
    return ShownColumn(field.name, .field(index), unit: field.value.quantity?.unit.unitString, isNumber: isNumber)
  }

  private func list(_ index: Int) -> ShownColumn {
    let list = shape.lists[index]
    if case .value = list.element { return ShownColumn(list.name, .list(index)) }
    return ShownColumn(list.name, .list(index), isNumber: true)
  }

  /// A value that the type computes; `nil` when its expression means nothing by this catalog, which lint reports.
  private func number(_ name: String) -> ShownColumn? {
    guard let expression = try? SampleExpression(name, of: type, in: registry) else { return nil }
    return ShownColumn(name, .number(expression), unit: expression.unit?.unitString, isNumber: true)
  }
}
