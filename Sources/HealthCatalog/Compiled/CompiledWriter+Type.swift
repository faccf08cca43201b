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
