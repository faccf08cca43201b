package import HealthModel
import HealthQueries

/// Statistics of one column of a table, or of one path of JSON, that no profile describes.
package struct ColumnProfile: Sendable {
  /// The column's name in the header, or the path from the beginning of the document: `/users/*/id`.
  package var name: String
  package var kind: ColumnKind
  /// How moments and times of day are written: `RFC 3339`, `unix`, `unix-ms`, or a pattern as `date_format` takes it.
  package var format: String?
  package var count: Int
  /// In how many records there is none.
  package var missing: Int
  package var others: Int
  /// How many different values there are; `nil` when there are over a thousand.
  package var distinct: Int?
  /// Numbers: the smallest one.
  package var minimum: Double?
  /// Numbers: the largest one.
  package var maximum: Double?
  /// Numbers: the lower quartile, the median and the upper quartile.
  package var quartiles: [Double] = []
  package var isExact = true
  /// Moments: the first day, as it is written.
  package var firstDay: CivilDate?
  /// Moments: the last day, as it is written.
  package var lastDay: CivilDate?
  /// Texts and truth values: the most frequent ones, at most five, among the first thousand different ones.
  package var frequent: [(text: String, count: Int)] = []
  /// What to know of how the values are written: `no offset`, `day or month first?`, `percent signs`.
  package var doubts: [String] = []

  private static let shown = 5

  /// Sums up the values of a column.
  init(_ name: String, _ values: ValueSurvey, _ form: ValueForm, records: Int) {
    self.name = name
    kind = form.kind
    count = values.count
    missing = max(0, records - values.count)
    others = form.others
    distinct = values.texts.isFull ? nil : values.texts.entries.count
    switch form.kind {
    case .number:
      (minimum, maximum) = (values.numbers.minimum, values.numbers.maximum)
      quartiles = values.numbers.quantiles([0.25, 0.5, 0.75])
      isExact = values.numbers.isExact
      if values.percents > 0 {
        let all = values.percents == values.count
        doubts.append(all ? "percent signs" : "\(GroupedDigits.string(values.percents)) percent signs")
      }
    case .moment:
      format = form.format ?? "RFC 3339"
      (firstDay, lastDay) = Self.days(values, form)
      addDoubts(values, form)
    case .clock: format = form.format
    case .text, .boolean: frequent = values.texts.frequent(Self.shown)
    case .empty: break
    }
  }

  private static func days(_ values: ValueSurvey, _ form: ValueForm) -> (CivilDate?, CivilDate?) {
    if let unit = ["unix": 86_400.0, "unix-ms": 86_400_000][form.format ?? ""] {
      let days = [values.numbers.minimum, values.numbers.maximum].map { value in
        value.map { CivilDate(daysSince1970: Int(($0 / unit).rounded(.down))) }
      }
      return (days[0], days[1])
    }
    guard let days = values.dayRange(isDayFirst: form.isDayFirst) else { return (nil, nil) }
    return (
      CivilDate(daysSince1970: Int(days.lowerBound)), CivilDate(daysSince1970: Int(days.upperBound))
    )
  }

  private mutating func addDoubts(_ values: ValueSurvey, _ form: ValueForm) {
    if form.isOrderOpen { doubts.append("day or month first?") }
    let timed = values.shapes.reduce(0) { $0 + ($1.key.hasTime ? $1.value : 0) }
    if values.withoutOffset > 0 {
      let all = values.withoutOffset == timed
      doubts.append(all ? "no offset" : "no offset in \(GroupedDigits.string(values.withoutOffset))")
    } else if timed == 0, form.shape != nil {
      doubts.append("no time of day")
    }
    if values.offsets.count > 1 {
      let texts = values.offsets.sorted().map { minutes -> String in
        var text: [UInt8] = []
        TimestampWriter.appendOffset(minutes, to: &text)
        return String(decoding: text, as: UTF8.self)
      }
      doubts.append("offsets " + texts.joined(separator: ", "))
    }
  }
}
