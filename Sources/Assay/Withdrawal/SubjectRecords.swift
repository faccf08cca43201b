import HealthFormats
import HealthModel

/// Tells whose a record of a quarantine file is.
struct SubjectRecords {
  private let subject: [UInt8]

  init(_ subject: String) { self.subject = Array(subject.utf8) }

  /// Whether a record is the subject's: it says so, or it says nothing and its import was told.
  func contains(_ entry: QuarantineEntry) -> Bool {
    let kept = LoneRecord(entry.raw, format: entry.format, at: ReadPosition(), table: entry.context.table)
    let (record, isCorrection) = entry.record
    if isCorrection, isSaid(in: record) == true { return true }
    if let said = isSaid(in: kept) { return said }
    if let named = entry.context.subject { return isSubject(named) }
    // What cannot be read again is theirs when it holds the name as a whole text.
    return entry.isFragment && holdsName(entry.raw)
  }

  /// Whether a line that is not a whole record is the subject's.
  func contains(_ line: QuarantineLine) -> Bool {
    QuarantineContext(line.value("context"), in: line.text).subject.map(isSubject) ?? false
  }

  /// Whether a name is the subject's, by bytes as in stores.
  private func isSubject(_ name: String) -> Bool { name.utf8.elementsEqual(subject) }

  /// Whether bytes hold the subject's name between quotes, separators or line ends.
  func holdsName(_ bytes: [UInt8]) -> Bool {
    guard let first = subject.first else { return false }
    let bounds = Array("\",;|\t\r\n\\'<>=".utf8)
    var place = bytes.startIndex
    while let start = bytes[place...].firstIndex(of: first) {
      let end = start + subject.count
      if bytes[start...].starts(with: subject), start == 0 || bounds.contains(bytes[start - 1]),
        end == bytes.count || bounds.contains(bytes[end])
      {
        return true
      }
      place = start + 1
    }
    return false
  }

  /// Whether a record says that it is the subject's, or somebody else's; `nil` when it does not say.
  private func isSaid(in record: LoneRecord) -> Bool? {
    guard var chunk = record.chunk?.chunk else { return nil }
    switch record.format {
    case .jsonLines:
      var reader = JSONLinesReader(chunk: chunk)
      return isSaid(&reader, .json, in: chunk)
    case .json:
      var reader = JSONArrayReader(chunk: chunk)
      return isSaid(&reader, .json, in: chunk)
    case .appleHealth: return nil
    case .csv:
      var reader = CSVReader(preparing: &chunk)
      return isSaid(&reader, .csv, in: chunk)
    }
  }

  private func isSaid<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ syntax: RawSyntax, in chunk: InputChunk
  ) -> Bool? {
    var buffer = RawSampleBuffer(syntax: syntax)
    let bytes = chunk.bytes.span.bytes
    guard case .sample = reader.next(in: bytes, into: &buffer) else { return nil }
    var said: Bool?
    for sample in buffer.samples {
      let field = sample[.subject]
      guard field.isPresent else { continue }
      var text: [UInt8] = []
      if syntax == .json {
        JSONText.appendDecoded(field.range, in: bytes, to: &text)
      } else {
        CSVText.appendDecoded(field.range, in: bytes, to: &text)
      }
      if text == subject { return true }
      said = false
    }
    return said
  }
}
