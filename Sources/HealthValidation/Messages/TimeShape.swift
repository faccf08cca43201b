/// What a text lacks of an instant in RFC 3339, when it is one up to there.
enum TimeShape {
  /// The missing parts with their verb, such as `the seconds and the offset are`; `nil` when something else is wrong.
  static func missing(in bytes: [UInt8]) -> String? {
    guard matches(bytes.prefix(10), "0000-00-00") else { return nil }
    if bytes.count == 10 { return "the time of day and the offset are" }
    guard [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      matches(bytes.dropFirst(11).prefix(5), "00:00")
    else { return nil }
    let rest = bytes.dropFirst(16)
    if rest.isEmpty { return "the seconds and the offset are" }
    let isOffset =
      rest.elementsEqual("Z".utf8) || rest.elementsEqual("z".utf8) || matches(rest, "+00:00") || matches(rest, "-00:00")
    return isOffset ? "the seconds are" : nil
  }

  /// Whether a text begins with a date and `T`, as an instant in RFC 3339 does.
  static func beginsLikeInstant(_ text: [UInt8]) -> Bool { matches(text.prefix(11), "0000-00-00T") }

  /// Whether a number of the text has one digit where a date format has two letters, such as `hh`.
  static func lacksDigits(_ text: [UInt8], of format: String) -> Bool {
    let numbers = text.split { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return zip(numbers, fields(of: format)).contains { number, letters in number.count == 1 && letters == 2 }
  }

  /// How many letters stand for each number of a date format; what is in quotes stands for itself.
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

  /// Whether a text is a form in which `0` stands for any digit.
  private static func matches(_ text: some Collection<UInt8>, _ form: String) -> Bool {
    text.count == form.utf8.count
      && zip(text, form.utf8).allSatisfy { byte, wanted in
        wanted == UInt8(ascii: "0") ? byte &- wanted <= 9 : byte == wanted
      }
  }
}
