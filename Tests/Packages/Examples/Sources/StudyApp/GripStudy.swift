import Assay
import AssayKit
import HealthFormats

/// A study of several participants, with two types of its own beside those of the catalog.
struct GripStudy: Sendable {
  /// How strong a hand is.
  static let grip = QuantityType("org.example.grip")
  /// How somebody feels: calm or tense.
  static let mood = CategoryType<CategoryCase>("org.example.mood")

  private let store: HealthStore

  /// Opens the study's store.
  ///
  /// - Parameters:
  ///   - location: the name of the store.
  ///   - folder: the definitions of the study's types.
  /// - Throws: `Failure` when the definitions are wrong, or the store cannot be opened.
  init(_ location: String, definitions folder: String) async throws {
    store = try await HealthStore(location, definitions: folder, source: SourceRevision(name: "Grip study"))
  }

  /// Saves what a participant brings.
  ///
  /// - Returns: what is wrong with the samples that are refused, with what to do.
  /// - Throws: `StorageError`; nothing is stored then.
  func save(_ samples: [NewSample], of participant: String) async throws -> [String] {
    var store = store
    store.subject = participant
    let receipt = try await store.save(samples)
    return receipt.outcomes.enumerated().flatMap { index, outcome in
      guard case .refused(let findings) = outcome else { return [String]() }
      return findings.map { "\(samples[index].type): \($0.message)" + ($0.hint.map { "; \($0)" } ?? "") }
    }
  }

  /// The average of a type for each participant.
  func averages(of type: QuantityType) async throws -> [(participant: String, average: Quantity?, count: Int)] {
    var averages: [(participant: String, average: Quantity?, count: Int)] = []
    for part in try await store.subjects(matching: .samples(of: type.name)) {
      var store = store
      store.subject = part.subject
      let statistics = try await store.statistics(type)
      averages.append((part.subject ?? "-", statistics?.averageQuantity, statistics?.count ?? 0))
    }
    return averages
  }

  /// All samples as NDJSON, which every store imports.
  func export() async throws -> String {
    let writer = SampleJSONWriter(registry: store.registry)
    var query = SampleQuery()
    // They are written with their correlations.
    query.omitsMembers = true
    var output: [UInt8] = []
    try await store.backend.query(query) { batch in
      writer.append(batch, to: &output)
      return true
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Removes all that the study has of a participant, also from the pages of files that are no longer in use.
  ///
  /// - Returns: how many samples are gone, and what is left: nothing.
  func withdraw(_ participant: String) async throws -> (removed: Int, left: Withdrawal.Counts) {
    let withdrawal = Withdrawal(of: participant, from: store.backend, quarantine: nil)
    let removed = try await withdrawal.run()
    // A store in memory has no file to free space in.
    if store.backend.capabilities.contains(.compact) { _ = try await store.backend.compact() }
    return (removed.samples, try await withdrawal.found())
  }

  /// Closes the store.
  func close() async throws { try await store.close() }
}

extension GripStudy {
  /// What the program shows: saves for two participants, one of whom leaves.
  func show(_ print: (String) -> Void) async throws {
    let monday = Instant(microseconds: 1_767_600_000_000_000)
    let tuesday = monday + .seconds(86_400)
    let first = try await save(
      [
        .quantity(Self.grip, 42, .kilogram, from: monday), .quantity(Self.grip, 44, .kilogram, from: tuesday),
        .category(Self.mood, CategoryCase("calm"), from: monday),
        .quantity(.heartRate, 64, .count / .minute, from: monday),
      ], of: "P1")
    let second = try await save(
      [
        .quantity(Self.grip, 31, .kilogram, from: monday), .quantity(Self.grip, 310, .kilogram, from: tuesday),
        .category(Self.mood, CategoryCase("tense"), from: monday),
      ], of: "P2")
    for refusal in first + second { print("refused: " + refusal) }
    for line in try await averages(of: Self.grip) {
      print("\(line.participant): \(line.average?.description ?? "none") of \(line.count)")
    }
    print(try await export())
    let (removed, left) = try await withdraw("P2")
    print("P2 withdrew: \(removed) removed, \(left.isEmpty ? "nothing" : "something") left")
    print(try await export())
  }
}
