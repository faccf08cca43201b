import ArgumentParser
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// Which stored samples a reading command wants.
struct QueryOptions: ParsableArguments {
  @Option(
    name: .customLong("type"), help: "Only this type. Repeatable.",
    completion: .custom { _, _, _ in CompletionWords.types() })
  var types: [String] = []

  @Option(help: "Only samples that end at or after this time.")
  var from: String?

  @Option(help: "Only samples that start before this time.")
  var to: String?

  @Option(help: "Only samples of this source, by bundle or name.")
  var source: String?

  @Option(help: "Only samples of this subject.")
  var subject: String?

  @Option(help: "At most so many samples.")
  var limit: Int?

  @Option(
    help: "The order by start: ascending or descending.", completion: .list(SampleQuery.Sort.allCases.map(\.rawValue)))
  var sort = SampleQuery.Sort.ascending.rawValue

  /// The question, checked against the registry.
  func query(_ registry: Registry) throws -> SampleQuery {
    var query = SampleQuery()
    for name in types {
      guard let type = registry.type(named: name) else {
        let near = Suggestion.nearest(to: name, among: registry.types.map(\.id))
        throw CommandFailure.usage(
          "no type is called `\(TextEscaping.escaped(name))`" + (near.map { "; did you mean `\($0)`?" } ?? ""))
      }
      query.types.append(type.id)
    }
    query.from = try moment(from, "--from")
    query.to = try moment(to, "--to")
    query.source = source
    query.subject = subject
    if let limit, limit < 0 { throw CommandFailure.usage("--limit takes 0 or more") }
    query.limit = limit
    guard let sort = SampleQuery.Sort(rawValue: sort) else {
      throw CommandFailure.usage("--sort takes ascending or descending")
    }
    query.sort = sort
    return query
  }

  private func moment(_ text: String?, _ option: String) throws -> Int64? {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    if let reading = TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json), reading.hasOffset {
      return reading.instant.microseconds
    }
    if let date = TimestampParser.parseDate(0..<bytes.count, in: bytes.span.bytes) {
      return Int64(date.daysSince1970) * Instant.day
    }
    throw CommandFailure.usage(
      "\(option) takes a time with an offset such as 2026-01-01T00:00:00Z, or a date (UTC), "
        + "got `\(TextEscaping.escaped(text))`")
  }
}

/// `assay export`: writes stored samples as NDJSON.
struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write stored samples as NDJSON, ordered by type, start and id.")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: QueryOptions

  @Option(name: .shortAndLong, help: "Write to this file instead of standard output.")
  var output: String?

  mutating func run() async throws {
    let url = try store.url()
    let registry = try catalog.registry()
    var query = try options.query(registry)
    query.omitsMembers = true
    let backend = try await store.open(url, registry, isReadOnly: true)
    let destination = try output.map { path throws(OutputError) in try ByteOutput.file(path) } ?? .standardOutput()
    let writer = SampleJSONWriter(registry: registry)
    var text: [UInt8] = []
    do {
      try await backend.query(query) { batch in
        text.removeAll(keepingCapacity: true)
        writer.append(batch, to: &text)
        try destination.append(text)
        return ProcessSignals.pending() == nil
      }
      try destination.flush()
      try await backend.close()
    } catch let error as OutputError {
      throw error
    } catch {
      throw CommandFailure(error)
    }
    if let signal = ProcessSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
  }
}
