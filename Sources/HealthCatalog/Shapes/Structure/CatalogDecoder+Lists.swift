import HealthModel

extension CatalogDecoder {
  /// The most elements of a list and the most points of a series that a definition can let pass.
  static let maximumElements = 1_000_000

  /// A map from names to lists: `{events: {count: 0..100, fields: {…}}, labels: {values: stateOfMindLabel}}`.
  mutating func lists(_ field: Field, owner: String) -> [ListDefinition]? {
    named(field, as: "a list") { decoder, name, fields in decoder.list(name, owner: "\(owner).\(name)", in: &fields) }
  }

  private mutating func list(_ name: String, owner: String, in fields: inout Fields) -> ListDefinition? {
    let before = errorCount
    let count = read("count", in: &fields) { $0.listCount($1) }
    let isWithin = read("within", in: &fields) { $0.word($1, among: ["sample"]) } != nil
    let sorted = fields.take("sorted")
    let unique = fields.take("unique")
    let export = fields.take("export")
    guard let element = listElement(owner: owner, in: &fields), errorCount == before else { return nil }
    var list = ListDefinition(name: name, element: element, isWithinSample: isWithin)
    if let count { (list.minimum, list.maximum) = (count.minimum, count.maximum) }
    let names = ListFields(element: element)
    list.sorted = sorted.flatMap { names.sorted($0, reportingTo: &self) }
    list.unique = unique.flatMap { names.unique($0, reportingTo: &self) } ?? []
    list.export = export.flatMap { self.exportChild($0, of: element) }
    if isWithin, !element.fields.contains(where: { $0.value == .time }) {
      report(
        .catalogReference, "elements without a time cannot be within the sample", at: fields.mark,
        hint: "add a field of `kind: time`, or take `within` away")
    }
    return errorCount == before ? list : nil
  }

  private mutating func listElement(owner: String, in fields: inout Fields) -> ListElement? {
    guard let group = fields.take("fields") else {
      return fieldValue(owner: owner, in: &fields).map {
        .value(FieldDefinition(name: ListFields.valueName, value: $0, isRequired: true))
      }
    }
    return namedFields(group, owner: owner).map { .group($0) }
  }

  /// `3` or `0..100`: how many elements a list has.
  private mutating func listCount(_ field: Field) -> (minimum: Int, maximum: Int)? {
    guard let text = field.node.text, let count = MemberCount.parse(text, limit: Self.maximumElements),
      let maximum = count.maximum
    else {
      reportKind(field, takes: "a count such as 4 or 0..100, at most \(Self.maximumElements)")
      return nil
    }
    guard count.minimum <= maximum else {
      report(.catalogRange, "the count runs backwards", at: field.node.mark)
      return nil
    }
    guard maximum > 0 else {
      report(.catalogRange, "a list that is always empty", at: field.node.mark)
      return nil
    }
    return (count.minimum, maximum)
  }

  /// `WorkoutEvent`, or `{elements: [RightEye, LeftEye], name: eye, parent: …}`.
  private mutating func exportChild(_ field: Field, of element: ListElement) -> ExportChild? {
    guard field.node.entries != nil else { return exportName(field).map { ExportChild(elements: [$0]) } }
    guard var fields = self.fields(field) else { return nil }
    let elements = need("elements", in: &fields) { $0.list($1) { $0.exportName($1) } }
    let name = fields.take("name")
    let parent = read("parent", in: &fields) { $0.exportName($1) } ?? ""
    finish(fields)
    guard let elements else { return nil }
    guard let name else {
      guard elements.count == 1 else {
        report(
          .catalogKeyMissing, "more than one element needs the key `name`, whose case the element says", at: field.mark)
        return nil
      }
      return ExportChild(elements: elements, parent: parent)
    }
    guard let nameField = text(name) else { return nil }
    let cases = element.fields.first { $0.name == nameField }?.value.enumeration?.cases
    guard let cases else {
      report(
        .catalogReference, "there is no field \(CatalogText.shown(nameField)) with cases in the list",
        at: name.node.mark, hint: CatalogText.suggestion(for: nameField, among: element.fields.map(\.name)))
      return nil
    }
    guard cases.count == elements.count else {
      report(
        .catalogReference, "\(elements.count) elements cannot say which of \(cases.count) cases it is",
        at: name.node.mark)
      return nil
    }
    return ExportChild(elements: elements, nameField: nameField, parent: parent)
  }
}

/// The fields of a list by which its elements are ordered, and which must differ.
struct ListFields {
  static let valueName = "value"

  let element: ListElement

  /// `start`, or `true` for a list of values.
  func sorted(_ field: Field, reportingTo decoder: inout CatalogDecoder) -> String? {
    guard case .group = element else { return value(field, reportingTo: &decoder)?.first }
    guard let name = decoder.text(field) else { return nil }
    return check(name, at: field, reportingTo: &decoder)
  }

  /// `[kind, start]`, or `true` for a list of values.
  func unique(_ field: Field, reportingTo decoder: inout CatalogDecoder) -> [String]? {
    guard case .group = element else { return value(field, reportingTo: &decoder) }
    let before = decoder.errorCount
    let names = decoder.list(field) { decoder, item in
      guard let name = decoder.text(item) else { return nil }
      return check(name, at: item, reportingTo: &decoder)
    }
    guard let names, decoder.errorCount == before else { return nil }
    if names.isEmpty { decoder.report(.catalogKeyKind, "`unique` names no field", at: field.mark) }
    return names
  }

  private func value(_ field: Field, reportingTo decoder: inout CatalogDecoder) -> [String]? {
    guard field.node.content == .scalar(text: "true", isQuoted: false) else {
      decoder.reportKind(field, takes: "true: the elements are values, not groups")
      return nil
    }
    return check(Self.valueName, at: field, reportingTo: &decoder).map { [$0] }
  }

  private func check(_ name: String, at field: Field, reportingTo decoder: inout CatalogDecoder) -> String? {
    guard let found = element.fields.first(where: { $0.name == name }) else {
      decoder.report(
        .catalogReference, "the list has no field \(CatalogText.shown(name))", at: field.node.mark,
        hint: CatalogText.suggestion(for: name, among: element.fields.map(\.name)))
      return nil
    }
    guard found.value.isComparable else {
      decoder.report(
        .catalogReference, "values of \(CatalogText.shown(name)) have no order and are not told apart",
        at: field.node.mark)
      return nil
    }
    return name
  }
}

extension FieldValue {
  /// Whether two values of one field can be compared as they are: quantities of a type that each names cannot.
  fileprivate var isComparable: Bool {
    switch self {
    case .quantity, .number, .integer, .boolean, .enumeration, .text, .time, .date, .uuid, .quantityType: true
    case .quantityOf, .metadata, .document: false
    }
  }
}

/// Types of fields, lists and points.
extension CatalogDecoder {
  /// `fields`, `lists`, `points`, `parent` and `export` of a composite or a series.
  mutating func structureShape(of kind: TypeKind, id: String, in fields: inout Fields) -> StructureShape? {
    let before = errorCount
    var shape = StructureShape()
    shape.fields = read("fields", in: &fields) { $0.namedFields($1, owner: id) } ?? []
    shape.lists = read("lists", in: &fields) { $0.lists($1, owner: id) } ?? []
    if kind == .series { shape.points = need("points", in: &fields) { $0.points($1) } }
    shape.parent = read("parent", in: &fields) { $0.map($1, as: .blank) { $0.describeFields(&$1) } }
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
