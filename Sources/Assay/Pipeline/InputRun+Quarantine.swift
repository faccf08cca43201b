import HealthFormats
import HealthModel
import HealthValidation

/// The records of an input that are kept because they are not stored.
extension InputRun {
  func add(
    _ record: RefusedRecord, of result: ChunkResult, _ renderer: inout FindingRenderer, to quarantine: Quarantine
  ) throws {
    let bytes = result.chunk.bytes.span.bytes
    let findings = record.findings.map { renderer.worded($0, of: result, in: bytes, syntax: syntax) }
    var context = context(of: result.chunk)
    if let records = result.chunk.records {
      context.table = records.context(at: Int(record.span.start))
      // What is left of a document, or of a line, is not a record.
      context.isFragment = context.table == nil
    }
    if let places = result.chunk.converted, places.isFragment(at: Int(record.span.start)) { context.isFragment = true }
    context.isFragment = context.isFragment || record.isFragment
    context.file = result.chunk.quarantinedFile
    try quarantine.add(
      Array(result.chunk.bytes[record.span.indices.clamped(to: result.chunk.bytes.indices)]),
      reason: record.isConflict ? .conflict : .refused,
      at: renderer.location(of: Int(record.span.start), record: Int(record.span.start), in: bytes),
      format: keptFormat, context: context, findings: findings)
  }

  /// Adds an element that has no type yet.
  func add(
    _ element: UnsupportedElement, of result: ChunkResult, _ renderer: inout FindingRenderer,
    to quarantine: Quarantine
  ) throws {
    let bytes = result.chunk.bytes.span.bytes
    var context = context(of: result.chunk)
    if let records = result.chunk.records { context.table = records.context(at: Int(element.span.start)) }
    if result.chunk.converted != nil { context.isFragment = true }
    context.parent = element.parent.map { result.batch.id[$0] }
    try quarantine.add(
      Array(result.chunk.bytes[element.span.indices.clamped(to: result.chunk.bytes.indices)]), reason: .unsupported,
      at: renderer.location(of: Int(element.span.start), record: Int(element.span.start), in: bytes),
      format: keptFormat, context: context, findings: [])
  }

  /// The format that a record is read again in: what was converted is a sample on a line.
  private var keptFormat: InputFormat { input.format.converted == nil ? input.format : .jsonLines }

  /// The context that a replay needs to read the chunk's records as this run did.
  private func context(of chunk: InputChunk) -> QuarantineContext {
    let options = validator.options
    var context = QuarantineContext()
    context.origin = input.origin
    context.subject = options.subject
    context.timeZone = options.timeZone?.identifier
    context.units = options.units == .strict ? nil : options.units.rawValue
    context.profile = input.profile?.name
    context.hasZoneOfProfile = input.profile?.timeZone != nil
    context.table = chunk.table?.headerRow.map { TableContext(row: $0, layout: input.layout) }
    return context
  }
}
