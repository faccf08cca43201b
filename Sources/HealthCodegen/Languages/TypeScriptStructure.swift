import HealthModel

/// The interfaces of a structured sample: its fields, the elements of its lists, its points.
struct TypeScriptStructure {
  let type: TypeDefinition
  let structure: StructureShape
  let names: SampleNames
  let scope: CodeScope

  func add(to lines: inout CodeLines) {
    if !structure.fields.isEmpty {
      interface(part("fields"), of: structure.fields, at: "fields", to: &lines)
    }
    for list in structure.lists {
      guard case .group(let fields) = list.element else { continue }
      interface(part("lists." + list.name), of: fields, at: "lists.\(list.name).fields", to: &lines)
    }
    if !structure.lists.isEmpty { addLists(to: &lines) }
    if let points = structure.points { add(points, to: &lines) }
    lines.add("/** \(type.comment(of: scope.registry)) */")
    lines.block("export interface \(names.sample(type)) extends TimedSample {") { lines in
      lines.add("type: \(CodeText.literal(type.id, in: .typescript));")
      if !structure.fields.isEmpty {
        lines.add("fields\(mark(structure.fields.contains(where: \.isRequired))): \(part("fields"));")
      }
      if !structure.lists.isEmpty {
        lines.add("lists\(mark(structure.lists.contains { $0.minimum > 0 })): \(part("lists"));")
      }
      if let points = structure.points { lines.add("points\(mark(points.minimum > 0)): \(part("points"));") }
      if let parent = structure.parent { lines.add("parent\(mark(parent.isRequired)): string;") }
    }
  }

  private func interface(_ name: String, of fields: [FieldDefinition], at path: String, to lines: inout CodeLines) {
    lines.block("export interface \(name) {") { lines in
      for field in fields {
        let form = self.form(of: field.value, at: "\(path).\(field.name)")
        lines.add("\(field.name)\(mark(field.isRequired)): \(form)\(field.isRequired ? "" : " | null");")
      }
    }
    lines.add()
  }

  private func addLists(to lines: inout CodeLines) {
    lines.block("export interface \(part("lists")) {") { lines in
      for list in structure.lists {
        let form =
          switch list.element {
          case .group: part("lists." + list.name)
          case .value(let field): "(\(self.form(of: field.value, at: "lists." + list.name)))"
          }
        lines.add("\(list.name)\(mark(list.minimum > 0)): \(form)[];")
      }
    }
    lines.add()
  }

  private func add(_ points: PointsDefinition, to lines: inout CodeLines) {
    lines.block("export interface \(part("points")) {") { lines in
      switch points.timing {
      case .rate: lines.add("rate: QuantityValue;")
      case .times: lines.add("time: number[];")
      case .none: break
      }
      lines.add("units?: Record<string, string>;")
      for column in points.columns {
        let cell = column.value == .boolean ? "boolean" : "number"
        lines.add(column.isRequired ? "\(column.name): \(cell)[];" : "\(column.name)?: (\(cell) | null)[];")
      }
    }
    lines.add()
  }

  private func form(of value: FieldValue, at path: String) -> String {
    switch value {
    case .quantity, .quantityOf: "QuantityValue"
    case .number, .integer: "number"
    case .boolean: "boolean"
    case .enumeration(let list): names.values(scope.id(of: list, at: path, in: type)) ?? "string"
    case .text, .time, .date, .uuid, .quantityType: "string"
    case .metadata: "Record<string, MetadataValue>"
    case .document: "string | { text: string; sha256?: string }"
    }
  }

  private func part(_ name: String) -> String { names.part(name, of: type) }

  private func mark(_ isRequired: Bool) -> String { isRequired ? "" : "?" }
}
