/// Whole numbers for people: digits in groups of three.
public enum GroupedDigits {
  /// The number with a separator between its groups, a blank unless another is given.
  public static func string(_ number: Int, separator: Character = " ") -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(separator) }
      text.append(digit)
    }
    return text
  }
}
