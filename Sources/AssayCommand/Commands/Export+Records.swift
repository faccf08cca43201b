import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage

/// `assay export --as fhir`, `open-mhealth` and `health-connect`.
extension ExportCommand {
  /// Writes the samples in a published form of JSON.
  func writeRecords(_ form: InterchangeForm) async throws {
    let format = try SampleFormat(option: outputFormat ?? SampleFormat.jsonl.rawValue)
    guard format == .jsonl || format == .json else {
      throw CommandFailure.usage("--as \(form.rawValue) takes --output-format jsonl or json")
    }
    guard unit.texts.isEmpty, !wide.isWide, order.by == nil, columns.names == nil else {
      throw CommandFailure.usage(
        "--as \(form.rawValue) has its own units and form: leave --unit, --wide, --columns and --by out")
    }
    let options = try records.options(form, isDocument: format == .json)
    let project = try project.project()
    let url = try store.url(project)
    let registry = try await store.registry(url, catalog, project)
    var query = try self.options.query(registry)
    query.omitsMembers = true
    let ids = try relation.ids()
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let (question, note) = try await ids.narrowed(query, closingOnFailure: backend)
    let target = try ExportTarget(output)
    let notes = try await OpenStore.closing(backend) {
      do {
        var writer = InterchangeWriter(form, registry: registry, options: options)
        let isEmpty = try await write(question, of: backend, by: &writer, registry, to: target.output)
        let missing = try await MissingNames.notes(question, in: backend, isEmpty: isEmpty)
        return missing + Self.notes(writer, form) + (isEmpty && missing.isEmpty ? [note].compactMap(\.self) : [])
      } catch let error as StorageError {
        throw CommandFailure(error)
      }
    }
    if let signal = StopSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
    try target.finish()
    try MissingNames.end(notes)
  }

  /// Writes the samples of a query; returns whether there are none.
  private func write(
    _ query: SampleQuery, of store: any StorageBackend, by writer: inout InterchangeWriter, _ registry: Registry,
    to output: ByteOutput
  ) async throws -> Bool {
    var isEmpty = true
    var text: [UInt8] = []
    var current = writer
    try await store.query(query) { batch in
      try batch.require(registry)
      isEmpty = false
      text.removeAll(keepingCapacity: true)
      current.append(batch, to: &text)
      try output.append(text)
      return StopSignals.pending() == nil
    }
    text.removeAll()
    current.finish(to: &text)
    try output.append(text)
    writer = current
    return isEmpty
  }

  /// How many reasons a note lists.
  private static let shownReasons = 20

  /// The notes about what the form could not hold; the first ends the command with status 1.
  private static func notes(_ writer: InterchangeWriter, _ form: InterchangeForm) -> [String] {
    if writer.rounded > 0 {
      StandardError.write(
        "assay: note: \(CountText.of(writer.rounded, "number")) rounded, since \(form.rawValue) has whole ones\n")
    }
    if writer.omitted.isEmpty { return [] }
    let count = writer.omitted.values.reduce(0, +)
    var reasons = writer.omitted.keys.sorted().prefix(shownReasons).map { reason in
      "\(TextEscaping.escaped(reason.description, limit: 200)) (\(GroupedDigits.string(writer.omitted[reason] ?? 0)))"
    }
    if writer.omitted.count > reasons.count { reasons.append("and \(writer.omitted.count - reasons.count) more") }
    return [
      "\(CountText.of(count, "sample")) left out, since \(form.rawValue) cannot hold them or would refuse them: "
        + reasons.joined(separator: "; ") + "; --output-format jsonl without --as writes all"
    ]
  }
}
