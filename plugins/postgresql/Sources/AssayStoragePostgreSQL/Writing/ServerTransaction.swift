import HealthModel
import HealthPlugins
import HealthStorage

/// An open transaction of the one writer that the store has at a time.
///
/// It holds the store's lock from its beginning to its end, so what it knows of the store stays true, and the number
/// that its commit will have is known: numbers are given in the order in which commits become visible.
final class ServerTransaction {
  let connection: ServerConnection
  /// The number of the store's last commit.
  let last: Int64
  private let locks: StoreLocks
  var added = 0
  /// What is known of the store, this transaction included.
  var memory: WriterMemory
  /// What this transaction stored since all leaves had indexes.
  var recent: [SampleID: KnownSample] = [:]
  /// Given ids that are not in their table yet.
  var ids = WaitingIDs()

  /// The number that the commit will have if it changes something.
  var number: Int64 { last + 1 }

  /// Waits for the lock and begins.
  init(
    _ connection: ServerConnection, _ locks: StoreLocks, version: Int32, memory: WriterMemory?
  ) throws(PluginError) {
    self.connection = connection
    self.locks = locks
    // Each statement sees what was committed when it begins: what comes after the lock sees all of the writer before.
    try connection.run(script: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
    do throws(PluginError) {
      try locks.writing.hold(connection)
      let found = try connection.run(
        "SELECT (SELECT coalesce(max(number), 0) FROM assay_commits), (SELECT max(version) FROM assay_store)")
      guard found.integer(0, 1) == version else {
        throw PluginError(
          .configuration, "a newer version of the plugin has migrated the store", code: .future,
          hint: "use the version that did, or a newer one")
      }
      let last = found.long(0, 0)
      guard last < Int64(Int32.max) else { throw PluginError(.system, "the store has no commit left", code: .full) }
      self.last = last
      if let memory, memory.commit == last {
        self.memory = memory
      } else {
        self.memory = try WriterMemory(connection, commit: last)
      }
    } catch {
      ServerTransaction.abandon(connection)
      throw error
    }
  }

  /// Commits with notes; returns after the server has synced.
  ///
  /// - Returns: the number of the commit, or of the last one when nothing was added.
  func commit(_ notes: [(key: String, text: String)], bulk: Int) throws(PluginError) -> Int64 {
    if added > 0 {
      // The next transaction fills the same leaves: indexes of random order are made when the import is at its end.
      let isBulk = memory.seen != nil && added >= bulk && !Notes.endAnImport(notes)
      try makeIndexes(all: !isBulk)
      try memory.types.write(connection)
      try connection.run(
        "INSERT INTO assay_commits (number, added, deleted) VALUES ($1, $2, 0)", [.long(number), .long(Int64(added))])
    }
    for note in notes { try Notes.keep(note.key, note.text, connection) }
    try finish()
    memory.commit = added > 0 ? number : last
    return memory.commit
  }

  /// Gives new leaves their indexes; from here on the server finds what this transaction stored.
  func makeIndexes(all: Bool) throws(PluginError) {
    try ids.store(connection)
    try memory.leaves.makeIndexes(connection, all: all)
    recent = [:]
  }

  /// Ends the transaction so that all of it counts.
  func finish() throws(PluginError) {
    try locks.committing.hold(connection)
    // A transaction that failed before ends with a success as well, and another word.
    guard try connection.run("COMMIT").tag == "COMMIT" else {
      throw PluginError(.system, "the server rolled the transaction back", code: .failed)
    }
  }

  /// Ends the transaction so that nothing of it counts.
  func rollBack() { Self.abandon(connection) }

  /// A connection on which not even this works is lost, and the server rolls back by itself.
  private static func abandon(_ connection: ServerConnection) {
    connection.giveUpCopy()
    _ = try? connection.run(script: "ROLLBACK")
  }
}

/// Storing the lines of a batch.
extension ServerTransaction {
  /// The most samples that are remembered until new leaves get their indexes.
  private static let mostRecent = 1_000_000

  /// Adds lines; what becomes of each depends on those before it only.
  func append(_ lines: SampleLines, restoresDeleted: Bool) throws(PluginError) -> BatchAcknowledgement {
    let columns = lines.lines.indices.map { ColumnValues($0, of: lines) }
    let text = lines.text
    _ = try memory.subjects.find(columns.lazy.compactMap(\.subject), in: text, connection)
    if memory.seen == nil {
      let subjects = columns.compactMap { $0.subjectNumber(memory.subjects, in: text) }
      try memory.leaves.learn(subjects, connection)
    }
    let found = try KnownSamples(lines, columns, self)
    let decision = BatchDecision(lines, known: found.known, restoresDeleted: restoresDeleted) { columns[$0].fault }
    guard !decision.accepted.isEmpty else { return decision.acknowledgement }
    if !decision.restored.isEmpty {
      try connection.run("DELETE FROM assay_deletions WHERE id = ANY ($1)", [.ids(decision.restored)])
    }
    let rows = try self.rows(of: decision.accepted, columns, in: lines)
    var storage = SampleStorage(connection)
    try storage.store(rows, columns, of: lines, &memory, ids: &ids)
    if ids.isFull { try ids.store(connection) }
    if rows.contains(where: { columns[$0.line].isStructured }) { try memory.structureViews.make(connection) }
    try link(decision.linked, rows, found.places, of: lines)
    remember(rows, of: lines)
    added += rows.count
    if recent.count > Self.mostRecent { try makeIndexes(all: false) }
    return decision.acknowledgement
  }

  private func rows(
    of accepted: [Int], _ columns: [ColumnValues], in lines: SampleLines
  ) throws(PluginError) -> [NewRow] {
    let text = lines.text
    try memory.subjects.learn(accepted.lazy.compactMap { columns[$0].subject }, in: text, connection)
    var rows: [NewRow] = []
    rows.reserveCapacity(accepted.count)
    var isMasked = false
    for index in accepted {
      let line = lines.lines[index]
      let type = try memory.types.number(of: line.type, in: text, connection)
      let start = line.start ?? StoreTables.noTime
      let end = line.end ?? StoreTables.noTime
      if line.start != nil { memory.types.noteLength(of: type, start, end) }
      memory.types.noteSample(of: type)
      let isDerived = line.impliesContent
      isMasked = isMasked || !isDerived && line.id.version == 8 && line.start != nil
      let subject = columns[index].subjectNumber(memory.subjects, in: text) ?? StoreTables.noSubject
      rows.append(
        NewRow(
          line: index, place: SampleLocation(subject: subject, type: type, start: start), end: end, id: line.id,
          isDerived: isDerived, added: Int32(truncatingIfNeeded: number)))
    }
    if isMasked, !memory.hasMasked {
      try connection.run("UPDATE assay_store SET has_masked = true")
      memory.hasMasked = true
    }
    return rows
  }

  private func remember(_ rows: [NewRow], of lines: SampleLines) {
    for row in rows {
      if memory.leaves.isNew(subject: row.place.subject, start: row.place.start) || memory.seen != nil {
        recent[row.id] = KnownSample(place: row.place, digest: lines.lines[row.line].digest)
      }
      if memory.seen?.insert(row.id) == false { memory.seen = nil }
    }
  }

  /// Links the members of new correlations, whether they were stored with them, before them or in another one.
  private func link(
    _ groups: [Range<Int>], _ rows: [NewRow], _ places: [SampleID: SampleLocation], of lines: SampleLines
  ) throws(PluginError) {
    guard !groups.isEmpty else { return }
    var new: [SampleID: SampleLocation] = [:]
    for row in rows { new[row.id] = row.place }
    var links = CopyRows(columns: 10)
    for group in groups {
      let head = lines.lines[group.lowerBound]
      guard let headPlace = new[head.id] else { continue }
      memory.types.noteMembers(of: headPlace.type)
      for (position, index) in group.dropFirst().enumerated() {
        let member = lines.lines[index]
        guard let place = new[member.id] ?? places[member.id] else { continue }
        memory.types.noteMember(place.type)
        links.beginRow()
        links.append(head.id)
        links.append(Int32(clamping: position))
        links.append(text: lines.text[member.role ?? member.type])
        links.append(member.id)
        links.append(headPlace)
        links.append(place)
      }
    }
    try connection.copy(
      """
      COPY assay_members (
        correlation, position, role, member, subject, type, start_us, member_subject, member_type, member_start_us
      ) FROM STDIN (FORMAT binary)
      """, links)
  }
}

extension CopyRows {
  /// Appends the three columns of a place.
  fileprivate mutating func append(_ place: SampleLocation) {
    append(place.subject)
    append(place.type)
    append(place.start)
  }
}

extension ColumnValues {
  /// The number of the subject; `nil` when the store has none of it.
  func subjectNumber(_ subjects: TextNumbers, in text: [UInt8]) -> Int32? {
    guard let subject else { return StoreTables.noSubject }
    return subjects.number(in: text, at: subject)
  }
}
