import ArgumentParser

/// How commands write stored samples.
enum SampleFormat: String, CaseIterable {
  /// Lines for people.
  case table
  case csv
  /// One array of samples.
  case json
  /// One sample a line.
  case jsonl

  /// Reads what `--output-format` says.
  init(option text: String) throws {
    guard let format = SampleFormat(rawValue: text) else {
      throw CommandFailure.usage("--output-format takes table, csv, json or jsonl")
    }
    self = format
  }

  /// The words that the option takes.
  static var names: [String] { allCases.map(\.rawValue) }
}
