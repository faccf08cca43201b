import HealthFormats
import HealthModel

/// Determines the subject of a record in a quarantine file.
struct SubjectRecords {
  /// The known facts about a record.
  enum Owner {
    /// The participant's.
    case theirs
    /// Another subject's, or of no subject.
    case others
    /// It cannot be read whose it is.
    case unknown
  }

  private enum Word {
    case theirs, others, nothing, unreadable
  }

  private let subject: SubjectSearch
  /// A subject is found without the types.
  private let forms = PublishedForms(nil)

  init(_ subject: String) { self.subject = SubjectSearch(subject) }

  /// The subject of a record: the one it names, or the one that its import was given.
  ///
  /// One whose subject cannot be read is the participant's when it holds the name.
  func owner(of entry: QuarantineEntry) -> Owner {
    let kept = QuarantinedRecord(
      entry.raw, format: entry.format, at: ReadPosition(), table: entry.table(by: forms), file: entry.context.file)
    let (record, isCorrection) = entry.record(by: forms)
    let corrected = isCorrection ? word(of: record) : .nothing
    if corrected == .theirs { return .theirs }
    if corrected == .unreadable, subject.isHeld(in: record.bytes) { return .theirs }
    var said = word(of: kept)
    // A file of an export names no subject, and the text of a clinical record may hold the name.
    if entry.isFragment || entry.context.file != nil, said == .nothing { said = .unreadable }
    switch said {
    case .theirs: return .theirs
    case .others: return .others
    case .nothing: break
    case .unreadable: if subject.isHeld(in: entry.raw) { return .theirs }
    }
    if let named = entry.context.subject { return subject.isSame(as: named) ? .theirs : .others }
    // A partial export names no subject, like the whole one.
    guard said == .unreadable, corrected != .others, entry.format != .appleHealth else { return .others }
    return .unknown
  }

  /// Whose a line is that is not a whole record.
  func owner(ofDamaged text: [UInt8], _ line: QuarantineLine?) -> Owner {
    let named = line.flatMap { QuarantineContext($0.value("context"), in: $0.text).subject }
    if subject.isHeld(in: text) { return .theirs }
    return named.map { subject.isSame(as: $0) ? .theirs : .others } ?? .unknown
  }

  private func word(of record: QuarantinedRecord) -> Word {
    guard var chunk = record.chunk?.chunk else { return .unreadable }
    // Exports name no subject.
    if record.format == .appleHealth { return .nothing }
    let syntax = record.syntax
    var buffer = RawSampleBuffer(syntax: syntax)
    guard case .sample = record.format.readFirst(of: &chunk, into: &buffer) else { return .unreadable }
    let bytes = chunk.bytes.span.bytes
    var said = Word.nothing
    for sample in buffer.samples {
      let field = sample[.subject]
      guard field.isPresent else { continue }
      var text: [UInt8] = []
      if syntax == .json || syntax == .foreignJSON {
        JSONText.appendDecoded(field.range, in: bytes, to: &text)
      } else {
        CSVText.appendDecoded(field.range, in: bytes, to: &text)
      }
      if text == subject.bytes { return .theirs }
      said = .others
    }
    // A mistake is read as it was meant.
    return buffer.problems.allSatisfy { $0.code == .dialectMistake } ? said : .unreadable
  }
}
