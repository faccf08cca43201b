import HealthModel
import HealthQueries
import HealthReports
import HealthStorage

/// The chart of an answer: sums, counts and lengths as bars, averages as a line in the band of all values.
struct StatsChart {
  private let answer: StatsAnswer
  private let word: StatsWord

  init(_ answer: StatsAnswer) {
    self.answer = answer
    word = Self.word(of: answer)
  }

  /// The statistic in the chart: the most informative one of the answer.
  private static func word(of answer: StatsAnswer) -> StatsWord {
    let answered = answer.question.answered
    let order: [StatsWord] = [.sum, .average, .mostRecent, .minimum, .maximum]
    if let word = order.first(where: answered.contains) { return word }
    let hasLengths = answer.rows.contains { $0.duration > 0 }
    return answered.contains(.duration) && (hasLengths || !answered.contains(.count)) ? .duration : .count
  }

  /// The chart's content.
  ///
  /// - Throws: `CommandFailure` when there are too many intervals to draw.
  func data() throws -> ChartData {
    let question = answer.question
    let interval = question.interval.map { " by \($0)" } ?? ""
    var data = ChartData(
      title: question.type.id, caption: word.title + interval, unit: unit,
      form: [.average, .mostRecent, .minimum, .maximum].contains(word) ? .line : .bars, edges: try edges(), series: [],
      clock: answer.rows.first?.isLocal == true
        ? ChartClock(name: question.clock.name) : question.clock.chart)
    let names = seriesNames()
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    let empty: [ChartData.Value?] = Array(repeating: nil, count: max(0, data.edges.count - 1))
    var values = Array(repeating: empty, count: names.count)
    for row in answer.rows {
      guard let series = numbers[SeriesName(row, isOfSubject: question.showsSubject)],
        let index = data.index(of: row.start)
      else { continue }
      values[series][index] = value(row)
    }
    data.series = zip(names, values).map { ChartData.Series(name: $0.text, values: $1) }
    return data
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

  /// The properties that distinguish series.
  private struct SeriesName: Hashable {
    var subject: String?
    var value: String?
    var source: String?

    init(_ row: Statistics, isOfSubject: Bool) {
      subject = isOfSubject ? row.subject ?? "" : nil
      value = row.value
      source = row.source
    }

    var text: String {
      [subject.map { $0.isEmpty ? "no subject" : $0 }, value, source].compactMap { $0 }.joined(separator: ", ")
    }
  }

  /// The series: cases in the order of their definition, subjects in that of their bytes, sources as they come.
  private func seriesNames() -> [SeriesName] {
    var seen: Set<SeriesName> = []
    let isOfSubject = answer.question.showsSubject
    let names = answer.rows.map { SeriesName($0, isOfSubject: isOfSubject) }.filter { seen.insert($0).inserted }
    var places: [String: Int] = [:]
    let shape = answer.question.type.shape
    if shape.hasTimedCases, let cases = shape.enumeration?.cases {
      places = Dictionary(cases.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }
    // A subject's first sample may be later than another's.
    let order = names.enumerated().sorted { left, right in
      let (first, second) = (place(left.element, places), place(right.element, places))
      let (name, other) = (ExactText(left.element.subject ?? ""), ExactText(right.element.subject ?? ""))
      return (first, name, left.offset) < (second, other, right.offset)
    }
    return order.map(\.element)
  }

  private func place(_ name: SeriesName, _ places: [String: Int]) -> Int { name.value.flatMap { places[$0] } ?? .max }

  // MARK: Time

  /// The bounds of the intervals: those of the whole requested time, with samples or without.
  private func edges() throws -> [Int64] {
    let rows = answer.rows
    let question = answer.question
    let isLocal = rows.first?.isLocal ?? false
    // Clock readings are not instants, so the requested time does not apply to them.
    guard let from = isLocal ? rows.first?.start : question.predicate.from ?? rows.first?.start,
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
      throw CommandFailure.usage("there are too many intervals to draw; name less time by --from and --to")
    }
  }
}
