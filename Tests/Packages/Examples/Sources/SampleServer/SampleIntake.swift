import AssayKit

/// Answers requests that bring samples: all samples of a body are stored, or none.
struct SampleIntake: Sendable {
  /// What the sender gets.
  struct Answer: Sendable, Equatable {
    /// The status of HTTP.
    var status: Int
    /// What became of each sample, or what is wrong.
    var lines: [String]
  }

  /// The longest body that is read, in bytes.
  static let longestBody = 1 << 20

  private let store: HealthStore
  private let bodies: BodyValidator

  /// Stores what comes in a store; the samples are judged by its types.
  init(_ store: HealthStore) {
    self.store = store
    bodies = BodyValidator(store.types, maximumFindings: 100)
  }

  /// Takes the body of a request.
  ///
  /// - Parameters:
  ///   - body: a JSON array of samples.
  ///   - subject: whose samples the sender may store.
  ///   - now: the moment that counts as now.
  /// - Returns: what the sender gets.
  /// - Throws: `StorageError` when the store cannot be written; nothing of the body is stored then.
  func receive(_ body: [UInt8], for subject: String, now: Instant = .now) async throws -> Answer {
    guard body.count <= Self.longestBody else { return Answer(status: 413, lines: ["the body is too long"]) }
    let judged = bodies.judged(body, now: now, subject: subject)
    guard judged.verdict.isAccepted else {
      let faults = judged.verdict.findings.filter { $0.diagnostic.severity == .error }
      guard !faults.isEmpty else { return Answer(status: 400, lines: ["the body has too many findings to list"]) }
      return Answer(status: 400, lines: faults.map { "sample \($0.sample): \($0.diagnostic.message)" })
    }
    // Stores compare subjects byte by byte.
    guard judged.samples.subjects.allSatisfy({ $0?.utf8.elementsEqual(subject.utf8) == true }) else {
      return Answer(status: 403, lines: ["a sample is of another subject"])
    }
    do {
      let receipt = try await store.write { transaction in
        let receipt = try await transaction.append(judged.samples)
        // A sample that is in conflict throws, and takes the others back with it.
        try receipt.check()
        return receipt
      }
      return Answer(status: 200, lines: receipt.outcomes.map(Self.word))
    } catch let conflict as QueryError {
      return Answer(status: 409, lines: ["\(conflict)"])
    }
  }

  private static func word(_ outcome: SaveOutcome) -> String {
    switch outcome {
    case .stored(let id): "stored \(id)"
    case .duplicate(let id): "known \(id)"
    case .notSet: "nothing to store"
    case .conflict, .refused: "not stored"
    }
  }
}
