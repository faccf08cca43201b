/// Days whose year has two digits, such as `05.01.26`, which do not say their century and are not read.
enum ShortYears {
  /// The first such text of a column of which most are; `nil` for other columns.
  static func example(of column: RecordSurvey.Column) -> String? {
    guard column.form.kind == .text else { return nil }
    let entries = column.values.texts.entries
    let days = entries.filter { isDay($0.text) }
    guard days.reduce(0, { $0 + $1.count }) * 2 > entries.reduce(0, { $0 + $1.count }) else { return nil }
    return days.first?.text
  }

  /// Whether a text begins with three numbers of one or two digits, with one sign between them.
  static func isDay(_ text: String) -> Bool {
    let day = text.utf8.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "T") }
    return [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/")].contains { separator in
      let parts = day.split(separator: separator, omittingEmptySubsequences: false)
      return parts.count == 3
        && parts.allSatisfy { part in (1...2).contains(part.count) && part.allSatisfy { $0 &- 0x30 <= 9 } }
    }
  }
}
