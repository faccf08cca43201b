import ArgumentParser
import Assay
import HealthFormats
import HealthReports
import HealthStorage
import HealthValidation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `assay import`: validates, normalizes and stores, exactly once.
struct ImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Check, normalize and store samples, exactly once and resumable.",
    discussion: """
      A sample counts as accepted once its commit is on the disk. The same input again inserts nothing. After an
      interruption the same command goes on where it stopped. What is not stored is kept with its reasons in
      STORE.quarantine/, one file for each input.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var store: StoreOptions

  @Option(help: "Work by this configuration: its definitions, data sets and severities.")
  var config: String?

  @Option(help: "Keep what is not stored in this file.")
  var quarantine: String?

  @Flag(name: .customLong("dry-run"), help: "Do everything but store.")
  var isDryRun = false

  mutating func run() async throws {
    let project = try ProjectOptions.project(config)
    try input.check(project)
    let inputs = try input.resolve(project: project)
    let jobs = try input.jobCount()
    let protected = ProtectedFiles(inputs: inputs, folders: catalog.folders, project: project)
    try quarantine.map(protected.check)
    let reporter = try report.reporter(
      to: .standardOutput(), isTerminal: StandardOutput.isTerminal, survivesClosedPipe: true, protecting: protected)
    let url = try store.url()
    let registry = try catalog.registry(project: project)
    let backend = isDryRun ? MemoryStore(registry: registry) : try await store.open(url, registry)
    let place = QuarantinePlace(
      store: url, file: quarantine, isDryRun: isDryRun, hasSeveralInputs: inputs.count > 1)
    var isFirst = true
    let reading = self.input
    let redacts = report.redact
    let job = FileJob(reporter: reporter, report: report)
    do {
      try await job.run(inputs) { input, progress in
        defer { isFirst = false }
        let options = try reading.validationOptions(normalizes: true, of: input, in: project)
        var environment = RunEnvironment(
          validator: Validator(registry: registry, options: options), jobs: jobs, reporter: reporter,
          interruption: ProcessSignals.pending, progress: progress)
        environment.redacts = redacts
        environment.note = { StandardError.write("assay: \($0)\n") }
        // Small commits are for tests that interrupt; a larger size is no faster.
        if let size = getenv("ASSAY_COMMIT_SIZE").flatMap({ Int(String(cString: $0)) }), size > 0 {
          environment.commitSize = size
        }
        let key = InputKey.key(for: input.path)
        return try await ImportRun(environment, store: backend).run(
          input, key: key, quarantine: try place.file(for: input.path, key: key, isFirst: isFirst))
      }
    } catch {
      try? await backend.close()
      throw error
    }
    do {
      try await backend.close()
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// What a store knows an input by: its absolute path; a pipe has none.
enum InputKey {
  static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/"), let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Where records go that are not stored: beside the store, one file for each input, unless a file is named.
struct QuarantinePlace {
  let store: StorageURL
  let file: String?
  let isDryRun: Bool
  let hasSeveralInputs: Bool

  /// The file for an input.
  ///
  /// A named one is for all inputs of the command; a pipe's, which has no name to tell it from other pipes, is added
  /// to.
  func file(for input: String, key: String?, isFirst: Bool) throws -> QuarantineFile? {
    if let file { return QuarantineFile(path: file, isShared: hasSeveralInputs && !isFirst) }
    return try path(for: input, key: key).map { QuarantineFile(path: $0, isShared: key == nil) }
  }

  private func path(for input: String, key: String?) throws -> String? {
    guard store.scheme == "sqlite", !isDryRun else { return nil }
    let folder = store.location + ".quarantine"
    if mkdir(folder, 0o700) != 0, errno != EEXIST {
      throw CommandFailure(OutputError(name: folder, code: errno))
    }
    let base = input == "-" ? "stdin" : input.split(separator: "/").last.map(String.init) ?? "input"
    let safe = String(
      String.UnicodeScalarView(
        base.unicodeScalars.map {
          $0.properties.isAlphabetic
            || $0.value < 128
              && ($0.value == 0x2E || $0.value == 0x2D || $0.value == 0x5F || (0x30...0x39).contains($0.value))
            ? $0 : "_"
        }))
    let mark = ContentHash.hexadecimal(Array((key ?? input).utf8)).prefix(8)
    return "\(folder)/\(safe.prefix(100))-\(mark).ndjson"
  }
}
