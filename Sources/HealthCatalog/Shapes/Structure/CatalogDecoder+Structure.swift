import HealthModel

/// Types of fields, lists and points.
extension CatalogDecoder {
  /// `fields`, `lists`, `points`, `parent` and `export` of a composite or a series.
  ///
  /// - Returns: the shape; `nil` after a finding.
  mutating func structureShape(of kind: TypeKind, id: String, in fields: inout Fields) -> StructureShape? {
    let before = errorCount
    var shape = StructureShape()
    shape.fields = read("fields", in: &fields) { $0.namedFields($1, owner: id) } ?? []
    shape.lists = read("lists", in: &fields) { $0.lists($1, owner: id) } ?? []
    if kind == .series { shape.points = need("points", in: &fields) { $0.points($1) } }
    shape.parent = read("parent", in: &fields) { $0.parent($1) }
    shape.export = read("export", in: &fields) { $0.exportElement($1) }
    if errorCount == before { refuseSharedNames(of: shape, in: fields) }
    if errorCount == before, shape.fields.isEmpty, shape.lists.isEmpty, shape.points == nil {
      report(.catalogKeyMissing, "a \(kind.rawValue) needs the key `fields` or `lists`", at: fields.mark)
    }
    return errorCount == before ? shape : nil
  }

  /// A field and a list are both columns to a query, so no two share a name.
  private mutating func refuseSharedNames(of shape: StructureShape, in fields: Fields) {
    let names = Set(shape.fields.map { $0.name.lowercased() })
    guard let lists = fields.entries.first(where: { $0.key == "lists" })?.value.entries else { return }
    for entry in lists where names.contains(entry.key.lowercased()) {
      report(
        .catalogShadow, "a field has the name of the list \(CatalogText.shown(entry.key))", at: entry.keyMark,
        hint: "give one of the two another name")
    }
  }

  /// Reads the entries of a map of named parts, each by itself.
  ///
  /// - Returns: the parts in their order; `nil` after a finding.
  mutating func named<Value>(
    _ field: Field, as noun: String, _ body: (inout CatalogDecoder, String, inout Fields) -> Value?
  ) -> [Value]? {
    guard let fields = self.fields(field) else { return nil }
    let before = errorCount
    var values: [Value] = []
    var names: [String: String] = [:]
    for (name, part) in fields.all() {
      guard FieldName.isValid(name) else {
        report(
          .catalogID, "\(CatalogText.shownASCII(name)) is not the name of \(noun)", at: part.mark,
          hint: "a name begins with a letter and holds letters, digits and `_`, at most 64")
        continue
      }
      if let other = names.updateValue(name, forKey: name.lowercased()) {
        report(
          .catalogShadow, "\(CatalogText.shown(name)) and \(CatalogText.shown(other)) differ only in case",
          at: part.mark)
      }
      guard var parts = self.fields(part) else { continue }
      if let value = body(&self, name, &parts) { values.append(value) }
      finish(parts)
    }
    if values.isEmpty, errorCount == before {
      report(.catalogKeyMissing, "\(CatalogText.shown(field.path)) is empty", at: field.mark)
    }
    return errorCount == before ? values : nil
  }

  /// `{type: workout, required: false}`.
  private mutating func parent(_ field: Field) -> ParentDefinition? {
    guard var fields = self.fields(field) else { return nil }
    let type = need("type", in: &fields) { $0.id($1) }
    let isRequired = read("required", in: &fields) { $0.flag($1) } ?? false
    finish(fields)
    return type.map { ParentDefinition(type: $0, isRequired: isRequired) }
  }

  /// `{element: Workout, start: startDate, end: endDate}`; without an element, samples are in files of their own.
  private mutating func exportElement(_ field: Field) -> ExportElement? {
    guard var fields = self.fields(field) else { return nil }
    let element = read("element", in: &fields) { $0.exportName($1) } ?? ""
    let start = read("start", in: &fields) { $0.exportName($1) }
    let end = read("end", in: &fields) { $0.exportName($1) }
    finish(fields)
    return ExportElement(element: element, start: start ?? "startDate", end: end ?? start ?? "endDate")
  }

  /// The name of an element or attribute of an export, or of a line at the top of one of its files.
  mutating func exportName(_ field: Field) -> String? {
    guard let text = self.text(field) else { return nil }
    guard text.utf8.count <= 128, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      reportKind(field, takes: "a name of printable ASCII, at most 128")
      return nil
    }
    return text
  }
}

/// The grammar of names of fields, lists and columns: they are words of conditions and columns of tables.
enum FieldName {
  static let maximumLength = 64

  /// Whether a text is a name: a letter, then letters, digits and `_`.
  static func isValid(_ text: String) -> Bool {
    CatalogID.isValid(text) && text.utf8.count <= maximumLength
      && !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }
}
