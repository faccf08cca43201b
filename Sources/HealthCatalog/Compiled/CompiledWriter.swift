import HealthModel
import HealthUnits

/// Writes the parts of a compiled catalog.
struct CompiledWriter {
  private(set) var bytes: [UInt8] = []

  mutating func int(_ value: Int) {
    bytes.append(contentsOf: String(value).utf8)
    bytes.append(UInt8(ascii: ";"))
  }

  mutating func flag(_ value: Bool) { int(value ? 1 : 0) }

  mutating func text(_ value: String) {
    bytes.append(contentsOf: String(value.utf8.count).utf8)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(contentsOf: value.utf8)
  }

  /// The bits of a number, so that it comes back as it is.
  mutating func number(_ value: Double) { int(Int(bitPattern: UInt(value.bitPattern))) }

  mutating func optional<Value>(_ value: Value?, _ write: (inout Self, Value) -> Void) {
    flag(value != nil)
    if let value { write(&self, value) }
  }

  mutating func list<Value>(_ values: [Value], _ write: (inout Self, Value) -> Void) {
    int(values.count)
    for value in values { write(&self, value) }
  }

  mutating func texts(_ values: [String]) { list(values) { $0.text($1) } }

  mutating func unit(_ unit: UnitOfMeasure) {
    text(unit.grammar.rawValue)
    text(unit.unitString)
  }

  mutating func mark(_ mark: CatalogMark) {
    text(mark.path)
    int(mark.line)
    int(mark.column)
  }

  mutating func enumeration(_ list: EnumDefinition) {
    text(list.id)
    optional(list.identifier) { $0.text($1) }
    texts(list.otherIdentifiers)
    self.list(list.cases) { writer, item in
      writer.text(item.name)
      writer.optional(item.raw) { $0.int($1) }
      writer.texts(item.aliases)
      writer.texts(item.exports)
      writer.texts(item.requires)
    }
  }

  mutating func metadataKey(_ key: MetadataKeyDefinition) {
    text(key.key)
    texts(key.identifiers)
    optional(key.mark) { $0.mark($1) }
    switch key.value {
    case .string(let maximum, let pattern):
      text("string")
      optional(maximum) { $0.int($1) }
      optional(pattern) { $0.text($1.source) }
    case .number: text("number")
    case .integer: text("integer")
    case .boolean: text("boolean")
    case .date: text("date")
    case .quantity(let unit):
      text("quantity")
      optional(unit) { $0.unit($1) }
    case .enum(let list):
      text("enum")
      enumeration(list)
    }
  }

  mutating func type(_ type: TypeDefinition) {
    text(type.id)
    text(type.kind.rawValue)
    text(type.title)
    text(type.summary)
    texts(type.aliases)
    texts(type.identifiers)
    shape(type.shape)
    optional(type.duration.minimum) { $0.int(Int($1)) }
    optional(type.duration.maximum) { $0.int(Int($1)) }
    optional(type.duration.usuallyBelow) { $0.int(Int($1)) }
    texts(type.metadata.required)
    texts(type.metadata.known)
    flag(type.metadata.isClosed)
    flag(type.isExclusive)
    optional(type.sessionCase) { $0.text($1) }
    flag(type.isWritable)
    dictionary(type.since) { $0.text($1) }
    optional(type.deprecation) { writer, deprecation in
      writer.text(deprecation.since)
      writer.optional(deprecation.replacement) { $0.text($1) }
    }
    dictionary(type.codes) { $0.texts($1) }
    dictionary(type.sources) { $0.text($1) }
    typeRules(type)
    origins(type.origins)
  }

  private mutating func dictionary<Value>(_ values: [String: Value], _ write: (inout Self, Value) -> Void) {
    list(values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { writer, item in
      writer.text(item.key)
      write(&writer, item.value)
    }
  }

  /// The marks of a type, file by file, since nearly all are in one.
  private mutating func origins(_ origins: KeyOrigins) {
    let files = Dictionary(grouping: origins) { $0.value.path }
    list(files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { writer, file in
      writer.text(file.key)
      writer.list(file.value.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { writer, item in
        writer.text(item.key)
        writer.int(item.value.line)
        writer.int(item.value.column)
      }
    }
  }
}
