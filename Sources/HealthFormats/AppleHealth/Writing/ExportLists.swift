import HealthModel

/// Writes the lists of a sample as child elements.
///
/// The events and statistics of an activity of a workout are inside of it; exports repeat the events outside, and readers
/// know them for the same.
struct ExportLists {
  private let shape: StructureShape
  private let fields: ExportFields
  private let metadata: ExportMetadata
  /// The list whose elements hold elements of other lists, and the field that names one.
  private let owner: (list: Int, id: Int)?

  /// The elements that are inside of an activity, as the reader knows them.
  private static let inner = [ElementName.workoutEvent, .workoutStatistics].map { $0.text.description }
  private static let repeated = ElementName.workoutEvent.text.description

  init(_ shape: StructureShape, _ fields: ExportFields, _ metadata: ExportMetadata) {
    self.shape = shape
    self.fields = fields
    self.metadata = metadata
    let activity = ElementName.workoutActivity.text.description
    owner = shape.lists.firstIndex { $0.export?.elements == [activity] }.flatMap { list in
      shape.lists[list].element.fields.firstIndex { $0.value == .uuid && $0.isRequired }.map { (list, $0) }
    }
  }

  /// Appends the elements of all lists that exports write, in the order of the definition.
  func append(_ content: StructureContent, offset: Int16, depth: Int, to output: inout [UInt8]) {
    let inside = innerElements(content)
    for (index, list) in shape.lists.enumerated() {
      guard let export = list.export, !export.elements.isEmpty else { continue }
      var depth = depth
      let hasParent = !export.parent.isEmpty && !content.lists[index].isEmpty
      if hasParent {
        indent(depth, to: &output)
        output.append(contentsOf: "<\(export.parent)>\n".utf8)
        depth += 1
      }
      for (number, element) in content.lists[index].enumerated() {
        let isInside = inside[index].map { $0.owners[number] >= 0 } ?? false
        if isInside, export.elements != [Self.repeated] { continue }
        let within =
          index == owner?.list
          ? { (output: inout [UInt8]) in
            appendInner(of: number, inside, content, offset: offset, depth: depth + 1, to: &output)
          } : nil
        // Outside of its activity it does not say which one that is.
        let field = isInside ? inside[index]?.field : nil
        append(element, export, offset: offset, without: field, depth: depth, to: &output, within)
      }
      if hasParent {
        indent(depth - 1, to: &output)
        output.append(contentsOf: "</\(export.parent)>\n".utf8)
      }
    }
  }

  /// The elements of a list that are inside of others: the field that says so, and the place of each one's owner, or -1.
  private struct Inner {
    var field: Int
    var owners: [Int]
  }

  /// What is inside of the owner's elements, by list.
  private func innerElements(_ content: StructureContent) -> [Int: Inner] {
    guard let owner, !content.lists[owner.list].isEmpty else { return [:] }
    var places: [FieldContent: Int] = [:]
    for (place, element) in content.lists[owner.list].enumerated() {
      if let id = element.values[owner.id] { places[id] = place }
    }
    var inside: [Int: Inner] = [:]
    for (index, list) in shape.lists.enumerated() where Self.inner.contains(list.export?.elements.first ?? "") {
      guard let field = list.element.fields.firstIndex(where: { $0.value == .uuid }) else { continue }
      inside[index] = Inner(
        field: field, owners: content.lists[index].map { $0.values[field].flatMap { places[$0] } ?? -1 })
    }
    return inside
  }

  private func appendInner(
    of number: Int, _ inside: [Int: Inner], _ content: StructureContent, offset: Int16, depth: Int,
    to output: inout [UInt8]
  ) {
    for (index, list) in shape.lists.enumerated() {
      guard let inner = inside[index], let export = list.export else { continue }
      for (place, element) in content.lists[index].enumerated() where inner.owners[place] == number {
        append(element, export, offset: offset, without: inner.field, depth: depth, to: &output)
      }
    }
  }

  private func append(
    _ element: GroupContent, _ export: ExportChild, offset: Int16, without field: Int? = nil, depth: Int,
    to output: inout [UInt8], _ within: ((inout [UInt8]) -> Void)? = nil
  ) {
    var skipped = field
    var name = export.elements.first ?? ""
    if let nameField = export.nameField,
      let place = element.definitions.firstIndex(where: { $0.name == nameField }),
      case .enumeration(let list) = element.definitions[place].value,
      case .enumeration(let value)? = element.values[place],
      let item = list.cases.firstIndex(where: { $0.name == value }), item < export.elements.count
    {
      name = export.elements[item]
      skipped = place
    }
    indent(depth, to: &output)
    output.append(contentsOf: "<\(name)".utf8)
    fields.append(element, offset: offset, without: skipped, to: &output)
    output.append(contentsOf: ">\n".utf8)
    let start = output.count
    for case .metadata(let object)? in element.values {
      let text = Array(object.utf8)
      metadata.append(0..<text.count, in: text.span.bytes, depth: depth + 1, to: &output)
    }
    within?(&output)
    if output.count == start {
      output.removeLast(2)
      output.append(contentsOf: "/>\n".utf8)
    } else {
      indent(depth, to: &output)
      output.append(contentsOf: "</\(name)>\n".utf8)
    }
  }

  private func indent(_ depth: Int, to output: inout [UInt8]) {
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
  }
}
