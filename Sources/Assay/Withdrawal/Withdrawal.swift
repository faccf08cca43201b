public import HealthFormats
import HealthModel
public import HealthStorage

/// Takes everything of one participant out of a store and of what is beside it: samples, records in quarantine, and
/// the names and counts of imports that were theirs alone.
///
/// Each step is whole or has not happened, and what is left of an interrupted one is found again: run it again.
///
/// ```swift
/// let withdrawal = Withdrawal(of: "P10", from: store, quarantine: folder)
/// let removed = try await withdrawal.run()
/// ```
///
/// Files that a run wrote elsewhere, such as `--quarantine FILE`, exports, reports and backups, are unknown here and
/// stay.
public struct Withdrawal {
  /// The content that belongs, or belonged, to the participant.
  public struct Counts: Sendable, Hashable {
    /// Samples of the store, as a query counts them: members of correlations count in theirs.
    public var samples = 0
    /// Records in quarantine, elements without a type included.
    public var records = 0
    /// Imports whose samples were all theirs.
    public var imports = 0
    /// How many lines of each quarantine file may be the participant's and stay: whose they are cannot be read, and
    /// they do not hold the name.
    public var unreadable: [String: Int] = [:]
    /// Whether the store cannot forget imports, so that their names stay.
    public var keepsImports = false

    /// Creates counts of zero.
    public init() {}

    /// Whether there is nothing to remove.
    public var isEmpty: Bool { samples == 0 && records == 0 && (imports == 0 || keepsImports) }
  }

  /// How long it waits for an import or a replay that writes to the quarantine, in milliseconds.
  public var waitMilliseconds = 60_000
  private let subject: String
  private let store: any StorageBackend
  private let quarantine: SubjectQuarantine?

  /// Prepares a withdrawal; it reads nothing yet.
  ///
  /// - Parameters:
  ///   - subject: the participant, as samples name it.
  ///   - store: the open store.
  ///   - folder: the folder of the store's quarantine; `nil` when it has none.
  ///   - formats: the formats that records in it may be of.
  public init(
    of subject: String, from store: any StorageBackend, quarantine folder: String?, formats: FormatList = .core
  ) {
    self.subject = subject
    self.store = store
    quarantine = folder.map { SubjectQuarantine($0, of: subject, formats) }
  }

  /// The question that finds the participant's samples, and no condition beside.
  package static func query(for subject: String) -> SampleQuery {
    var query = SampleQuery()
    query.subject = subject
    return query
  }

  /// Counts what `run` would remove.
  ///
  /// - Throws: `StorageError`, `InputError` when the quarantine cannot be read.
  public func found() async throws -> Counts {
    var counts = Counts()
    try await store.query(Self.query(for: subject)) { batch in
      counts.samples += batch.correlation.count { $0 < 0 }
      return true
    }
    let imports = try await store.imports()
    counts.imports = imports.count(where: isTheirs)
    if let quarantine {
      let survey = try quarantine.survey()
      (counts.records, counts.unreadable) = (survey.records, survey.unreadable)
    }
    return counts
  }

  /// Removes everything that is found.
  ///
  /// The quarantine goes first: its own records name the subject, so a run after an interrupted one finds the rest.
  ///
  /// - Returns: what is gone; `samples` counts members by themselves, as `DeletionReceipt` does.
  /// - Throws: `StorageError`, `locked` when an import writes to the quarantine for longer than the wait; `InputError`,
  ///   `OutputError` for the quarantine; `Failure` before anything is removed, when an import of others would go
  ///   on in a file that has to be written anew.
  public func run() async throws -> Counts {
    guard store.capabilities.contains(.delete) else {
      throw StorageError(.unsupported, "this store cannot delete samples")
    }
    var counts = Counts()
    if let quarantine {
      let removed = try await remove(from: quarantine)
      (counts.records, counts.unreadable) = (removed.records, removed.unreadable)
    }
    let theirs = try await store.imports().filter(isTheirs)
    counts.samples = try await store.delete(Self.query(for: subject)).deleted
    if !theirs.isEmpty {
      let forgotten = try await forget(Set(theirs.map(\.input)))
      counts.imports = forgotten ?? theirs.count
      counts.keepsImports = forgotten == nil
    }
    return counts
  }

  /// Removes the records in quarantine; what imports would go on in the files is read while none writes to them.
  private func remove(from quarantine: SubjectQuarantine) async throws -> SubjectQuarantine.Survey {
    let locks = try await quarantine.lock(waitMilliseconds: waitMilliseconds)
    defer { for lock in locks { lock.release() } }
    let unfinished = try await store.imports().filter { !$0.isFinished && !isTheirs($0) }
    return try quarantine.remove(unfinished: Set(unfinished.map(\.path)))
  }

  /// Forgets imports; the result is how many, `nil` when the store cannot.
  private func forget(_ inputs: Set<String>) async throws -> Int? {
    do {
      return try await store.forget(imports: inputs)
    } catch let error as StorageError where error.code == .unsupported {
      return nil
    }
  }

  /// Whether all that an import stored was the participant's.
  ///
  /// Imports of former versions do not record the subject; finished ones are recognized by a file that is named for the
  /// participant.
  private func isTheirs(_ progress: ImportProgress) -> Bool {
    switch InputSubject(JSONValue(parsing: progress.details.utf8)?["subject"]) {
    case .one(let name): SubjectSearch(subject).isSame(as: name)
    case .several: false
    case .none: progress.isFinished && SubjectSearch(subject).isName(ofFile: progress.path)
    }
  }
}
