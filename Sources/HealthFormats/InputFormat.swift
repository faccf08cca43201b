public import HealthModel

/// The formats that are read, by the names `--format` takes.
public enum InputFormat: String, Sendable, Hashable, CaseIterable {
  /// One JSON object a line.
  case jsonLines = "jsonl"
  /// A JSON array of samples, or one object.
  case json
  /// The main file of an Apple Health export.
  case appleHealth = "apple-health"
  /// A table with a header row (RFC 4180).
  case csv

  /// How the format's text is written.
  public var syntax: RawSyntax {
    switch self {
    case .jsonLines, .json: .json
    case .appleHealth: .appleHealth
    case .csv: .csv
    }
  }
}
