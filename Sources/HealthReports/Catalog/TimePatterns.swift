/// Regular expressions for times, in the part of ECMA-262 that JSON Schema recommends.
///
/// They know the length of every month and the leap years, but not when there were leap seconds.
enum TimePatterns {
  static let date = "(\(year)-\(monthAndDay)|\(leapYear)-02-29)"

  /// An offset up to 18 hours.
  static let offset = "[+-]((0[0-9]|1[0-7]):[0-5][0-9]|18:00)"

  static let instant =
    "\(date)[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?([Zz]|\(offset))"

  /// The pattern of a text that is nothing else.
  static func whole(_ pattern: String) -> String { "^\(pattern)$" }

  private static let year = "(000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})"

  private static let monthAndDay =
    "((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))"

  /// A multiple of four among the numbers of two digits, without 00.
  private static let leap = "(0[48]|[2468][048]|[13579][26])"

  private static let leapYear = "([0-9]{2}\(leap)|\(leap)00)"
}
