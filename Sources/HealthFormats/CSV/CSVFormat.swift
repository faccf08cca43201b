package import HealthModel

/// A table with a header row (RFC 4180).
package struct CSVFormat: RecordFormat {
  package let name = "csv"
  package let fileEndings = [".csv", ".tsv"]
  package let page = "csv.md"
  package let syntax = RawSyntax.csv
  package let hasHeader = true
  package let recordFrame: (before: [UInt8], after: [UInt8]) = ([], [UInt8(ascii: "\n")])

  package init() {}

  package func recognizes(_ beginning: FormatBeginning) -> Bool {
    !beginning.isDocument && TableHeader.isTable(prefix: beginning.bytes)
  }

  package func chunks(of source: some ByteSource, _ cut: ChunkCut) -> any ChunkSource {
    CSVChunker(source: source, size: cut.size, layout: cut.layout, offset: cut.offset, beginning: cut.beginning)
  }

  package func read<Work: RecordWork & ~Copyable>(
    _ result: inout Work.Result, in context: ReaderContext, by work: inout Work
  ) -> ReaderOutcome {
    // The chunk gets the texts that the table's layout adds; findings point at them.
    var reader = CSVReader(preparing: &result.chunk)
    work.read(&reader, .csv, &result)
    var outcome = ReaderOutcome()
    outcome.usedSamples = reader.usedSamples
    outcome.passedOver = reader.passedOver
    return outcome
  }
}
