package import HealthModel

/// A format that is read: its name, how its files are recognized, how they are cut into chunks, and what reads a chunk.
///
/// A format is a value of a type in a folder of its own, and a line in `FormatList.swift`. Nothing else names it. One that
/// is not text with records, such as a database, is a `ConvertedFormat`.
package protocol RecordFormat: Sendable {
  /// The name that `--format` accepts. It never changes: quarantine files and stores have it.
  var name: String { get }
  /// How names of its files end, in lower case.
  var fileEndings: [String] { get }
  /// The page in `Documentation/` that describes it.
  var page: String { get }
  /// How its text is written, without a layout for JSON of other programs.
  var syntax: RawSyntax { get }
  /// The origin of its samples; `nil` if samples say it themselves.
  var origin: String? { get }
  /// Whether records mean nothing without the beginning of their input.
  var hasHeader: Bool { get }
  /// Whether it is JSON, which a layout of paths may say how to read.
  var takesRecordPaths: Bool { get }
  /// Whether a file without content is an input without samples, rather than one that was cut short.
  var maybeEmpty: Bool { get }
  /// Whether a text file with one of its endings is read by it, whatever its first bytes are.
  var isKnownByName: Bool { get }
  /// The text before and after a record inside an input, without which a record alone cannot be read.
  var recordFrame: (before: [UInt8], after: [UInt8]) { get }

  func recognizes(_ beginning: FormatBeginning) -> Bool

  /// Cuts an input into chunks of whole records.
  func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource

  func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome
}

extension RecordFormat {
  package var origin: String? { nil }
  package var hasHeader: Bool { false }
  package var takesRecordPaths: Bool { false }
  package var maybeEmpty: Bool { false }
  package var isKnownByName: Bool { true }
  package var recordFrame: (before: [UInt8], after: [UInt8]) { ([], []) }
}

package struct ChunkCut {
  /// How many bytes a chunk should have.
  package var size: Int
  /// How the columns of a table, or the paths of foreign JSON, become fields.
  package var layout = TableLayout()
  /// Where the source's first byte is in the input.
  package var offset: Int64 = 0
  /// The input's first bytes, if it has a header and the source begins after it.
  package var beginning: [UInt8] = []
  /// What a source of foreign JSON begins after.
  var passed: PassedRecords?

  package init(size: Int) { self.size = size }

  /// The records of foreign JSON by line; `nil` if the lines are samples.
  var recordsByLine: ChunkRecords? {
    guard layout.records != nil else { return nil }
    var records = ChunkRecords(RecordPlan(layout), layout)
    records.isByLine = true
    return records
  }
}

/// What reading an export needs to know beside a chunk.
package struct ReaderContext: Sendable {
  package var elements: ExportElements
  /// The files that elements can name.
  package var files: ExportFiles

  /// Creates a context; without arguments no element is claimed.
  package init(elements: ExportElements = .none, files: ExportFiles = .none) {
    self.elements = elements
    self.files = files
  }
}

/// What a reader knows after the last record of a chunk.
package struct ReaderOutcome {
  /// How far the chunk moves the line and column on, if the reader counted it.
  package var extent: TextExtent?
  /// Which paths of foreign JSON led to something.
  package var paths: RecordPathUse?
  /// Whether some row had each of the samples of a table's mapping.
  package var usedSamples: [Bool] = []
  /// How many records or rows a layout made no sample of.
  package var passedOver = 0
  /// How many records made no sample, by what they are.
  package var skipped: [String: Int] = [:]
  package var elements: [(name: String, count: Int)] = []

  package init() {}
}

package protocol ChunkHolder {
  var chunk: InputChunk { get set }
}

/// Reads the records of a chunk, whatever reader the format has.
///
/// The call is generic once a chunk; each record costs one indirect call of its reader.
package protocol RecordWork: ~Copyable {
  associatedtype Result: ChunkHolder

  mutating func read<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ syntax: RawSyntax, _ result: inout Result)
}

/// The first record of a chunk, for callers that need no more.
struct FirstRecord: RecordWork, ~Copyable {
  struct Result: ChunkHolder { var chunk: InputChunk }

  var buffer: RawSampleBuffer
  var kind = RecordKind.end

  mutating func read<Reader: RecordReader & ~Copyable>(
    _ reader: inout Reader, _ syntax: RawSyntax, _ result: inout Result
  ) {
    let chunk = result.chunk.bytes
    kind = reader.next(in: chunk.span.bytes, into: &buffer)
  }
}
