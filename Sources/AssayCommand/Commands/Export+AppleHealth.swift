import Assay
import AssayPlatform
import HealthModel
import HealthReports
import HealthStorage

/// `assay export --as apple-health`.
extension ExportCommand {
  /// Writes the samples as an export of the Health app.
  func writeAppleHealth(_ path: String) async throws {
    guard outputFormat == nil || outputFormat == SampleFormat.jsonl.rawValue, columns.names == nil else {
      throw CommandFailure.usage("--output-format and --columns do not go with --as")
    }
    guard options.limit == nil, options.sort == SampleQuery.Sort.ascending.rawValue else {
      throw CommandFailure.usage("--limit and --sort do not go with --as: an export has all samples, in its own order")
    }
    let project = try project.project()
    let url = try store.url(project)
    let registry = try await store.registry(url, catalog, project)
    var query = try options.query(registry)
    query.omitsMembers = true
    let ids = try relation.ids()
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let (question, note) = try await ids.narrowed(query, closingOnFailure: backend)
    let target = try ExportTarget(path)
    let export = AppleHealthExport(registry: registry, spoolingIn: TemporaryPlace.folder) {
      StopSignals.pending() == nil
    }
    let notes = try await OpenStore.closing(backend) {
      do {
        let outcome = try await export.write(question, of: backend, to: target.output)
        let isEmpty = outcome.written == 0 && outcome.omitted.isEmpty
        let missing = try await MissingNames.notes(question, in: backend, isEmpty: isEmpty) + Self.notes(outcome)
        return missing + (isEmpty ? [note].compactMap(\.self) : [])
      } catch let error as StorageError {
        throw CommandFailure(error)
      } catch let error as AppleHealthExport.SeveralSubjects {
        throw CommandFailure.usage("\(error); name the one to write by --subject")
      } catch is CancellationError {
        throw CommandFailure("stopped by a signal", status: 128 + (StopSignals.pending() ?? 0))
      }
    }
    try target.finish()
    try MissingNames.end(notes)
  }

  /// The note about samples that an export of Apple Health has no place for; none if it has all.
  private static func notes(_ outcome: AppleHealthExport.Outcome) -> [String] {
    if outcome.omitted.isEmpty { return [] }
    let count = outcome.omitted.values.reduce(0, +)
    let types = outcome.omitted.keys.sorted().map { type in
      "\(TextEscaping.escaped(type, limit: 80)) (\(GroupedDigits.string(outcome.omitted[type] ?? 0)))"
    }
    return [
      "\(CountText.of(count, "sample")) left out, since an export of Apple Health has no place for them: "
        + types.joined(separator: ", ") + "; --output-format jsonl writes all"
    ]
  }
}
