import HealthModel
import HealthPlugins

/// Brings a store from layout 1, whose rows hold the whole text and which begins with the type, to layout 2.
///
/// Layout 1 did not note which ids are derived: all stay in the table of ids, where new samples with the same ids find
/// them. The views keep their names, so that those that people made of them stay as well.
enum LayoutTwo {
  private static let old = ["assay_samples", "assay_ids", "assay_members"]
  /// The most samples that are read at once: few at first, since one may have 33 MiB, then as many as have this many bytes.
  private static let fetched = (first: 16, most: 5000, bytes: 16 << 20)

  /// Takes the step, within the migration's transaction.
  static func take(_ connection: ServerConnection) throws(PluginError) {
    // Views of structured samples that are not the store's stay.
    let views = try connection.run(
      """
      SELECT viewname::text FROM pg_views WHERE schemaname = current_schema()
        AND viewname IN ('structured_samples', 'list_elements', 'series_points')
        AND strpos(definition, 'assay_samples') > 0
      """)
    let structured = Set((0..<views.count).map { views.text($0, 0) })
    for table in old { try connection.run("ALTER TABLE \(table) RENAME TO \(table)_1") }
    try connection.run("ALTER TABLE assay_types ADD COLUMN samples bigint NOT NULL DEFAULT 0")
    try connection.run("ALTER TABLE assay_store ADD COLUMN has_masked boolean NOT NULL DEFAULT false")
    for statement in [SampleTables.subjectNames] + SampleTables.statements + SampleFunctions.statements {
      try connection.run(statement)
    }
    try connection.run("CREATE OR REPLACE VIEW samples AS \(PublicViews.samples)")
    for view in StructureViews.all where structured.contains(view.name) {
      try connection.run("CREATE OR REPLACE VIEW \(view.name) AS \(view.select)")
    }
    try copySamples(connection)
    try connection.run(
      """
      INSERT INTO assay_members
      SELECT m.correlation, m.position, m.role, m.member, h.subject, h.type, h.start_us, i.subject, i.type, i.start_us
      FROM assay_members_1 m JOIN assay_ids h ON h.id = m.correlation JOIN assay_ids i ON i.id = m.member
      """)
    for table in old.reversed() { try connection.run("DROP TABLE \(table)_1") }
  }

  private static func copySamples(_ connection: ServerConnection) throws(PluginError) {
    let last = try connection.run("SELECT coalesce(max(number), 0) FROM assay_commits").long(0, 0)
    var memory = try WriterMemory(connection, commit: last)
    var storage = SampleStorage(connection)
    var ids = WaitingIDs()
    var isMasked = false
    try connection.run(
      """
      DECLARE old NO SCROLL CURSOR FOR
      SELECT s.id, s.digest, t.name, s.start_us, s.end_us, s.sample, i.added
      FROM assay_samples_1 s JOIN assay_ids_1 i ON i.id = s.id JOIN assay_types t ON t.id = s.type
      """)
    var next = fetched.first
    while true {
      let found = try connection.run("FETCH FORWARD \(next) FROM old")
      guard found.count > 0 else { break }
      var page = RowPage()
      for row in 0..<found.count {
        let isTimed = found.long(row, 3) != StoreTables.noTime
        page.append(
          id: found.id(row, 0), digest: UInt64(bitPattern: found.long(row, 1)), type: found.text(row, 2),
          start: isTimed ? found.long(row, 3) : nil, end: isTimed ? found.long(row, 4) : nil, role: nil,
          sample: found.bytes(row, 5))
      }
      next = page.text.count < fetched.bytes ? min(next * 2, fetched.most) : max(1, next / 4)
      let lines = try SampleLines(parsing: page.text, count: page.count)
      let columns = lines.lines.indices.map { ColumnValues($0, of: lines) }
      try memory.subjects.learn(columns.lazy.compactMap(\.subject), in: lines.text, connection)
      var rows: [NewRow] = []
      for (index, line) in lines.lines.enumerated() {
        let type = try memory.types.number(of: line.type, in: lines.text, connection)
        memory.types.noteSample(of: type)
        isMasked = isMasked || line.id.version == 8 && line.start != nil
        let subject = columns[index].subjectNumber(memory.subjects, in: lines.text) ?? StoreTables.noSubject
        rows.append(
          NewRow(
            line: index,
            place: SamplePlace(subject: subject, type: type, start: line.start ?? StoreTables.noTime),
            end: line.end ?? StoreTables.noTime, id: line.id, isDerived: false,
            added: Int32(clamping: found.long(index, 6))))
      }
      try storage.store(rows, columns, of: lines, &memory, ids: &ids)
      try ids.store(connection)
    }
    try connection.run("CLOSE old")
    try memory.leaves.makeIndexes(connection)
    try memory.types.write(connection)
    if isMasked { try connection.run("UPDATE assay_store SET has_masked = true") }
    try connection.run("ANALYZE assay_ids")
  }
}
