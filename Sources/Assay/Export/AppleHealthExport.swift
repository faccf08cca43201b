import HealthFormats
public import HealthModel
public import HealthReports
public import HealthStorage

/// Writes stored samples as an export of the Health app: a zip with the main file, routes, electrocardiograms and
/// clinical records.
///
/// The samples are those of one person. Equal samples give equal bytes: they come in the order of their types, times and
/// ids, and the time of the export is that of the last sample. The store is read several times, and samples that belong
/// to others wait in a file on the disk, so memory does not grow with the samples.
///
/// ```swift
/// import HealthReports
///
/// let file = try ByteOutput.file("export.zip")
/// let outcome = try await AppleHealthExport(registry: registry, spoolingIn: "/tmp")
///   .write(SampleQuery(), of: store, to: file)
/// try file.flush()
/// ```
public struct AppleHealthExport {
  /// What became of the samples.
  public struct Outcome: Sendable, Hashable {
    /// How many were written; members of correlations count once.
    public var written = 0
    /// How many were left out since an export has no place for them, by the ids of their types.
    public var omitted: [String: Int] = [:]
  }

  /// The samples are of several people; the subjects of two of them, `nil` for samples that name none.
  public struct SeveralSubjects: Error, Sendable, Hashable, CustomStringConvertible {
    /// One subject.
    public var first: String?
    /// Another one.
    public var second: String?

    /// What is wrong, in a sentence.
    public var description: String {
      let names = [first, second].map { name in
        name.map { "of subject `\(TextEscaping.escaped($0, limit: 80))`" } ?? "without a subject"
      }
      return "an export of Apple Health is one person's, and there are samples \(names[0]) and samples \(names[1])"
    }
  }

  private let registry: Registry
  private let writer: AppleHealthWriter
  private let folder: String
  private let goesOn: () -> Bool

  /// Creates a writer for stores of a registry.
  ///
  /// - Parameters:
  ///   - registry: the types, which the stores are opened with.
  ///   - folder: a folder with room for what belongs to other samples, such as the times of heartbeats, as text.
  ///   - goesOn: asked between batches; `false` ends the work with a `CancellationError`.
  public init(registry: Registry, spoolingIn folder: String, goesOn: @escaping () -> Bool = { true }) {
    self.registry = registry
    self.folder = folder
    self.goesOn = goesOn
    writer = AppleHealthWriter(registry: registry)
  }

  /// Writes the samples that match; limit and order of the query do not matter.
  ///
  /// - Parameters:
  ///   - query: which samples.
  ///   - store: the store they are in.
  ///   - output: takes the archive.
  /// - Returns: how many were written, and what was left out.
  /// - Throws: `SeveralSubjects`, `StorageError`, `OutputError`, `CancellationError`.
  public func write(
    _ query: SampleQuery, of store: any StorageBackend, to output: ByteOutput
  ) async throws -> Outcome {
    let types = try await types(of: query, in: store)
    var query = query
    query.limit = nil
    query.sort = .ascending
    query.after = nil
    query.omitsMembers = true
    let archive = try ExportArchive(output)
    var work = ExportWork(writer: writer, registry: registry, attached: AttachedElements(in: folder))
    let first = types.filter { writer.hasFiles(ofType: $0) || isChild($0) }
    try await read(query, first, of: store) { batch in try work.takeFiles(batch, archive) }
    try await read(query, types.filter { !first.contains($0) }, of: store) { batch in try work.survey(batch) }
    try work.attached.seal()
    try archive.begin(AppleHealthWriter.mainFile, isLarge: true)
    try archive.append { text in
      writer.appendBeginning(
        exportTime: work.survey.time, offset: work.survey.offset, profile: work.profile, to: &text)
    }
    query.omitsMembers = false
    try await read(query, types.filter { writer.place(ofType: $0) == .record }, of: store) { batch in
      try work.takeElements(batch, archive)
    }
    query.omitsMembers = true
    let places = [AppleHealthWriter.Place.correlation] + writer.elements.map { .element($0) }
    for place in places {
      try await read(query, types.filter { writer.place(ofType: $0) == place }, of: store) { batch in
        try work.takeElements(batch, archive)
      }
    }
    try work.attached.remaining { element in try archive.append { $0 += element } }
    try archive.append { writer.appendEnd(to: &$0) }
    try archive.finish()
    return work.outcome
  }

  private func isChild(_ type: Int) -> Bool {
    if case .child = writer.place(ofType: type) { return true }
    return false
  }

  /// The types that the query asks for and the store has samples of, in order.
  private func types(of query: SampleQuery, in store: any StorageBackend) async throws -> [Int] {
    let stored = Set(try await store.counts().map(\.type))
    return registry.types.indices.filter { index in
      let id = registry.types[index].id
      return stored.contains(id) && (query.types.isEmpty || query.types.contains(id))
    }
  }

  /// Passes on the samples of some types.
  private func read(
    _ query: SampleQuery, _ types: [Int], of store: any StorageBackend, _ body: (SampleBatch) throws -> Void
  ) async throws {
    guard !types.isEmpty else { return }
    var query = query
    query.types = types.map { registry.types[$0].id }
    var isEnded = false
    try await store.query(query) { batch in
      try batch.require(registry)
      try body(batch)
      isEnded = !goesOn()
      return !isEnded
    }
    if isEnded { throw CancellationError() }
  }
}
