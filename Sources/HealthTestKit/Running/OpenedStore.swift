import HealthModel
import HealthStorage

/// A store that a case has open, and the samples it speaks of by name.
struct OpenedStore: Sendable {
  let backend: StepwiseStore
  let workbench: SampleWorkbench
  let samples: NamedSamples
  /// The bench knows the backend by it.
  let number: Int

  func append(_ names: String, gives outcomes: String) async throws {
    let found = try await append(try samples.batch(names))
    try Outcomes.compare(found, outcomes, "appending `\(names)`")
  }

  /// Appends a batch and returns the outcomes of its samples; the receipt must account for each.
  @discardableResult func append(_ batch: SampleBatch) async throws -> String {
    let receipt = try await backend.append(batch)
    guard receipt.outcomes.count == batch.count else {
      throw CaseFailure("the receipt of \(batch.count) samples has outcomes for \(receipt.outcomes.count)")
    }
    for (row, outcome) in receipt.outcomes.enumerated() {
      guard (outcome == .refused) == (receipt.reasons[row] != nil) else {
        throw CaseFailure("the receipt has no reason for a refused sample, or one for another sample")
      }
    }
    guard receipt.reasons.keys.allSatisfy({ receipt.outcomes.indices.contains($0) }) else {
      throw CaseFailure("the receipt has a reason for a row that the batch does not have")
    }
    return Outcomes.text(receipt.outcomes)
  }

  /// Appends samples that must all be new, and commits them.
  func keep(_ names: String) async throws {
    let batch = try samples.batch(names)
    let found = try await append(batch)
    try Outcomes.compare(found, String(repeating: "+", count: batch.count), "appending `\(names)`")
    try await commit()
  }

  /// Commits without progress.
  func commit() async throws { try await backend.commit(nil) }

  func rollback() async { await backend.rollback() }

  func answer(_ query: SampleQuery) async throws -> Answer {
    var answer = Answer(samples: samples, workbench: workbench, sort: query.sort)
    try await backend.query(query) { batch in
      try answer.add(batch)
      return true
    }
    return answer
  }

  func expect(_ query: SampleQuery, answers wanted: String, _ what: String = "the answer") async throws {
    try CaseFailure.compare(try await answer(query).text, wanted, what)
  }

  /// Compares everything that is stored by names, if the store can be queried.
  func expectAll(_ wanted: String, _ what: String = "what is stored") async throws {
    guard backend.capabilities.contains(.query) else { return }
    try await expect(SampleQuery(), answers: wanted, what)
  }

  /// Compares everything that is stored, byte for byte, with samples in the order of answers, if the store can be
  /// queried; members come inside their correlation only.
  func expectTexts(_ names: String, _ what: String = "what is stored") async throws {
    guard backend.capabilities.contains(.query) else { return }
    let wanted = workbench.lines(of: try samples.batch(names))
    let found = try await answer(SampleQuery { $0.omitsMembers = true })
    try CaseFailure.compare(lines: found.lines, wanted, what)
  }

  /// Compares how many samples of each type are stored, `heartRate 2, stepCount 1`, if the store can be queried.
  func expectCounts(_ wanted: String) async throws {
    guard backend.capabilities.contains(.query) else { return }
    let counts = try await backend.counts().map { "\($0.type) \($0.count)" }.joined(separator: ", ")
    try CaseFailure.compare(counts, wanted, "the list of stored types")
  }
}

/// The outcomes of samples, as text: `+` accepted, `=` duplicate, `!` conflict, `-` refused; blanks mean nothing.
enum Outcomes {
  static func text(_ outcomes: [AppendReceipt.Outcome]) -> String {
    let signs = outcomes.map { outcome -> Character in
      switch outcome {
      case .accepted: "+"
      case .duplicate: "="
      case .conflict: "!"
      case .refused: "-"
      }
    }
    return String(signs)
  }

  static func compare(_ found: String, _ wanted: String, _ what: String) throws {
    let wanted = wanted.filter { $0 != " " }
    guard found != wanted else { return }
    let place = zip(found, wanted).prefix { $0 == $1 }.count
    let parts = [found, wanted].map { text in String(text.dropFirst(max(0, place - 5)).prefix(20)) }
    throw CaseFailure(
      "\(what): sample \(place + 1) of \(found.count) has another outcome: `\(parts[0])`, not `\(parts[1])` "
        + "(+ accepted, = duplicate, ! conflict, - refused)")
  }
}

extension SampleQuery {
  init(_ change: (inout SampleQuery) throws -> Void) rethrows {
    self.init()
    try change(&self)
  }
}

extension OpenedStore {
  /// Deletes samples by the ids of names, and compares the receipt.
  ///
  /// The number of the commit is compared when the store keeps a record of changes.
  func delete(_ names: String, count: Int, anchor: Int64? = nil) async throws {
    let ids = try names.split(separator: " ").map { try samples.id(String($0)) }
    try await delete(SampleQuery { $0.ids = ids }, count: count, anchor: anchor, "deleting `\(names)`")
  }

  func delete(_ query: SampleQuery, count: Int, anchor: Int64? = nil, _ what: String = "the deletion") async throws {
    let receipt = try await backend.delete(query)
    try CaseFailure.compare(receipt.deleted, count, "the number of samples that \(what) says are gone")
    guard let anchor, backend.capabilities.contains(.changes) else { return }
    try CaseFailure.compare(receipt.anchor.commit, anchor, "the number of the commit that \(what) reports")
  }

  func expectSound() async throws {
    try CaseFailure.compare(try await backend.verify().map(\.message), [], "the list of faults")
  }
}

/// Why a case failed: what the store did, and what the law wants; or why it cannot be run.
struct CaseFailure: Error, Hashable {
  let message: String
  private(set) var isSkip = false

  init(_ message: String) { self.message = message }

  /// The case finds out that it cannot be run.
  static func skip(_ reason: String) -> CaseFailure {
    var failure = CaseFailure(reason)
    failure.isSkip = true
    return failure
  }

  /// The words for an error that ended a case, made safe to show.
  static func message(of error: any Error) -> String { TextEscaping.escaped(words(for: error), limit: 2_000) }

  static func words(for error: any Error) -> String {
    switch error {
    case let failure as CaseFailure: failure.message
    case let error as StorageError: "\(error.code.rawValue): \(error)"
    default: "\(error)"
    }
  }

  /// Throws unless two values are the same.
  static func compare<Value: Equatable>(_ found: Value, _ wanted: Value, _ what: String) throws {
    if found != wanted { throw CaseFailure("\(what) is \(shown(found)), not \(shown(wanted))") }
  }

  /// Throws at the first line that is not the same.
  static func compare(lines found: [String], _ wanted: [String], _ what: String) throws {
    if found == wanted { return }
    let place = zip(found, wanted).prefix { $0 == $1 }.count
    let lines = [found, wanted].map { place < $0.count ? shown($0[place]) : "nothing" }
    throw CaseFailure(
      "\(what) has \(found.count) samples of \(wanted.count); number \(place + 1) is \(lines[0]), not \(lines[1])")
  }

  private static func shown(_ value: some Any) -> String {
    let text = "\(value)"
    return text.isEmpty ? "nothing" : "`\(TextEscaping.escaped(text, limit: 400))`"
  }
}

/// One sample of a scan as text: what comes without a wish, and what comes with one.
private struct ScannedRow: Sendable, Hashable {
  var name: String
  var numbers: String
  var origin = ""
  var zone = ""
}

extension OpenedStore {
  /// Compares the names of what the parts have, with bars between parts, and all numbers with those of queries.
  func expect(_ scan: SampleScan, gives wanted: String, _ what: String) async throws {
    let found = try await rows(scan)
    let names = found.map { $0.map(\.name).joined(separator: " ") }.joined(separator: "|")
    try CaseFailure.compare(names, wanted, what)
    try await expectAsQueried(scan)
  }

  func expectAsQueried(_ scan: SampleScan) async throws {
    let found = try await rows(scan)
    try CaseFailure.compare(found.count, scan.partCount, "the number of parts")
    for (part, rows) in found.enumerated() {
      var wanted: [String] = []
      try await backend.query(scan.query(ofPart: part)) { batch in
        for row in 0..<batch.count where batch.correlation[row] < 0 && batch.start[row] != SampleBatch.noTime {
          let offset = scan.columns.contains(.zones) ? batch.startOffset[row] : 0
          let times = "\(batch.start[row]) \(batch.end[row]) \(offset)"
          wanted.append("\(samples.name(batch.id[row])) \(times) \(batch.value[row]) \(batch.enumCase[row])")
        }
        return true
      }
      try CaseFailure.compare(lines: rows.map { "\($0.name) \($0.numbers)" }, wanted, "part \(part + 1) of \(scan)")
    }
  }

  /// Who measured each sample of all parts, and where, a line each.
  func origins(_ scan: SampleScan) async throws -> String {
    try await rows(scan).flatMap { $0 }.map { "\($0.name): \($0.origin), \($0.zone)" }.joined(separator: "\n")
  }

  /// Whose samples they are, in the order of the scan.
  func subjects(_ scan: SampleScan) async throws -> String {
    let names = samples
    var scan = scan
    scan.columns.insert(.ids)
    let parts = try await backend.scan(scan, into: { _ in [String]() }) { rows, columns in
      guard columns.subject.isEmpty || columns.subject.count == columns.count else {
        throw CaseFailure("the columns of a scan have several lengths")
      }
      for row in 0..<columns.count {
        var subject: String?
        if !columns.subject.isEmpty {
          let number = Int(columns.subject[row])
          guard columns.subjects.indices.contains(number) else {
            throw CaseFailure("a scan numbers a subject that it does not name")
          }
          subject = columns.subjects[number]
        }
        rows.append("\(names.name(columns.id[row])): \(subject ?? "-")")
      }
    }
    return parts.joined().joined(separator: ", ")
  }

  /// The samples of each part; all columns must have one length, and numbers must lead into their lists.
  private func rows(_ scan: SampleScan) async throws -> [[ScannedRow]] {
    let names = samples
    var scan = scan
    scan.columns.insert(.ids)
    let wanted = scan.columns
    return try await backend.scan(scan, into: { _ in [ScannedRow]() }) { rows, columns in
      guard columns.hasEqualLengths else { throw CaseFailure("the columns of a scan have several lengths") }
      for row in 0..<columns.count {
        let times = "\(columns.start[row]) \(columns.end[row]) \(columns.startOffset[row])"
        var item = ScannedRow(
          name: names.name(columns.id[row]), numbers: "\(times) \(columns.value[row]) \(columns.enumCase[row])")
        item.origin = try columns.originText(row, isWanted: wanted.contains(.sources))
        item.zone = try columns.zoneText(row, isWanted: wanted.contains(.zones))
        rows.append(item)
      }
    }
  }
}

extension SampleColumns {
  fileprivate var hasEqualLengths: Bool {
    [end.count, startOffset.count, value.count, enumCase.count, id.count, source.count, zone.count].allSatisfy {
      $0 == count
    }
  }

  fileprivate func originText(_ row: Int, isWanted: Bool) throws -> String {
    let number = Int(source[row])
    guard isWanted else {
      if number != 0 { throw CaseFailure("a scan that asks for no sources numbers one \(number), not 0") }
      return ""
    }
    guard sources.indices.contains(number) else { throw CaseFailure("a scan has no source of number \(number)") }
    let origin = sources[number]
    let texts = [origin.bundle, origin.name, origin.product, origin.deviceName, origin.deviceModel]
    return (texts.map { $0 ?? "-" } + [origin.isUserEntered ? "entered" : "measured"]).joined(separator: ", ")
  }

  fileprivate func zoneText(_ row: Int, isWanted: Bool) throws -> String {
    let number = Int(zone[row])
    if number == -1 { return "no zone" }
    guard isWanted else { throw CaseFailure("a scan that requests no zones reports one") }
    guard zones.indices.contains(number) else { throw CaseFailure("a scan has no zone of number \(number)") }
    return zones[number]
  }
}
