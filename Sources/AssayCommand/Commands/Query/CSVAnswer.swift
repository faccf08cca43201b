import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// An answer as a CSV table.
///
/// Unless the columns are named, they are learned of samples before the first row: of all of them when the table has to
/// read back the same, which reads the store twice, else of the first ones.
struct CSVAnswer {
  /// The questions, which are answered one after the other.
  let queries: [SampleQuery]
  let store: any StorageBackend
  var writer: SampleCSVWriter
  /// Whether the table reads back the same, however many samples there are.
  let readsBack: Bool

  /// The most samples that columns are learned of, unless the table reads back.
  static let learnedSamples = 10_000

  /// Writes the rows that are within a cut.
  ///
  /// - Returns: the cut after the last row, and how many samples were left out, by why.
  /// - Throws: `Failure` when there are too many columns, and what store and output throw.
  func write(_ cut: AnswerCut, to output: ByteOutput) async throws -> SampleAnswer.End {
    var writer = writer
    do {
      if !writer.knowsColumns { try await learn(cut, by: &writer) }
      guard StopSignals.pending() == nil else { return SampleAnswer.End(cut: cut) }
      var text: [UInt8] = []
      try writer.appendHeader(to: &text)
      try output.append(text)
      var second = cut
      for query in queries where StopSignals.pending() == nil {
        try await store.query(query) { batch in
          text.removeAll(keepingCapacity: true)
          writer.append(second.take(batch), to: &text)
          try output.append(text)
          return StopSignals.pending() == nil
        }
      }
      return SampleAnswer.End(
        cut: second, omissions: writer.omissions, isEmpty: writer.written == 0 && writer.omissions.isEmpty)
    } catch let error as CSVColumnLimit {
      throw Failure(error.description, status: .usage)
    }
  }

  private func learn(_ cut: AnswerCut, by writer: inout SampleCSVWriter) async throws {
    var cut = cut
    var count = 0
    for query in queries where StopSignals.pending() == nil {
      var first = query
      if !readsBack {
        guard count <= Self.learnedSamples else { break }
        first.limit = min(query.limit ?? .max, Self.learnedSamples + 1 - count)
      }
      try await store.query(first) { batch in
        count += batch.correlation.count { $0 < 0 }
        try writer.learn(cut.take(batch))
        return StopSignals.pending() == nil
      }
    }
    guard !readsBack, count > Self.learnedSamples else { return }
    let named = queries.first?.types ?? []
    let types = named.isEmpty ? try await store.counts().map(\.type) : named
    writer.addGeneralColumns(types: types)
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
