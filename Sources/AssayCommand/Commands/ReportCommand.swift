import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports

struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Merge partial reports.", subcommands: [ReportMergeCommand.self])
}

struct ReportMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one report of reports in jsonl, as one process would have written it.",
    discussion: """
      Reports may be of files, of ranges of files, and results of this command, in any order. They must be by one version, \
      one catalog, one --now and the same options. The status is that of the merged report: 1 if something was refused.

      Example: assay report merge part-*.jsonl --output findings.jsonl
      """)

  @Argument(help: "Reports, made with --output-format jsonl or --report jsonl=FILE.", completion: .file())
  var paths: [String]

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @Flag(help: "Fail if the ranges of some file do not cover it.")
  var whole = false

  @Flag(name: .shortAndLong, help: "Print no summary.")
  var quiet = false

  mutating func run() async throws {
    let merge = try ReportMerge(paths)
    if whole, let file = merge.firstIncomplete {
      throw Failure("the ranges of \(file) do not cover it; add the other reports", status: .refused)
    }
    try output.map(ProtectedFiles(paths: paths, folders: [], project: nil).check)
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    let summary = try merge.write(to: destination)
    if !quiet { StandardError.write(summary.line() + "\n") }
    try summary.status(.error).end()
  }
}
