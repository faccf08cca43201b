import HealthFormats
import HealthReports
import HealthStorage
import HealthValidation

/// The progress of an import, as it is committed.
final class ImportBookkeeping {
  private let run: InputRun
  private let key: String
  private let path: String
  private var hash: PrefixHash
  private let settings: ImportSettings
  /// Skipped bytes were never in memory, so the prefix cannot be hashed: such an import does not resume.
  private var isHashed = true

  init(run: InputRun, key: String, path: String, hash: PrefixHash, settings: ImportSettings) {
    self.run = run
    self.key = key
    self.path = path
    self.hash = hash
    self.settings = settings
  }

  func hash(_ chunk: InputChunk) {
    hash.update(chunk.bytes.span.bytes.extracting(first: chunk.contentCount))
    if chunk.skipped > 0 { isHashed = false }
  }

  func progress(isFinished: Bool, catalogHash: String) -> ImportProgress {
    let summary = run.finished
    var saved = summary
    saved.resumedAt = nil
    return ImportProgress(
      input: key, path: path, position: run.position, prefixHash: isHashed ? hash.value : [],
      counts: summary.counts, details: run.subject.added(to: settings.added(to: saved.saved, isFinished: isFinished)),
      quarantineLength: run.quarantine?.lengths.records ?? 0,
      unsupportedLength: run.quarantine?.lengths.unsupported ?? 0, isFinished: isFinished,
      isIncomplete: summary.isIncomplete, catalogHash: catalogHash, version: AssayVersion.current)
  }
}
