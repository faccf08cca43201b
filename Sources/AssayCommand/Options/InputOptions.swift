import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An input as it was named: found, not readable, or not to be read for a reason that is a finding.
enum NamedInput {
  case found(ResolvedInput)
  case unreadable(CommandFailure, path: String)
  case finding(Diagnostic)

  /// The input as one that is not read, since something before it failed.
  func notChecked(since reason: String) -> NamedInput {
    guard case .found(let input) = self else { return self }
    return .finding(
      Diagnostic(
        code: .notChecked, message: "not checked: \(reason)", location: SourceLocation(path: input.displayPath)))
  }
}

/// Which inputs, and how they are read.
struct InputOptions: ParsableArguments {
  @Argument(help: "Files or folders to read; `-` is standard input.")
  var paths: [String] = []

  @Option(name: .customLong("files-from"), help: "Read further paths from a file, one a line (`-`: standard input).")
  var filesFrom: String?

  @Option(
    help: "The inputs' format: auto, jsonl, json, apple-health or csv.",
    completion: .list(["auto"] + InputFormat.allCases.map(\.rawValue)))
  var format = "auto"

  @Option(name: .customLong("stdin-name"), help: "The name findings use for standard input.")
  var stdinName: String?

  @Option(help: "Whose samples these are, when a sample does not say.")
  var subject: String?

  @Flag(name: .customLong("require-subject"), help: "Refuse samples that name no subject.")
  var requiresSubject = false

  @Option(help: "The IANA time zone for times without an offset.")
  var timezone: String?

  @Option(
    help: "Which unit spellings are taken: healthkit (default), ucum or lenient.",
    completion: .list(UnitPolicy.allCases.map(\.rawValue)))
  var units: String?

  @Option(help: "The moment that counts as now, as 2026-01-01T00:00:00Z (also ASSAY_NOW).")
  var now: String?

  @Option(help: "How many threads judge samples; default: the processors this process may use.")
  var jobs: Int?

  /// The inputs, resolved before any work: a missing file or an unknown format is a usage error.
  ///
  /// A file that the system does not read is reported when its turn comes, so that it does not stop the others.
  func resolve(project: Project? = nil) throws -> [NamedInput] {
    let paths = try allPaths()
    guard !paths.isEmpty else {
      throw CommandFailure.usage("no input: name files or folders, or `-` for standard input")
    }
    let known = try knownFormat()
    var inputs: [NamedInput] = []
    for path in paths {
      do {
        let set = project.flatMap { project in project.relativePath(of: path).flatMap(project.dataSet) }
        inputs.append(
          .found(
            try ResolvedInput.resolve(
              path: path, format: known ?? set?.format, stdinName: stdinName, layout: set?.layout ?? TableLayout())))
      } catch {
        let failure = CommandFailure(error)
        guard failure.status == ExitStatus.environment else { throw failure }
        inputs.append(.unreadable(failure, path: path))
      }
    }
    return inputs
  }

  /// The format that the command names; `nil` to find it out.
  func knownFormat() throws -> InputFormat? {
    if format == "auto" { return nil }
    guard let named = InputFormat(rawValue: format) else {
      let names = InputFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandFailure.usage("unknown format `\(TextEscaping.escaped(format))`; one of auto, \(names)")
    }
    return named
  }

  /// Checks the options, and those of each data set, before any work.
  func check(_ project: Project?) throws {
    _ = try validationOptions(normalizes: false)
    for set in project?.configuration.data ?? [] { _ = try validationOptions(normalizes: false, set: set) }
  }

  /// The named paths and those of `--files-from`.
  func allPaths() throws -> [String] {
    guard let filesFrom else { return paths }
    var bytes: [UInt8] = []
    do {
      var source = try FileSource(path: filesFrom)
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    } catch {
      throw CommandFailure(error)
    }
    return paths
      + bytes.split(separator: UInt8(ascii: "\n")).map { line in
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      }.filter { !$0.isEmpty }
  }

  /// How many threads.
  func jobCount() throws -> Int {
    if let jobs, jobs < 1 || jobs > 1024 { throw CommandFailure.usage("--jobs takes a number from 1 to 1024") }
    return jobs ?? JobCount.available()
  }

  /// What the rules need to know: the command's options first, then those of the input's data set.
  func validationOptions(normalizes: Bool, set: DataSet? = nil) throws -> ValidationOptions {
    let word = units ?? set?.units?.rawValue ?? UnitPolicy.strict.rawValue
    guard let policy = UnitPolicy(rawValue: word) else {
      throw CommandFailure.usage("unknown --units `\(TextEscaping.escaped(word))`; one of healthkit, ucum, lenient")
    }
    let subject = subject ?? set?.subject
    if let subject, subject.isEmpty || subject.utf8.count > 128 {
      throw CommandFailure.usage("--subject takes 1 to 128 bytes")
    }
    var zone: LocalTimeZone?
    if let timezone = timezone ?? set?.timeZone?.value {
      guard let found = TimeZoneRules.zone(named: timezone) else {
        let place = self.timezone == nil ? set?.timeZone.map { "\($0.mark): " } ?? "" : ""
        throw CommandFailure.usage(
          "\(place)unknown time zone `\(TextEscaping.escaped(timezone))`; give an IANA name such as Europe/Berlin")
      }
      zone = found
    }
    return ValidationOptions(
      now: try moment(), subject: subject, requiresSubject: requiresSubject, units: policy, timeZone: zone,
      normalizes: normalizes)
  }

  /// What the rules need to know for one input: its data set's options where the command names none, and its severities.
  func validationOptions(normalizes: Bool, of input: ResolvedInput, in project: Project?) throws -> ValidationOptions {
    let path = project?.relativePath(of: input.path)
    var options = try validationOptions(normalizes: normalizes, set: path.flatMap { project?.dataSet(of: $0) })
    options.origin = input.origin
    options.severities = project?.severities(in: path) ?? SeverityPolicy()
    return options
  }

  /// The moment that counts as now, in microseconds since 1970 UTC.
  func moment() throws -> Int64 {
    guard let text = now ?? getenv("ASSAY_NOW").map({ String(cString: $0) }), !text.isEmpty else {
      return MonotonicClock.calendar()
    }
    let bytes = Array(text.utf8)
    guard let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset
    else {
      throw CommandFailure.usage("--now takes a time such as 2026-01-01T00:00:00Z, got `\(TextEscaping.escaped(text))`")
    }
    return reading.instant.microseconds
  }
}
