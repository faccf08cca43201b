import Crypto
import HealthFormats
import HealthReports
import HealthStorage

/// The progress of an import, as it is committed.
final class ImportBookkeeping {
  private let run: InputRun
  private let key: String
  private let path: String
  private var hasher: SHA256
  /// Skipped bytes were never in memory, so the prefix cannot be hashed: such an import does not resume.
  private var isHashed = true

  init(run: InputRun, key: String, path: String, hasher: SHA256) {
    self.run = run
    self.key = key
    self.path = path
    self.hasher = hasher
  }

  func hash(_ chunk: InputChunk) {
    hasher.update(data: chunk.appendix == nil ? chunk.bytes : Array(chunk.bytes.prefix(chunk.contentCount)))
    if chunk.skipped > 0 { isHashed = false }
  }

  func progress(isFinished: Bool, catalogHash: String) -> ImportProgress {
    let summary = run.finished
    var saved = summary
    saved.resumedAt = nil
    return ImportProgress(
      input: key, path: path, position: run.position, prefixHash: isHashed ? Array(hasher.finalize()) : [],
      books: summary.books, details: saved.saved, quarantineLength: run.quarantine?.lengths.records ?? 0,
      unsupportedLength: run.quarantine?.lengths.unsupported ?? 0, isFinished: isFinished,
      isIncomplete: summary.isIncomplete, catalogHash: catalogHash, version: AssayVersion.current)
  }
}
