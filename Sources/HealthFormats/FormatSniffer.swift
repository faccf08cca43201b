package import HealthModel

/// Detects a file's format by its first bytes; the extension decides only if the content is ambiguous.
@usableFromInline package enum FormatSniffer {
  @usableFromInline package enum Outcome: Sendable, Hashable {
    case format(InputFormat)
    /// A zip archive, in which an export may be.
    case zip
    /// Something else: what it looks like, and what to do.
    case unknown(reason: String)
    case ambiguous(reason: String)
  }

  /// How many bytes are enough.
  package static let prefixLength = 64 * 1024

  /// The format of an empty file by its name: only lines may be none, and a name that promises something else is that
  /// of a file which was cut short.
  static func promised(by path: String, _ formats: FormatList) -> InputFormat {
    if let format = formats.format(ofFile: path) { return format }
    let name = path.lowercased()
    if name.hasSuffix(".zip") { return .appleHealth }
    return name.hasSuffix(".gz") || name.hasSuffix(".zst") ? .json : .jsonLines
  }

  /// The format of a file that begins with these bytes.
  package static func sniff(prefix: [UInt8], path: String, formats list: FormatList = .core) -> Outcome {
    if prefix.isEmpty { return .format(.jsonLines) }
    if prefix.starts(with: [0x50, 0x4B, 0x03, 0x04]) || prefix.starts(with: [0x50, 0x4B, 0x05, 0x06]) { return .zip }
    let hint = list.format(ofFile: path)
    let beginning = FormatBeginning(prefix, path: path, hint: hint)
    // A format that is converted may be text of a known kind, and knows more of it than that kind does.
    let formats = list.all
    let plugins = list.plugins.filter { $0.definition.recognizes(beginning) }
    if plugins.count > 1 {
      let names = plugins.map(\.rawValue).joined(separator: ", ")
      return .ambiguous(reason: "several plugins recognize it: \(names); choose one with --format")
    }
    if let format = formats.first(where: { $0.converted != nil && $0.definition.recognizes(beginning) }) {
      return .format(format)
    }
    if let name = knownBinary(prefix) { return .unknown(reason: name) }
    if let encoding = ByteOrderMark.name(prefix.span.bytes, end: prefix.count) {
      // A file that says what it is gets a finding of its reader, with its place.
      if let hint { return .format(hint) }
      return .unknown(
        reason: "it is \(encoding); convert it to UTF-8, for example with `iconv -f \(encoding) -t UTF-8`"
          + (encoding == "UTF-16" ? ", or say `format` and `encoding: utf-16` of a table in assay.yaml" : ""))
    }
    // Only lines may be none: of a table, an array or an export with nothing in it the reader says what is missing.
    guard beginning.first != nil else { return .format(hint ?? .jsonLines) }
    // Malformed first lines of a sample file are findings, not another format.
    if let hint, !beginning.isDocument, hint.definition.isKnownByName { return .format(hint) }
    if let format = formats.first(where: { $0.converted == nil && $0.definition.recognizes(beginning) }) {
      return .format(format)
    }
    if beginning.first == "<" {
      if String(decoding: prefix.prefix(4096), as: UTF8.self).contains("<TrainingCenterDatabase") {
        return .unknown(
          reason: "it is TCX, which is not read; save the activity as FIT, which the plugin garmin-fit reads, or as GPX"
        )
      }
      return .unknown(
        reason: "it is markup, but not an Apple Health export: neither its DOCTYPE nor its root is HealthData")
    }
    if prefix.contains(0) { return .unknown(reason: "it is a binary file of no format that is read") }
    return .unknown(
      reason: "it is text, but neither JSON nor an Apple Health export nor a table with a column `type`; "
        + "if it is one of these, say so with --format; "
        + "for a table whose columns have other names, see `columns` and `constants` in Documentation/csv.md")
  }

  /// Formats that are recognized by a few bytes, and what to do with such files.
  private static func knownBinary(_ prefix: [UInt8]) -> String? {
    func begins(_ bytes: [UInt8]) -> Bool { prefix.starts(with: bytes) }
    func unpack(_ name: String, _ program: String) -> String {
      "it is compressed with \(name); unpack it first, for example with `\(program) -dc FILE | assay validate -`"
    }
    if begins([0x1F, 0x8B]) { return unpack("gzip", "gzip") }
    if begins([0x28, 0xB5, 0x2F, 0xFD]) { return unpack("Zstandard", "zstd") }
    if begins([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]) { return unpack("xz", "xz") }
    if begins([0x42, 0x5A, 0x68]) { return unpack("bzip2", "bzip2") }
    if begins([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]) { return "it is a 7-Zip archive; unpack it first" }
    if begins(Array("SQLite format 3\0".utf8)) { return "it is a SQLite database, not a file of samples" }
    if begins(Array("%PDF-".utf8)) { return "it is a PDF document" }
    // A stream of Arrow begins with the mark of a message and the length of its metadata, which is below 16 MiB.
    let isStream = begins([0xFF, 0xFF, 0xFF, 0xFF]) && prefix.count > 7 && prefix[7] == 0
    let columns = begins(Array("PAR1".utf8)) ? "Parquet" : isStream || begins(Array("ARROW1".utf8)) ? "Arrow" : nil
    if let columns {
      return "it is \(columns); write its rows as lines with pyarrow or DuckDB and pipe them to `assay validate -`: "
        + "see Reading back in Documentation/arrow.md"
    }
    if prefix.count > 262, prefix[257..<262].elementsEqual("ustar".utf8) {
      return "it is a tar archive; unpack it first and name the files in it"
    }
    return nil
  }
}

/// The beginning of a file whose format is to be found out.
package struct FormatBeginning {
  /// Its first bytes, inflated; at most `FormatSniffer.prefixLength` of them.
  package let bytes: [UInt8]
  package let path: String
  /// The format that its name says, if it says one.
  package let hint: InputFormat?
  /// Where its text begins: after a byte order mark and blanks.
  package let start: Int

  package init(_ bytes: [UInt8], path: String, hint: InputFormat? = nil) {
    self.bytes = bytes
    self.path = path
    self.hint = hint
    var start = ByteOrderMark.length(bytes.span.bytes, end: bytes.count)
    while start < bytes.count, XMLMarkup.isSpace(bytes[start]) { start += 1 }
    self.start = start
  }

  /// The first character of its text; `nil` if there is none.
  package var first: Unicode.Scalar? { start < bytes.count ? Unicode.Scalar(bytes[start]) : nil }

  package var isDocument: Bool { first == "{" || first == "[" || first == "<" }

  /// Whether the file begins with these bytes.
  package func has(magic: [UInt8], at offset: Int = 0) -> Bool {
    offset >= 0 && offset <= bytes.count && bytes[offset...].starts(with: magic)
  }
}

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
