import HealthModel

/// The content of a chart: values over intervals of time, the same for a picture and for the terminal.
package struct ChartData: Sendable {
  package enum Form: Sendable, Hashable {
    /// Bars from zero: sums, counts, durations.
    case bars
    /// The bars of the series of a group on top of each other: the stages of nights.
    case stack
    /// A line with a band from the least to the greatest value: averages.
    case line
  }

  package struct Value: Sendable, Hashable {
    package var value: Double
    /// The lower edge of the band.
    package var low: Double?
    /// The upper edge of the band.
    package var high: Double?

    package init(_ value: Double, low: Double? = nil, high: Double? = nil) {
      self.value = value
      self.low = low
      self.high = high
    }
  }

  /// Values that belong together: those of one source, or of one case.
  package struct Series: Sendable {
    /// The name in the legend; not shown for a single series.
    package var name: String
    /// Whose stack it is part of: a person, a source.
    package var group: String
    /// Whether it frames the others of its stack, as the time in bed does.
    package var isFrame: Bool
    /// One value for each interval; `nil` if there is no data.
    package var values: [Value?]

    package init(name: String, group: String = "", isFrame: Bool = false, values: [Value?]) {
      self.name = name
      self.group = group
      self.isFrame = isFrame
      self.values = values
    }
  }

  /// What is drawn: a type.
  package var title: String
  /// Whose values all of them are; `nil` for those of several people, and of nobody who is named.
  package var subject: String?
  /// How it is combined: `sum by day`.
  package var caption: String
  package var unit: String
  package var form: Form
  /// Where intervals begin and end, in microseconds since 1970 UTC, ascending: one more than there are intervals.
  package var edges: [Int64]
  package var series: [Series]
  package var clock: ChartClock

  package init(
    title: String, subject: String? = nil, caption: String, unit: String, form: Form, edges: [Int64], series: [Series],
    clock: ChartClock
  ) {
    self.title = title
    self.subject = subject
    self.caption = caption
    self.unit = unit
    self.form = form
    self.edges = edges.map { min(max($0, Instant.earliest), Instant.latest) }
    self.series = series
    self.clock = clock
  }

  var count: Int { max(0, edges.count - 1) }

  /// The value of an interval; `nil` if it has none, or one that an axis cannot show.
  func value(_ index: Int, of series: Series) -> Value? {
    guard series.values.indices.contains(index), var value = series.values[index],
      NiceScale.canHold(value.value)
    else { return nil }
    if let low = value.low, !NiceScale.canHold(low) { value.low = nil }
    if let high = value.high, !NiceScale.canHold(high) { value.high = nil }
    return value
  }

  var isEmpty: Bool { series.allSatisfy { series in !(0..<count).contains { value($0, of: series) != nil } } }

  /// The axis that encloses the values of all intervals: bars start at zero, lines have their own range.
  ///
  /// - Returns: the axis; one from 0 to 1 when there is nothing to draw.
  func scale(steps: Int) -> NiceScale {
    var low = Double.infinity
    var high = -Double.infinity
    for (number, series) in series.enumerated() {
      for index in 0..<count {
        guard let item = value(index, of: series) else { continue }
        low = min(low, item.value, item.low ?? item.value)
        high = max(high, (item.high ?? item.value) + base(index, of: number))
      }
    }
    guard low <= high else { return NiceScale(0, 1, steps: steps) }
    return form == .line ? NiceScale(low, high, steps: steps) : NiceScale(min(0, low), max(0, high), steps: steps)
  }

  /// Where the bar of a series begins: in a stack above the series before it.
  func base(_ index: Int, of number: Int) -> Double {
    guard form == .stack, !series[number].isFrame else { return 0 }
    return series[..<number].reduce(0) { sum, other in
      sum + (other.isFrame || other.group != series[number].group ? 0 : value(index, of: other)?.value ?? 0)
    }
  }

  /// The series of each plot, with the plot's name: a stack for each group, all series in one plot, or more of them than a
  /// plot can distinguish in one each.
  func plots(atMost limit: Int) -> [(name: String, series: [Series])] {
    guard form == .stack else {
      return series.count <= limit ? [("", series)] : series.map { ($0.name, [$0]) }
    }
    var names: [String] = []
    for series in series where names.last != series.group { names.append(series.group) }
    return names.map { name in (name, series.filter { $0.group == name }) }
  }

  /// The interval that a moment is in, counted from 0; `nil` when it is in none.
  package func index(of instant: Int64) -> Int? {
    guard let first = edges.first, let last = edges.last, instant >= first, instant < last else { return nil }
    var low = 0
    var high = edges.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if edges[middle] <= instant { low = middle } else { high = middle }
    }
    return low
  }

  /// The same with neighboring intervals put together, so that at most a number of them are left.
  ///
  /// Bars add up; of lines the mean of the values is taken, and the band goes from the least to the greatest.
  func joined(atMost limit: Int) -> (data: ChartData, factor: Int) {
    let factor = (count + limit - 1) / max(1, limit)
    guard factor > 1 else { return (self, 1) }
    var result = self
    if form != .line { result.caption = Self.caption(caption, ofJoined: factor) }
    result.edges = stride(from: 0, to: count, by: factor).map { edges[$0] }
    if let last = edges.last { result.edges.append(last) }
    result.series = series.map { series in
      var joined = series
      joined.values = stride(from: 0, to: count, by: factor).map { start in
        join((start..<min(start + factor, count)).compactMap { value($0, of: series) })
      }
      return joined
    }
    return (result, factor)
  }

  private func join(_ values: [Value]) -> Value? {
    guard let first = values.first else { return nil }
    let sum = values.reduce(0) { $0 + $1.value }
    if form != .line { return Value(sum) }
    guard first.low != nil || first.high != nil else { return Value(sum / Double(values.count)) }
    return Value(
      sum / Double(values.count), low: values.lazy.map { $0.low ?? $0.value }.min(),
      high: values.lazy.map { $0.high ?? $0.value }.max())
  }
}

/// The texts of a chart that are the same in a picture and on the terminal; foreign ones are safe to show.
extension ChartData {
  /// What is drawn, and of whom, in a line: `stepCount of P01: sum by day`.
  var heading: String { Self.heading(title, of: subject) + (caption.isEmpty ? "" : ": " + Self.shown(caption)) }

  static func heading(_ title: String, of subject: String?) -> String {
    shown(title) + (subject.map { " of " + shown($0) } ?? "")
  }

  /// The caption of bars that each add up several intervals: `sum by 6 days` for six of `sum by day`; as it is when it
  /// names no interval.
  static func caption(_ caption: String, ofJoined factor: Int) -> String {
    var words = caption.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard var unit = words.popLast() else { return caption }
    var count = 1
    if let number = words.last.flatMap({ Int($0) }), (2..<1_000_000).contains(number), unit.hasSuffix("s") {
      count = number
      unit.removeLast()
      words.removeLast()
    }
    guard words.last == "by", intervals.contains(unit) else { return caption }
    return (words + ["\(count * factor)", unit + "s"]).joined(separator: " ")
  }

  private static let intervals = ["minute", "hour", "day", "week", "month", "quarter", "year"]

  /// The first and the last day, or the times, and the clock they are of.
  var period: String {
    guard let first = edges.first, let last = edges.last, first < last else { return Self.shown(clock.name) }
    let start = clock.local(first)
    let end = clock.local(last)
    var words: String
    if Self.isMidnight(start), Self.isMidnight(end) {
      let (from, to) = (Self.date(start), Self.date(end - 1))
      words = from == to ? from : "\(from) to \(to)"
    } else {
      words = "\(Self.moment(start)) to \(Self.moment(end))"
    }
    words += ", " + Self.shown(clock.name)
    return words
  }

  func label(ofInterval index: Int) -> String {
    guard edges.indices.contains(index) else { return "" }
    let start = clock.local(edges[index])
    return Self.isMidnight(start) ? Self.date(start) : Self.moment(start)
  }

  /// Foreign text, short and safe.
  static func shown(_ text: String) -> String { TextEscaping.escaped(text, limit: 60) }

  private static func isMidnight(_ local: Int64) -> Bool { local % Instant.day == 0 }

  private static func date(_ local: Int64) -> String { String(TimestampWriter.string(local).prefix(10)) }

  /// `2026-03-29 02:00`, with seconds where there are some.
  private static func moment(_ local: Int64) -> String {
    let text = TimestampWriter.string(local).prefix(local % 60_000_000 == 0 ? 16 : 19)
    return text.prefix(10) + " " + text.dropFirst(11)
  }
}

/// The clock that a chart's time axis is labeled by: a time zone's, or none for times that are clock readings already.
package struct ChartClock: Sendable {
  /// The usual name: `Europe/Berlin`, `UTC`.
  package let name: String
  private let reading: @Sendable (Int64) -> Int64
  private let moment: @Sendable (Int64) -> Int64

  package init(
    name: String, local: @escaping @Sendable (Int64) -> Int64, instant: @escaping @Sendable (Int64) -> Int64
  ) {
    self.name = name
    reading = local
    moment = instant
  }

  /// A clock that shows times as they are.
  package init(name: String = "UTC") { self.init(name: name, local: { $0 }, instant: { $0 }) }

  /// The reading at a moment, in microseconds since 1970 as if it were UTC.
  func local(_ instant: Int64) -> Int64 { reading(instant) }

  /// The first moment at which the clock shows a reading or a later one.
  func instant(ofLocal local: Int64) -> Int64 { moment(local) }
}
