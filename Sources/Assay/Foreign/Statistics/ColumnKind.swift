import HealthModel
import HealthQueries

/// What most values of a column or JSON path are.
package enum ColumnKind: String, Sendable, Hashable, CaseIterable {
  case number
  case moment
  /// A time of day without a day.
  case clock
  case boolean
  case text
  case empty
}

/// How a column's values are written, found out from all of them.
struct ValueFormat: Sendable, Hashable {
  var kind = ColumnKind.empty
  /// How moments are written, as `date_format` takes it; `nil` for RFC 3339 and for everything else.
  var format: String?
  var others = 0
  /// Whether the day comes first where the year is last, and whether all values allow both orders.
  var isDayFirst = true
  var isOrderOpen = false
  var shape: TimestampShape?

  /// The share of the values that makes a kind.
  private static let majority = 0.8

  init(_ values: ValueSurvey, name: String) {
    self.init()
    let count = values.count
    guard count > 0 else { return }
    func isMost(_ part: Int) -> Bool { Double(part) >= Self.majority * Double(count) }
    if isMost(values.moments) {
      mark(values, .moment, values.moments)
    } else if isMost(values.clocks) {
      mark(values, .clock, values.clocks)
    } else if isMost(values.booleans) {
      (kind, others) = (.boolean, count - values.booleans)
    } else if isMost(values.numbers.count) {
      (kind, others) = (.number, count - values.numbers.count)
      if let format = Self.countedTime(values, name) {
        (kind, self.format) = (.moment, format)
      } else if values.numbers.count == count, values.shapes.values.reduce(0, +) == count {
        // Each value is a day of eight digits.
        mark(values, .moment, count)
      }
    } else {
      kind = .text
    }
  }

  private init() {}

  private mutating func mark(_ values: ValueSurvey, _ kind: ColumnKind, _ number: Int) {
    self.kind = kind
    others = values.count - number
    let shapes = values.shapes.sorted { left, right in
      left.value != right.value ? left.value > right.value : left.key.sortKey < right.key.sortKey
    }
    guard let most = shapes.first?.key else { return }
    isDayFirst = values.dayFirst >= values.monthFirst
    isOrderOpen = most.order == .yearLast && values.dayFirst == values.monthFirst
    // A point between the numbers is the habit of places that write the day first.
    if isOrderOpen, most.separator == UInt8(ascii: ".") { isOrderOpen = false }
    let like = shapes.filter { item in
      item.key.order == most.order && item.key.separator == most.separator && item.key.hasTime == most.hasTime
        && item.key.hasSeconds == most.hasSeconds && item.key.hasHalfDay == most.hasHalfDay
    }
    let widened = like.reduce(most) { $0.widened(by: $1.key) }
    shape = widened
    if !shapes.allSatisfy(\.key.isStandard) { format = widened.pattern(isDayFirst: isDayFirst) }
  }

  /// `unix` or `unix-ms` for whole numbers that are instants from 2000 to 2100.
  private static func countedTime(_ values: ValueSurvey, _ name: String) -> String? {
    guard let least = values.numbers.minimum, let most = values.numbers.maximum, values.commas == 0 else { return nil }
    let (first, last) = (946_684_800.0, 4_102_444_800.0)
    let words = NameParts(name)
    let isTime = words.hasTime || words.isNumber
    if least >= first * 1000, most < last * 1000, values.whole == values.numbers.count { return "unix-ms" }
    return isTime && least >= first && most < last ? "unix" : nil
  }
}

extension TimestampShape {
  fileprivate var sortKey: String { pattern(isDayFirst: true) }
}
