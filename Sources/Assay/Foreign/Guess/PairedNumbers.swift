/// Cells with two numbers, such as a blood pressure of `120/80`, which no profile divides.
enum PairedNumbers {
  /// Whether most texts of a column are two numbers.
  static func areMost(of column: RecordSurvey.Column) -> Bool {
    guard column.form.kind == .text else { return false }
    let entries = column.values.texts.entries
    let pairs = entries.reduce(0) { $0 + (isPair($1.text) ? $1.count : 0) }
    return pairs > 0 && pairs * 2 > entries.reduce(0) { $0 + $1.count }
  }

  /// What to do about it.
  static let advice = "two numbers in one cell, such as 120/80; give each number a column of its own"

  /// Whether a text is two numbers with a slash or a bar between them.
  static func isPair(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "|" }
    return parts.count == 2
      && parts.allSatisfy { part in
        let number = part.filter { $0 != " " }
        return (1...6).contains(number.count) && number.contains(where: \.isNumber)
          && number.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
      }
  }
}
