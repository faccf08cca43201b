import HealthModel
import HealthQueries
import HealthStorage

/// Stored samples of one structured type as rows of CSV: numbers in full, times in UTC.
///
/// It has the columns of the table, and does not read back: the whole sample only JSON has.
struct StructureCSV {
  private let columns: [ShownColumn]
  private let decoder: SampleDecoder

  init(_ columns: [ShownColumn], decoder: SampleDecoder) {
    self.columns = columns
    self.decoder = decoder
  }

  init(_ columns: StructureColumns, decoder: SampleDecoder) {
    self.init(
      [ShownColumn("uuid", .id), ShownColumn("start", .start), ShownColumn("end", .end), columns.duration]
        + columns.own + [ShownColumn("source", .source), ShownColumn("subject", .subject)], decoder: decoder)
  }

  /// The names of the columns, with the units of their numbers.
  func appendHeader(to output: inout [UInt8]) {
    appendLine(columns.map { .text($0.title) }, to: &output)
  }

  func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    let samples = decoder.structured(in: batch)
    for row in 0..<batch.count {
      guard let sample = samples[row] else { continue }
      let cells = ShownRow(sample)
      appendLine(columns.map(cells.cell), to: &output)
    }
  }

  func appendLine(_ cells: [ShownCell], to output: inout [UInt8]) {
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      StatsCSV.append(text: cell.plainText, to: &output)
    }
    output.append(UInt8(ascii: "\n"))
  }
}
