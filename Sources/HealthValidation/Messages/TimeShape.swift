/// How far a text is an instant in RFC 3339.
enum TimeShape: UInt8 {
  case other
  /// It ends after the day.
  case day
  /// It ends after the minutes.
  case minutes
  /// The offset follows the minutes.
  case minutesAndOffset

  init(_ text: RawSpan) {
    self = .other
    let count = text.byteCount
    guard Self.matches("0000-00-00", text, at: 0) else { return }
    if count == 10 {
      self = .day
      return
    }
    let mark = text.unsafeLoad(fromByteOffset: 10, as: UInt8.self)
    guard mark | 0x20 == UInt8(ascii: "t") || mark == UInt8(ascii: " "), Self.matches("00:00", text, at: 11) else {
      return
    }
    if count == 16 {
      self = .minutes
    } else if count == 17, text.unsafeLoad(fromByteOffset: 16, as: UInt8.self) | 0x20 == UInt8(ascii: "z") {
      self = .minutesAndOffset
    } else if count == 22, Self.matches("+00:00", text, at: 16) || Self.matches("-00:00", text, at: 16) {
      self = .minutesAndOffset
    }
  }

  /// The missing parts with their verb; `nil` when something else is wrong.
  var missing: String? {
    switch self {
    case .other: nil
    case .day: "the time of day and the offset are"
    case .minutes: "the seconds and the offset are"
    case .minutesAndOffset: "the seconds are"
    }
  }

  /// Whether a text begins with a date and `T`, as an instant in RFC 3339 does.
  static func beginsLikeInstant(_ text: RawSpan) -> Bool { matches("0000-00-00T", text, at: 0) }

  /// Whether a number of the text has one digit where a date format has two letters, such as `hh`.
  static func lacksDigits(_ text: [UInt8], of format: String) -> Bool {
    let numbers = text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return zip(numbers, fields(of: format)).contains { number, letters in number.count == 1 && letters == 2 }
  }

  /// How many letters stand for each number of a date format; quoted text matches itself.
  private static func fields(of format: String) -> [Int] {
    var fields: [Int] = []
    var last: Character?
    var isQuoted = false
    for letter in format {
      if letter == "'" { isQuoted.toggle() }
      let isField = !isQuoted && "yMdHhmsS".contains(letter)
      if isField, letter == last, let index = fields.indices.last {
        fields[index] += 1
      } else if isField {
        fields.append(1)
      }
      last = isField ? letter : nil
    }
    return fields
  }

  /// Whether a text has a form at a place, in which `0` stands for any digit.
  private static func matches(_ form: StaticString, _ text: RawSpan, at start: Int) -> Bool {
    guard text.byteCount >= start + form.utf8CodeUnitCount else { return false }
    return form.withUTF8Buffer { form in
      for (index, wanted) in form.enumerated() {
        let byte = text.unsafeLoad(fromByteOffset: start + index, as: UInt8.self)
        guard wanted == UInt8(ascii: "0") ? byte &- wanted <= 9 : byte == wanted else { return false }
      }
      return true
    }
  }
}
