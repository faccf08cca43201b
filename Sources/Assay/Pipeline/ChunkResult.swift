import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// The result of a chunk, to be merged in input order.
struct ChunkResult: ChunkHolder, Sendable {
  var chunk: InputChunk
  var findings: [Finding] = []
  var batch = SampleBatch()
  var total = Tally()
  var byType: [Tally] = []
  /// Accepted samples by type and day, when the options ask for them.
  var calendar = SampleCalendar()
  /// Counts by source and subject, when the options ask for them.
  var scoped = ScopeCounts()
  var records = 0
  var elements: [String: Int] = [:]
  var unsupportedCounts: [String: Int] = [:]
  var unsupported: [RefusedSpan] = []
  /// How many records or rows a layout made no sample of.
  var passedOver = 0
  /// Samples that were not judged, since their participants withdrew.
  var withdrawn = 0
  var refused: [RefusedSpan] = []
  var companions: [NamedCompanion] = []
  /// Which paths of foreign JSON led to something.
  var paths: RecordPathUse?
  var extent = TextExtent()
  var output: [UInt8] = []
  var tables: [ArrowTable] = []
  /// The store's reasons for refusing samples, by the index of the finding.
  var reasons: [Int: String] = [:]
  /// Whether findings and refused records are in input order; what a store does not keep is added after the others.
  var isInOrder = true
  /// Whether the input ends inside its last record.
  var isIncomplete = false
  /// Whether it is broken because the header of a table cannot be used.
  var hasHeaderFault = false
  /// Whether some row has each of the samples of a table's mapping; see `CSVReader.usedSamples`.
  var usedSamples: [Bool] = []
  /// Members that were already read as separate records; they count once.
  var repeats: [Int] = []
  var isBroken = false
  var rest: InputChunk?

  var hasNoType: Bool { records > 0 && total.read == 0 && refused.isEmpty && !unsupportedCounts.isEmpty }

  init(chunk: InputChunk) { self.chunk = chunk }

  /// Adds a refused record; one of which several samples are refused is kept once, with all findings: a row of a table,
  /// or a record of foreign JSON.
  mutating func refuse(_ record: RefusedSpan) {
    if chunk.table != nil || chunk.records != nil, let last = refused.last, last.span == record.span {
      refused[refused.count - 1].findings = last.findings.lowerBound..<record.findings.upperBound
    } else {
      refused.append(record)
    }
  }

  /// Adds what a store said of the sample that a finding is about.
  func addReason(of index: Int, to diagnostic: inout Diagnostic, redacts: Bool) {
    if reasons.isEmpty || redacts { return }
    if let reason = reasons[index] { diagnostic.message += ": " + TextEscaping.escaped(reason, limit: 400) }
  }

  /// Where the records of the rows are; they come in order, so the text is gone over once.
  func places(from position: ReadPosition, file: Int, _ names: inout LocationNames, redacts: Bool) -> [SampleLocation] {
    if let converted = chunk.converted { return places(in: converted, file: file, &names, redacts) }
    let bytes = chunk.bytes.span.bytes
    var line = position.line
    var column = position.column
    var cursor = 0
    var places: [SampleLocation] = []
    places.reserveCapacity(batch.count)
    for record in batch.record {
      let start = max(cursor, Int(record.start))
      let extent = TextExtent(of: cursor..<start, in: bytes)
      column = extent.lineFeeds == 0 ? column + extent.columns : 1 + extent.columns
      line += extent.lineFeeds
      cursor = start
      places.append(
        SampleLocation(
          file: Int32(clamping: file), line: Int32(clamping: line), column: Int32(clamping: column),
          byteOffset: chunk.offset + Int64(start)))
    }
    return places
  }

  private func places(
    in converted: ConvertedLocations, file: Int, _ names: inout LocationNames, _ redacts: Bool
  ) -> [SampleLocation] {
    batch.record.map { record in
      let (line, column): (Int32, Int32) =
        switch converted.place(at: Int(record.start), redacts: redacts) {
        case .line(let line): (Int32(clamping: line), 1)
        case .byte(let offset): names.code("byte", offset)
        case .item(let label, let number): names.code(label, number)
        case .name(let name): names.code(name, nil)
        case nil: (0, 0)
        }
      return SampleLocation(
        file: Int32(clamping: file), line: line, column: column, byteOffset: chunk.offset + Int64(record.start))
    }
  }
}

/// An element whose sample is read with a file of its own, and the row of the sample it belongs to.
struct NamedCompanion: Sendable {
  var file: Int
  var element: [UInt8]
  var start: Int
  var parent: Int?
}

/// Where a `RefusedRecord` is in a chunk, and why.
struct RefusedSpan: Sendable {
  var reason = RefusedRecord.Reason.refused
  var span: ByteRange
  var findings = 0..<0
  /// Whether only a part of a record is there, or all that is left of a broken document: nothing to read again.
  var isFragment = false
  /// For an element that has no type: the row of the sample it belongs to.
  var parent: Int?
}

/// Makes diagnostics of what workers found, as a command's runs show it.
extension FindingRenderer {
  init(
    validator: Validator, path: String, chunk: InputChunk, at position: ReadPosition, redacts: Bool = false,
    _ hints: HintBudget = HintBudget()
  ) {
    self.init(validator: validator, path: path, chunkStart: position)
    self.hints = hints
    self.redacts = redacts
    if let table = chunk.table {
      dateFormat = table.dateFormat
      columnNames = table.headerNames
      hasZones = table.hasZones
      let bytes = chunk.bytes
      emptyPlace = { field, row in table.emptyCell(of: field, in: row, of: bytes.span.bytes) }
    }
    if let records = chunk.records {
      dateFormat = records.dateFormat
      hasZones = records.hasZones
      isPublished = records.isPublished
      recordPointer = { records.pointer(at: $0) }
      missingPath = { records.path(of: $0) }
    }
    if let places = chunk.converted {
      originalPlace = { [redacts] offset, path in
        places.place(at: offset, redacts: redacts)?.location(in: path) ?? SourceLocation(path: path)
      }
    }
    if let appendix = chunk.appendix {
      contentCount = appendix.start
      contentOffset = { appendix.contentOffset(of: $0) }
      if let table = chunk.table {
        let bytes = chunk.bytes
        cellPlace = { offset, row in table.cell(ofText: offset - appendix.start, in: row, of: bytes.span.bytes) }
      }
    }
  }
}

/// The files of an export that elements of its main file name, gathered while that is read.
///
/// They are read after the main file, when the ids are known of the samples that theirs belong to.
final class NamedFiles {
  private(set) var owners: [Int: ExportFileOwner] = [:]
  private var length = 0

  /// The most bytes of elements that are kept: over fifty thousand routes.
  private static let maximumLength = 32 << 20

  /// Gathers the elements of a chunk that name files.
  ///
  /// - Returns: the names of elements that are not read, since another one names their file, or there are too many.
  func gather(from result: ChunkResult, before end: Int64 = .max) -> [String] {
    var unread: [String] = []
    for item in result.companions where result.chunk.offset + Int64(item.start) < end {
      if owners[item.file] == nil, length + item.element.count <= Self.maximumLength {
        owners[item.file] = ExportFileOwner(element: item.element, parent: item.parent.map { result.batch.id[$0] })
        length += item.element.count
      } else {
        let name = item.element.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        unread.append(String(decoding: name, as: UTF8.self))
      }
    }
    return unread
  }
}

/// What the files beside an export's main file are read with.
struct FilePlan: Sendable {
  let owners: [Int: ExportFileOwner]
  let base: Int64
  let offset: Int64

  func chunks(of input: ResolvedInput) throws(InputError) -> ExportFileChunks {
    try input.makeFileChunks(of: owners, base: base, from: offset)
  }
}
