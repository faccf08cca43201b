import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// Lines of a table of stored samples.
protocol StoredTable {
  mutating func append(_ batch: SampleBatch, to output: inout [UInt8])
  /// Adds what waits until the columns' widths are known.
  mutating func finish(to output: inout [UInt8])
}

/// Stored samples of one structured type as lines of a table: what a sample says has columns of its own.
struct StructureTable: StoredTable {
  private let columns: [ShownColumn]
  private let decoder: SampleDecoder
  private let clock: TableClock
  private var table: PageTable

  init(_ columns: StructureColumns, decoder: SampleDecoder, clock: TableClock, hasSubjects: Bool) {
    self.init(
      [ShownColumn("start", .start), columns.duration] + columns.own + [ShownColumn("source", .source)]
        + (hasSubjects ? [ShownColumn("subject", .subject)] : []), decoder: decoder, clock: clock)
  }

  init(_ columns: [ShownColumn], decoder: SampleDecoder, clock: TableClock) {
    self.columns = columns
    self.decoder = decoder
    self.clock = clock
    table = PageTable(columns.map(\.heading), numbers: Set(columns.filter(\.isNumber).map(\.heading)))
  }

  mutating func append(_ batch: SampleBatch, to output: inout [UInt8]) {
    let samples = decoder.structured(in: batch)
    for row in 0..<batch.count {
      if let sample = samples[row] { append(sample, to: &output) }
    }
  }

  mutating func append(_ sample: Sample, to output: inout [UInt8]) {
    let row = ShownRow(sample)
    append(columns.map(row.cell), to: &output)
  }

  /// Adds a row of cells.
  mutating func append(_ cells: [ShownCell], to output: inout [UInt8]) {
    for (column, cell) in zip(columns, cells) {
      let clock = clock
      table.add(isNumber: column.isNumber) { cell.append(to: &$0, clock: clock) }
    }
    table.endRow(to: &output)
  }

  mutating func finish(to output: inout [UInt8]) { table.finish(to: &output) }
}

extension ShownCell {
  fileprivate func append(to text: inout [UInt8], clock: TableClock) {
    switch self {
    case .missing: text.append(UInt8(ascii: "-"))
    case .time(let instant): clock.append(instant, to: &text)
    case .text(let value): text += TextEscaping.escaped(value, limit: 60).utf8
    case .length(let seconds):
      guard let whole = Int64(exactly: seconds.rounded()) else {
        text += plainText.utf8
        return
      }
      text += StatsLength.text(whole.multipliedReportingOverflow(by: Instant.second).partialValue).utf8
    case .number(let number): DecimalWriter.append(Self.short(number), to: &text)
    case .quantity(let number, let unit):
      DecimalWriter.append(Self.short(number), to: &text)
      text += " \(unit)".utf8
    case .boolean: text += plainText.utf8
    }
  }

  /// A number with at most three decimals, or four digits if it is less than 1.
  static func short(_ number: Double) -> Double {
    guard number.magnitude < 1e12, number != 0 else { return number }
    var scale = 1000.0
    while number.magnitude * scale < 1000, scale < 1e15 { scale *= 10 }
    return (number * scale).rounded() / scale
  }
}
