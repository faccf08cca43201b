import ArgumentParser
import Assay
import HealthModel
import HealthStorage

/// `assay store delete`.
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
      throw CommandFailure.usage(
        "say which samples: --type, --from, --to, --source, --subject, --id, --device, --metadata, --where, --within, "
          + "--parent, --owner or --all")
    }
    guard !(all && hasConditions) else {
      throw CommandFailure.usage("--all and conditions exclude each other")
    }
    guard isDryRun || yes || TerminalQuestion.canAsk else {
      throw CommandFailure.usage(
        "cannot ask for confirmation: not a terminal; add --yes, or --dry-run to see how many match")
    }
    let place = try await access.place(destroys: true)
    let asked = try conditions.query(selection, place.registry)
    guard asked.subjects == nil else {
      throw CommandFailure.usage("delete the samples of one subject at a time: name one `--subject`")
    }
    let asks = !yes
    let isDryRun = isDryRun
    let (owner, wait) = (owner, access.store.times.waitMilliseconds)
    try await access.withStore(place, isReadOnly: isDryRun, owner: owner) { store in
      guard isDryRun || store.capabilities.contains(.delete) else {
        throw CommandFailure(StorageError(.unsupported, "this store cannot delete samples"))
      }
      let (question, note) = try await ids.narrowed(asked, in: store)
      let withdrawal = Self.withdrawal(
        question, owner: owner, from: store, at: place.url, waitMilliseconds: wait)
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
            [try await MissingIDs.note(question, in: store, isEmpty: false)].compactMap(\.self))
        }
        var missing = try await MissingNames.notes(question, in: store, isEmpty: true)
        missing += [note].compactMap(\.self)
        if let owner { missing += [try await MissingNames.note(source: owner, in: store)].compactMap(\.self) }
        return try MissingNames.end(missing)
      }
      if asks, !TerminalQuestion.ask("Delete \(samples) from \(place.url.shown)?") {
        throw CommandFailure("nothing was deleted", status: ExitStatus.refused)
      }
      // After the deletion no sample has them.
      let unknown = try await MissingIDs.note(question, in: store, isEmpty: false)
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

  /// How many samples match, and are the owner's when there is one.
  private static func count(
    _ query: SampleQuery, owner: String?, in store: any StorageBackend
  ) async throws -> Int {
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
}
