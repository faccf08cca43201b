import HealthModel
import HealthUnits

/// Writes structured samples of one type as elements, named as its definition says.
struct ElementText: Sendable {
  let shape: StructureShape
  let element: String
  /// The names of the attributes with the start and the end.
  private let start: String
  private let end: String
  /// The type's own name, where no field and no element says it.
  private let typeName: String?
  /// Whether the points are in a file of their own, as places on earth are.
  let route: RouteText?
  /// The fields whose text is in a file of its own, by their places.
  let documents: [Int]
  private let isStartField: Bool
  private let fields: ExportFields
  private let metadata: ExportMetadata

  init(
    _ type: TypeDefinition, _ shape: StructureShape, _ export: ExportElement, isShared: Bool, _ fields: ExportFields,
    _ metadata: ExportMetadata
  ) {
    self.shape = shape
    self.fields = fields
    self.metadata = metadata
    element = export.element
    start = export.start
    end = export.end
    let names = shape.fields.compactMap { $0.export?.name }
    // Elements inside of others, and those with fields, say what they are without it.
    let isNamed = names.contains("type") || (!isShared && (!names.isEmpty || shape.parent != nil))
    typeName = isNamed ? nil : type.identityName
    isStartField = names.contains(export.start)
    route = shape.points.flatMap { RouteText($0) }
    documents = shape.fields.indices.filter { index in
      if case .document = shape.fields[index].value { return shape.fields[index].export != nil }
      return false
    }
  }

  /// The content of a sample; `nil` when its text is none.
  func content(_ row: Int, of batch: SampleBatch) -> StructureContent? {
    if batch.text[row].isEmpty { return StructureContent(shape: shape) }
    return try? StructureContent(
      shape, at: batch.text[row].indices, in: batch.arena.span.bytes, units: fields.registry.units)
  }

  /// The parts of a sample's element: what is before its source and times, these, and what is after them.
  struct Parts: Sendable {
    var beginning: [UInt8] = []
    var slots: [UInt8] = []
    var rest: [UInt8] = []
  }

  /// The element of a sample, without elements of samples that belong to it.
  func parts(
    _ row: Int, of batch: SampleBatch, _ content: StructureContent, _ sources: ExportSources, attached: [UInt8] = [],
    depth: Int
  ) -> Parts {
    var parts = Parts()
    let offset = batch.startOffset[row]
    parts.beginning = [UInt8](repeating: UInt8(ascii: " "), count: depth) + Array("<\(element)".utf8)
    if let typeName { XMLAttributeText.append("type".utf8, typeName.utf8, to: &parts.beginning) }
    fields.append(content.fields, offset: offset, to: &parts.beginning) { index in
      name(ofDocument: index, row, of: batch, content)
    }
    sources.appendSource(row, of: batch, to: &parts.slots)
    sources.appendDevice(row, of: batch, to: &parts.slots)
    RecordText.appendCreation(row, of: batch, to: &parts.slots)
    if !isStartField { append(start, batch.start[row], offset, to: &parts.slots) }
    // Samples of one moment have one time where exports have but one attribute.
    if end != start, start == "startDate" || batch.end[row] != batch.start[row] {
      append(end, batch.end[row], batch.endOffset[row], to: &parts.slots)
    }
    var inside: [UInt8] = []
    metadata.append(batch.metadata[row].indices, in: batch.arena.span.bytes, depth: depth + 1, to: &inside)
    ExportLists(shape, fields, metadata).append(content, offset: offset, depth: depth + 1, to: &inside)
    appendPoints(row, of: batch, content, depth: depth + 1, to: &inside)
    inside += attached
    if inside.isEmpty {
      parts.rest = Array("/>\n".utf8)
    } else {
      parts.rest = Array(">\n".utf8) + inside
      parts.rest.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
      parts.rest.append(contentsOf: "</\(element)>\n".utf8)
    }
    return parts
  }

  private func append(_ name: String, _ time: Int64, _ offset: Int16, to output: inout [UInt8]) {
    XMLAttributeText.begin(name.utf8, to: &output)
    ExportTime.append(time, offset: offset, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  private func appendPoints(
    _ row: Int, of batch: SampleBatch, _ content: StructureContent, depth: Int, to output: inout [UInt8]
  ) {
    guard let points = content.points, let definition = shape.points else { return }
    let indent = [UInt8](repeating: UInt8(ascii: " "), count: depth)
    if route != nil {
      output += indent
      output.append(contentsOf: "<FileReference path=\"/\(RouteText.name(row, of: batch))\"/>\n".utf8)
      return
    }
    guard !definition.export.isEmpty else { return }
    for point in 0..<points.count {
      output += indent
      output.append(contentsOf: "<\(definition.export)".utf8)
      for (column, values) in zip(definition.columns, points.columns) {
        guard let name = column.export?.name, point < values.count, values[point].isFinite else { continue }
        XMLAttributeText.begin(name.utf8, to: &output)
        DecimalWriter.append(values[point], to: &output)
        output.append(UInt8(ascii: "\""))
      }
      if case .times(let name?) = definition.timing, point < points.times.count {
        let time = batch.start[row] &+ Int64((points.times[point] * 1_000_000).rounded())
        XMLAttributeText.begin(name.utf8, to: &output)
        // An attribute of this name has no date in exports.
        if name == "time" {
          ExportTime.appendTimeOfDay(time, offset: batch.startOffset[row], to: &output)
        } else {
          ExportTime.append(time, offset: batch.startOffset[row], to: &output)
        }
        output.append(UInt8(ascii: "\""))
      }
      output.append(contentsOf: "/>\n".utf8)
    }
  }

  /// The path of a document's file in the export; `nil` when the sample has none.
  func name(ofDocument index: Int, _ row: Int, of batch: SampleBatch, _ content: StructureContent) -> String? {
    guard case .document? = content.fields.values[index] else { return nil }
    let place = shape.fields.firstIndex { $0.export?.name == "type" }
    let kind = place.flatMap { fields.text(content.fields.values[$0], shape.fields[$0]) } ?? element
    let word = kind.utf8.allSatisfy { ($0 | 0x20) &- 0x61 <= 25 } && !kind.isEmpty ? kind : element
    let number = documents.count > 1 ? "-\(index + 1)" : ""
    return "clinical-records/\(word)-\(batch.id[row])\(number).json"
  }
}

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
    if let nameField = export.nameField, let place = element.definitions.firstIndex(where: { $0.name == nameField }),
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

/// Writes the fields of a sample, or of an element of a list, as attributes.
struct ExportFields: Sendable {
  let registry: Registry

  /// Appends the attributes of the fields that exports write, in the order of the definition.
  func append(
    _ group: GroupContent, offset: Int16, without skipped: Int? = nil, to output: inout [UInt8],
    document: (Int) -> String? = { _ in nil }
  ) {
    var units: [String] = []
    for (index, field) in group.definitions.enumerated() {
      guard let export = field.export, let value = group.values[index], index != skipped else { continue }
      switch value {
      case .metadata: continue
      case .document:
        if let path = document(index) { XMLAttributeText.append(export.name.utf8, "/\(path)".utf8, to: &output) }
      case .time(let microseconds):
        XMLAttributeText.begin(export.name.utf8, to: &output)
        ExportTime.append(microseconds, offset: offset, to: &output)
        output.append(UInt8(ascii: "\""))
      case .quantity(let number, let unit):
        XMLAttributeText.begin(export.name.utf8, to: &output)
        DecimalWriter.append(number, to: &output)
        output.append(UInt8(ascii: "\""))
        // Several numbers can share the attribute of their unit.
        if !export.unit.isEmpty, !units.contains(export.unit) {
          units.append(export.unit)
          XMLAttributeText.append(export.unit.utf8, unit.unitString.utf8, to: &output)
        }
      case .number, .boolean, .enumeration, .text:
        if let text = text(value, field) { XMLAttributeText.append(export.name.utf8, text.utf8, to: &output) }
      }
    }
  }

  /// The text of a value that is one attribute; `nil` for others.
  func text(_ value: FieldContent?, _ field: FieldDefinition) -> String? {
    switch value {
    case .number(let number): return DecimalWriter.string(number)
    case .boolean(let flag): return flag ? "1" : "0"
    case .enumeration(let name):
      guard case .enumeration(let list) = field.value, let item = list.cases.first(where: { $0.name == name }) else {
        return name
      }
      return list.exportText(of: item)
    case .text(let text):
      guard case .quantityType = field.value else { return text }
      return registry.type(named: text)?.identityName ?? text
    case .quantity, .time, .metadata, .document, nil: return nil
    }
  }
}

/// Writes texts as values of XML attributes, so that a reader gets them back byte for byte.
///
/// Line breaks and tabs become references, since readers make blanks of them otherwise. Characters that XML does not
/// allow, not even as references, are replaced with U+FFFD.
enum XMLAttributeText {
  /// Appends the value, without quotes around it.
  static func append(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
    guard text.contains(where: isSpecial) else {
      output.append(contentsOf: text)
      return
    }
    for byte in text {
      switch byte {
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case 0x09: output.append(contentsOf: "&#9;".utf8)
      case 0x0A: output.append(contentsOf: "&#10;".utf8)
      case 0x0D: output.append(contentsOf: "&#13;".utf8)
      case 0..<0x20: output.append(contentsOf: "\u{FFFD}".utf8)
      // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
      case 0xBE where output.hasSuffix(0xEF, 0xBF), 0xBF where output.hasSuffix(0xEF, 0xBF): output.append(0xBD)
      default: output.append(byte)
      }
    }
  }

  static func append(_ name: some Collection<UInt8>, _ text: some Collection<UInt8>, to output: inout [UInt8]) {
    begin(name, to: &output)
    append(text, to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends an attribute up to the quote after which its value comes.
  static func begin(_ name: some Collection<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: " "))
    output.append(contentsOf: name)
    output.append(contentsOf: "=\"".utf8)
  }

  /// Whether a text can be the name of an element or attribute; of the letters beyond ASCII, none is taken.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "_") else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || byte &- 0x30 <= 9 || [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_")].contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 <= 25 }

  @inline(__always) private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"") || byte == 0xEF
  }
}

extension [UInt8] {
  fileprivate func hasSuffix(_ first: UInt8, _ second: UInt8) -> Bool {
    count >= 2 && self[count - 1] == second && self[count - 2] == first
  }
}
