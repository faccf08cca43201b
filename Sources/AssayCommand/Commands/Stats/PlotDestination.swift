import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

enum PlotDestination: ExpressibleByArgument, CustomStringConvertible, Sendable {
  case terminal
  case file(String)

  init?(argument: String) { self = .file(argument) }

  var description: String {
    switch self {
    case .terminal: "terminal"
    case .file(let path): path
    }
  }

  /// Refuses a second place, of which the parser would keep the last one and say nothing.
  static func checkOnce(_ arguments: [String]) throws {
    guard arguments.count(where: { $0 == "--plot" || $0.hasPrefix("--plot=") }) > 1 else { return }
    throw Failure.usage("--plot is given twice; run the command once for each picture")
  }

  func check(isTable: Bool) throws {
    switch self {
    case .terminal where !isTable:
      throw Failure.usage("--plot draws below a table; with another --output-format name a file: --plot out.svg")
    case .terminal: return
    case .file(let path): try Self.checkName(path, otherwise: "; without a file it draws in the terminal")
    }
  }

  static func checkName(_ path: String, otherwise: String = "") throws {
    guard path.utf8.count > 4, path.lowercased().hasSuffix(".svg") else {
      throw Failure.usage(
        "--plot takes a file whose name ends with .svg, got `\(TextEscaping.escaped(path, limit: 1000))`\(otherwise)")
    }
  }

  /// The file of the chart, which appears when it is complete; `nil` for the terminal.
  func file() throws -> PendingFile? {
    guard case .file(let path) = self else { return nil }
    return try Self.file(path)
  }

  static func file(_ path: String) throws -> PendingFile { try PendingFile(path) }
}

extension TerminalChart {
  /// A chart as wide as the terminal, with the characters that it can show.
  init(environment: (String) -> String?) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let codes = locale.lowercased()
    let isUTF8 = codes.hasSuffix("utf-8") || codes.hasSuffix("utf8")
    self.init(
      width: min(
        (Terminal.output.isInteractive ? Terminal.output.columns : nil) ?? environment("COLUMNS").flatMap { Int($0) }
          ?? 80, 400),
      usesUnicode: isUTF8 && environment("TERM") != "dumb")
  }

  static func variable(_ name: String) -> String? { EnvironmentVariables.value(of: name) }
}
