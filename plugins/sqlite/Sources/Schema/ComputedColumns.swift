import HealthModel
import HealthUnits

/// The numbers that a type computes, as columns of its view.
///
/// What SQL cannot say as conditions mean it has no column: times that are texts in the store, points, and whether all
/// or any elements meet a condition.
struct ComputedColumns {
  private let shape: StructureShape
  private let isTimed: Bool

  /// The columns of a type, in the order of its definition.
  static func columns(of type: TypeDefinition, in registry: Registry) -> [SQLColumn] {
    guard let shape = type.shape.structure else { return [] }
    let computed = ComputedColumns(shape: shape, isTimed: type.shape.hasTime)
    let binder = ConditionBinder(types: [type], registry: registry, use: .definition)
    return type.expressions.compactMap { item in
      // An expression that means nothing by this catalog is what lint reports.
      guard let bound = try? binder.value(of: item), let sql = computed.sql(bound) else { return nil }
      return SQLColumn(item.name, sql)
    }
  }

  private init(shape: StructureShape, isTimed: Bool) {
    self.shape = shape
    self.isTimed = isTimed
  }

  /// An expression as SQL; within a function, on the element of a list.
  ///
  /// What is missing is NULL, with which SQL reckons as conditions do with what is unknown.
  private func sql(_ expression: BoundExpression, of list: ListDefinition? = nil) -> String? {
    switch expression {
    case .constant(let value): return Self.constant(value)
    case .sample(.field(let index)): return Self.value(shape.fields[index], field(index))
    case .element(.field(let index)):
      return list.flatMap { Self.value($0.element.fields[index], Self.element(index, $0)) }
    case .converted(let part, let conversion): return sql(part, of: list).map { Self.converted($0) { conversion($0) } }
    case .raw(let part, let numbers):
      guard let part = sql(part, of: list), !numbers.isEmpty else { return nil }
      let cases = numbers.sorted { $0.key < $1.key }.map { "WHEN \(Views.quoted($0.key, by: "'")) THEN \($0.value)" }
      return "CASE \(part) \(cases.joined(separator: " ")) END"
    case .arithmetic(.sample(.end), .minus, .sample(.start)):
      return isTimed ? "((s.end_us - s.start_us) / 1000000.0)" : nil
    case .arithmetic(let left, let sign, let right): return joined([left, right], sign.text, of: list)
    case .comparison(let left, let comparison, let right): return joined([left, right], comparison.rawValue, of: list)
    case .all(let parts): return joined(parts, "AND", of: list)
    case .any(let parts): return joined(parts, "OR", of: list)
    case .not(let part): return sql(part, of: list).map { "(NOT \($0))" }
    case .isMissing(.sample(.field(let index))): return "(\(field(index).sql) IS NULL)"
    case .isMissing(.element(.field(let index))): return list.map { "(\(Self.element(index, $0).sql) IS NULL)" }
    case .isMissing(let part): return sql(part, of: list).map { "(\($0) IS NULL)" }
    case .isOneOf(let part, let texts):
      return sql(part, of: list).map {
        "(\($0) IN (\(texts.map { Views.quoted($0, by: "'") }.joined(separator: ", "))))"
      }
    case .first(let parts):
      let all = parts.compactMap { sql($0, of: list) }
      guard all.count == parts.count else { return nil }
      return all.count == 1 ? all[0] : "coalesce(\(all.joined(separator: ", ")))"
    case .fold(let function, .list(let index), let body, let filter):
      return fold(function, shape.lists[index], body, filter)
    case .fold, .sample, .element: return nil
    }
  }

  private func joined(_ parts: [BoundExpression], _ sign: String, of list: ListDefinition?) -> String? {
    let all = parts.compactMap { sql($0, of: list) }
    return all.count == parts.count ? "(\(all.joined(separator: " \(sign) ")))" : nil
  }

  /// What a function comes to over the elements of a list.
  private func fold(
    _ function: ConditionFunction, _ list: ListDefinition, _ body: BoundExpression?, _ filter: BoundExpression?
  ) -> String? {
    let body = body.map { sql($0, of: list) }
    var conditions: [String] = []
    if let filter {
      guard let condition = sql(filter, of: list) else { return nil }
      conditions.append(condition)
    }
    let selected: String
    var order = ""
    switch (function, body) {
    case (.count, nil): selected = "CAST(count(*) AS REAL)"
    case (.sum, let value??): selected = "sum(\(value))"
    case (.average, let value??): selected = "avg(\(value))"
    case (.minimum, let value??): selected = "min(\(value))"
    case (.maximum, let value??): selected = "max(\(value))"
    case (.first, let value??):
      selected = value
      conditions.append("\(value) IS NOT NULL")
      order = " ORDER BY e.key LIMIT 1"
    default: return nil
    }
    let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
    return "(SELECT \(selected) FROM json_each(s.value, \(JSONPath(["lists", list.name]).sql)) e\(filter)\(order))"
  }

  // MARK: Values

  /// A place in JSON: an expression of SQL, and the keys that lead on from it.
  private struct Place {
    let object: String
    let keys: [String]

    var sql: String { keys.isEmpty ? object : "json_extract(\(object), \(JSONPath(keys).sql))" }

    func at(_ key: String) -> Place { Place(object: object, keys: keys + [key]) }
  }

  private func field(_ index: Int) -> Place { Place(object: "s.value", keys: ["fields", shape.fields[index].name]) }

  private static func element(_ index: Int, _ list: ListDefinition) -> Place {
    guard case .group(let fields) = list.element else { return Place(object: "e.value", keys: []) }
    return Place(object: "e.value", keys: [fields[index].name])
  }

  /// What a field says; `nil` for values that SQL does not compare as conditions do.
  private static func value(_ field: FieldDefinition, _ place: Place) -> String? {
    switch field.value {
    case .quantity, .quantityOf: "CAST(\(place.at("value").sql) AS REAL)"
    case .number, .integer: "CAST(\(place.sql) AS REAL)"
    case .boolean, .enumeration, .text, .date, .quantityType: place.sql
    case .uuid: "upper(\(place.sql))"
    case .time, .metadata, .document: nil
    }
  }

  private static func constant(_ value: ConditionValue) -> String? {
    switch value {
    case .number(let number): number.isFinite ? "\(number)" : nil
    case .text(let text): Views.quoted(text, by: "'")
    case .boolean(let value): value ? "1" : "0"
    case .time, .quantity, .missing: nil
    }
  }

  /// A number in another unit, divided where that is exact: a kilometer is a thousand meters, and no double is 0.001.
  private static func converted(_ number: String, by conversion: (Double) -> Double) -> String {
    let shift = conversion(0)
    let factor = conversion(1) - shift
    let divisor = (1 / factor).rounded()
    let scaled = factor < 1 && 1 / divisor == factor ? "\(number) / \(divisor)" : "\(number) * \(factor)"
    return shift == 0 ? "(\(scaled))" : "(\(scaled) + \(shift))"
  }
}
