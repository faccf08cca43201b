import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthUnits

struct UnitsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "units", abstract: "Convert, check and list units.",
    subcommands: [Convert.self, Parse.self, List.self])

  struct Convert: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "convert", abstract: "Convert a value from one unit to another.",
      discussion: """
        With --batch, each line is `grammar<TAB>from<TAB>value<TAB>to`; one result or `error: …` a line.

        Examples: assay units convert 98.6 degF degC
        assay units convert 5.4 'mmol<180.1558800000541>/L' mg/dL
        """)

    @Argument(
      help: "The value, the unit it has and the unit wanted: 98.6 degF degC",
      completion: .custom { _, _, _ in CompletionCandidates.units })
    var arguments: [String] = []

    @Option(
      help: "How both units are spelled: healthkit, ucum, or lenient as in `--units lenient`.",
      completion: .list(["healthkit", "ucum", "lenient"]))
    var grammar = UnitGrammar.healthKit.rawValue

    @Option(help: "Convert the lines of a file; `-` is standard input.", completion: .file())
    var batch: String?

    mutating func run() async throws {
      if let batch { return try UnitBatch.convertLines(of: batch) }
      guard arguments.count == 3 else {
        throw Failure.usage(
          "give VALUE FROM TO, for example: assay units convert 98.6 degF degC;"
            + " write `--` before a negative value")
      }
      if grammar == "lenient" {
        let result = try UnitArguments.convertLeniently(arguments[0], from: arguments[1], to: arguments[2])
        return try StandardOutput.write(DecimalWriter.string(result) + "\n")
      }
      let grammar = try UnitArguments.grammar(named: grammar)
      let result = try UnitArguments.convert(
        arguments[0], from: arguments[1], to: arguments[2], fromGrammar: grammar, toGrammar: grammar)
      try StandardOutput.write(DecimalWriter.string(result) + "\n")
    }
  }

  struct Parse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "parse", abstract: "Print a unit's canonical string; the status is 1 for what is not a unit.",
      discussion: "Example: assay units parse count/min")

    @Argument(help: "The unit.", completion: .custom { _, _, _ in CompletionCandidates.units })
    var unit: String

    @Option(help: "The grammar: healthkit or ucum.", completion: .list(["healthkit", "ucum"]))
    var grammar = UnitGrammar.healthKit.rawValue

    mutating func run() async throws {
      let grammar = try UnitArguments.grammar(named: grammar)
      let parsed: UnitOfMeasure
      do throws(UnitError) {
        parsed = try UnitOfMeasure(unit, grammar: grammar)
      } catch {
        throw Failure("\(error)", status: .refused)
      }
      try StandardOutput.write(parsed.unitString + "\n")
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the units of HealthKit's grammar.",
      discussion: "Example: assay units list")

    mutating func run() async throws {
      let output = ByteOutput.standardOutput()
      for unit in UnitTable.standard.listing { try output.append(unit + "\n") }
      try output.flush()
    }
  }
}

enum UnitArguments {
  static func grammar(named name: String) throws -> UnitGrammar {
    guard let grammar = UnitGrammar(rawValue: name == "hk" ? "healthkit" : name) else {
      throw Failure.usage("unknown grammar `\(TextEscaping.escaped(name))`; healthkit or ucum")
    }
    return grammar
  }

  /// Converts between spellings that `--units lenient` reads.
  static func convertLeniently(_ value: String, from: String, to: String) throws -> Double {
    guard let source = UnitAliases.healthKitForm(of: from), let target = UnitAliases.healthKitForm(of: to) else {
      // The strict reading says what is wrong with the one that is not a unit.
      return try convert(value, from: from, to: to, fromGrammar: .healthKit, toGrammar: .healthKit)
    }
    return try convert(
      value, from: source.unit, to: target.unit, fromGrammar: .healthKit, toGrammar: .healthKit,
      factors: (source.factor.doubleValue, target.factor.doubleValue))
  }

  /// Converts, or fails with status 1: the question was well put, the answer is no.
  static func convert(
    _ value: String, from: String, to: String, fromGrammar: UnitGrammar, toGrammar: UnitGrammar,
    factors: (from: Double, to: Double) = (1, 1)
  ) throws -> Double {
    let bytes = Array(value.utf8)
    guard let number = DecimalParser.parse(0..<bytes.count, in: bytes.span.bytes) else {
      throw Failure("`\(TextEscaping.escaped(value))` \(fault(bytes))", status: .refused)
    }
    do {
      let source = try UnitOfMeasure(from, grammar: fromGrammar)
      let target = try UnitOfMeasure(to, grammar: toGrammar)
      let result = try source.conversion(to: target)(number.value * factors.from) / factors.to
      guard result.isFinite else {
        throw Failure(
          "`\(value) \(TextEscaping.escaped(from))` \(fault) in `\(TextEscaping.escaped(to))`",
          status: .refused)
      }
      return result
    } catch let error as UnitError {
      throw Failure("\(error)", status: .refused)
    }
  }

  private static let fault = "is not from -1.8e308 to 1.8e308"

  private static func fault(_ text: [UInt8]) -> String {
    switch NumberFault(text) {
    case .tooLong: "is a number of more than \(DecimalParser.maximumLength) characters"
    case .tooLarge: fault
    default: "is not a number"
    }
  }
}

/// `assay units convert --batch`: one line in, one line out.
enum UnitBatch {
  static func convertLines(of path: String) throws {
    let output = ByteOutput.standardOutput()
    var lines = try FileSource.bytes(of: path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
      try output.append(answer(to: String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)) + "\n")
    }
    try output.flush()
  }

  private static func answer(to line: String) -> String {
    let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard columns.count == 4 else { return "error: expected 4 columns: grammar, from, value, to" }
    do {
      // `hk>ucum` names the two sides' grammars.
      let grammars = columns[0].split(separator: ">").map(String.init)
      guard let first = grammars.first, let last = grammars.last else { return "error: no grammar" }
      return DecimalWriter.string(
        try UnitArguments.convert(
          columns[2], from: columns[1], to: columns[3], fromGrammar: UnitArguments.grammar(named: first),
          toGrammar: UnitArguments.grammar(named: last)))
    } catch let failure as Failure {
      return "error: \(failure)"
    } catch {
      return "error: \(error)"
    }
  }
}
