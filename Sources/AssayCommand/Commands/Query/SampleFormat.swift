import ArgumentParser
import HealthFormats
import HealthModel
import HealthReports

/// How commands write stored samples.
enum SampleFormat: String, CaseIterable {
  /// Lines for people.
  case table
  case csv
  case json
  case jsonl
  /// A stream of columns in the Arrow format.
  case arrow

  /// Reads what `--output-format` says.
  init(option text: String) throws {
    guard let format = SampleFormat(rawValue: text) else {
      if text == "apple-health" || CompiledIn.formats.form(named: text) != nil {
        throw Failure.usage("--output-format takes table, csv, json, jsonl or arrow; \(text) is `export --as \(text)`")
      }
      guard text != "parquet" else { throw Self.parquet }
      throw Failure.usage("--output-format takes table, csv, json, jsonl or arrow")
    }
    self = format
  }

  /// Reads what `--output-format` says, or else what the name of the output says; JSON lines for other names.
  init(option text: String?, output: String?) throws {
    if let text {
      try self.init(option: text)
      return
    }
    let name = (output ?? "").lowercased()
    guard !name.hasSuffix(".parquet") else { throw Self.parquet }
    let endings: [(String, SampleFormat)] = [(".csv", .csv), (".json", .json), (".arrow", .arrow), (".arrows", .arrow)]
    self = endings.first { name.hasSuffix($0.0) }?.1 ?? .jsonl
  }

  private static var parquet: Failure {
    .usage("Parquet is made of columns of Arrow: write --output-format arrow, and see Documentation/arrow.md")
  }

  /// The words that the option takes.
  static var names: [String] { allCases.map(\.rawValue) }

  /// Refuses what a stream of columns has no place for, and a terminal.
  ///
  /// - Throws: `Failure` when the format is Arrow and one of both is asked for.
  func checkArrow(_ unit: UnitOption, output: String?) throws {
    guard self == .arrow else { return }
    guard unit.texts.isEmpty else {
      throw Failure.usage("--output-format arrow has canonical units in its columns: leave --unit out")
    }
    if output == nil || output == "-", StandardOutput.isTerminal {
      throw Failure.usage("--output-format arrow is not for a terminal: name a file with --output, or a pipe")
    }
  }

  /// The form of rows that are not the samples themselves, which an option asks for.
  ///
  /// - Throws: `Failure` for Arrow, whose columns are those of samples.
  func rows(for option: String) throws -> RowFormat {
    switch self {
    case .table: .table
    case .csv: .csv
    case .json: .json
    case .jsonl: .jsonl
    case .arrow:
      throw Failure.usage("\(option) has its own rows, and --output-format arrow those of samples: give one")
    }
  }
}
