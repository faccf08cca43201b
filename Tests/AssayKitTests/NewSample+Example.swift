import AssayKit
import HealthModel

/// Examples of the catalog as new samples.
extension NewSample {
  /// The sample of a JSON object; `nil` for one that Swift values cannot say, as a `value` that is a list.
  init?(example text: String) {
    guard case .object(let members)? = JSONValue(parsing: text.utf8) else { return nil }
    self.init(members)
  }

  private init?(_ members: [JSONValue.Member]) {
    let values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
    guard case .string(let type)? = values["type"] else { return nil }
    self.init(type: type, value: .absent)
    var content = NewStructure()
    var isStructured = false
    for (key, value) in values {
      switch (key, value) {
      case ("type", _), ("unit", _): break
      case ("value", .string(let text)): self.value = .text(text)
      case ("value", .int64(let raw)) where values["unit"] == nil: self.value = .rawCase(Int(raw))
      case ("value", _):
        guard let quantity = Self.quantity(value, values["unit"]) else { return nil }
        self.value = .quantity(quantity.value, quantity.unit)
      case ("start", .string(let text)):
        guard let instant = Self.instant(text) else { return nil }
        start = instant
      case ("end", .string(let text)):
        guard let instant = Self.instant(text) else { return nil }
        end = instant
      case ("uuid", .string(let text)):
        guard let id = SampleID(text) else { return nil }
        self.id = id
      case ("subject", .string(let text)): subject = text
      case ("role", .string(let text)): role = text
      case ("metadata", .object(let pairs)):
        for pair in pairs {
          guard let value = Self.metadata(pair.value) else { return nil }
          metadata[pair.key] = value
        }
      case ("members", .array(let elements)):
        for element in elements {
          guard case .object(let fields) = element, let member = NewSample(fields) else { return nil }
          self.members.append(member)
        }
      case ("parent", .string(let text)):
        guard let id = SampleID(text) else { return nil }
        content.parent = id
        isStructured = true
      case ("fields", .object(let pairs)):
        for pair in pairs {
          guard let field = NewField(example: pair.value) else { return nil }
          content.fields[pair.key] = field
        }
        isStructured = true
      case ("lists", .object(let pairs)):
        for pair in pairs {
          guard case .array(let elements) = pair.value else { return nil }
          let fields = elements.compactMap(NewField.init(example:))
          guard fields.count == elements.count else { return nil }
          content.lists[pair.key] = fields
        }
        isStructured = true
      case ("points", .object(let pairs)):
        guard let points = NewPoints(example: pairs) else { return nil }
        content.points = points
        isStructured = true
      default: return nil
      }
    }
    if isStructured {
      guard self.value == .absent else { return nil }
      self.value = .structure(content)
    }
  }

  fileprivate static func quantity(_ value: JSONValue, _ unit: JSONValue?) -> Quantity? {
    guard let number = value.exampleNumber, case .string(let text)? = unit, let unit = try? UnitOfMeasure(text) else {
      return nil
    }
    return Quantity(number, unit)
  }

  fileprivate static func instant(_ text: String) -> Instant? {
    let bytes = Array(text.utf8)
    return TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)?.instant
  }

  fileprivate static func metadata(_ value: JSONValue) -> MetadataValue? {
    switch value {
    case .string(let text): return .string(text)
    case .boolean(let flag): return .boolean(flag)
    case .int64, .double: return value.exampleNumber.map { .number($0) }
    case .object(let pairs):
      guard let quantity = JSONValue.quantity(of: pairs) else { return nil }
      return .quantity(quantity)
    case .null, .array: return nil
    }
  }
}

extension NewField {
  init?(example value: JSONValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .boolean(let flag): self = .boolean(flag)
    case .int64, .double:
      guard let number = value.exampleNumber else { return nil }
      self = .number(number)
    case .object(let pairs):
      if let quantity = JSONValue.quantity(of: pairs) {
        self = .quantity(quantity.value, quantity.unit)
        return
      }
      var fields: [String: NewField] = [:]
      for pair in pairs {
        guard let field = NewField(example: pair.value) else { return nil }
        fields[pair.key] = field
      }
      self = .group(fields)
    case .null, .array: return nil
    }
  }
}

extension NewPoints {
  init?(example pairs: [JSONValue.Member]) {
    self.init(columns: [:])
    var units: [String: UnitOfMeasure] = [:]
    if case .object(let named)? = pairs.first(where: { $0.key == "units" })?.value {
      for pair in named {
        guard case .string(let text) = pair.value, let unit = try? UnitOfMeasure(text) else { return nil }
        units[pair.key] = unit
      }
    }
    for pair in pairs where pair.key != "units" {
      if pair.key == "rate", case .object(let rate) = pair.value, let quantity = JSONValue.quantity(of: rate) {
        timing = .rate(quantity.value, quantity.unit)
        continue
      }
      guard case .array(let cells) = pair.value else { return nil }
      if cells.contains(where: { if case .boolean = $0 { true } else { false } }) {
        columns[pair.key] = .booleans(cells.map { if case .boolean(let flag) = $0 { flag } else { nil } })
        continue
      }
      let numbers = cells.map { $0 == .null ? Double.nan : $0.exampleNumber ?? .infinity }
      guard !numbers.contains(.infinity) else { return nil }
      if pair.key == "time" {
        timing = .seconds(numbers)
      } else {
        columns[pair.key] = units[pair.key].map { .quantities(numbers, $0) } ?? .numbers(numbers)
      }
    }
  }
}

extension JSONValue {
  fileprivate var exampleNumber: Double? {
    switch self {
    case .int64(let number): Double(number)
    case .double(let number): number
    case .null, .boolean, .string, .array, .object: nil
    }
  }

  fileprivate static func quantity(of pairs: [Member]) -> Quantity? {
    guard pairs.count == 2, let value = pairs.first(where: { $0.key == "value" })?.value else { return nil }
    return NewSample.quantity(value, pairs.first { $0.key == "unit" }?.value)
  }
}
