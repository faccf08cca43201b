import HealthModel

/// The data classes of a structured sample: its fields, the elements of its lists, its points.
struct KotlinStructure {
  let type: TypeDefinition
  let structure: StructureShape
  let names: SampleNames
  let scope: CodeScope

  func add(to lines: inout CodeLines) {
    if !structure.fields.isEmpty {
      dataClass(part("fields"), properties(of: structure.fields, at: "fields"), to: &lines)
    }
    for list in structure.lists {
      guard case .group(let fields) = list.element else { continue }
      dataClass(part("lists." + list.name), properties(of: fields, at: "lists.\(list.name).fields"), to: &lines)
    }
    if !structure.lists.isEmpty {
      let lists = structure.lists.map { list in
        let form =
          switch list.element {
          case .group: part("lists." + list.name)
          case .value(let field): self.form(of: field.value)
          }
        return property(list.name, "List<\(form)>", isRequired: list.minimum > 0)
      }
      dataClass(part("lists"), lists, to: &lines)
    }
    if let points = structure.points { dataClass(part("points"), properties(of: points), to: &lines) }
    addSample(to: &lines)
  }

  private func addSample(to lines: inout CodeLines) {
    var properties: [String] = []
    if !structure.fields.isEmpty {
      properties.append(
        property("fields", part("fields"), isRequired: structure.fields.contains(where: \.isRequired)))
    }
    if !structure.lists.isEmpty {
      properties.append(property("lists", part("lists"), isRequired: structure.lists.contains { $0.minimum > 0 }))
    }
    if let points = structure.points {
      properties.append(property("points", part("points"), isRequired: points.minimum > 0))
    }
    if let parent = structure.parent { properties.append(property("parent", "String", isRequired: parent.isRequired)) }
    let common = (KotlinCode.times + KotlinCode.details).map { String($0.dropLast()) }
    let comment = type.comment(of: scope.registry)
    lines.add()
    lines.add("/** \(comment) */")
    lines.block("data class \(names.sample(type))(", end: ") : Sample {") { lines in
      for line in (properties + common).dropLast() { lines.add(line + ",") }
      lines.add((properties + common).last ?? "")
    }
    lines.block("    override val type: String get() = \(CodeText.literal(type.id, in: .kotlin))", end: "}") { _ in }
  }

  private func dataClass(_ name: String, _ properties: [String], to lines: inout CodeLines) {
    lines.add()
    lines.block("data class \(name)(", end: ")") { lines in
      for line in properties.dropLast() { lines.add(line + ",") }
      lines.add(properties.last ?? "")
    }
  }

  private func properties(of fields: [FieldDefinition], at path: String) -> [String] {
    fields.map { field in
      let values = field.value.enumeration.flatMap { list in
        names.values(scope.id(of: list, at: "\(path).\(field.name)", in: type))
      }
      let note = values.map { "/** The `id` of a `\($0)`. */ " } ?? ""
      return note + property(field.name, form(of: field.value), isRequired: field.isRequired)
    }
  }

  private func properties(of points: PointsDefinition) -> [String] {
    var lines: [String] = []
    switch points.timing {
    case .rate: lines.append(property("rate", "QuantityValue", isRequired: true))
    case .times: lines.append(property("time", "List<Double>", isRequired: true))
    case .none: break
    }
    lines.append(property("units", "Map<String, String>", isRequired: false))
    return lines
      + points.columns.map { column in
        let cell = column.value == .boolean ? "Boolean" : "Double"
        return property(
          column.name, column.isRequired ? "List<\(cell)>" : "List<\(cell)?>", isRequired: column.isRequired)
      }
  }

  private func property(_ name: String, _ form: String, isRequired: Bool) -> String {
    "val \(KotlinWords.property(name)): \(form)" + (isRequired ? "" : "? = null")
  }

  private func form(of value: FieldValue) -> String {
    switch value {
    case .quantity, .quantityOf: "QuantityValue"
    case .number: "Double"
    case .integer: "Long"
    case .boolean: "Boolean"
    case .enumeration, .text, .time, .date, .uuid, .quantityType: "String"
    case .metadata: "Map<String, Any?>"
    case .document: "Any"
    }
  }

  private func part(_ name: String) -> String { names.part(name, of: type) }
}
