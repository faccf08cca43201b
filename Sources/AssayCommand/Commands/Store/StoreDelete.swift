import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

struct StoreDelete: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete samples from a store.",
    discussion: """
      Correlations go whole: with a member goes its correlation, and with a correlation those of its members that \
      are in no other one. A deleted sample that is imported again is a duplicate, unless --restore-deleted is given \
      then. It asks before it deletes; in a script say --yes.

      With --subject alone everything of the participant goes: also the records in the store's quarantine, and the names \
      of imports that were all theirs.

      Examples: assay store delete --store study.db --subject P10 --dry-run
      assay store delete --store health.db --type bodyMass --to 2020-01-01
      """)

  @OptionGroup var access: StoreAccess
  @OptionGroup var selection: SampleSelection
  @OptionGroup var conditions: ConditionOptions
  @OptionGroup var relation: RelationOptions

  @Flag(help: "All samples; excludes every condition.")
  var all = false

  @Option(help: "Only samples whose source has this bundle; correlations with others' samples stay.")
  var owner: String?

  @Flag(help: "Delete without asking.")
  var yes = false

  @Flag(name: .customLong("dry-run"), help: "Only say how many samples match.")
  var isDryRun = false

  mutating func run() async throws {
    let ids = try relation.ids()
    let hasConditions = !selection.isEmpty || !conditions.isEmpty || !ids.isEmpty || owner != nil
    guard hasConditions || all else {
      throw Failure.usage(
        "say which samples: --type, --from, --to, --source, --subject, --id, --device, --metadata, --where, --within, "
          + "--parent, --owner or --all")
    }
    guard !(all && hasConditions) else { throw Failure.usage("--all and conditions exclude each other") }
    guard isDryRun || yes || TerminalQuestion.canAsk else {
      throw Failure.usage("cannot ask for confirmation: not a terminal; add --yes, or --dry-run to see how many match")
    }
    let place = try await access.place(destroys: true)
    let asked = try conditions.query(selection, place.registry)
    guard asked.subjects == nil else {
      throw Failure.usage("delete the samples of one subject at a time: name one `--subject`")
    }
    let asks = !yes
    let isDryRun = isDryRun
    let (owner, wait) = (owner, access.store.times.waitMilliseconds)
    try await place.withStore(isReadOnly: isDryRun, owner: owner) { store in
      guard isDryRun || store.capabilities.contains(.delete) else {
        throw StorageError(.unsupported, "this store cannot delete samples")
      }
      let (question, note) = try await ids.narrowed(asked, in: store)
      let withdrawal = Self.withdrawal(question, owner: owner, from: store, at: place.url, waitMilliseconds: wait)
      if let withdrawal {
        return try await Self.run(withdrawal, at: place.url, asks: asks, isDryRun: isDryRun) {
          try await SubjectNames.note(question, in: store, isEmpty: true)
        }
      }
      let matching = try await Self.count(question, owner: owner, in: store)
      let samples = CountText.of(matching, "sample")
      if isDryRun || matching == 0 {
        try StandardOutput.write("\(samples) match\(matching == 1 ? "es" : "")\n")
        guard matching == 0 else {
          return try MissingNames.end(
            [try await MissingNames.note(ids: question, in: store, isEmpty: false)].compactMap(\.self))
        }
        var missing = try await MissingNames.notes(question, in: store, isEmpty: true)
        missing += [note].compactMap(\.self)
        if let owner { missing += [try await MissingNames.note(source: owner, in: store)].compactMap(\.self) }
        return try MissingNames.end(missing)
      }
      if asks, !TerminalQuestion.ask("Delete \(samples) from \(place.url.shown)?") {
        throw Failure("nothing was deleted", status: .refused)
      }
      // After the deletion no sample has them.
      let unknown = try await MissingNames.note(ids: question, in: store, isEmpty: false)
      let receipt = try await store.delete(question)
      try StandardOutput.write("\(CountText.of(receipt.deleted, "sample")) deleted\n")
      if question.subject != nil {
        StandardError.write(
          "assay: only samples were deleted; records in quarantine and imports go with --subject and no other condition\n"
        )
      }
      try MissingNames.end([unknown].compactMap(\.self))
    }
  }

  private static func count(_ query: SampleQuery, owner: String?, in store: any StorageBackend) async throws -> Int {
    var count = 0
    try await store.query(query) { batch in
      let isOwned = owner.map { owner in
        batch.sources.ranges.map { JSONValue(parsing: batch.arena[$0.indices])?["bundle"]?.text == owner }
      }
      for row in 0..<batch.count where batch.correlation[row] < 0 {
        guard let isOwned else {
          count += 1
          continue
        }
        let source = Int(batch.source[row])
        if source >= 0, isOwned[source] { count += 1 }
      }
      return true
    }
    return count
  }

  // MARK: `assay store delete --subject P10`: a participant withdraws

  /// The withdrawal that a question means; `nil` when it asks for a part of a participant's samples only.
  static func withdrawal(
    _ question: SampleQuery, owner: String?, from store: any StorageBackend, at url: StorageURL, waitMilliseconds: Int
  ) -> Withdrawal? {
    guard let subject = question.subject, owner == nil, question == Withdrawal.query(for: subject) else { return nil }
    var withdrawal = Withdrawal(
      of: subject, from: store, quarantine: StoreBackends.builtIn.quarantineFolder(of: url),
      formats: CompiledIn.formats)
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
      throw Failure("nothing was deleted", status: .refused)
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

enum TerminalQuestion {
  static var canAsk: Bool { Terminal.input.isInteractive && Terminal.error.isInteractive }

  /// Asks; only an answer that begins with `y` is a yes.
  static func ask(_ question: String) -> Bool {
    StandardError.write("\(question) [y/N] ")
    return readLine()?.lowercased().hasPrefix("y") ?? false
  }
}
