import AssayPlatform
package import HealthFormats
import HealthModel
package import HealthReports
package import HealthStorage
package import HealthValidation

/// Replays a quarantine file: what passes now is stored, what still fails is kept with fresh reasons.
///
/// The store commits before the file is replaced, so that a run that is interrupted loses nothing: the next one meets
/// what was stored as duplicates.
package struct RevalidationRun {
  private let environment: RunEnvironment
  private let store: (any StorageBackend)?
  private let options: (QuarantineSource) -> ValidationOptions
  /// How records of an input are read that is a table or foreign JSON; `nil` as the run that kept them read them.
  package var layout: (QuarantineSource) -> TableLayout? = { _ in nil }

  package init(
    _ environment: RunEnvironment, store: (any StorageBackend)?,
    options: @escaping (QuarantineSource) -> ValidationOptions
  ) {
    self.environment = environment
    self.store = store
    self.options = options
  }

  /// Replays a file to its end.
  ///
  /// Elements without a type stay as they are and are counted.
  ///
  /// - Returns: the run's numbers; what is left counts as refused or conflicting.
  /// - Throws: `InputError`, `StorageError`, `OutputError`, `UnfinishedImport`, `Interrupted`. What was committed stays,
  ///   and the file is as it was.
  package func run(_ path: String, rest: String? = nil) async throws -> Summary {
    let target = rest ?? (store == nil ? nil : path)
    let file = try target.map { target throws(OutputError) in try PendingFile(target, mode: 0o600) }
    let replay = try await QuarantineReplay(path, environment, store: store, rest: file?.output, options: options)
    replay.layout = layout
    let isReplaced = target.map { PathText.resolved($0) == PathText.resolved(path) } ?? false
    // An import that goes on adds nothing to the file of earlier records.
    let isUnderway = isReplaced && !EarlierRecords.holds(path)
    var lock: QuarantineLock?
    defer { lock?.release() }
    let mark: FileMark
    do {
      if isReplaced {
        lock = try await QuarantineLock.acquire(
          QuarantineLock.path(for: PathText.resolved(path)), waitMilliseconds: environment.waitMilliseconds,
          interruption: environment.interruption)
      }
      mark = FileMark(path)
      var reader = try QuarantineReader(path: path)
      let unfinished = isUnderway ? Set(try await store?.imports().filter { !$0.isFinished }.map(\.path) ?? []) : []
      while let item = try reader.next() {
        if case .entry(let entry) = item, unfinished.contains(entry.location.path) {
          throw UnfinishedImport(path: entry.location.path)
        }
        try replay.add(item)
        if replay.isFull { try await replay.settle() }
        environment.progress?(reader.offset, replay.counts.summary.refused)
        if let signal = environment.interruption() {
          try await replay.commit()
          throw Interrupted(signal: signal, summary: replay.counts.summary)
        }
      }
      try await replay.settle()
      try await replay.commit()
    } catch {
      await replay.end()
      file?.discard()
      throw error
    }
    await replay.end()
    if isReplaced, FileMark(path) != mark {
      file?.discard()
      throw InputError.unreadable(
        path: path, reason: "it changed while it was replayed; what passed is stored, run the same command again")
    }
    try file?.finish()
    return try replay.finish()
  }
}

/// A quarantine file cannot be rewritten yet, since an interrupted import would go on in it.
package struct UnfinishedImport: Error, Hashable, Sendable, CustomStringConvertible {
  /// The import's input.
  package var path: String

  package init(path: String) { self.path = path }

  /// The problem and the suggested fix.
  package var description: String {
    "the import of \(TextEscaping.escaped(path, limit: 1000)) was interrupted and would go on in this file; run it again "
      + "first, or write what is left elsewhere with --output"
  }
}

/// The attributes that show that a file was changed.
private struct FileMark: Equatable {
  private let status: FileStatus?

  init(_ path: String) { status = try? FileStatus(of: path) }

  static func == (one: FileMark, other: FileMark) -> Bool {
    one.status?.identity == other.status?.identity && one.status?.size == other.status?.size
      && one.status?.changeSeconds == other.status?.changeSeconds
      && one.status?.changeNanoseconds == other.status?.changeNanoseconds
  }
}
