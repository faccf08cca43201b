import HealthModel

/// The month in UTC that a sample starts in, by which its file is named; samples without a time share a separate one.
struct SampleMonth: Sendable, Hashable, Comparable {
  /// Months since the year 0; -1 for samples without a time.
  let number: Int

  static let untimed = SampleMonth(number: -1)

  private init(number: Int) { self.number = number }

  /// The month of a start, in microseconds since 1970 UTC and the years 1 to 9999, or `SampleBatch.noTime`.
  init(start: Int64) {
    guard start != SampleBatch.noTime else {
      self = .untimed
      return
    }
    let day = CivilDate(start)
    number = day.year * 12 + day.month - 1
  }

  /// Reads `2026-01` or `untimed`.
  init?(_ name: some StringProtocol) {
    if name == "untimed" {
      self = .untimed
      return
    }
    let digits = Array(name.utf8)
    guard digits.count == 7, digits[4] == UInt8(ascii: "-"),
      digits.enumerated().allSatisfy({ $0.offset == 4 || $0.element &- 0x30 <= 9 })
    else { return nil }
    let values = digits.map { Int($0) - 0x30 }
    let year = values[0] * 1000 + values[1] * 100 + values[2] * 10 + values[3]
    let month = values[5] * 10 + values[6]
    guard year >= 1, (1...12).contains(month) else { return nil }
    number = year * 12 + month - 1
  }

  /// `2026-01` or `untimed`.
  var name: String {
    guard number >= 0 else { return "untimed" }
    let year = String(number / 12)
    let month = String(number % 12 + 1)
    return String(repeating: "0", count: max(0, 4 - year.utf8.count)) + year + (month.utf8.count < 2 ? "-0" : "-")
      + month
  }

  /// Samples without a time come first.
  static func < (left: SampleMonth, right: SampleMonth) -> Bool { left.number < right.number }
}
