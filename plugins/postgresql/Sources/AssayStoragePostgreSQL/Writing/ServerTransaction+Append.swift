import HealthModel
import HealthPluginKit
import HealthStorage

/// Storing the lines of a batch.
extension ServerTransaction {
  /// Where a sample is: the key of its row.
  struct Place {
    var type: Int32
    var start: Int64
  }

  /// A line to store.
  private struct Row {
    var line: Int
    var place: Place
    var end: Int64
    var id: SampleID
  }

  /// Adds lines; what becomes of each depends on those before it only.
  func append(_ lines: SampleLines, restoresDeleted: Bool) throws(PluginError) -> BatchAcknowledgement {
    var known: [SampleID: KnownID] = [:]
    var places: [SampleID: Place] = [:]
    try look(up: lines, &known, &places)
    var columns = [ColumnValues?](repeating: nil, count: lines.count)
    for (index, line) in lines.lines.enumerated() {
      switch known[line.id] {
      case .stored?: break
      case .deleted? where !restoresDeleted: break
      default: columns[index] = ColumnValues(index, of: lines)
      }
    }
    let decision = BatchDecision(lines, known: known, restoresDeleted: restoresDeleted) { columns[$0]?.fault }
    guard !decision.accepted.isEmpty else { return decision.acknowledgement }
    if !decision.restored.isEmpty {
      try connection.run("DELETE FROM assay_deletions WHERE id = ANY ($1)", [.ids(decision.restored)])
    }
    let rows = try self.rows(of: decision.accepted, in: lines)
    try partitions.prepare(for: rows.lazy.map(\.place.start), connection)
    try claim(rows, of: lines)
    try store(rows, columns, of: lines)
    if rows.contains(where: { columns[$0.line]?.isStructured == true }) { try structureViews.make(connection) }
    try link(decision.linked, places, of: lines)
    try types.write(connection)
    added += rows.count
    return decision.acknowledgement
  }

  /// Finds out what the store, with what this transaction added, knows of the batch's ids.
  private func look(
    up lines: SampleLines, _ known: inout [SampleID: KnownID], _ places: inout [SampleID: Place]
  ) throws(PluginError) {
    let found = try connection.run(
      """
      SELECT id, type, start_us, digest FROM assay_ids WHERE id = ANY ($1)
      UNION ALL SELECT id, type, NULL, NULL FROM assay_deletions WHERE id = ANY ($1)
      """, [.ids(lines.lines.map(\.id))])
    for row in 0..<found.count {
      let id = found.id(row, 0)
      if found.isNull(row, 3) {
        known[id] = .deleted
      } else {
        known[id] = .stored(UInt64(bitPattern: found.long(row, 3)))
        places[id] = Place(type: found.integer(row, 1), start: found.long(row, 2))
      }
    }
  }

  /// The rows of accepted lines, in the order of the table's key.
  private func rows(of accepted: [Int], in lines: SampleLines) throws(PluginError) -> [Row] {
    var rows: [Row] = []
    rows.reserveCapacity(accepted.count)
    for index in accepted {
      let line = lines.lines[index]
      let type = try types.number(of: line.type, in: lines.text, connection)
      let start = line.start ?? StoreTables.noTime
      let end = line.end ?? StoreTables.noTime
      if line.start != nil { types.noteLength(of: type, start, end) }
      rows.append(Row(line: index, place: Place(type: type, start: start), end: end, id: line.id))
    }
    return rows.sorted {
      ($0.place.type, $0.place.start, $0.id) < ($1.place.type, $1.place.start, $1.id)
    }
  }

  /// Takes the ids, each once in the store whoever writes: what somebody without the lock stored in between ends the
  /// transaction.
  private func claim(_ rows: [Row], of lines: SampleLines) throws(PluginError) {
    try connection.run(
      script: """
        CREATE TEMPORARY TABLE IF NOT EXISTS assay_incoming (
          id uuid, digest bigint, type integer, start_us bigint) ON COMMIT DELETE ROWS;
        TRUNCATE pg_temp.assay_incoming
        """)
    var staged = CopyRows(columns: 4)
    for row in rows {
      staged.beginRow()
      staged.append(row.id)
      staged.append(Int64(bitPattern: lines.lines[row.line].digest))
      staged.append(row.place.type)
      staged.append(row.place.start)
    }
    try connection.copy("COPY pg_temp.assay_incoming (id, digest, type, start_us) FROM STDIN (FORMAT binary)", staged)
    let claimed = try connection.run(
      """
      INSERT INTO assay_ids (id, digest, type, start_us, added)
      SELECT id, digest, type, start_us, $1 FROM pg_temp.assay_incoming ORDER BY id ON CONFLICT (id) DO NOTHING
      """, [.long(number)])
    guard claimed.affected == rows.count else {
      throw PluginError(.transient, "something else wrote to the store without its lock", code: .failed)
    }
  }

  private func store(_ rows: [Row], _ columns: [ColumnValues?], of lines: SampleLines) throws(PluginError) {
    let text = lines.text
    try subjects.learn(rows.lazy.compactMap { columns[$0.line]?.subject }, in: text, connection)
    try sources.learn(rows.lazy.compactMap { columns[$0.line]?.source }, in: text, connection)
    try devices.learn(rows.lazy.compactMap { columns[$0.line]?.device }, in: text, connection)
    var copied = CopyRows(columns: 12)
    for row in rows {
      let column = columns[row.line]
      copied.beginRow()
      copied.append(row.place.type)
      copied.append(row.place.start)
      copied.append(row.id)
      copied.append(row.end)
      copied.append(Int64(bitPattern: lines.lines[row.line].digest))
      copied.append(column?.value)
      copied.append(text: column?.name)
      copied.append(subjects.number(of: column?.subject, in: text))
      copied.append(sources.number(of: column?.source, in: text))
      copied.append(devices.number(of: column?.device, in: text))
      copied.append(json: column?.metadata)
      copied.append(text: lines.sample(row.line))
    }
    try connection.copy(
      """
      COPY assay_samples (
        type, start_us, id, end_us, digest, value, name, subject, source, device, metadata, sample
      ) FROM STDIN (FORMAT binary)
      """, copied)
  }

  /// Links the members of new correlations, whether they were stored with them, before them or in another one.
  private func link(
    _ groups: [Range<Int>], _ places: [SampleID: Place], of lines: SampleLines
  ) throws(PluginError) {
    guard !groups.isEmpty else { return }
    var links = CopyRows(columns: 6)
    for group in groups {
      let head = lines.lines[group.lowerBound]
      let type = try types.number(of: head.type, in: lines.text, connection)
      types.noteMembers(of: type)
      for (position, index) in group.dropFirst().enumerated() {
        let member = lines.lines[index]
        let place: Place
        if let stored = places[member.id] {
          place = stored
        } else {
          let type = try types.number(of: member.type, in: lines.text, connection)
          place = Place(type: type, start: member.start ?? StoreTables.noTime)
        }
        types.noteMember(place.type)
        links.beginRow()
        links.append(head.id)
        links.append(Int32(clamping: position))
        links.append(text: lines.text[member.role ?? member.type])
        links.append(member.id)
        links.append(place.type)
        links.append(place.start)
      }
    }
    try connection.copy(
      """
      COPY assay_members (
        correlation, position, role, member, member_type, member_start_us
      ) FROM STDIN (FORMAT binary)
      """, links)
  }
}
