import ArgumentParser
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// `assay export`: writes stored samples as NDJSON or as a table.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "export", abstract: "Write stored samples, ordered by type, start and id.",
    discussion: """
      What is written reads back the same. A table cannot say everything: samples that it cannot are left out, counted,
      and make the status 1.
      """)

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: QueryOptions

  @Option(
    name: .customLong("output-format"), help: "jsonl (one sample a line) or csv.", completion: .list(["jsonl", "csv"]))
  var outputFormat = "jsonl"

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.", completion: .file())
  var output: String?

  @OptionGroup var project: ProjectOptions

  mutating func run() async throws {
    guard ["jsonl", "csv"].contains(outputFormat) else {
      throw CommandFailure.usage("--output-format takes jsonl or csv")
    }
    let isTable = outputFormat == "csv"
    let url = try store.url()
    let project = try project.project()
    let registry = try catalog.registry(project: project)
    var query = try options.query(registry)
    query.omitsMembers = true
    let question = query
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let target = try ExportTarget(output)
    let omissions = try await OpenStore.closing(backend) {
      do {
        if isTable {
          let table = CSVAnswer(query: question, store: backend, writer: SampleCSVWriter(registry: registry))
          return try await table.write(AnswerCut(all: question, registry: registry), to: target.output).omissions
        }
        try await Self.writeLines(question, registry, backend, to: target.output)
        return [:]
      } catch let error as StorageError {
        throw CommandFailure(error)
      }
    }
    if let signal = ProcessSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
    try target.finish()
    guard !omissions.isEmpty else { return }
    StandardError.write("assay: \(CSVAnswer.words(omissions))\n")
    throw ExitCode(ExitStatus.refused)
  }

  private static func writeLines(
    _ query: SampleQuery, _ registry: Registry, _ store: any StorageBackend, to output: ByteOutput
  ) async throws {
    let writer = SampleJSONWriter(registry: registry)
    var text: [UInt8] = []
    try await store.query(query) { batch in
      text.removeAll(keepingCapacity: true)
      writer.append(batch, to: &text)
      try output.append(text)
      return ProcessSignals.pending() == nil
    }
  }
}

/// Where an export goes: a file that appears when it is whole, or a stream.
private struct ExportTarget {
  let output: ByteOutput
  private let file: PendingFile?

  init(_ path: String?) throws {
    guard let path, path != "-", !path.hasPrefix("/dev/") else {
      output = try path.map(FileOutput.open) ?? .standardOutput()
      file = nil
      return
    }
    do {
      let pending = try PendingFile(path)
      file = pending
      output = pending.output
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Ends the output; a file is put in its place.
  func finish() throws {
    if let file { try file.finish() } else { try output.flush() }
  }
}
