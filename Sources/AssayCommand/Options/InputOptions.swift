import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

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
  @Argument(help: "Files or folders to read; `-` is standard input.", completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("files-from"), help: "Read further paths from a file, one a line (`-`: standard input).",
    completion: .file())
  var filesFrom: String?

  @Option(
    help: "The inputs' format: auto, jsonl, json, apple-health or csv.",
    completion: .list(["auto"] + InputFormat.allCases.map(\.rawValue)))
  var format = "auto"

  @Option(name: .customLong("stdin-name"), help: "The name findings use for standard input.")
  var stdinName: String?

  @OptionGroup var judging: JudgingOptions

  @Option(help: "How many threads judge samples; default: the processors this process may use.")
  var jobs: Int?

  /// The inputs, resolved before any work: a missing file or an unknown format is a usage error.
  ///
  /// Without paths these are the files of the project's data sets, and a folder stands for those of them that are in
  /// it. A file that the system does not read is reported when its turn comes, so that it does not stop the others; so
  /// is a file of a data set whose format is unknown, since nobody named it.
  func resolve(project: Project? = nil) throws -> [NamedInput] {
    let paths = try allPaths()
    guard !paths.isEmpty else {
      if filesFrom == nil, let files = try project.map({ try InputFiles.ofDataSets(of: $0) }), !files.isEmpty {
        return try named(files, in: project)
      }
      let rest = project.map {
        "; \(TextEscaping.escaped($0.configuration.path, limit: 1000)) names no data that is there"
      }
      throw CommandFailure.usage("no input: name files or folders, or `-` for standard input\(rest ?? "")")
    }
    return try named(try paths.flatMap { try InputFiles.files(at: $0, in: project) }, in: project)
  }

  private func named(_ files: [InputFiles.File], in project: Project?) throws -> [NamedInput] {
    let known = try knownFormat()
    var uses = TableUses()
    var inputs: [NamedInput] = []
    for file in files {
      do {
        let set = project.flatMap { project in project.relativePath(of: file.path).flatMap(project.dataSet) }
        let input = try ResolvedInput.resolve(
          path: file.path, format: known ?? set?.format, stdinName: stdinName, layout: set?.layout ?? TableLayout(),
          within: file.boundary)
        uses.add(input, of: set)
        inputs.append(.found(input))
      } catch {
        let failure = CommandFailure(error)
        guard failure.status == ExitStatus.environment || !file.isNamed else { throw failure }
        inputs.append(.unreadable(failure, path: file.path))
      }
    }
    for finding in uses.findings {
      let place = TextEscaping.escaped("\(finding.location.path):\(finding.location.line)", limit: 1000)
      StandardError.write("assay: note: \(place): \(finding.message)\n")
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
    return try paths
      + bytes.split(separator: UInt8(ascii: "\n")).map { line in
        guard let path = String(validating: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
        else {
          throw CommandFailure.usage(
            "the path `\(TextEscaping.escaped(utf8: line, limit: 1000))` of --files-from is not UTF-8; rename the file")
        }
        return path
      }.filter { !$0.isEmpty }
  }

  /// How many threads.
  func jobCount() throws -> Int {
    if let jobs, jobs < 1 || jobs > 1024 { throw CommandFailure.usage("--jobs takes a number from 1 to 1024") }
    return jobs ?? JobCount.available()
  }

  /// What the rules need to know: the command's options first, then those of the input's data set.
  func validationOptions(normalizes: Bool, set: DataSet? = nil) throws -> ValidationOptions {
    try judging.validationOptions(normalizes: normalizes, set: set)
  }

  /// The moment that counts as now, in microseconds since 1970 UTC.
  func moment() throws -> Int64 { try judging.moment() }

  /// What the rules need to know for one input: its data set's options where the command names none, and its severities.
  func validationOptions(normalizes: Bool, of input: ResolvedInput, in project: Project?) throws -> ValidationOptions {
    let path = project?.relativePath(of: input.path)
    var options = try validationOptions(normalizes: normalizes, set: path.flatMap { project?.dataSet(of: $0) })
    options.origin = input.origin
    options.severities = project?.severities(in: path) ?? SeverityPolicy()
    return options
  }
}
