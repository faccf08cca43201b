package import HealthModel

/// The formats that are read, by the names `--format` accepts: the one list of them.
///
/// The parts of a format are below, and its first bytes are in `FormatSniffer`; its reader and its chunker have a
/// separate folder.
public enum InputFormat: String, Sendable, Hashable, CaseIterable {
  /// One JSON object a line.
  case jsonLines = "jsonl"
  /// A JSON array of samples, or one object.
  case json
  /// The main file of an Apple Health export.
  case appleHealth = "apple-health"
  /// A table with a header row (RFC 4180).
  case csv

  /// How the format's text is written.
  package var syntax: RawSyntax {
    switch self {
    case .jsonLines, .json: .json
    case .appleHealth: .appleHealth
    case .csv: .csv
    }
  }

  /// How names of its files end, in lower case.
  package var fileEndings: [String] {
    switch self {
    case .jsonLines: [".ndjson", ".jsonl"]
    case .json: [".json"]
    case .appleHealth: [".xml"]
    case .csv: [".csv", ".tsv"]
    }
  }

  /// The origin of its samples; `nil` if samples say it themselves.
  var origin: String? { self == .appleHealth ? AppleHealthFormat.origin : nil }

  /// Whether records mean nothing without the beginning of their input.
  var hasHeader: Bool { self == .csv }

  /// The text before and after a record inside an input, without which a record alone cannot be read.
  var recordFrame: (before: [UInt8], after: [UInt8]) {
    switch self {
    case .jsonLines, .appleHealth: ([], [])
    case .json: ([UInt8(ascii: ",")], [])
    case .csv: ([], [UInt8(ascii: "\n")])
    }
  }

  /// Cuts a source of bytes into chunks of whole records.
  ///
  /// - Parameters:
  ///   - source: the input's bytes, inflated.
  ///   - size: how many bytes a chunk should have.
  ///   - layout: how the columns of a table become fields.
  ///   - offset: where the first byte is in the input.
  ///   - beginning: the input's first bytes, if it has a header and the source begins after it.
  ///   - passed: what a source of foreign JSON begins after.
  /// - Returns: the chunks.
  func chunks(
    of source: some ByteSource, size: Int, layout: TableLayout, offset: Int64, beginning: [UInt8],
    after passed: PassedRecords? = nil
  ) -> any ChunkSource {
    switch self {
    case .jsonLines:
      LineChunker(source: source, size: size, offset: offset, records: records(of: layout))
    case .json where layout.records != nil: RecordChunker(source: source, size: size, layout: layout, after: passed)
    case .json: JSONArrayChunker(source: source, size: size, offset: offset)
    case .appleHealth: ElementChunker(source: source, size: size, offset: offset)
    case .csv: CSVChunker(source: source, size: size, layout: layout, offset: offset, beginning: beginning)
    }
  }

  /// The records of foreign JSON by line; `nil` if the lines are samples.
  private func records(of layout: TableLayout) -> ChunkRecords? {
    guard layout.records != nil else { return nil }
    var records = ChunkRecords(RecordPlan(layout), layout)
    records.isByLine = true
    return records
  }

  /// How the text of its inputs is written if they are read by a layout.
  package func syntax(by layout: TableLayout?) -> RawSyntax {
    switch self {
    case .jsonLines, .json: layout?.records == nil ? .json : .foreignJSON
    case .appleHealth, .csv: syntax
    }
  }

  /// Reads the first record of a chunk, for callers that need no more; those that read all of it make the reader.
  package func readFirst(of chunk: inout InputChunk, into buffer: inout RawSampleBuffer) -> RecordKind {
    switch self {
    case .jsonLines where chunk.records != nil, .json where chunk.records != nil:
      var reader = ForeignJSONReader(preparing: &chunk)
      return reader.next(in: chunk.bytes.span.bytes, into: &buffer)
    case .jsonLines:
      var reader = JSONLinesReader(chunk: chunk)
      return reader.next(in: chunk.bytes.span.bytes, into: &buffer)
    case .json:
      var reader = JSONArrayReader(chunk: chunk)
      return reader.next(in: chunk.bytes.span.bytes, into: &buffer)
    case .appleHealth:
      var reader = AppleHealthReader(chunk: chunk)
      return reader.next(in: chunk.bytes.span.bytes, into: &buffer)
    case .csv:
      var reader = CSVReader(preparing: &chunk)
      return reader.next(in: chunk.bytes.span.bytes, into: &buffer)
    }
  }
}

extension InputFormat {
  /// The format that the name of a file says; `nil` if it says none.
  public init?(named path: String) {
    let name = path.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileEndings.contains(where: name.hasSuffix) }) else {
      return nil
    }
    self = format
  }
}
