import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// `assay store delete --subject P10`: a participant withdraws.
extension StoreDelete {
  /// The withdrawal that a question means; `nil` when it asks for a part of a participant's samples only.
  static func withdrawal(
    _ question: SampleQuery, owner: String?, from store: any StorageBackend, at url: StorageURL, waitMilliseconds: Int
  ) -> Withdrawal? {
    guard let subject = question.subject, owner == nil, question == Withdrawal.query(for: subject) else { return nil }
    var withdrawal = Withdrawal(
      of: subject, from: store, quarantine: StoreBackends.builtIn.quarantineFolder(of: url))
    withdrawal.waitMilliseconds = waitMilliseconds
    return withdrawal
  }

  /// Says what would go, asks, and removes it.
  ///
  /// When nothing is found, it says what `unknown` gives.
  static func run(
    _ withdrawal: Withdrawal, at url: StorageURL, asks: Bool, isDryRun: Bool, unknown: () async throws -> String?
  ) async throws {
    let found = try await withdrawal.found()
    let samples = CountText.of(found.samples, "sample")
    if isDryRun || found.isEmpty {
      // An interrupted withdrawal may have left what no sample, record or import shows.
      if !isDryRun { _ = try await withdrawal.run() }
      let others = others(found).map { "; \($0)" } ?? ""
      try StandardOutput.write("\(samples) match\(found.samples == 1 ? "es" : "")\(others)\n")
      if found.isEmpty, let unknown = try await unknown() { StandardError.write("assay: \(unknown)\n") }
      try end(found)
      if found.isEmpty { throw ExitCode(ExitStatus.refused) }
      return
    }
    let all = [samples, others(found)].compactMap { $0 }.joined(separator: ", ")
    if asks, !TerminalQuestion.ask("Delete \(all) from \(url.shown)?") {
      throw CommandFailure("nothing was deleted", status: ExitStatus.refused)
    }
    let removed = try await withdrawal.run()
    try StandardOutput.write("\(CountText.of(removed.samples, "sample")) deleted\n")
    if let others = others(removed) { try StandardOutput.write("\(others) removed\n") }
    tell(removed)
    try end(removed)
  }

  /// The other content that is deleted with the samples, in words; `nil` for none.
  private static func others(_ counts: Withdrawal.Counts) -> String? {
    var words: [String] = []
    if counts.records > 0 { words.append(CountText.of(counts.records, "record") + " in quarantine") }
    if counts.imports > 0, !counts.keepsImports { words.append(CountText.of(counts.imports, "import")) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Reports the lines that may still be the participant's, and exits with a separate status for them.
  private static func end(_ counts: Withdrawal.Counts) throws {
    guard !counts.unreadable.isEmpty else { return }
    let lines = CountText.of(counts.unreadable.values.reduce(0, +), "line")
    let files = counts.unreadable.sorted { $0.key < $1.key }
    let list = files.prefix(10).map { "\(TextEscaping.escaped($0.key, limit: 1000)) (\($0.value))" }
    let more = files.count > 10 ? " and \(CountText.of(files.count - 10, "more file"))" : ""
    StandardError.write(
      "assay: \(lines) of the quarantine may be theirs: Assay cannot read whose they are; look at them, and remove "
        + "them yourself: \(list.joined(separator: ", "))\(more)\n")
    throw ExitCode(ExitStatus.refused)
  }

  /// Says what is left, or may be.
  private static func tell(_ removed: Withdrawal.Counts) {
    if removed.keepsImports {
      StandardError.write(
        "assay: this store cannot forget imports: it still has the names of \(CountText.of(removed.imports, "input"))\n"
      )
    }
    StandardError.write(
      "assay: files elsewhere are not known here: those of --quarantine and --output, exports, reports, backups\n"
        + "assay: deleting does not block: importing a file of theirs again brings back its name and the records that "
        + "were in quarantine, not the deleted samples\n")
  }
}
