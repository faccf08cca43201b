import HealthModel
import HealthUnits

/// Writes electrocardiograms as the tables that the Health app makes: a header, then a voltage a line.
///
/// The lines that say whose it is are empty: an export of samples names nobody.
struct RecordingText: Sendable {
  let shape: StructureShape
  private let start: String
  private let unit: [UInt8]
  private let fields: ExportFields
  /// How many voltages are written at a time.
  private static let piece = 5000

  /// The form of a type's samples; `nil` unless they are columns at a fixed rate in files of their own, the first of
  /// which a file has.
  init?(_ type: TypeDefinition, _ fields: ExportFields) {
    guard let shape = type.shape.structure, let export = shape.export, export.element.isEmpty,
      let points = shape.points, case .rate = points.timing, let column = points.columns.first,
      points.columns.count == 1
    else { return nil }
    self.shape = shape
    self.fields = fields
    start = export.start
    var unit = ""
    if case .quantity(let quantity) = column.value { unit = quantity.unit.unitString }
    self.unit = Array((unit == "mcV" ? "µV" : unit).utf8)
  }

  /// The content of a sample; `nil` when it has no voltages.
  func content(_ row: Int, of batch: SampleBatch) -> StructureContent? {
    do throws(JSONFault) {
      let content = try StructureContent(
        shape, at: batch.text[row].indices, in: batch.arena.span.bytes, units: fields.registry.units)
      return content.points?.rate == nil || content.points?.count == 0 ? nil : content
    } catch {
      return nil
    }
  }

  /// The path of a recording's file in the export.
  func name(_ row: Int, of batch: SampleBatch) -> String {
    var text: [UInt8] = []
    ExportTime.appendDay(batch.start[row], offset: batch.startOffset[row], to: &text)
    return "electrocardiograms/ecg_\(String(decoding: text, as: UTF8.self))_\(batch.id[row]).csv"
  }

  /// Writes the file of a recording, piece by piece.
  func write<Failure: Error>(
    _ content: StructureContent, _ row: Int, of batch: SampleBatch, _ sources: ExportSources,
    _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard let points = content.points, let rate = points.rate, let values = points.columns.first else { return }
    let source = sources.product(row, of: batch)
    var time: [UInt8] = []
    ExportTime.append(batch.start[row], offset: batch.startOffset[row], to: &time)
    var text = Array("Name,\nDate of Birth,\n\(start),".utf8) + time + Array("\n".utf8)
    append("Classification", value("classification", content), to: &text)
    append("Symptoms", value("symptoms", content), to: &text)
    append("Software Version", value("softwareversion", content) ?? source.version, to: &text)
    text.append(contentsOf: "Device,".utf8)
    appendQuoted(source.name, to: &text)
    text.append(contentsOf: "\nSample Rate,".utf8)
    DecimalWriter.append(rate, to: &text)
    text.append(contentsOf: " hertz\n\n\n".utf8)
    append("Lead", value("lead", content) ?? Array("Lead I".utf8), to: &text)
    append("Unit", unit, to: &text)
    text.append(UInt8(ascii: "\n"))
    for (index, value) in values.enumerated() {
      DecimalWriter.append(value.isFinite ? value : 0, to: &text)
      text.append(UInt8(ascii: "\n"))
      if index % Self.piece == Self.piece - 1 {
        try body(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    try body(text)
  }

  /// The text of the field that exports write in a line whose name begins with a word; blanks and case do not count.
  private func value(_ word: String, _ content: StructureContent) -> [UInt8]? {
    guard
      let index = shape.fields.firstIndex(where: { field in
        field.export?.name.lowercased().filter { $0 != " " }.hasPrefix(word) ?? false
      })
    else { return nil }
    return fields.text(content.fields.values[index], shape.fields[index]).map { Array($0.utf8) }
  }

  private func append(_ name: String, _ value: [UInt8]?, to output: inout [UInt8]) {
    output.append(contentsOf: "\(name),".utf8)
    let value = value ?? []
    let needsQuotes = value.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 < 0x20 }
    if needsQuotes { appendQuoted(value, to: &output) } else { output += value }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends a text in quotes; a header has lines of one line.
  private func appendQuoted(_ text: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte < 0x20 ? 0x20 : byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
