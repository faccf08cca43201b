public import HealthModel
import HealthStorage

/// What became of one saved sample.
///
/// ```swift
/// for (sample, outcome) in zip(samples, try await store.save(samples).outcomes) {
///   switch outcome {
///   case .stored, .duplicate, .notSet: break
///   case .conflict(let id): print("another sample is stored as", id)
///   case .refused(let findings): print(sample.type, findings.map(\.message))
///   }
/// }
/// ```
public enum SaveOutcome: Sendable, Hashable {
  /// It is stored now, under this id.
  case stored(SampleID)
  /// The same sample is stored already, or was deleted; nothing changed.
  case duplicate(SampleID)
  /// Another sample is stored under its id, or under the id of one of its members; nothing changed.
  case conflict(SampleID)
  /// The rules or the store refuse it, with all its members.
  case refused([Diagnostic])
  /// It is a characteristic whose value is not set, so there is nothing to store.
  case notSet

  /// The id that the sample has in the store; `nil` if it was refused or is not set.
  ///
  /// After a conflict another sample has it.
  public var id: SampleID? {
    switch self {
    case .stored(let id), .duplicate(let id), .conflict(let id): id
    case .refused, .notSet: nil
    }
  }

  /// Whether the store has the sample, from now on or already.
  public var isInStore: Bool {
    switch self {
    case .stored, .duplicate: true
    case .conflict, .refused, .notSet: false
    }
  }
}

/// What became of saved samples, in their order.
public struct SaveReceipt: Sendable, Hashable {
  /// One outcome for each sample; members of a correlation have that of the correlation.
  public internal(set) var outcomes: [SaveOutcome] = []
  /// The findings of samples that were not refused, by their place in `outcomes`: warnings and notes.
  public internal(set) var warnings: [Int: [Diagnostic]] = [:]

  init() {}

  /// The ids of the samples that the store has, from now on or already.
  public var ids: [SampleID] { outcomes.compactMap { $0.isInStore ? $0.id : nil } }

  /// How many samples are stored now that were not before.
  public var storedCount: Int {
    outcomes.count { if case .stored = $0 { true } else { false } }
  }

  /// Requires that the store has all the samples.
  ///
  /// Inside of `write`, this stores all of them or none:
  ///
  /// ```swift
  /// try await store.write { transaction in try await transaction.save(samples).check() }
  /// ```
  ///
  /// - Throws: `SaveError` about the first sample that was refused or is in conflict.
  public func check() throws(SaveError) {
    for (index, outcome) in outcomes.enumerated() {
      switch outcome {
      case .stored, .duplicate, .notSet: break
      case .conflict, .refused: throw SaveError(index: index, outcome: outcome)
      }
    }
  }

  /// Adds the outcomes of samples that were judged and appended.
  mutating func add(_ judged: JudgedSamples, _ receipt: AppendReceipt) throws(StorageError) {
    guard receipt.outcomes.count == judged.batch.count else {
      throw StorageError(
        .failed, "the store answered for \(receipt.outcomes.count) samples of \(judged.batch.count)")
    }
    for index in 0..<judged.count {
      let findings = judged.findings(at: index)
      let row = Int(judged.rows[index])
      if row < 0 {
        outcomes.append(judged.unset.contains(index) ? .notSet : .refused(findings))
        continue
      }
      if !findings.isEmpty { warnings[outcomes.count] = findings }
      outcomes.append(Self.outcome(of: judged.batch.group(at: row), in: judged.batch, receipt))
    }
  }

  /// The outcome of a sample with its members: nothing of a group is stored half.
  private static func outcome(
    of group: Range<Int>, in batch: SampleBatch, _ receipt: AppendReceipt
  ) -> SaveOutcome {
    let id = batch.id[group.lowerBound]
    let outcomes = receipt.outcomes[group]
    if outcomes.contains(.refused) {
      let reason = group.lazy.compactMap { receipt.reasons[$0] }.first ?? "it gives no reason"
      let message = "the store refuses the sample: " + TextEscaping.escaped(reason, limit: 400)
      return .refused([
        Diagnostic(
          code: .storeRefused, message: message, location: SourceLocation(path: ""), uuid: id.description)
      ])
    }
    if outcomes.contains(.conflict) { return .conflict(id) }
    return outcomes.first == .accepted ? .stored(id) : .duplicate(id)
  }
}

/// A sample that is not in the store after it was saved.
public struct SaveError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place of the sample among those that were saved, from 0.
  public let index: Int
  /// What became of it: a conflict, or refused.
  public let outcome: SaveOutcome

  init(index: Int, outcome: SaveOutcome) {
    self.index = index
    self.outcome = outcome
  }

  /// Which sample it is and what is wrong with it, with what to do.
  public var description: String {
    let reason =
      switch outcome {
      case .conflict(let id): "another sample is stored under the id \(id)"
      case .refused(let findings):
        Self.reason(findings.filter { $0.severity == .error })
      case .stored, .duplicate, .notSet: "it is stored"
      }
    return "sample \(index) is not saved: \(reason)"
  }

  private static func reason(_ errors: [Diagnostic]) -> String {
    guard !errors.isEmpty else { return "its errors were counted and not kept, see `maximumFindings`" }
    return errors.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") }.joined(separator: "; ")
  }
}
