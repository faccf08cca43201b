import HealthModel

/// Times as apps write them.
enum AppTime {
  private static let formats = [
    "yyyy-MM-dd HH:mm:ss Z", "yyyy-MM-dd h:mm:ss a Z", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd h:mm:ss a",
  ]
  .compactMap { try? DateFormat($0) }

  /// A time of Health Auto Export in the form of samples; a text that is none stays as it is, which is reported.
  ///
  /// Phones with a 12-hour clock write `8:05:00 PM`, newer ones with a narrow no-break space before it.
  static func text(_ time: String) -> String {
    var plain: [UInt8] = []
    for scalar in time.unicodeScalars {
      switch scalar {
      case "\u{202F}", "\u{A0}", "\u{2009}": plain.append(UInt8(ascii: " "))
      case "a", "p", "m": plain.append(UInt8(truncatingIfNeeded: scalar.value) & 0xDF)
      default: plain += Array(String(scalar).utf8)
      }
    }
    var output: [UInt8] = []
    for format in formats where format.append(0..<plain.count, in: plain.span.bytes, to: &output) {
      return String(decoding: output, as: UTF8.self)
    }
    return time
  }
}
