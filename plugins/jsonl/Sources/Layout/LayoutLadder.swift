/// A step of a migration: how a store of one version of the layout becomes one of the next.
///
/// The log decides what the other files mean, so a step changes the log: a line for each line, in their order. Files of
/// samples that must change get a new generation by a commit afterwards, as when a store is compacted.
struct LayoutStep: Sendable {
  /// The version that the step leads to, the one after the version before.
  let to: Int64
  /// Whether a store that has not taken the step can be read.
  let keepsReading: Bool
  /// A whole line of `commits.jsonl`, sealed, as the version before wrote it; returns the line of this version, sealed.
  let line: @Sendable ([UInt8]) throws -> [UInt8]
}

/// The versions of the layout that this program knows, and the steps between them.
struct LayoutLadder: Sendable {
  var steps: [LayoutStep] = []

  static let released = LayoutLadder()

  /// The version of new stores, which all others are brought to.
  var newest: Int64 { steps.last?.to ?? 1 }

  /// The steps that a store of a version has not taken.
  func steps(after version: Int64) -> ArraySlice<LayoutStep> { steps.drop { $0.to <= version } }

  func canRead(_ version: Int64) -> Bool { steps(after: version).allSatisfy(\.keepsReading) }
}
