/// Whole numbers for people: digits in groups of three, the same in every text, page and picture.
///
/// Programs get plain digits.
@usableFromInline package enum GroupedDigits {
  package static let separator: Character = ","

  /// The number with a separator between its groups: `12,345`.
  package static func string(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(separator) }
      text.append(digit)
    }
    return text
  }
}
