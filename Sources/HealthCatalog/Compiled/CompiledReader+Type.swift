import HealthModel
import HealthUnits

extension CompiledReader {
  mutating func type() -> TypeDefinition {
    let id = text()
    guard let kind = TypeKind(rawValue: text()) else {
      fail()
      return TypeDefinition(id: id, kind: .correlation, title: "", shape: .correlation([]))
    }
    let title = text()
    let summary = text()
    let aliases = texts()
    let identifiers = texts()
    var type = TypeDefinition(
      id: id, kind: kind, title: title, summary: summary, aliases: aliases, identifiers: identifiers, shape: shape())
    type.duration = DurationLimits(
      minimum: optional { Int64($0.int()) }, maximum: optional { Int64($0.int()) })
    type.metadata = MetadataRules(required: texts(), known: texts(), isClosed: flag())
    type.isExclusive = flag()
    type.sessionCase = optional { $0.text() }
    type.isWritable = flag()
    type.since = dictionary { $0.text() }
    type.deprecation = optional { reader in
      Deprecation(since: reader.text(), replacement: reader.optional { $0.text() })
    }
    type.codes = dictionary { $0.texts() }
    type.sources = dictionary { $0.text() }
    type.origins = origins()
    return type
  }

  private mutating func dictionary<Value>(_ read: (inout Self) -> Value) -> [String: Value] {
    let pairs = list { ($0.text(), read(&$0)) }
    var values = [String: Value](minimumCapacity: pairs.count)
    for (key, value) in pairs { values[key] = value }
    return values
  }

  private mutating func origins() -> KeyOrigins {
    var origins: [(key: String, value: CatalogMark)] = []
    for _ in 0..<max(0, min(int(), 1000)) where !isBroken {
      let path = text()
      origins += list { (key: $0.text(), value: CatalogMark(path: path, line: $0.int(), column: $0.int())) }
    }
    return KeyOrigins(origins)
  }

  private mutating func shape() -> TypeShape {
    switch text() {
    case "quantity": return .quantity(quantity())
    case "category": return .category(enumeration())
    case "values": return .characteristic(.values(enumeration()))
    case "date": return .characteristic(.date)
    case "text": return .characteristic(.text(maximumLength: int()))
    case "correlation":
      return .correlation(
        list { reader in
          CorrelationMember(
            role: reader.text(), type: reader.text(), minimum: reader.int(), maximum: reader.optional { $0.int() })
        })
    default:
      fail()
      return .correlation([])
    }
  }

  private mutating func quantity() -> QuantityShape {
    let unit = unit()
    let aggregation = AggregationStyle(rawValue: text())
    if aggregation == nil { fail() }
    let only = optional { reader in reader.list { $0.unit() } }
    let spellings = list { UnitSpelling(text: $0.text(), unit: $0.unit()) }
    var shape = QuantityShape(
      unit: unit, aggregation: aggregation ?? .cumulative, units: AllowedUnits(only: only, spellings: spellings),
      allowed: bounds(), plausible: bounds())
    shape.maximumRate = optional { $0.number() }
    return shape
  }

  private mutating func bounds() -> ValueBounds {
    let limits = (0..<5).map { _ in optional { $0.number() } }
    return ValueBounds(
      minimum: limits[0], maximum: limits[1], above: limits[2], below: limits[3], isInteger: flag(), step: limits[4])
  }
}
