import HealthModel

/// Writes the document type of an export: which elements there are, with which attributes and children.
///
/// Those of structured types are made of their definitions, so that it says what is written. It declares every attribute
/// as text that may be left out, except the ones that all elements of a name have.
struct DocumentTypeText {
  private var names: [String] = []
  private var elements: [String: Element] = [:]

  private struct Element {
    var children: [String] = []
    var attributes: [String] = []
  }

  private static let slots = ["sourceName", "sourceVersion", "device", "creationDate"]

  init(_ registry: Registry, characteristics: [String], structures: [(type: TypeDefinition, text: ElementText)]) {
    add("Me", attributes: characteristics)
    let record = ["type"] + Self.slots.prefix(3) + ["unit", "creationDate", "startDate", "endDate", "value"]
    add("Record", attributes: record, children: ["MetadataEntry"])
    add(
      "Correlation", attributes: record.filter { $0 != "unit" && $0 != "value" }, children: ["MetadataEntry", "Record"])
    for (type, text) in structures { add(type, text, registry) }
    add("MetadataEntry", attributes: ["key", "value"])
    let top = names.filter { name in
      name == "Record" || name == "Correlation" || structures.contains { $0.text.element == name }
    }
    names.insert(contentsOf: ["HealthData", "ExportDate"], at: 0)
    elements["HealthData"] = Element(children: top, attributes: ["locale"])
    elements["ExportDate"] = Element(attributes: ["value"])
  }

  private mutating func add(_ name: String, attributes: [String] = [], children: [String] = []) {
    if elements[name] == nil { names.append(name) }
    var element = elements[name] ?? Element()
    for child in children where !element.children.contains(child) { element.children.append(child) }
    for attribute in attributes where !element.attributes.contains(attribute) { element.attributes.append(attribute) }
    elements[name] = element
  }

  private mutating func add(_ type: TypeDefinition, _ text: ElementText, _ registry: Registry) {
    guard let export = text.shape.export else { return }
    add(
      text.element,
      attributes: ["type"] + Self.attributes(of: text.shape.fields) + Self.slots + [export.start, export.end],
      children: ["MetadataEntry"])
    for list in text.shape.lists {
      guard let child = list.export else { continue }
      for name in child.elements {
        let inner = name == ElementName.workoutActivity.text.description
        let hasMetadata = list.element.fields.contains { $0.value == .metadata }
        add(child.parent.isEmpty ? text.element : child.parent, children: [name])
        if !child.parent.isEmpty { add(text.element, children: [child.parent]) }
        add(
          name, attributes: Self.attributes(of: list.element.fields),
          children: (hasMetadata ? ["MetadataEntry"] : [])
            + (inner ? [ElementName.workoutEvent, .workoutStatistics].map { $0.text.description } : []))
      }
    }
    if text.route != nil {
      add(text.element, children: ["FileReference"])
      add("FileReference", attributes: ["path"])
    } else if let points = text.shape.points, !points.export.isEmpty {
      var names = points.columns.compactMap { $0.export?.name }
      if case .times(let time?) = points.timing { names.append(time) }
      add(text.element, children: [points.export])
      add(points.export, attributes: names)
    }
    guard let parent = text.shape.parent.flatMap({ registry.type(named: $0.type) }) else { return }
    let outer = parent.shape.structure.map { $0.export?.element ?? "" } ?? "Record"
    if !outer.isEmpty { add(outer, children: [text.element]) }
  }

  private static func attributes(of fields: [FieldDefinition]) -> [String] {
    fields.flatMap { field -> [String] in
      guard let export = field.export, field.value != .metadata else { return [] }
      switch field.value {
      case .quantity, .quantityOf: return [export.name, export.unit].filter { !$0.isEmpty }
      default: return [export.name]
      }
    }
  }

  func append(to output: inout [UInt8]) {
    output.append(contentsOf: "<!DOCTYPE HealthData [\n".utf8)
    for name in names {
      guard let element = elements[name] else { continue }
      let children = element.children.joined(separator: "|")
      let model =
        name == "HealthData"
        ? "(ExportDate,Me,(\(children))*)" : children.isEmpty ? "EMPTY" : "(\(children))*"
      output.append(contentsOf: "<!ELEMENT \(name) \(model)>\n".utf8)
      if element.attributes.isEmpty { continue }
      output.append(contentsOf: "<!ATTLIST \(name)\n".utf8)
      for attribute in element.attributes {
        let isRequired = Self.required[name]?.contains(attribute) ?? false
        output.append(contentsOf: "  \(attribute) CDATA \(isRequired ? "#REQUIRED" : "#IMPLIED")\n".utf8)
      }
      output.append(contentsOf: ">\n".utf8)
    }
    output.append(contentsOf: "]>\n".utf8)
  }

  private static let required: [String: [String]] = [
    "HealthData": ["locale"], "ExportDate": ["value"], "MetadataEntry": ["key", "value"], "FileReference": ["path"],
    "Record": ["type", "sourceName", "startDate", "endDate"],
    "Correlation": ["type", "sourceName", "startDate", "endDate"],
  ]
}
