import HealthModel
import HealthStorage
import HealthTestKit

/// A store in memory that is spoken to in short words: samples are known by small numbers, which are their ids.
struct MemoryBench {
  let registry: Registry
  let store: StepwiseStore

  init(_ options: StorageOptions = StorageOptions()) throws {
    registry = try ProjectFiles.registry()
    store = StepwiseStore(MemoryStore(registry: registry, options: options))
  }

  // MARK: - Samples

  static func id(_ number: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 8 - digits.count) + digits + "-1111-4111-8111-111111111111"
  }

  static func quantity(
    _ type: String, _ number: Int, _ value: Int, _ unit: String, second: Int = 0, bundle: String? = nil
  ) -> String {
    let source = bundle.map { #","source":{"bundle":"\#($0)"}"# } ?? ""
    return #"{"uuid":"\#(id(number))","type":"\#(type)","value":\#(value),"unit":"\#(unit)","start":"\#(time(second))""#
      + source + "}"
  }

  static func pulse(_ number: Int, _ value: Int = 60, second: Int = 0, bundle: String? = nil) -> String {
    quantity("heartRate", number, value, "count/min", second: second, bundle: bundle)
  }

  static func systolic(_ number: Int, _ value: Int = 120, bundle: String? = nil) -> String {
    quantity("bloodPressureSystolic", number, value, "mmHg", bundle: bundle)
  }

  static func diastolic(_ number: Int, _ value: Int = 80, bundle: String? = nil) -> String {
    quantity("bloodPressureDiastolic", number, value, "mmHg", bundle: bundle)
  }

  static func pressure(_ number: Int, _ members: String..., bundle: String? = nil) -> String {
    let source = bundle.map { #","source":{"bundle":"\#($0)"}"# } ?? ""
    return #"{"uuid":"\#(id(number))","type":"bloodPressure","start":"\#(time(0))""# + source + #","members":["#
      + members.joined(separator: ",") + "]}"
  }

  private static func time(_ second: Int) -> String {
    let parts = [second / 3600, second / 60 % 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "2026-01-01T" + parts.joined(separator: ":") + "Z"
  }

  // MARK: - Talk

  /// Appends samples; the answer has a letter for each: accepted, duplicate, conflict, refused.
  func append(_ lines: [String]) async throws -> String {
    let letters = try await store.append(NormalBatch.of(lines, registry)).outcomes.map { outcome -> String in
      switch outcome {
      case .accepted: "A"
      case .duplicate: "D"
      case .conflict: "C"
      case .refused: "R"
      }
    }
    return letters.joined()
  }

  /// Appends samples and commits them.
  func keep(_ lines: String...) async throws -> String {
    let letters = try await append(lines)
    try await store.commit(nil)
    return letters
  }

  /// The numbers of the samples that a query finds, members behind their correlation with a `+`.
  func ask(_ change: (inout SampleQuery) -> Void = { _ in }) async throws -> String {
    var query = SampleQuery()
    change(&query)
    var words: [String] = []
    try await store.query(query) { batch in
      words += Self.words(batch)
      return true
    }
    return words.joined(separator: " ")
  }

  static func words(_ batch: SampleBatch) -> [String] {
    (0..<batch.count).map { (batch.correlation[$0] < 0 ? "" : "+") + String(batch.id[$0].high >> 32, radix: 16) }
  }

  func delete(_ numbers: Int...) async throws -> DeletionReceipt {
    var query = SampleQuery()
    query.ids = numbers.compactMap { SampleID(Self.id($0)) }
    return try await store.delete(query)
  }

  /// Changes as `commit: added… -deleted…`, and the anchor behind them.
  func changes(
    since commit: Int64 = 0, _ change: (inout ChangeQuery) -> Void = { _ in }, pages: Int = .max
  ) async throws -> [String] {
    var query = ChangeQuery(since: ChangeAnchor(commit: commit))
    change(&query)
    var lines: [String] = []
    let anchor = try await store.changes(query) { page in
      let deleted = page.deleted.map { "-" + String($0.id.high >> 32, radix: 16) }
      let words = (Self.words(page.added) + deleted).joined(separator: " ")
      lines.append("\(page.commit): \(words)" + (page.isEndOfCommit ? "" : " …"))
      return lines.count < pages
    }
    return lines + ["→ \(anchor)"]
  }
}
