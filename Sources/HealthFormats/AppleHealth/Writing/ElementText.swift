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
  /// Whether the attribute with the start is one of a field.
  private let isStartField: Bool
  private let fields: ExportFields
  private let metadata: ExportMetadata

  /// The form of a type's samples.
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
    do throws(JSONFault) {
      return try StructureContent(
        shape, at: batch.text[row].indices, in: batch.arena.span.bytes, units: fields.registry.units)
    } catch {
      return nil
    }
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

  /// Appends the points as elements, or names the file that has them.
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
