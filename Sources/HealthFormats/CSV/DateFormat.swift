/// How a table writes times: a pattern such as `dd.MM.yyyy HH:mm`, or `unix`, `unix-ms` or `unix-ns` for a count since
/// 1970 UTC.
///
/// | letters | are |
/// |---|---|
/// | `yyyy` | the year, four digits |
/// | `yy` | the last two digits of a year from 1969 to 2068 |
/// | `MMM` | the month, by the first three letters of its English name |
/// | `MM`, `dd`, `HH`, `hh`, `mm`, `ss` | month, day, hour, hour of the half day, minute, second: two digits |
/// | `M`, `d`, `H`, `h`, `m`, `s` | the same in one or two digits |
/// | `S`, however many | the fraction of the second, one to six digits |
/// | `a` | AM or PM |
/// | `Z` or `X`, however many | the offset: `Z`, `+02:00`, `+0200` or `+02` |
/// | `O` | the offset at the place, of a time that is in UTC itself |
///
/// Text in single quotes and every character that is not a letter match themselves. Parts of the time of day that a
/// pattern lacks are zero.
@usableFromInline package struct DateFormat: Sendable, Hashable {
  private enum Form: Sendable, Hashable {
    case seconds, milliseconds, nanoseconds
    case pattern([DatePart])
  }

  package let pattern: String
  private let form: Form

  package init(_ pattern: String) throws(DateFormatError) {
    self.pattern = pattern
    switch pattern {
    case "unix": form = .seconds
    case "unix-ms": form = .milliseconds
    case "unix-ns": form = .nanoseconds
    default: form = .pattern(try DatePattern(pattern).parts)
    }
  }

  /// Appends a time in the form of RFC 3339, with an offset only where the pattern has one.
  ///
  /// - Returns: `false`, with nothing appended, if the text does not match the pattern or the day or time does not
  ///   exist.
  package func append(_ range: Range<Int>, in bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    var reader = DateReader(position: range.lowerBound, end: range.upperBound)
    switch form {
    case .seconds: return reader.appendCount(decimals: 6, bytes, to: &output)
    case .milliseconds: return reader.appendCount(decimals: 3, bytes, to: &output)
    case .nanoseconds: return reader.appendNanoseconds(bytes, to: &output)
    case .pattern(let parts):
      for part in parts where !reader.read(part, bytes) { return false }
      return reader.append(bytes, to: &output)
    }
  }

  /// Where a text that cannot be read by the pattern is wrong: the part that is of another form, or the first part of
  /// a day or a time of day that does not exist.
  func fault(in range: Range<Int>, of bytes: RawSpan) -> Int {
    guard case .pattern(let parts) = form else { return range.lowerBound }
    var reader = DateReader(position: range.lowerBound, end: range.upperBound)
    var timeOfDay = range.lowerBound
    var isBeforeTime = true
    for part in parts {
      let place = reader.position
      if isBeforeTime, part.isTimeOfDay {
        timeOfDay = place
        isBeforeTime = false
      }
      guard reader.read(part, bytes) else { return place }
    }
    if reader.position < range.upperBound { return reader.position }
    return reader.hasDay ? timeOfDay : range.lowerBound
  }
}

/// Why times cannot be read by a pattern.
@usableFromInline package struct DateFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence, lower case, without a full stop.
  @usableFromInline package let description: String

  init(_ description: String) { self.description = description }
}

enum DatePart: Sendable, Hashable {
  /// A number with a minimum and a maximum count of digits.
  case number(DateUnit, least: Int, most: Int)
  case fraction, halfDay, offset
  /// The offset at the place; the other parts are in UTC.
  case placeOffset
  /// The first three letters of a month's English name.
  case monthName
  /// A byte that matches itself.
  case literal(UInt8)
}

extension DatePart {
  fileprivate var isTimeOfDay: Bool {
    switch self {
    case .number(.year, _, _), .number(.month, _, _), .number(.day, _, _), .literal,
      .number(.yearOfCentury, _, _), .monthName:
      false
    case .number, .fraction, .halfDay, .offset, .placeOffset: true
    }
  }
}

enum DateUnit: Sendable, Hashable {
  case year, yearOfCentury, month, day, hour, hourOfHalfDay, minute, second
}
