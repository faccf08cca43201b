import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthUnits
import Synchronization

/// The output of the command, answer by answer.
///
/// Rows wait until all answers are whole, so that a question that fails leaves no half answer; when there are very many,
/// they are written as they come, and memory does not grow with the answer. A chart holds its rows.
struct StatsPage {
  /// The most rows that wait: 600 bytes each, in a list whose length is doubled when it is full.
  private static let waitingLimit = 8_000
  private static let blockLength = 1_000

  private let form: RowFormat
  private let plot: PlotDestination?
  private let explains: Bool
  private let output = ByteOutput.standardOutput()
  private var rows: RowTable<StatsRow>
  private var hasRows = false
  /// What merging left out, as JSON objects.
  private var explanations: [[UInt8]] = []
  /// Made at once, so that a place that cannot be written is reported before the work.
  private let file: PendingFile?
  private var charts: [ChartData] = []
  private var waiting: [StatsAnswer] = []
  private var waitingRows = 0
  private var current: StatsAnswer?
  private var table: StatsTable?
  private var isPrinting = false
  private var isBegun = false
  /// The table of all answers together; `nil` when each has its own.
  private var wide: StatsWide?

  init(_ form: RowFormat, _ questions: [StatsQuestion], plot: PlotDestination?, explains: Bool, isWide: Bool) throws {
    if isWide { wide = StatsWide(questions) }
    self.form = form
    self.plot = plot
    self.explains = explains
    rows = RowTable(StatsColumns.columns(of: questions, form), form)
    file = try plot?.file()
  }

  mutating func begin(_ question: StatsQuestion) { current = StatsAnswer(question: question) }

  mutating func add(_ row: Statistics) throws {
    if let question = current?.question, wide != nil {
      wide?.add(row, of: question)
      return
    }
    current?.rows.append(row)
    waitingRows += 1
    guard plot == nil else { return }
    if !isPrinting, waitingRows > Self.waitingLimit {
      isPrinting = true
      try writeWaiting()
    }
    if isPrinting, current?.rows.count ?? 0 >= Self.blockLength { try writeRows() }
  }

  mutating func finish(_ explanations: [MergeExplanation]) throws {
    guard var answer = current else { return }
    answer.explanations = explanations
    guard isPrinting else {
      waiting.append(answer)
      current = nil
      return
    }
    current = answer
    try writeEnd()
  }

  mutating func end() throws {
    if let wide {
      try wide.write(form, to: output)
      return try output.flush()
    }
    try writeWaiting()
    if form == .json {
      if !isBegun { try writeBeginning() }
      try writeJSONEnd()
    }
    try output.flush()
    guard let file else { return }
    try file.output.append(SVGChart.document(charts))
    try file.finish()
  }

  private mutating func writeWaiting() throws {
    let (coming, whole) = (current, waiting)
    waiting = []
    for answer in whole {
      current = answer
      try writeEnd()
    }
    current = coming
  }

  /// Writes the rows that came since those that are written; the first ones of an answer begin it.
  private mutating func writeRows() throws {
    guard let answer = current else { return }
    switch form {
    case .table:
      if table == nil {
        if isBegun { try output.append("\n") }
        let begun = StatsTable(answer)
        try output.append(begun.title + "\n")
        table = begun
      }
      try output.append { table?.append(answer.rows, to: &$0) }
    case .csv, .json, .jsonl:
      if !isBegun { try writeBeginning() }
      hasRows = hasRows || !answer.rows.isEmpty
      for row in answer.rows {
        try output.append { rows.append(StatsRow(question: answer.question, statistics: row), to: &$0) }
      }
      if form == .json { explanations += answer.explanations.map { StatsExplanation(answer).object($0) } }
    }
    isBegun = true
    current?.rows.removeAll(keepingCapacity: true)
  }

  private func writeBeginning() throws {
    if form == .json, explains { try output.append("{\"statistics\":") }
    try output.append { rows.begin(to: &$0) }
  }

  private func writeJSONEnd() throws {
    try output.append(hasRows ? "\n]" : "]")
    if explains {
      try output.append(",\"explanations\":[")
      for (number, explanation) in explanations.enumerated() {
        try output.append(number == 0 ? "\n" : ",\n")
        try output.append(explanation)
      }
      try output.append(explanations.isEmpty ? "]}" : "\n]}")
    }
    try output.append("\n")
  }

  private mutating func writeEnd() throws {
    let chart = try plot.flatMap { _ in try current.map { try StatsChart($0).data() } }
    try writeRows()
    if let chart {
      if file == nil {
        try output.append("\n" + TerminalChart(environment: TerminalChart.variable).text(chart))
      } else {
        charts.append(chart)
        let count = SVGChart.plotCount(chart)
        if count > SVGChart.seriesLimit {
          StandardError.write(
            "assay: \(chart.title) has \(GroupedDigits.string(count)) series; the picture shows the first "
              + "\(SVGChart.seriesLimit); name fewer by --subject, --source or --where\n")
        }
      }
    }
    if explains, form != .json, let answer = current {
      try output.flush()
      StandardError.write(StatsExplanation(answer).text)
    }
    table = nil
    current = nil
  }
}

/// A page that tasks share: the one that asks, and the one that waits for signals.
final class StatsPrinter: Sendable {
  private let page: Mutex<StatsPage>

  init(_ form: RowFormat, _ questions: [StatsQuestion], plot: PlotDestination?, explains: Bool, isWide: Bool) throws {
    page = Mutex(try StatsPage(form, questions, plot: plot, explains: explains, isWide: isWide))
  }

  func begin(_ question: StatsQuestion) { page.withLock { $0.begin(question) } }

  func add(_ row: Statistics) throws { try page.withLock { try $0.add(row) } }

  func finish(_ explanations: [MergeExplanation]) throws { try page.withLock { try $0.finish(explanations) } }

  func end() throws { try page.withLock { try $0.end() } }
}

/// The chart of an answer: sums, counts and lengths as bars, averages as a line in the band of all values.
struct StatsChart {
  private let answer: StatsAnswer
  private let word: StatsKeyword

  init(_ answer: StatsAnswer) {
    self.answer = answer
    word = Self.word(of: answer)
  }

  /// The statistic in the chart: the most informative one of the answer.
  private static func word(of answer: StatsAnswer) -> StatsKeyword {
    let answered = answer.question.answered
    let order: [StatsKeyword] = [.sum, .average, .mostRecent, .minimum, .maximum]
    if let word = order.first(where: answered.contains) { return word }
    let hasLengths = answer.rows.contains { $0.duration > 0 }
    return answered.contains(.duration) && (hasLengths || !answered.contains(.count)) ? .duration : .count
  }

  func data() throws -> ChartData {
    let question = answer.question
    let interval = question.interval.map { " by \($0)" } ?? ""
    let names = seriesNames()
    let subjects = Set(names.map(\.subject))
    let cases = cases(of: names)
    let isLine = [.average, .mostRecent, .minimum, .maximum].contains(word)
    var data = ChartData(
      title: question.name, subject: subjects.count == 1 ? names.first?.subject : nil, caption: word.title + interval,
      unit: unit, form: isLine ? .line : cases.isEmpty ? .bars : .stack, edges: try edges(), series: [],
      clock: answer.rows.first?.isLocal == true
        ? ChartClock(name: question.clock.name) : question.clock.chart)
    let empty: [ChartData.Value?] = Array(repeating: nil, count: max(0, data.edges.count - 1))
    var values: [SeriesName: [ChartData.Value?]] = [:]
    for row in answer.rows {
      guard let index = data.index(of: row.start) else { continue }
      values[SeriesName(row), default: empty][index] = value(row)
    }
    var seen: Set<SeriesName> = []
    for name in names {
      let whose = [subjects.count > 1 ? name.subject ?? "no subject" : nil, name.source].compactMap(\.self)
        .joined(separator: ", ")
      if cases.isEmpty {
        let text = [whose, name.value ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        data.series.append(ChartData.Series(name: text, values: values[name] ?? empty))
      } else if seen.insert(SeriesName(name, nil)).inserted {
        data.series += cases.map { item in
          ChartData.Series(
            name: item, group: whose, isFrame: item == question.type.sessionCase,
            values: values[SeriesName(name, item)] ?? empty)
        }
      }
    }
    return data
  }

  /// The cases that are stacked: those of a category in the order of their definition, if there are colors for them.
  private func cases(of names: [SeriesName]) -> [String] {
    let found = Set(names.compactMap(\.value))
    let cases = answer.question.type.shape.enumeration?.cases.map(\.name).filter(found.contains) ?? []
    return answer.question.hasCases && cases.count <= SVGChart.sharedLimit ? cases : []
  }

  private var unit: String {
    switch word {
    case .duration: "h"
    case .count: "samples"
    default: answer.question.shownUnit ?? ""
    }
  }

  private func value(_ row: Statistics) -> ChartData.Value? {
    switch word {
    case .duration: ChartData.Value(row.seconds / 3600)
    case .count: ChartData.Value(Double(row.count))
    case .average: row.average.map { ChartData.Value($0, low: row.minimum, high: row.maximum) }
    default: row.number(word).map { ChartData.Value($0) }
    }
  }

  // MARK: Series

  private struct SeriesName: Hashable {
    var subject: String?
    var value: String?
    var source: String?

    init(_ row: Statistics) { (subject, value, source) = (row.subject, row.value, row.source) }

    /// The same subject and source with another case.
    init(_ other: SeriesName, _ value: String?) { (subject, self.value, source) = (other.subject, value, other.source) }
  }

  /// The series: subjects in the order of their bytes, sources and cases as they come.
  private func seriesNames() -> [SeriesName] {
    var seen: Set<SeriesName> = []
    let names = answer.rows.map(SeriesName.init).filter { seen.insert($0).inserted }
    // A subject's first sample may be later than another's.
    return names.enumerated().sorted { left, right in
      (ExactText(left.element.subject ?? ""), left.offset) < (ExactText(right.element.subject ?? ""), right.offset)
    }.map(\.element)
  }

  // MARK: Time

  /// The bounds of the intervals: those of the whole requested time, with samples or without.
  private func edges() throws -> [Int64] {
    let rows = answer.rows
    let question = answer.question
    let isLocal = rows.first?.isLocal ?? false
    // Clock readings are not instants, so the requested time does not apply to them.
    let first = rows.map(\.start).min()
    guard let from = isLocal ? first : question.predicate.from ?? first,
      let end = isLocal ? rows.map(\.end).max() : question.predicate.to ?? rows.map(\.end).max(), from <= end
    else { return [] }
    // A single instant also needs some width.
    let to = max(end, from + 1)
    guard let interval = question.interval else { return [from, to] }
    let grid = IntervalGrid(interval, anchor: question.anchor, zone: question.clock.rules)
    do throws(QueryError) {
      var edges = try grid.edges(from: from, to: to)
      edges[0] = max(edges[0], from)
      if let last = edges.indices.last, last > 0 { edges[last] = min(edges[last], to) }
      return edges
    } catch {
      throw Failure.usage("there are too many intervals to draw; name less time by --from and --to")
    }
  }
}

/// The output of `--explain`: which source lost which interval to which other one, and the naive sum.
struct StatsExplanation {
  /// The most intervals that are listed, and the most pairs of sources.
  private static let limit = 100

  private let answer: StatsAnswer

  init(_ answer: StatsAnswer) { self.answer = answer }

  var text: String {
    guard answer.question.isMerged else { return "\(answer.question.name): nothing was merged, \(reason)\n" }
    return answer.explanations.map(text).joined()
  }

  private func text(_ explanation: MergeExplanation) -> String {
    let type = answer.question.type.id + (answer.question.showsSubject ? " of \(whose(explanation))" : "")
    guard explanation.lossCount > 0 else {
      return "\(type): no source lost to another\(total(explanation).map { "; \($0)" } ?? "")\n"
    }
    var lines = ["\(type): where sources overlap, one counts (\(answer.question.clock.rules.identifier))"]
    let listed = explanation.pairs.prefix(Self.limit)
    for pair in listed {
      lines.append(
        "  \(shown(pair.source)) lost to \(shown(pair.winner)): \(CountText.of(pair.count, "interval")), "
          + Cell.clockText(pair.duration) + (pair.amount.map { ", \(amount($0))" } ?? ""))
    }
    let others = explanation.pairs.dropFirst(Self.limit).reduce(explanation.others.count) { $0 + $1.count }
    if others > 0 { lines.append("  other pairs of sources: \(CountText.of(others, "interval")) more") }
    for loss in explanation.losses.prefix(Self.limit) {
      lines.append(
        "  \(answer.question.clock.span(loss.start, loss.end)) \(shown(loss.source)) lost "
          + (loss.amount.map { amount($0) + " " } ?? "") + "to \(shown(loss.winner))")
    }
    let rest = explanation.lossCount - min(explanation.losses.count, Self.limit)
    if rest > 0 { lines.append("  and \(GroupedDigits.string(rest)) more") }
    if let total = total(explanation) { lines.append("  " + total) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func whose(_ explanation: MergeExplanation) -> String {
    explanation.subject.map { TextEscaping.escaped($0, limit: 60) } ?? "samples without a subject"
  }

  private var reason: String {
    let question = answer.question
    if question.separatesBySource { return "nothing is merged, since sources are separated" }
    return question.type.shape.members != nil
      ? "samples of all sources are counted" : "samples of all sources are looked at together"
  }

  private func total(_ explanation: MergeExplanation) -> String? {
    guard let merged = explanation.merged, let naive = explanation.naive else { return nil }
    var words = "merged \(amount(merged)); a naive sum would be \(number(naive))"
    if merged > 0, naive > merged { words += " (\(Self.percent(naive / merged - 1)))" }
    return words
  }

  private func amount(_ value: Double) -> String {
    number(value) + " " + TextEscaping.escaped(answer.question.shownUnit ?? "")
  }

  /// The number with as many decimals as there are, four at most.
  private func number(_ value: Double) -> String { FixedDecimals.trimmed(value, 4, isGrouped: true) }

  private static func percent(_ share: Double) -> String {
    "+" + FixedDecimals.trimmed(share * 100, share < 0.1 ? 1 : 0, isGrouped: true) + " %"
  }

  private func shown(_ source: String) -> String { TextEscaping.escaped(source, limit: 60) }

  func object(_ explanation: MergeExplanation) -> [UInt8] {
    let question = answer.question
    var json = JSONBuilder()
    json.object { json in
      json.member("type", question.type.id)
      json.member("subject", explanation.subject)
      json.member("unit", question.unit?.sampleText)
      json.number("merged", explanation.merged)
      json.number("naive", explanation.naive)
      json.rows(
        "pairs", explanation.pairs,
        [
          Column("source") { .text($0.source) }, Column("winner") { .text($0.winner) },
          Column("count") { .count($0.count) },
          Column("duration") { .number(Double($0.duration) / Double(Instant.second)) },
          Column("amount") { Cell($0.amount) },
        ])
      if explanation.others.count > 0 {
        json.object("other_pairs") { json in
          json.member("count", explanation.others.count)
          json.number("duration", Double(explanation.others.duration) / Double(Instant.second))
          json.number("amount", explanation.others.amount)
        }
      }
      json.member("loss_count", explanation.lossCount)
      json.rows(
        "losses", explanation.losses,
        [
          Column("start") { .text(question.clock.string($0.start)) },
          Column("end") { .text(question.clock.string($0.end)) }, Column("source") { .text($0.source) },
          Column("winner") { .text($0.winner) }, Column("amount") { Cell($0.amount) },
        ])
    }
    return json.bytes
  }
}

/// The answers to several questions as one table: a row for each interval and subject, a column for each type, case and
/// statistic.
struct StatsWide {
  private var table: WideStatistics
  private let clock: StatsClock?
  private let hasSubjects: Bool
  private let hasDates: Bool
  private let isOfNights: Bool
  private let title: String
  /// The one category that all columns are about; `nil` when there is more.
  private let category: String?

  init(_ questions: [StatsQuestion]) {
    category = questions.count == 1 && questions[0].hasCases ? questions[0].type.id : nil
    table = WideStatistics(questions.flatMap(\.measures))
    clock = questions.first?.clock
    hasSubjects = questions.contains { $0.showsSubject }
    hasDates = questions.first?.hasDates ?? false
    isOfNights = questions.first?.interval?.unit == .night
    title = (category.map { "\($0) " } ?? "") + (questions.first?.division ?? "")
  }

  mutating func add(_ row: Statistics, of question: StatsQuestion) {
    var row = row
    row.value = question.field?.text ?? row.value
    var numbers: [String: Double] = [:]
    for word in question.wideWords {
      switch word {
      case .count: numbers[word.column] = Double(row.count)
      case .duration: numbers[word.column] = row.seconds
      default: numbers[word.column] = row.number(word)
      }
    }
    table.add(row, numbers: numbers)
  }

  func write(_ form: RowFormat, to output: ByteOutput) throws(OutputError) {
    guard let clock else { return }
    // Of one category cases need no more than their names, and lengths look like lengths.
    let headings = table.measures.map { "\($0.value ?? "")\($0.statistic == "duration" ? "" : " \($0.statistic)")" }
    let columns = WideColumns.all(
      table.columns, date: hasDates ? { clock.date($0.start, isReading: $0.isLocal) } : nil,
      time: { clock.string($0, isReading: $1.isLocal) },
      times: isOfNights ? [.csv, .json, .jsonl] : RowFormat.allCases,
      hasEnds: true, hasSubjects: hasSubjects, headings: category == nil ? nil : headings)
    if form == .table { try output.append(title + "\n") }
    try output.append(RowTable.text(table.rows, columns, form))
  }
}

extension StatsQuestion {
  /// How the answer is divided, and by which clock: `by day, UTC`.
  var division: String {
    (interval.map { "by \($0)" } ?? "") + ", " + clock.name
  }

  /// The statistics that a wide table has: those that are named, else the one that says most of the type.
  var wideWords: [StatsKeyword] {
    if !words.isEmpty { return words }
    let order: [StatsKeyword] = hasCases ? [.duration] : [.sum, .average]
    return [order.first(where: answered.contains) ?? .count]
  }

  fileprivate var measures: [WideStatistics.Measure] {
    var cases: [String?] = hasCases ? type.shape.enumeration?.cases.map(\.name) ?? [] : [field?.text]
    if type.id == Statistics.sleepType { cases.insert(WideStatistics.allAsleep, at: 0) }
    return cases.flatMap { value in
      wideWords.map { word in
        let unit: UnitOfMeasure? =
          switch word {
          case .count: nil
          case .duration: try? UnitOfMeasure("s")
          default: self.unit
          }
        return WideStatistics.Measure(type: type.id, value: value, statistic: word.column, unit: unit)
      }
    }
  }
}

extension StatsKeyword {
  var column: String { self == .mostRecent ? "most_recent" : rawValue }
}

extension JSONBuilder {
  /// A member whose value is a number; left out when `nil`.
  fileprivate mutating func number(_ name: String, _ value: Double?) {
    guard let value else { return }
    key(name)
    self.value(value)
  }
}
