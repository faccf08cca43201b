import HealthModel
import HealthUnits

extension CompiledReader {
  mutating func type() -> TypeDefinition {
    let id = text()
    guard let kind = TypeKind(rawValue: text()) else {
      fail()
      return TypeDefinition(id: id, title: "", shape: .correlation([]))
    }
    let title = text()
    let summary = text()
    let aliases = texts()
    let identifiers = texts()
    var type = TypeDefinition(
      id: id, title: title, summary: summary, aliases: aliases, identifiers: identifiers, shape: shape(of: kind))
    type.duration = DurationLimits(
      minimum: optional { Int64($0.int()) }, maximum: optional { Int64($0.int()) },
      usuallyBelow: optional { Int64($0.int()) })
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
    readTypeRules(of: &type)
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
}
