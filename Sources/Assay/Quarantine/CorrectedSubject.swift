import HealthFormats
import HealthModel

extension QuarantineEntry {
  /// Whose the record is that a correction replaces, as the record itself says: by a field, a column, or what is around
  /// it in its document.
  ///
  /// A correction is a sample by itself, and whoever writes it may leave out what the row's table or the
  /// document around it said. `nil` for a record that names nobody or cannot be read.
  func subjectOfOriginal(by forms: PublishedForms) -> String? {
    guard replacement != nil, format != .appleHealth else { return nil }
    let record = QuarantinedRecord(
      raw, format: format, at: ReadPosition(), table: table(by: forms), file: context.file)
    guard var chunk = record.chunk?.chunk else { return nil }
    var buffer = RawSampleBuffer(syntax: record.syntax)
    guard case .sample = record.format.readFirst(of: &chunk, into: &buffer) else { return nil }
    let bytes = chunk.bytes.span.bytes
    for sample in buffer.samples {
      let field = sample[.subject]
      guard field.isPresent, !field.range.isEmpty else { continue }
      var text: [UInt8] = []
      if record.syntax == .json || record.syntax == .foreignJSON {
        guard field.kind == .string || field.kind == .number else { continue }
        JSONText.appendDecoded(field.range, in: bytes, to: &text)
      } else {
        CSVText.appendDecoded(field.range, in: bytes, to: &text)
      }
      return String(validating: text, as: UTF8.self)
    }
    return nil
  }
}
