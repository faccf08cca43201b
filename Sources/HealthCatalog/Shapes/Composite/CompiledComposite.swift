import HealthModel

/// Composites in a compiled catalog and in the content hash.

extension CompiledWriter {
  mutating func composite(_ shape: CompositeShape) {
    list(shape.fields) { $0.field($1) }
    list(shape.lists) { writer, item in
      writer.text(item.name)
      writer.int(item.limit)
      writer.list(item.fields) { $0.field($1) }
    }
  }

  private mutating func field(_ field: CompositeShape.Field) {
    text(field.name)
    bounds(field.allowed)
    flag(field.isRequired)
  }
}

extension CompiledReader {
  mutating func composite() -> CompositeShape {
    let fields = list { $0.field() }
    let lists = list { reader in
      CompositeShape.List(name: reader.text(), limit: reader.int(), fields: reader.list { $0.field() })
    }
    return CompositeShape(fields: fields, lists: lists)
  }

  private mutating func field() -> CompositeShape.Field {
    CompositeShape.Field(name: text(), allowed: bounds(), isRequired: flag())
  }
}

extension CanonicalForm {
  mutating func append(_ shape: CompositeShape) {
    for field in shape.fields { append(field) }
    for item in shape.lists {
      list("list", [item.name])
      integer("limit", item.limit)
      for field in item.fields { append(field) }
    }
  }

  private mutating func append(_ field: CompositeShape.Field) {
    list("field", [field.name])
    append(field.allowed, "allowed")
    self.field("required", "\(field.isRequired)")
  }
}
