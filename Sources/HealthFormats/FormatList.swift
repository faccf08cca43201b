package import HealthModel

/// The formats that a program reads and writes: those of the core, those of plugins that it has compiled in, and those
/// that plugins in other processes read.
///
/// ```swift
/// let input = try ResolvedInput.resolve(path: "export.zip", formats: .core)
/// ```
///
/// A format of the core is a folder beside this file, and a line here; one of a plugin is a line where the program lists
/// its plugins. Help, completions, configurations, and the detection of a file's format follow.
public struct FormatList: Sendable {
  private static let files: [any RecordFormat] = [
    JSONLinesFormat(),
    JSONDocumentFormat(),
    AppleHealthFormat(),
    CSVFormat(),
    GPXFormat(),
  ]
  private static let apps: [any RecordFormat] = [
    AppJSONFormat(
      profile: "health-auto-export",
      [
        .init(beginning: #"{"data":{"metrics":["#, keys: ["units"]),
        .init(beginning: #"{"data":{"workouts":["#, keys: ["duration"]),
      ]),
    AppJSONFormat(profile: "flutter-health", [.init(keys: ["dateFrom", "dateTo", "sourcePlatform"])]),
    AppJSONFormat(
      profile: "react-native-health-connect",
      [
        .init(keys: ["metadata", "dataOrigin", "lastModifiedTime"]),
        .init(beginning: #"{"recordType":""#, keys: ["metadata", "clientRecordId"]),
        .init(beginning: #"[{"recordType":""#, keys: ["metadata", "clientRecordId"]),
      ]),
    AppJSONFormat(profile: "hcgateway"),
    AppJSONFormat(
      profile: "health-connect-webhook", [.init(beginning: #"{"timestamp":""#, keys: ["app_version"])]),
  ]

  /// The formats without those of plugins.
  public static let core = FormatList()

  /// The formats that are compiled in, in the order in which help names them.
  package let formats: [InputFormat]
  /// The published forms of JSON that are read by paths that follow from the types' codes.
  package let dialects: [JSONDialect]
  /// The published forms of JSON that are written.
  package let forms: [InterchangeFormat]
  package var plugins: [InputFormat] = []

  /// Lists the formats of the core, and those of plugins.
  public init(_ plugins: [FormatPlugin] = []) {
    formats = (Self.files + plugins.flatMap(\.formats) + Self.apps).map(InputFormat.init)
    dialects = plugins.reversed().compactMap(\.dialect)
    forms = plugins.compactMap(\.form)
  }

  /// The same with the formats that plugins in other processes read.
  package func adding(_ plugins: [InputFormat]) -> FormatList {
    var list = self
    list.plugins += plugins
    return list
  }

  /// The same without the formats that plugins in other processes read.
  package var compiled: FormatList {
    var list = self
    list.plugins = []
    return list
  }

  /// All formats: those that are compiled in come first.
  package var all: [InputFormat] { formats + plugins }

  /// What a data set's `format` takes beside `auto`, unless a plugin in another process reads it.
  package var names: [String] { formats.map(\.rawValue) + dialects.map(\.name) }

  /// The format that is compiled in and has a name; `nil` if none has it.
  package func format(named name: String) -> InputFormat? { formats.first { $0.rawValue == name } }

  /// The format that the name of a file says; `nil` if it says none.
  package func format(ofFile path: String) -> InputFormat? {
    let name = path.lowercased()
    return all.first { $0.fileEndings.contains(where: name.hasSuffix) }
  }

  package func dialect(named name: String) -> JSONDialect? { dialects.first { $0.name == name } }

  /// The published form that a text is of, if it begins as its records usually do; `nil` for other texts.
  package func dialect(of beginning: [UInt8]) -> JSONDialect? {
    let text = FormatBeginning(beginning, path: "")
    // Without the bracket of an array and blanks.
    var rest = beginning[text.start...]
    func skip(_ byte: Unicode.Scalar) {
      if rest.first == UInt8(ascii: byte) { rest = rest.dropFirst() }
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    skip("[")
    guard rest.first == UInt8(ascii: "{") else { return nil }
    skip("{")
    return dialects.first { $0.isLikely(rest) }
  }

  /// The form of a health app's JSON that a text is of, if it has the form's marks; `nil` for other texts.
  package func app(of beginning: [UInt8]) -> InputFormat? {
    let start = beginning.prefix(512).filter { $0 > 0x20 && $0 < 0x80 }
    let keys = FormBeginning.keys(in: beginning)
    return formats.first { ($0.definition as? AppJSONFormat)?.isMarked(start, keys) ?? false }
  }

  /// The published form that is written and has a name; `nil` if none has it.
  package func form(named name: String) -> InterchangeFormat? { forms.first { $0.rawValue == name } }
}

/// The formats of a plugin that is compiled in: what it reads, and the form that it writes.
public struct FormatPlugin: Sendable {
  let formats: [any RecordFormat]
  let dialect: JSONDialect?
  let form: InterchangeFormat?

  package init(formats: [any RecordFormat] = [], dialect: JSONDialect? = nil, form: InterchangeFormat? = nil) {
    self.formats = formats
    self.dialect = dialect
    self.form = form
  }
}

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
