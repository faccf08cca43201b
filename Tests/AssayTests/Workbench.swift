import Assay
import Foundation
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

/// Runs verbs on texts in a folder of its own, as the command does.
final class Workbench: Sendable {
  let registry: Registry
  let folder: String

  init(registry: Registry) throws {
    self.registry = registry
    folder = NSTemporaryDirectory() + "assay-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Writes a file and names it.
  func file(_ name: String, _ text: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)), as: UTF8.self)
  }

  /// Validates a file; returns the report and the summary.
  func validate(_ path: String, jobs: Int, format: ReportFormat = .jsonl) async throws -> (String, Summary) {
    let report = folder + "/report-\(UUID().uuidString)"
    let reporter = Reporter(sinks: [ReportSink(format: format, output: try ByteOutput.file(report), maximumFindings: 0)]
    )
    let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
    let summary = try await check(input, jobs: jobs, reporter)
    try reporter.finish(summary)
    return (String(decoding: try Data(contentsOf: URL(fileURLWithPath: report)), as: UTF8.self), summary)
  }

  /// Normalizes a file; returns the lines.
  func normalize(_ path: String, jobs: Int = 1) async throws -> String {
    let name = "normal-\(UUID().uuidString).ndjson"
    let output = try ByteOutput.file(folder + "/" + name)
    let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
    _ = try await check(input, jobs: jobs, into: .lines(to: output))
    return try text(name)
  }

  /// Imports a file.
  func load(
    _ path: String, into store: any StorageBackend, jobs: Int = 2, quarantine: String? = nil, ownsFolder: Bool = false,
    subject: String? = nil, isPipe: Bool = false, interruption: @escaping @Sendable () -> Int32? = { nil },
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Summary {
    let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
    var request = request(jobs: jobs)
    request.interruption = interruption
    request.note = note
    let file = quarantine.map {
      QuarantineFile(path: folder + "/" + $0, isShared: isPipe, ownsFolder: ownsFolder)
    }
    return try await CheckEngine(request, store: store).checkInput(
      input, options: options(of: input, subject: subject), key: isPipe ? nil : path, quarantine: file)
  }

  /// Everything in a store, as an export writes it.
  func export(_ store: any StorageBackend) async throws -> String {
    var query = SampleQuery()
    query.omitsMembers = true
    let writer = SampleJSONWriter(registry: registry)
    var output: [UInt8] = []
    try await store.query(query) { batch in
      writer.append(batch, to: &output)
      return true
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A request by the bench's types.
  func request(jobs: Int = 1) -> CheckRequest {
    var request = CheckRequest(inputs: [])
    request.types = registry
    request.jobs = jobs
    return request
  }

  /// Reads an input.
  func check(
    _ input: ResolvedInput, jobs: Int = 1, _ reporter: Reporter? = nil, into output: SampleOutput? = nil,
    options: ValidationOptions? = nil, quarantine: QuarantineFile? = nil
  ) async throws -> Summary {
    try await CheckEngine(request(jobs: jobs), reporter, into: output).checkInput(
      input, options: options ?? self.options(of: input), quarantine: quarantine)
  }

  private func options(of input: ResolvedInput, subject: String? = nil) -> ValidationOptions {
    var options = ValidationOptions(now: ProjectFiles.now, subject: subject)
    options.origin = input.origin
    return options
  }
}
