import HealthModel

extension CompiledWriter {
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
    origins(type.origins)
  }

  private mutating func dictionary<Value>(_ values: [String: Value], _ write: (inout Self, Value) -> Void) {
    list(values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) { writer, item in
      writer.text(item.key)
      write(&writer, item.value)
    }
  }

  /// The marks of a type, file by file, since nearly all stand in one.
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

  private mutating func shape(_ shape: TypeShape) {
    switch shape {
    case .quantity(let shape):
      text("quantity")
      quantity(shape)
    case .category(let list):
      text("category")
      enumeration(list)
    case .characteristic(.values(let list)):
      text("values")
      enumeration(list)
    case .characteristic(.date): text("date")
    case .characteristic(.text(let maximum)):
      text("text")
      int(maximum)
    case .correlation(let members):
      text("correlation")
      list(members) { writer, member in
        writer.text(member.role)
        writer.text(member.type)
        writer.int(member.minimum)
        writer.optional(member.maximum) { $0.int($1) }
      }
    }
  }

  private mutating func quantity(_ shape: QuantityShape) {
    unit(shape.unit)
    text(shape.aggregation.rawValue)
    optional(shape.units.only) { writer, units in writer.list(units) { $0.unit($1) } }
    list(shape.units.spellings) { writer, spelling in
      writer.text(spelling.text)
      writer.unit(spelling.unit)
    }
    bounds(shape.allowed)
    bounds(shape.plausible)
    optional(shape.maximumRate) { $0.number($1) }
  }

  private mutating func bounds(_ bounds: ValueBounds) {
    for limit in [bounds.minimum, bounds.maximum, bounds.above, bounds.below, bounds.step] {
      optional(limit) { $0.number($1) }
    }
    flag(bounds.isInteger)
  }
}
