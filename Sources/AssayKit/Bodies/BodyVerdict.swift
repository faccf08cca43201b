public import HealthModel

/// How the samples of a body are written.
public enum BodyFormat: Sendable, Hashable, CaseIterable {
  /// A JSON array of samples, or a single sample.
  case json
  /// A sample on each line (NDJSON).
  case lines
}

/// What the rules say about the samples of a body.
public struct BodyVerdict: Sendable, Hashable {
  /// How many samples were read; members of correlations do not count.
  public internal(set) var count = 0
  /// How many of them have no error.
  public internal(set) var acceptedCount = 0
  /// The findings in the order of the body, as many as the validator keeps: errors before warnings and notes.
  public internal(set) var findings: [BodyFinding] = []
  /// How many findings there are, with those that are not kept.
  public internal(set) var findingCount = 0
  /// How many findings the judge held for the body, before they got their words.
  package internal(set) var keptCount = 0
  /// Whether the body was read to its end; `false` when it is not JSON from some place on.
  public internal(set) var isComplete = true

  /// Whether the whole body was read and each of its samples has no error.
  public var isAccepted: Bool { isComplete && acceptedCount == count }
}

/// A finding about a sample of a body.
public struct BodyFinding: Sendable, Hashable {
  /// The place of the sample in the body, from 0; the number of samples before a place where the body is not JSON.
  public let sample: Int
  /// The finding: its code, its words, its place in the sample as `pointer`, its line and column in the body as
  /// `location`.
  public let diagnostic: Diagnostic
}
