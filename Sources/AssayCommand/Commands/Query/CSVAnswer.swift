import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// An answer as a CSV table.
///
/// Unless the columns are named, it reads back the same, and the store is read twice: first for the columns, then for
/// the rows.
struct CSVAnswer {
  let query: SampleQuery
  let store: any StorageBackend
  var writer: SampleCSVWriter

  /// Writes the rows that are within a cut.
  ///
  /// - Returns: the cut after the last row, and how many samples were left out, by why.
  /// - Throws: `CommandFailure` when there are too many columns, and what store and output throw.
  func write(_ cut: AnswerCut, to output: ByteOutput) async throws -> SampleAnswer.End {
    var writer = writer
    do {
      if !writer.knowsColumns { try await learn(cut, by: &writer) }
      guard StopSignals.pending() == nil else { return SampleAnswer.End(cut: cut) }
      var text: [UInt8] = []
      try writer.appendHeader(to: &text)
      try output.append(text)
      var second = cut
      try await store.query(query) { batch in
        text.removeAll(keepingCapacity: true)
        writer.append(second.take(batch), to: &text)
        try output.append(text)
        return StopSignals.pending() == nil
      }
      return SampleAnswer.End(
        cut: second, omissions: writer.omissions, isEmpty: writer.written == 0 && writer.omissions.isEmpty)
    } catch let error as CSVColumnLimit {
      throw CommandFailure(error.description, status: ExitStatus.usage)
    }
  }

  private func learn(_ cut: AnswerCut, by writer: inout SampleCSVWriter) async throws {
    var cut = cut
    try await store.query(query) { batch in
      try writer.learn(cut.take(batch))
      return StopSignals.pending() == nil
    }
  }

  /// The note about samples that a table cannot represent; none if it has all.
  static func notes(_ omissions: [CSVOmission: Int]) -> [String] {
    if omissions.isEmpty { return [] }
    let count = omissions.values.reduce(0, +)
    let reasons = CSVOmission.allCases.compactMap { reason in
      omissions[reason].map { "\(reason.description) (\(GroupedDigits.string($0)))" }
    }
    return [
      "\(CountText.of(count, "sample")) left out, since a table cannot say them: "
        + reasons.joined(separator: ", ") + "; --output-format jsonl writes all"
    ]
  }
}
