import HealthFormats
package import HealthModel
package import HealthStorage
package import HealthValidation

/// Checks that a store is valid: its backend's own checks, and every sample against the catalog and its own id.
package struct StoreVerification {
  /// The result for a type's samples.
  package struct TypeCount: Sendable, Hashable {
    package var type: String
    /// Samples that were read; a correlation and its members each count one.
    package var read = 0
    /// Samples that the catalog refuses, with those of their correlations.
    package var refused = 0
    package var codes: [String: Int] = [:]
    /// Samples that do not have the id or digest that their content gives.
    package var changed = 0

    package var isSound: Bool { refused == 0 && changed == 0 }
  }

  package struct Outcome: Sendable, Hashable {
    package var faults: [StoreFault] = []
    /// The types that have samples, in the order of their ids; members count with their correlation.
    package var types: [TypeCount] = []

    package var isSound: Bool { faults.isEmpty && types.allSatisfy(\.isSound) }
    package var read: Int { types.reduce(0) { $0 + $1.read } }
  }

  private let validator: Validator

  package init(registry: Registry, severities: SeverityPolicy = SeverityPolicy()) {
    var options = ValidationOptions(now: Instant.latest, normalizes: true)
    options.inheritsFromCorrelation = false
    options.severities = severities
    validator = Validator(registry: registry, options: options)
  }

  /// Reads all of a store.
  ///
  /// - Returns: what was found; `nil` when the work was ended.
  package func verify(_ store: any StorageBackend, goesOn: (Int) -> Bool = { _ in true }) async throws -> Outcome? {
    var outcome = Outcome()
    outcome.faults = try await store.verify()
    var isStopped = false
    for stored in try await store.counts() where !isStopped {
      guard validator.registry.type(named: stored.type) != nil else {
        let name = TextEscaping.escaped(stored.type)
        outcome.faults.append(StoreFault("the catalog has no type `\(name)`, of which \(stored.count) are stored"))
        continue
      }
      var query = SampleQuery()
      query.types = [stored.type]
      query.omitsMembers = true
      var check = StoredTypeCheck(type: stored.type, validator)
      let before = outcome.read
      do {
        try await store.query(query) { batch in
          check.judgeStored(batch)
          isStopped = !goesOn(before + check.count.read)
          return !isStopped
        }
      } catch let error as StorageError {
        outcome.faults.append(StoreFault(error.description))
      }
      if check.count.read > 0 { outcome.types.append(check.count) }
    }
    return isStopped ? nil : outcome
  }
}

/// Judges the samples of one type as they come out of a store.
private struct StoredTypeCheck: ~Copyable {
  var count: StoreVerification.TypeCount
  private var judge: SampleJudge
  private let writer: SampleJSONWriter

  init(type: String, _ validator: Validator) {
    count = StoreVerification.TypeCount(type: type)
    judge = validator.makeJudge()
    writer = SampleJSONWriter(registry: validator.registry)
  }

  mutating func judgeStored(_ batch: SampleBatch) {
    judge.removeResults()
    let lines = lines(of: batch)
    let bytes = lines.span.bytes
    var reader = StoredLineReader(count: lines.count)
    var record = RawSampleBuffer(syntax: .json)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      row = group.upperBound
      guard let span = reader.next(group: group.count, in: bytes, into: &record) else { break }
      let first = judge.batch.count
      if judge.judge(record, span: span, in: bytes) { compare(group, of: batch, with: first) }
    }
    count.read += batch.count
    count.refused += judge.total.refused
    for finding in judge.findings where finding.severity == .error { count.codes[finding.code.name, default: 0] += 1 }
  }

  /// The samples as a store keeps them: each on a line that says all of it, without the limits of an input's lines.
  private func lines(of batch: SampleBatch) -> [UInt8] {
    var text: [UInt8] = []
    for row in 0..<batch.count {
      writer.appendAlone(row, of: batch, to: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private mutating func compare(_ group: Range<Int>, of stored: SampleBatch, with first: Int) {
    guard judge.batch.count - first == group.count else {
      count.changed += group.count
      return
    }
    for (place, row) in group.enumerated() {
      let fresh = first + place
      // Not every backend hands out the digests of ids that imply their content.
      let isSame =
        judge.batch.id[fresh] == stored.id[row] && (stored.isGivenID[row] || !judge.batch.isGivenID[fresh])
        && (stored.digest[row] == 0 || stored.digest[row] == judge.batch.digest[fresh])
      if !isSame { count.changed += 1 }
    }
  }
}

/// Says how many samples of a store another catalog would refuse: they are written in their normal form and judged.
package struct StoredSampleCheck {
  package struct Count: Sendable, Hashable {
    package var type: String
    /// Samples of the type; members of correlations count with their correlation.
    package var read: Int
    package var refused: Int
  }

  private let old: Registry
  private let validator: Validator

  package init(from old: Registry, to new: Registry) {
    self.old = old
    validator = Validator(registry: new, options: ValidationOptions(now: Instant.latest))
  }

  /// Judges the stored samples of the types that a change can reach, and of those that are gone.
  ///
  /// - Returns: the counts in the order of the stored types' ids; `nil` when the work was ended.
  package func counts(
    in store: any StorageBackend, types: [String], goesOn: () -> Bool = { true }
  ) async throws -> [Count]? {
    let reached = Set(types)
    let stored = try await store.counts().map(\.type).filter { id in
      validator.registry.type(named: id).map { reached.contains($0.id) } ?? true
    }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let writer = SampleJSONWriter(registry: old)
    var counts: [Count] = []
    var isStopped = false
    for type in stored {
      var query = SampleQuery()
      query.types = [type]
      query.omitsMembers = true
      var count = Count(type: type, read: 0, refused: 0)
      try await store.query(query) { batch in
        var text: [UInt8] = []
        writer.append(batch, to: &text)
        let total = JudgedLines(text, by: validator).total
        count.read += total.read
        count.refused += total.refused
        isStopped = !goesOn()
        return !isStopped
      }
      if isStopped { return nil }
      counts.append(count)
    }
    return counts
  }
}
