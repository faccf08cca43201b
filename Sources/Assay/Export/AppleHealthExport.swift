import AssayPlatform
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
  /// - Throws: `Failure` if the samples are of several people, `StorageError`, `OutputError`, `CancellationError`.
  public func write(_ query: SampleQuery, of store: any StorageBackend, to output: ByteOutput) async throws -> Outcome {
    let types = try await types(of: query, in: store)
    var query = query
    query.limit = nil
    query.sort = .ascending
    query.after = nil
    query.omitsMembers = true
    let archive = try ExportArchive(output)
    var work = ExportWork(writer: writer, registry: registry, attached: AttachedElements(in: folder))
    let first = types.filter { writer.hasFiles(ofType: $0) || isChild($0) }
    try await read(query, first, of: store) { batch in try work.addFiles(batch, archive) }
    try await read(query, types.filter { !first.contains($0) }, of: store) { batch in try work.survey(batch) }
    try work.attached.seal()
    try archive.begin(AppleHealthWriter.mainFile, isLarge: true)
    try archive.append { text in
      writer.appendBeginning(exportTime: work.survey.time, offset: work.survey.offset, profile: work.profile, to: &text)
    }
    query.omitsMembers = false
    try await read(query, types.filter { writer.place(ofType: $0) == .record }, of: store) { batch in
      try work.addElements(batch, archive)
    }
    query.omitsMembers = true
    let places = [AppleHealthWriter.Place.correlation] + writer.elements.map { .element($0) }
    for place in places {
      try await read(query, types.filter { writer.place(ofType: $0) == place }, of: store) { batch in
        try work.addElements(batch, archive)
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

  private func types(of query: SampleQuery, in store: any StorageBackend) async throws -> [Int] {
    let stored = Set(try await store.counts().map(\.type))
    return registry.types.indices.filter { index in
      let id = registry.types[index].id
      return stored.contains(id) && (query.types.isEmpty || query.types.contains(id))
    }
  }

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

/// The elements of samples that belong to others, such as routes and heartbeats, until those are written: in a file
/// without a name, with a place in memory for each.
final class AttachedElements {
  private struct Entry {
    var parent: SampleID
    var offset: Int64
    var beginning: Int32
    var slots: Int32
    var rest: Int32
    var inherits: Bool
    var isWritten = false

    var length: Int { Int(beginning) + Int(slots) + Int(rest) }
  }

  private let folder: String
  private var spool: SpoolFile?
  private var entries: [Entry] = []

  init(in folder: String) { self.folder = folder }

  var isEmpty: Bool { entries.isEmpty }

  func append(_ child: AppleHealthWriter.Child) throws(OutputError) {
    let output = try output()
    entries.append(
      Entry(
        parent: child.parent ?? .none, offset: output.length, beginning: Int32(clamping: child.beginning.count),
        slots: Int32(clamping: child.slots.count), rest: Int32(clamping: child.rest.count), inherits: child.inherits))
    try output.append(child.beginning)
    try output.append(child.slots)
    try output.append(child.rest)
  }

  private func output() throws(OutputError) -> ByteOutput {
    if let spool { return spool.output }
    let made = try SpoolFile(in: folder)
    spool = made
    return made.output
  }

  func seal() throws(OutputError) {
    try spool?.output.flush()
    entries.sort { ($0.parent, $0.offset) < ($1.parent, $1.offset) }
  }

  /// The elements of the samples that belong to one, in the order in which they were added.
  func elements(of parent: SampleID, slots: [UInt8]) throws(OutputError) -> [UInt8] {
    var index = entries.partitioningIndex { $0.parent >= parent }
    var text: [UInt8] = []
    while index < entries.count, entries[index].parent == parent {
      let entry = entries[index]
      let bytes = try read(entry)
      let (beginning, end) = (Int(entry.beginning), Int(entry.beginning) + Int(entry.slots))
      let isSame = entry.inherits && bytes[beginning..<end].elementsEqual(slots)
      text += bytes[..<(isSame ? beginning : end)]
      text += bytes[end...]
      entries[index].isWritten = true
      index += 1
    }
    return text
  }

  /// The elements of samples that belong to none that was written, one after the other.
  func remaining(_ body: ([UInt8]) throws -> Void) throws {
    for entry in entries where !entry.isWritten { try body(try read(entry)) }
  }

  private func read(_ entry: Entry) throws(OutputError) -> [UInt8] {
    try spool?.read(entry.length, at: entry.offset) ?? []
  }
}

extension Array {
  /// The first place of an array in order at which a condition holds; the end for none.
  fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The archive of an export: members one after the other, brought to the output as they come.
final class ExportArchive {
  private let zip: ZipWriter
  private let output: ByteOutput
  private var text: [UInt8] = []
  private var bytes: [UInt8] = []
  /// How much text waits to be packed: much at a time is quick, and all of it takes memory.
  private static let capacity = 128 * 1024

  init(_ output: ByteOutput) throws(Failure) {
    guard let zip = ZipWriter() else { throw Failure("not enough memory to pack an archive", status: .environment) }
    self.zip = zip
    self.output = output
  }

  func begin(_ name: String) throws(OutputError) { try begin(name, isLarge: false) }

  func begin(_ name: String, isLarge: Bool) throws(OutputError) {
    pack()
    zip.begin("\(AppleHealthWriter.folder)/\(name)", isLarge: isLarge, to: &bytes)
    try write()
  }

  func append(writing body: (inout [UInt8]) -> Void) throws(OutputError) {
    body(&text)
    guard text.count >= Self.capacity else { return }
    pack()
    try write()
  }

  func finish() throws(OutputError) {
    pack()
    zip.finish(to: &bytes)
    try write()
  }

  private func pack() {
    zip.append(text, to: &bytes)
    text.removeAll(keepingCapacity: text.count <= 4 * Self.capacity)
  }

  private func write() throws(OutputError) {
    try output.append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}

/// The samples of an export, taken batch by batch: what becomes of each.
struct ExportWork {
  let writer: AppleHealthWriter
  let registry: Registry
  let attached: AttachedElements
  private(set) var survey = ExportSurvey()
  private(set) var profile: [Int: [UInt8]] = [:]
  private(set) var outcome = AppleHealthExport.Outcome()
  private let parents: Set<Int32>

  init(writer: AppleHealthWriter, registry: Registry, attached: AttachedElements) {
    self.writer = writer
    self.registry = registry
    self.attached = attached
    let names = registry.types.compactMap { $0.shape.structure?.parent?.type }
    parents = Set(names.compactMap { registry.typeIndex(named: $0).map { Int32(clamping: $0) } })
  }

  /// Writes the files of samples, and keeps the elements of those that belong to others.
  mutating func addFiles(_ batch: SampleBatch, _ archive: ExportArchive) throws {
    try survey.add(batch)
    let sources = writer.sources(of: batch)
    for row in 0..<batch.count {
      let hasFile = try writer.writeFiles(row, of: batch, sources, begin: archive.begin(_:)) { piece in
        try archive.append { $0 += piece }
      }
      switch writer.place(ofType: Int(batch.type[row])) {
      case .child:
        guard let child = writer.child(row, of: batch, sources) else {
          omit(row, of: batch)
          continue
        }
        try attached.append(child)
        outcome.written += 1
      case .file: if hasFile { outcome.written += 1 } else { omit(row, of: batch) }
      // Written with their elements.
      case .profile, .record, .correlation, .element: break
      case nil: omit(row, of: batch)
      }
    }
  }

  /// Looks at samples that have no files: characteristics, and those that no export holds.
  mutating func survey(_ batch: SampleBatch) throws {
    try survey.add(batch)
    for row in 0..<batch.count where batch.correlation[row] < 0 {
      let type = Int(batch.type[row])
      switch writer.place(ofType: type) {
      case .profile where profile[type] == nil:
        profile[type] = writer.profileValue(row, of: batch)
        outcome.written += 1
      case .profile, nil: omit(row, of: batch)
      case .record, .correlation, .element, .child, .file: break
      }
    }
  }

  mutating func addElements(_ batch: SampleBatch, _ archive: ExportArchive) throws {
    // A sample can have come since the first reading.
    try survey.check(batch)
    let sources = writer.sources(of: batch)
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      var elements: [UInt8] = []
      if parents.contains(batch.type[row]), !attached.isEmpty {
        elements = try attached.elements(of: batch.id[row], slots: writer.slots(row, of: batch, sources))
      }
      var isWritten = false
      try archive.append { text in
        isWritten = writer.append(group, of: batch, sources, attached: elements, to: &text)
      }
      if isWritten { outcome.written += 1 } else { omit(row, of: batch) }
      row = group.upperBound
    }
  }

  private mutating func omit(_ row: Int, of batch: SampleBatch) {
    outcome.omitted[registry.types[Int(batch.type[row])].id, default: 0] += 1
  }
}

/// What the samples say of the whole export: when the last one was, and whose they are.
struct ExportSurvey {
  /// The last time of a sample, in microseconds since 1970 UTC; 1970 for none.
  private(set) var time: Int64 = 0
  private(set) var offset: Int16 = 0
  private var hasTime = false
  private var subject: [UInt8]?
  private var isKnown = false

  mutating func add(_ batch: SampleBatch) throws(Failure) {
    try check(batch)
    for row in 0..<batch.count {
      add(batch.end[row], batch.endOffset[row])
      add(batch.created[row], batch.createdOffset[row])
    }
  }

  private mutating func add(_ other: Int64, _ minutes: Int16) {
    guard other != SampleBatch.noTime, !hasTime || other > time else { return }
    (time, offset, hasTime) = (other, minutes, true)
  }

  mutating func check(_ batch: SampleBatch) throws(Failure) {
    var last: Int32?
    for row in 0..<batch.count where batch.subject[row] != last {
      let number = batch.subject[row]
      last = number
      let name = number < 0 ? nil : Array(batch.arena[batch.subjects.ranges[Int(number)].indices])
      if !isKnown {
        (subject, isKnown) = (name, true)
      } else if name != subject {
        let names = [Self.text(subject), Self.text(name)].sorted { ($0 ?? "") < ($1 ?? "") }
        let shown = names.map {
          $0.map { "of subject `\(TextEscaping.escaped($0, limit: 80))`" } ?? "without a subject"
        }
        throw .usage(
          "an export of Apple Health is one person's, and there are samples \(shown[0]) and samples \(shown[1])",
          hint: "name the one to write by --subject")
      }
    }
  }

  private static func text(_ name: [UInt8]?) -> String? { name.map { String(decoding: $0, as: UTF8.self) } }
}
