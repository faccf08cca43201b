package import HealthModel

package struct JSONLinesFormat: RecordFormat {
  package let name = "jsonl"
  package let fileEndings = [".ndjson", ".jsonl"]
  package let page = "samples.md"
  package let syntax = RawSyntax.json
  package let takesRecordPaths = true
  package let maybeEmpty = true

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "{" && FirstObject.format(beginning) == .jsonLines
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    LineChunker(source: source, size: cut.size, offset: cut.offset, records: cut.recordsByLine)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    if result.chunk.records != nil { return ReaderOutcome.ofForeignJSON(&result, by: &work) }
    var reader = JSONLinesReader(chunk: result.chunk)
    work.read(&reader, .json, &result)
    var outcome = ReaderOutcome()
    let chunk = result.chunk.bytes
    outcome.extent = reader.extent(in: chunk.span.bytes)
    return outcome
  }
}

/// A JSON array of samples, or one object.
package struct JSONDocumentFormat: RecordFormat {
  package let name = "json"
  package let fileEndings = [".json"]
  package let page = "samples.md"
  package let syntax = RawSyntax.json
  package let takesRecordPaths = true
  package let recordFrame: (before: [UInt8], after: [UInt8]) = ([UInt8(ascii: ",")], [])

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    beginning.first == "[" || beginning.first == "{" && FirstObject.format(beginning) == .json
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    guard cut.layout.records != nil else {
      return JSONArrayChunker(source: source, size: cut.size, offset: cut.offset)
    }
    return RecordChunker(source: source, size: cut.size, layout: cut.layout, after: cut.passed)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    if result.chunk.records != nil { return ReaderOutcome.ofForeignJSON(&result, by: &work) }
    var reader = JSONArrayReader(chunk: result.chunk)
    work.read(&reader, .json, &result)
    return ReaderOutcome()
  }
}

extension ReaderOutcome {
  /// Has the records of foreign JSON in a chunk read: observations of FHIR by a reader of their own.
  static func ofForeignJSON<Work: RecordWork & ~Copyable>(_ result: inout Work.Result, by work: inout Work) -> Self {
    var outcome = ReaderOutcome()
    if result.chunk.records?.areObservations == true {
      var reader = FHIRReader(preparing: &result.chunk)
      outcome.skipped = reader.skipped
      work.read(&reader, .json, &result)
    } else {
      var reader = ForeignJSONReader(preparing: &result.chunk)
      work.read(&reader, .foreignJSON, &result)
      outcome.paths = reader.paths
      outcome.passedOver = reader.paths?.passedOver ?? 0
    }
    return outcome
  }
}
