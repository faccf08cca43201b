import HealthModel
import HealthUnits

/// A sample of a structured type, made of its definition: the least that the definition asks for.
struct StructureSample {
  let type: TypeDefinition
  let shape: StructureShape
  /// The fields, lists and parts of points by name, as JSON.
  var fields: [String: String] = [:]
  var lists: [String: [String]] = [:]
  var points: [String: String] = [:]

  init(_ type: TypeDefinition, _ shape: StructureShape) {
    self.type = type
    self.shape = shape
    for field in shape.fields where field.isRequired { fields[field.name] = PartText.value(field.value) }
    for list in shape.lists where list.minimum > 0 {
      lists[list.name] = (0..<list.minimum).map { PartText.element(list, number: $0) }
    }
    if let definition = shape.points, definition.minimum > 0 { addPoints(definition.minimum) }
  }

  /// Fills the times or the rate, and the columns that each sample needs, with so many points.
  mutating func addPoints(_ count: Int) {
    guard let definition = shape.points else { return }
    switch definition.timing {
    case .rate(let rate): points["rate"] = PartText.value(.quantity(rate))
    case .times: points["time"] = PartText.list(Array(repeating: "0", count: count))
    case .none: break
    }
    for column in definition.columns where column.isRequired { set(column, PartText.number(of: column.value), count) }
  }

  /// Fills a column with a number, and states its unit.
  mutating func set(_ column: FieldDefinition, _ number: String, _ count: Int) {
    points[column.name] = PartText.list(Array(repeating: number, count: count))
    let columns = shape.points?.columns.filter { points[$0.name] != nil } ?? []
    let units = columns.compactMap { column -> String? in
      guard case .quantity(let quantity) = column.value else { return nil }
      return "\"\(column.name)\":\"\(quantity.unit.unitString)\""
    }
    points["units"] = units.isEmpty ? nil : "{" + units.joined(separator: ",") + "}"
  }

  /// The sample as a line.
  var json: String {
    var parts = [
      "\"type\":\"\(type.id)\"", "\"start\":\"2026-01-01T08:00:00Z\"", "\"end\":\"2026-01-01T09:00:00Z\"",
    ]
    if !fields.isEmpty { parts.append("\"fields\":" + PartText.object(fields)) }
    if !lists.isEmpty { parts.append("\"lists\":" + PartText.object(lists.mapValues { PartText.list($0) })) }
    if !points.isEmpty { parts.append("\"points\":" + PartText.object(points)) }
    return "{" + parts.joined(separator: ",") + "}"
  }
}

/// JSON of the parts of a structured sample.
enum PartText {
  static func object(_ members: [String: String]) -> String {
    "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
  }

  static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  static func quantity(_ number: String, _ quantity: FieldQuantity) -> String {
    "{\"value\":\(number),\"unit\":\"\(quantity.unit.unitString)\"}"
  }

  /// An element with all that is needed, and all that tells it from others, which each number makes different.
  static func element(_ list: ListDefinition, number: Int) -> String {
    switch list.element {
    case .value(let field): return value(field.value, number: number)
    case .group(let fields): return group(fields, of: list, number: number)
    }
  }

  static func group(_ fields: [FieldDefinition], of list: ListDefinition, number: Int) -> String {
    var members: [String: String] = [:]
    for field in fields where field.isRequired || list.unique.contains(field.name) {
      members[field.name] = value(field.value, number: number)
    }
    return object(members)
  }

  /// A value within all limits, mostly another one for each number.
  static func value(_ value: FieldValue, number: Int = 0) -> String {
    switch value {
    case .quantity(let quantity): return self.quantity(self.number(of: value, number), quantity)
    case .number, .integer, .boolean: return self.number(of: value, number)
    case .enumeration(let list): return "\"\(list.cases[number % list.cases.count].name)\""
    case .text: return "\"t\(number)\""
    case .time: return "\"2026-01-01T08:00:00.\(digits(number, 6))Z\""
    case .date: return "\"2026-01-01\""
    case .uuid: return "\"00000000-0000-4000-8000-\(digits(number, 12))\""
    case .quantityType: return "\"heartRate\""
    case .quantityOf: return "{\"value\":72,\"unit\":\"count/min\"}"
    case .metadata: return "{}"
    case .document(let format, _): return format == .xml ? "\"<a/>\"" : "\"{}\""
    }
  }

  /// A number within all limits, as it stands in a column.
  static func number(of value: FieldValue, _ number: Int = 0) -> String {
    if case .boolean = value { return "true" }
    let (allowed, plausible) = value.limits
    let low = [allowed.minimum, allowed.above, plausible.minimum, plausible.above].compactMap { $0 }.max()
    let high = [allowed.maximum, allowed.below, plausible.maximum, plausible.below].compactMap { $0 }.min()
    let step = Double(number)
    switch (low, high) {
    case (nil, nil): return text(1 + step)
    case (let low?, nil): return text(low.rounded(.down) + 1 + step)
    case (nil, let high?): return text(high.rounded(.up) - 1 - step)
    case (let low?, let high?):
      let middle = low + (high - low) / 2
      if case .integer = value { return text(middle.rounded() + step) }
      return text(middle + step * (high - low) * 1e-7)
    }
  }

  /// A number without a fraction of zero.
  static func text(_ number: Double) -> String { Int64(exactly: number).map { "\($0)" } ?? "\(number)" }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
