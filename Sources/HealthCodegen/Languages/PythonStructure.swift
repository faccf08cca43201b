import HealthModel

/// The typed dictionaries of a structured sample: its fields, the elements of its lists, its points.
///
/// They are made by calls, since the name of a field may be a keyword.
struct PythonStructure {
  let type: TypeDefinition
  let structure: StructureShape
  let names: SampleNames
  let scope: CodeScope

  func add(to lines: inout CodeLines) {
    if !structure.fields.isEmpty {
      dictionary(part("fields"), entries(of: structure.fields, at: "fields"), to: &lines)
    }
    for list in structure.lists {
      guard case .group(let fields) = list.element else { continue }
      dictionary(part("lists." + list.name), entries(of: fields, at: "lists.\(list.name).fields"), to: &lines)
    }
    if !structure.lists.isEmpty {
      let entries = structure.lists.map { list in
        let form =
          switch list.element {
          case .group: part("lists." + list.name)
          case .value(let field): self.form(of: field.value, at: "lists." + list.name)
          }
        return entry(list.name, "List[\(form)]", isRequired: list.minimum > 0)
      }
      dictionary(part("lists"), entries, to: &lines)
    }
    if let points = structure.points { dictionary(part("points"), entries(of: points), to: &lines) }
    addSample(to: &lines)
  }

  private func addSample(to lines: inout CodeLines) {
    lines.add()
    lines.add("# " + type.comment(of: scope.registry))
    lines.block("class \(names.sample(type))(TimedSample):", end: "") { lines in
      lines.add("type: Literal[\(CodeText.literal(type.id, in: .python))]")
      if !structure.fields.isEmpty {
        member("fields", part("fields"), isRequired: structure.fields.contains(where: \.isRequired), to: &lines)
      }
      if !structure.lists.isEmpty {
        member("lists", part("lists"), isRequired: structure.lists.contains { $0.minimum > 0 }, to: &lines)
      }
      if let points = structure.points {
        member("points", part("points"), isRequired: points.minimum > 0, to: &lines)
      }
      if let parent = structure.parent { member("parent", "str", isRequired: parent.isRequired, to: &lines) }
    }
    lines.add()
  }

  private func member(_ name: String, _ form: String, isRequired: Bool, to lines: inout CodeLines) {
    lines.add("\(name): \(isRequired ? form : "NotRequired[\(form)]")")
  }

  private func dictionary(_ name: String, _ entries: [String], to lines: inout CodeLines) {
    lines.block("\(name) = TypedDict(\"\(name)\", {", end: "})") { lines in
      for entry in entries { lines.add(entry) }
    }
  }

  private func entries(of fields: [FieldDefinition], at path: String) -> [String] {
    fields.map { field in
      let form = self.form(of: field.value, at: "\(path).\(field.name)")
      return entry(field.name, field.isRequired ? form : "Union[\(form), None]", isRequired: field.isRequired)
    }
  }

  private func entries(of points: PointsDefinition) -> [String] {
    var entries: [String] = []
    switch points.timing {
    case .rate: entries.append(entry("rate", "QuantityValue", isRequired: true))
    case .times: entries.append(entry("time", "List[float]", isRequired: true))
    case .none: break
    }
    entries.append(entry("units", "Dict[str, str]", isRequired: false))
    return entries
      + points.columns.map { column in
        let cell = column.value == .boolean ? "bool" : "float"
        return entry(
          column.name, column.isRequired ? "List[\(cell)]" : "List[Union[\(cell), None]]",
          isRequired: column.isRequired)
      }
  }

  private func entry(_ name: String, _ form: String, isRequired: Bool) -> String {
    "\(CodeText.literal(name, in: .python)): \(isRequired ? form : "NotRequired[\(form)]"),"
  }

  private func form(of value: FieldValue, at path: String) -> String {
    switch value {
    case .quantity, .quantityOf: "QuantityValue"
    case .number: "float"
    case .integer: "int"
    case .boolean: "bool"
    case .enumeration(let list): names.values(scope.id(of: list, at: path, in: type)) ?? "str"
    case .text, .time, .date, .uuid, .quantityType: "str"
    case .metadata: "Dict[str, MetadataValue]"
    case .document: "Union[str, Dict[str, str]]"
    }
  }

  private func part(_ name: String) -> String { names.part(name, of: type) }
}
