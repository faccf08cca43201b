import HealthModel
import HealthQueries
import HealthReports
import HealthUnits

/// Answers as one table of RFC 4180: the columns that any of the questions has, empty where one does not apply.
struct StatsCSV {
  /// The columns, in their order.
  private enum Column: String, CaseIterable {
    case date, start, end, type, subject, unit, source, value, count, sum, average, minimum, maximum
    case mostRecent = "most_recent"
    case mostRecentDate = "most_recent_date"
    case duration = "duration_s"
  }

  private let columns: [Column]

  init(_ questions: [StatsQuestion]) {
    let words = Set(questions.flatMap(\.answered))
    columns = Column.allCases.filter { column in
      switch column {
      case .date: questions.contains { $0.interval?.unit == .day }
      case .start, .end, .type: true
      case .unit: questions.contains { $0.unitName != nil }
      case .subject: questions.contains { $0.showsSubject }
      case .source: questions.contains { $0.separatesBySource }
      case .value: questions.contains { $0.hasCases }
      case .count: words.contains(.count)
      case .sum: words.contains(.sum)
      case .average: words.contains(.average)
      case .minimum: words.contains(.minimum)
      case .maximum: words.contains(.maximum)
      case .mostRecent, .mostRecentDate: words.contains(.mostRecent)
      case .duration: words.contains(.duration)
      }
    }
  }

  var header: String { columns.map(\.rawValue).joined(separator: ",") + "\n" }

  /// Writes the rows of an answer, or of a part of it.
  func write(_ answer: StatsAnswer, to output: ByteOutput) throws(OutputError) {
    var line: [UInt8] = []
    for row in answer.rows {
      line.removeAll(keepingCapacity: true)
      for (index, column) in columns.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        append(column, row, answer.question, to: &line)
      }
      line.append(UInt8(ascii: "\n"))
      try output.append(line)
    }
  }

  private func append(_ column: Column, _ row: Statistics, _ question: StatsQuestion, to line: inout [UInt8]) {
    func number(_ word: StatsKeyword) {
      guard question.answered.contains(word), let value = row.number(word), value.isFinite else { return }
      DecimalWriter.append(value, to: &line)
    }
    switch column {
    case .date:
      if question.interval?.unit == .day { line += question.clock.date(row.start, isReading: row.isLocal).utf8 }
    case .start: question.clock.append(row.start, isReading: row.isLocal, to: &line)
    case .end: question.clock.append(row.end, isReading: row.isLocal, to: &line)
    case .type: Self.append(text: row.type, to: &line)
    case .unit: Self.append(text: row.unit?.sampleText ?? "", to: &line)
    case .subject: Self.append(text: row.subject ?? "", to: &line)
    case .source: Self.append(text: row.source ?? "", to: &line)
    case .value: Self.append(text: row.value ?? "", to: &line)
    case .count:
      if question.answered.contains(.count) { DecimalWriter.append(Int64(row.count), to: &line) }
    case .sum: number(.sum)
    case .average: number(.average)
    case .minimum: number(.minimum)
    case .maximum: number(.maximum)
    case .mostRecent: number(.mostRecent)
    case .mostRecentDate:
      guard question.answered.contains(.mostRecent), let start = row.mostRecentStart else { return }
      question.clock.append(start, to: &line)
    case .duration:
      if question.answered.contains(.duration) { DecimalWriter.append(row.seconds, to: &line) }
    }
  }

  /// Text, in quotes where it needs them.
  static func append(text: String, to line: inout [UInt8]) {
    let bytes = text.utf8
    let needsQuotes = bytes.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else { return line.append(contentsOf: bytes) }
    line.append(0x22)
    for byte in bytes {
      if byte == 0x22 { line.append(0x22) }
      line.append(byte)
    }
    line.append(0x22)
  }
}

extension Statistics {
  /// How long the samples last, in seconds.
  var seconds: Double { Double(duration) / Double(Instant.second) }
}
