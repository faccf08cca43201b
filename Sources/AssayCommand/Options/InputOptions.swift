import ArgumentParser
import Assay
import HealthFormats
import HealthModel
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
  ///
  /// - Throws: `Failure` for an input or a format that is not there.
  func resolve(
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
    let found: (inputs: [NamedInput], notes: [Diagnostic])
    do {
      found = try all.inputs(isWhole ? nil : paths)
    } catch {
      throw Failure(error)
    }
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
  ///
  /// - Throws: `Failure` for a name that no format has.
  func knownFormat(_ formats: FormatList = CompiledIn.formats) throws -> InputFormat? {
    if format == "auto" { return nil }
    if dialect != nil { throw Failure.usage("--format \(format) does not go with ranges or --guess") }
    if let named = formats.all.first(where: { $0.rawValue == format }) { return named }
    let names = (Self.formats + formats.plugins.map(\.rawValue)).joined(separator: ", ")
    throw Failure.usage(
      "unknown format `\(TextEscaping.escaped(format))`; one of \(names)"
        + (formats.plugins.isEmpty ? ", or one that a plugin reads: name it by --plugin" : ""))
  }

  /// The named paths and those of `--files-from`.
  func allPaths() throws -> [String] {
    guard let filesFrom else { return paths }
    var bytes: [UInt8] = []
    do {
      var source = try FileSource(path: filesFrom)
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {}
    } catch {
      throw Failure(error)
    }
    return try paths
      + bytes.split(separator: UInt8(ascii: "\n")).map { line in
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
