import HealthFormats
import HealthModel

/// Follows the rows of tables with the same columns, and keeps what their columns are like.
struct TableSurvey {
  private var names: [String] = []
  private var delimiter: UInt8?
  private var values: [ValueSurvey] = []
  private var samples: [[String]] = []
  private var rowCount = 0
  private var damaged = 0
  private var fault: String?
  /// The bytes of texts in the sample.
  private var sampleBytes = 0

  /// After how many rows the memory of distributions is measured again.
  private static let stretch = 16_384
  /// The most bytes of a sample, and of one text in it.
  private static let maximumSample = 4 << 20
  private static let maximumText = 200

  /// Adds a table, which has the columns of those before it.
  mutating func add(
    _ source: some ByteSource, limit: Int64? = nil, goesOn: (Int64) -> Bool = { _ in true }
  ) throws(InputError) {
    var rows = ForeignRows(source)
    defer { damaged += rows.damaged }
    while try rows.next() {
      if values.isEmpty { begin(rows.names, rows.delimiter) }
      add(rows.cells, rows.bytes)
      if rowCount % Self.stretch == 0 {
        FormSurvey.bound(&values)
        if !goesOn(rows.bytesRead) { break }
      }
      if let limit, rows.bytesRead >= limit { break }
    }
    if values.isEmpty { begin(rows.names, rows.delimiter) }
    fault = fault ?? rows.fault?.text
  }

  /// What was found out.
  func finished() -> FormSurvey {
    var survey = FormSurvey(delimiter: delimiter, damaged: damaged, fault: fault)
    survey.passedOver = names.count - values.count
    let columns = values.indices.filter { !names[$0].isEmpty }.map { index in
      RecordSurvey.Column(
        place: names[index], label: names[index], shown: names[index], values: values[index],
        form: ValueForm(values[index], name: names[index]), records: rowCount, sample: samples[index])
    }
    survey.lists = [RecordSurvey(path: nil, count: rowCount, columns: columns)]
    return survey
  }

  private mutating func begin(_ names: [String], _ delimiter: UInt8) {
    self.names = names
    self.delimiter = delimiter
    let count = min(names.count, FormSurvey.maximumColumns)
    values = Array(repeating: ValueSurvey(), count: count)
    samples = Array(repeating: [], count: count)
  }

  private mutating func add(_ cells: [RawField], _ bytes: [UInt8]) {
    rowCount += 1
    let isSampled = rowCount <= FormSurvey.sampleSize && sampleBytes < Self.maximumSample
    for index in values.indices where index < cells.count {
      let cell = cells[index]
      guard cell.isEscaped else {
        if cell.isPresent { values[index].add(cell.range, in: bytes.span.bytes) }
        if isSampled { keep(cell.isPresent ? bytes[cell.range] : [], of: index) }
        continue
      }
      var text: [UInt8] = []
      CSVText.appendDecoded(cell.range, in: bytes.span.bytes, to: &text)
      values[index].add(0..<text.count, in: text.span.bytes)
      if isSampled { keep(text[...], of: index) }
    }
  }

  private mutating func keep(_ text: ArraySlice<UInt8>, of index: Int) {
    let text = text.prefix(Self.maximumText)
    sampleBytes += text.count
    samples[index].append(String(decoding: text, as: UTF8.self))
  }
}
