import HealthModel
import HealthStorage

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

  /// Compares the parts with the answers to their queries.
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
