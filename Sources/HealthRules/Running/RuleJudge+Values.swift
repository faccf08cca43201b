package import HealthModel

extension RuleJudge {
  /// The most findings of an input, or of samples that are judged in one call.
  package static let maximumFindings = 20_000

  /// Judges samples that are in no file.
  ///
  /// - Parameters:
  ///   - batch: those without an error.
  ///   - rows: the row of each sample, in order; negative for one that is not in the batch.
  ///   - limit: the most findings.
  ///   - place: the place of a row; by default there is none.
  /// - Returns: the findings, each with the number of its sample, in order.
  package mutating func diagnostics(
    of batch: SampleBatch, rows: [Int32], limit: Int,
    at place: (Int) -> SourceLocation = { _ in SourceLocation(path: "") }
  ) -> [(sample: Int, diagnostic: Diagnostic)] {
    let found = judge(batch, limit: limit)
    guard !found.isEmpty else { return [] }
    var result: [(sample: Int, diagnostic: Diagnostic)] = []
    var sample = 0
    for item in found.prefix(limit) {
      while sample < rows.count, Int(rows[sample]) != item.row { sample += 1 }
      guard sample < rows.count else { break }
      let type = Int(batch.type[item.row])
      let diagnostic = self.diagnostic(item, at: place(item.row), type: typeName(type), id: batch.id[item.row])
      result.append((sample, diagnostic))
    }
    return result
  }
}
