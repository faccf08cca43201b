import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthValidation

struct InputOptions: ParsableArguments {
  @Argument(help: "Files or folders to read; `-` is standard input.", completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("files-from"), help: "Read further paths from a file, one a line (`-`: standard input).",
    completion: .file())
  var filesFrom: String?

  /// What `--format` takes: the formats, and published forms of JSON.
  private static let formats = ["auto"] + CompiledIn.formats.names

  @Option(
    help: "The inputs' format: \(Suggestion.alternatives(Self.formats)).",
    completion: .list(Self.formats))
  var format = "auto"

  @Option(name: .customLong("stdin-name"), help: "The name findings use for standard input.")
  var stdinName: String?

  @OptionGroup var judging: JudgingOptions

  @Option(
    parsing: .unconditional, help: "How many threads judge samples; default: the processors this process may use.")
  var jobs: Int?

  /// The inputs, resolved before any work: a missing file or an unknown format is a usage error.
  ///
  /// Without paths these are the files of the project's data sets.
  func projectInputs(
    project: Project? = nil, formats: FormatList = CompiledIn.formats, profiles: FileProfiles = FileProfiles(),
    listsAll: Bool = false, suggestsProfiles: Bool = true
  ) throws -> [NamedInput] {
    let paths = try allPaths()
    var all = ProjectInputs(project: project, stdinName: stdinName)
    all.formats = formats
    all.profiles = profiles
    all.listsAll = listsAll
    all.suggestsProfiles = suggestsProfiles
    all.dialect = dialect
    if dialect == nil { all.format = try knownFormat(formats) }
    let isWhole = paths.isEmpty && filesFrom == nil
    let found = try all.find(isWhole ? nil : paths)
    // A pipe may have been idle until a signal came.
    for case .unreadable in found.inputs { try StopSignals.check() }
    for finding in found.notes {
      let line = finding.location.line > 0 ? ":\(finding.location.line)" : ""
      let place = TextEscaping.escaped(finding.location.path + line, limit: 1000)
      StandardError.write("assay: note: \(place): \(finding.message)\n")
    }
    guard !found.inputs.isEmpty else {
      let rest = project.map {
        "; \(TextEscaping.escaped($0.configuration.path, limit: 1000)) names no data that is there"
      }
      throw Failure.usage("no input: name files or folders, or `-` for standard input\(rest ?? "")")
    }
    return found.inputs
  }

  /// The published form of JSON that the command names; `nil` for another format.
  var dialect: JSONDialect? { CompiledIn.formats.dialect(named: format) }

  /// The format that the command names; `nil` to find it out.
  func knownFormat(_ formats: FormatList = CompiledIn.formats) throws -> InputFormat? {
    if format == "auto" { return nil }
    if dialect != nil { throw Failure.usage("--format \(format) does not go with ranges or --guess") }
    if let named = formats.all.first(where: { $0.rawValue == format }) { return named }
    let names = (Self.formats + formats.plugins.map(\.rawValue)).joined(separator: ", ")
    throw Failure.usage(
      "unknown format `\(TextEscaping.escaped(format))`; one of \(names)"
        + (formats.plugins.isEmpty ? ", or one that a plugin reads: name it by --plugin" : ""))
  }

  func allPaths() throws -> [String] {
    guard let filesFrom else { return paths }
    return try paths
      + FileSource.bytes(of: filesFrom).split(separator: UInt8(ascii: "\n")).map { line in
        guard let path = String(validating: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        else {
          throw Failure.usage(
            "the path `\(TextEscaping.escaped(utf8: line, limit: 1000))` of --files-from is not UTF-8; rename the file")
        }
        return path
      }.filter { !$0.isEmpty }
  }

  func jobCount() throws -> Int {
    if let jobs, jobs < 1 || jobs > 1024 { throw Failure.usage("--jobs takes a number from 1 to 1024") }
    return jobs ?? JobCount.available()
  }
}

/// Which parts of files are read: lines of plain files of JSON lines.
struct RangeOptions: ParsableArguments {
  @Option(help: "Read only the lines of a JSON lines file that begin in these bytes: START:END. Needs --now.")
  var range: String?

  @Option(
    name: .customLong("ranges-from"),
    help: "Read the ranges that a file lists, one a line (`-`: standard input): its path, start and end, as JSON.",
    completion: .file())
  var rangesFrom: String?

  /// The option that was given; `nil` if inputs are read whole.
  var option: String? { range != nil ? "--range" : rangesFrom != nil ? "--ranges-from" : nil }

  /// The ranges that are read of inputs; `nil` if inputs are read whole.
  ///
  /// Ranges that are judged by two clocks do not add up, so a clock is needed then.
  func inputs(_ input: InputOptions, of project: Project?) throws -> [NamedInput]? {
    guard let option else { return nil }
    let now = input.judging.now ?? EnvironmentVariables.value(of: "ASSAY_NOW") ?? ""
    if now.isEmpty {
      throw Failure.usage("\(option) needs --now, so that all ranges of a file are judged by one clock")
    }
    guard let text = range else { return try listedRanges(input, project) }
    if rangesFrom != nil { throw Failure.usage("--range and --ranges-from do not go together") }
    guard let lines = LineRange(text) else {
      throw Failure.usage(
        "--range takes two offsets in bytes such as 0:1048576, got `\(TextEscaping.escaped(text, limit: 100))`")
    }
    _ = try input.knownFormat()
    let inputs = try input.projectInputs(project: project)
    guard inputs.count == 1, case .found(let file) = inputs[0] else {
      throw Failure.usage("--range takes one file that can be read")
    }
    return [.found(try file.limited(to: lines))]
  }

  /// The ranges that `--ranges-from` lists, in their order; a file of several ranges is looked at once.
  private func listedRanges(_ input: InputOptions, _ project: Project?) throws -> [NamedInput] {
    guard input.paths.isEmpty, input.filesFrom == nil else {
      throw Failure.usage("--ranges-from names the files itself: leave out paths and --files-from")
    }
    let sources = ProjectInputs(project: project, format: try input.knownFormat(), stdinName: nil)
    var files: [String: ResolvedInput] = [:]
    var inputs: [NamedInput] = []
    let listed = try FileSource.bytes(of: rangesFrom ?? "-").split(separator: UInt8(ascii: "\n"))
    for (number, line) in listed.filter({ $0 != [UInt8(ascii: "\r")] }).enumerated() {
      let object = JSONValue(parsing: line)
      guard let path = object?["path"]?.text, let start = object?["start"]?.integer, let end = object?["end"]?.integer,
        let lines = LineRange(start: start, end: end)
      else {
        throw Failure.usage(
          #"line \#(number + 1) of --ranges-from is not a range; write {"path":"a.ndjson","start":0,"end":1048576}"#)
      }
      if files[path] == nil {
        let found = try sources.inputs([path]).inputs
        if found.count == 1, case .found(let file) = found[0] { files[path] = file }
      }
      guard let file = files[path] else {
        throw Failure.usage("\(TextEscaping.escaped(path, limit: 1000)) is not one file that can be read")
      }
      inputs.append(.found(try file.limited(to: lines)))
    }
    if inputs.isEmpty { throw Failure.usage("--ranges-from names no range") }
    return inputs
  }
}

struct JudgingOptions: ParsableArguments {
  @Option(help: "Whose samples these are, when a sample does not say.")
  var subject: String?

  @Flag(name: .customLong("require-subject"), help: "Refuse samples that name no subject.")
  var requiresSubject = false

  @Option(
    help: "The IANA time zone for times without an offset.",
    completion: .custom { _, _, _ in CompletionCandidates.zones })
  var timezone: String?

  @Option(
    help: "Which unit spellings are taken: healthkit (default), ucum or lenient.",
    completion: .list(UnitPolicy.allCases.map(\.rawValue)))
  var units: String?

  @Option(
    help: "What becomes of samples of unknown types: refuse (default), skip or note.",
    completion: .list(UnknownTypePolicy.allCases.map(\.rawValue)))
  var unknown: String?

  @Option(help: "The moment that counts as now, as 2026-01-01T00:00:00Z (also ASSAY_NOW).")
  var now: String?

  func settings() throws -> JudgingSettings {
    var settings = JudgingSettings(now: try moment())
    settings.zones = ZoneFolders.database
    if let subject, !JudgingSettings.isSubject(subject) {
      throw Failure.usage("--subject takes 1 to 128 bytes")
    }
    settings.subject = subject
    settings.requiresSubject = requiresSubject
    if let units {
      guard let policy = UnitPolicy(rawValue: units) else {
        throw Failure.usage("unknown --units `\(TextEscaping.escaped(units))`; one of healthkit, ucum, lenient")
      }
      settings.units = policy
    }
    if let unknown {
      guard let policy = UnknownTypePolicy(rawValue: unknown) else {
        throw Failure.usage("unknown --unknown `\(TextEscaping.escaped(unknown))`; one of refuse, skip, note")
      }
      settings.unknownTypes = policy
    }
    if let timezone {
      do throws(QueryError) {
        _ = try TimeZoneRules(timezone, in: settings.zones)
      } catch {
        throw Failure.usage("--timezone: \(error)")
      }
      settings.timeZone = timezone
    }
    return settings
  }

  func moment() throws -> Int64 { try Self.moment(now) }

  /// The same for commands without the option.
  static func moment(_ now: String? = nil) throws -> Int64 {
    guard let text = now ?? EnvironmentVariables.value(of: "ASSAY_NOW"), !text.isEmpty else {
      return CalendarTime.microseconds()
    }
    let bytes = Array(text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else {
      throw Failure.usage("--now takes a time such as 2026-01-01T00:00:00Z, got `\(TextEscaping.escaped(text))`")
    }
    return reading.instant.microseconds
  }
}
