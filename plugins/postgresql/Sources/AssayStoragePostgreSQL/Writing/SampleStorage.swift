import HealthModel
import HealthPlugins
import HealthStorage

/// Where a sample is: what finds its row.
struct SampleLocation: Hashable {
  var subject: Int32
  var type: Int32
  var start: Int64
}

/// A sample that is stored: its place, and the digest of its content.
struct KnownSample {
  var place: SampleLocation
  var digest: UInt64
}

/// A line to store.
struct NewRow {
  var line: Int
  var place: SampleLocation
  var end: Int64
  var id: SampleID
  /// Whether the id implies the content, so that it is kept in the row alone.
  var isDerived: Bool
  var added: Int32
}

/// Copies rows into the tables of samples, which nobody else writes.
struct SampleStorage {
  let connection: ServerConnection
  private var writer = FormWriter()
  /// Metadata that come so often in a batch are part of the form.
  private static let often = 16

  init(_ connection: ServerConnection) { self.connection = connection }

  mutating func store(
    _ rows: [NewRow], _ columns: [ColumnValues], of lines: SampleLines, _ memory: inout WriterMemory,
    ids: inout WaitingIDs
  ) throws(PluginError) {
    // Neighbors in the index are neighbors in the table.
    let rows = rows.sorted {
      ($0.place.subject, $0.place.type, $0.place.start, $0.id) < (
        $1.place.subject, $1.place.type, $1.place.start, $1.id
      )
    }
    try memory.leaves.learn(rows.lazy.map(\.place.subject), connection)
    try memory.leaves.prepare(
      for: rows.lazy.map { (subject: $0.place.subject, start: $0.place.start) }, connection)
    let taken = takeApart(rows, columns, of: lines)
    let numbers = try memory.forms.numbers(
      of: taken.forms, columns, in: lines, sources: &memory.sources, devices: &memory.devices, connection)
    for row in rows where !row.isDerived { ids.append(row, digest: lines.lines[row.line].digest) }
    var copied = CopyRows(columns: 12)
    var rest = 0
    for (index, row) in rows.enumerated() {
      let column = columns[row.line]
      copied.beginRow()
      copied.append(row.place.start)
      copied.append(row.end)
      copied.append(Int64(bitPattern: lines.lines[row.line].digest))
      copied.append(column.value)
      copied.append(row.place.subject)
      copied.append(row.place.type)
      copied.append(numbers[taken.form[index]])
      copied.append(row.added)
      copied.append(row.id)
      copied.append(row.isDerived)
      if column.value == nil { copied.append(text: column.name) } else { copied.append(text: EmptyCollection()) }
      copied.append(text: taken.rest[rest..<taken.ends[index]])
      rest = taken.ends[index]
    }
    try connection.stream(
      """
      COPY assay_samples (
        start_us, end_us, digest, value, subject, type, form, added, id, derived, name, rest
      ) FROM STDIN (FORMAT binary)
      """, copied)
  }

  /// Rows taken apart: the form of each, by its place among the forms, and where its part of `rest` ends.
  private struct Taken {
    var forms: [NewForm] = []
    var form: [Int] = []
    var rest: [UInt8] = []
    var ends: [Int] = []
  }

  private mutating func takeApart(_ rows: [NewRow], _ columns: [ColumnValues], of lines: SampleLines) -> Taken {
    var taken = Taken()
    taken.form.reserveCapacity(rows.count)
    taken.ends.reserveCapacity(rows.count)
    let common = Self.commonMetadata(rows, columns, in: lines.text)
    var places: [[UInt8]: Int] = [:]
    for row in rows {
      let column = columns[row.line]
      // What `jsonb` keeps otherwise than it is written has its own column in the form.
      let shares = column.metadataPlace.map { place in
        common.contains(lines.text[place]) || !lines.text[place].elementsEqual(column.metadata ?? [])
      }
      writer.write(row.line, of: lines, column, sharesMetadata: shares ?? false)
      taken.rest.append(contentsOf: writer.rest)
      taken.ends.append(taken.rest.count)
      if let last = taken.form.last, taken.forms[last].content == writer.content {
        taken.form.append(last)
        continue
      }
      if let place = places[writer.content] {
        taken.form.append(place)
        continue
      }
      places[writer.content] = taken.forms.count
      taken.form.append(taken.forms.count)
      taken.forms.append(
        NewForm(
          content: writer.content, line: row.line, isWhole: writer.isWhole, sharesMetadata: shares ?? false))
    }
    return taken
  }

  private static func commonMetadata(
    _ rows: [NewRow], _ columns: [ColumnValues], in text: [UInt8]
  ) -> Set<ArraySlice<UInt8>> {
    var counts: [ArraySlice<UInt8>: Int] = [:]
    for row in rows {
      if let place = columns[row.line].metadataPlace { counts[text[place], default: 0] += 1 }
    }
    return Set(counts.lazy.filter { $0.value >= often }.map(\.key))
  }
}

/// Ids that came with their samples, which are kept in a table of their own, each once in the store.
///
/// They wait here while the rows of samples are copied: two tables cannot be copied into at the same time on one connection.
struct WaitingIDs {
  private static let most = 50_000

  private var rows = CopyRows(columns: 5)

  /// Whether they should be stored before more come.
  var isFull: Bool { rows.count >= Self.most }

  /// Adds the id of a sample.
  mutating func append(_ row: NewRow, digest: UInt64) {
    rows.beginRow()
    rows.append(row.id)
    rows.append(Int64(bitPattern: digest))
    rows.append(row.place.start)
    rows.append(row.place.subject)
    rows.append(row.place.type)
  }

  mutating func store(_ connection: ServerConnection) throws(PluginError) {
    guard rows.count > 0 else { return }
    try connection.copy("COPY assay_ids (id, digest, start_us, subject, type) FROM STDIN (FORMAT binary)", rows)
    rows.removeRows()
  }
}
