package import HealthModel

/// A format that is read, by the name `--format` accepts.
///
/// ```swift
/// let input = try ResolvedInput.resolve(path: "export.zip")
/// if input.format == .appleHealth { print("an export of a phone") }
/// ```
///
/// Formats are listed in `FormatList`; plugins add others, which `allCases` lacks.
public struct InputFormat: RawRepresentable, Sendable, Hashable, CaseIterable {
  package let definition: any RecordFormat

  /// One JSON object a line.
  public static let jsonLines = InputFormat(JSONLinesFormat())
  /// A JSON array of samples, or one object.
  public static let json = InputFormat(JSONDocumentFormat())
  /// The main file of an Apple Health export.
  public static let appleHealth = InputFormat(AppleHealthFormat())
  /// A table with a header row (RFC 4180).
  public static let csv = InputFormat(CSVFormat())

  /// The formats of the core, in the order in which help names them.
  public static var allCases: [InputFormat] { FormatList.core.formats }

  package init(_ definition: any RecordFormat) { self.definition = definition }

  /// The format of the core with a name; `nil` if none has it.
  public init?(rawValue name: String) {
    guard let format = FormatList.core.format(named: name) else { return nil }
    self = format
  }

  /// The name.
  public var rawValue: String { definition.name }

  /// How the format's text is written.
  package var syntax: RawSyntax { definition.syntax }
  /// How names of its files end, in lower case.
  package var fileEndings: [String] { definition.fileEndings }
  /// How it becomes lines of samples, if it is not text with records itself.
  package var converted: (any ConvertedFormat)? { definition as? any ConvertedFormat }
  var hasHeader: Bool { definition.hasHeader }

  /// How the text of its inputs is written if they are read by a layout.
  package func syntax(by layout: TableLayout?) -> RawSyntax {
    definition.takesRecordPaths && layout?.records != nil ? .foreignJSON : definition.syntax
  }

  /// Whether the parts of a chunk can be read each by itself, once the chunk was read as a whole: nothing is added to it.
  package func canDivide(_ chunk: InputChunk) -> Bool {
    definition.syntax == .json && chunk.records == nil && chunk.converted == nil
  }

  /// Cuts a source of bytes into chunks of whole records.
  func chunks(
    of source: some ByteSource, size: Int, layout: TableLayout, offset: Int64, beginning: [UInt8],
    after passed: PassedRecords? = nil
  ) -> any ChunkSource {
    var cut = ChunkCut(size: size)
    cut.layout = layout
    cut.offset = offset
    cut.beginning = beginning
    cut.passed = passed
    return definition.chunks(of: source, cut)
  }

  /// Reads the first record of a chunk, for callers that need no more; those that read all of it use the definition.
  package func readFirst(of chunk: inout InputChunk, into buffer: inout RawSampleBuffer) -> RecordKind {
    var taken = RawSampleBuffer(syntax: buffer.syntax)
    swap(&taken, &buffer)
    var first = FirstRecord(buffer: taken)
    var result = FirstRecord.Result(chunk: chunk)
    _ = definition.read(&result, in: ReaderContext(), by: &first)
    chunk = result.chunk
    swap(&first.buffer, &buffer)
    return first.kind
  }
}

extension InputFormat {
  /// The format of the core that the name of a file says; `nil` if it says none.
  public init?(named path: String) {
    guard let format = FormatList.core.format(ofFile: path) else { return nil }
    self = format
  }
}
