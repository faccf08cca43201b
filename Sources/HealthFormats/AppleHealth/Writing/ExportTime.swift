import HealthModel

/// Writes times as exports do: whole seconds, by the clock of an offset.
enum ExportTime {
  /// Appends `2026-01-01 08:00:00 +0100`; a fraction of a second is left out.
  static func append(_ microseconds: Int64, offset minutes: Int16, to output: inout [UInt8]) {
    let local = Local(microseconds, offset: minutes)
    local.appendDate(to: &output)
    output.append(UInt8(ascii: " "))
    appendClock(local.second, to: &output)
    output.append(UInt8(ascii: " "))
    output.append(local.offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    let size = Int(local.offset.magnitude)
    appendPair(size / 60, to: &output)
    appendPair(size % 60, to: &output)
  }

  /// Appends the time of day as exports write those of heartbeats, `6:14:48.94 PM`: with two digits of a fraction, or as
  /// many as it has.
  ///
  /// Readers find the day by offsets, which are multiples of a quarter of an hour; another one is taken as UTC.
  static func appendTimeOfDay(_ microseconds: Int64, offset minutes: Int16, to output: inout [UInt8]) {
    let local = Local(microseconds, offset: minutes % 15 == 0 ? minutes : 0)
    let hour = local.second / 3600
    output.append(contentsOf: "\((hour + 11) % 12 + 1):".utf8)
    appendPair(local.second / 60 % 60, to: &output)
    output.append(UInt8(ascii: ":"))
    appendPair(local.second % 60, to: &output)
    output.append(UInt8(ascii: "."))
    appendPair(local.fraction / 10_000, to: &output)
    if local.fraction % 10_000 != 0 {
      appendPair(local.fraction / 100 % 100, to: &output)
      appendPair(local.fraction % 100, to: &output)
    }
    output.append(contentsOf: hour < 12 ? " AM".utf8 : " PM".utf8)
  }

  /// Appends the day and time as names have them: `2026-01-01_6.15pm`, or with another separator between them.
  static func appendName(
    _ microseconds: Int64, offset minutes: Int16, separator: Character = "_", to output: inout [UInt8]
  ) {
    let local = Local(microseconds, offset: minutes)
    local.appendDate(to: &output)
    output.append(contentsOf: "\(separator)\((local.second / 3600 + 11) % 12 + 1).".utf8)
    appendPair(local.second / 60 % 60, to: &output)
    output.append(contentsOf: local.second < 43_200 ? "am".utf8 : "pm".utf8)
  }

  static func appendDay(_ microseconds: Int64, offset minutes: Int16, to output: inout [UInt8]) {
    Local(microseconds, offset: minutes).appendDate(to: &output)
  }

  private struct Local {
    var day: Int
    var second: Int
    /// Microseconds of the second.
    var fraction: Int
    var offset: Int16

    init(_ microseconds: Int64, offset minutes: Int16) {
      let shift = minutes == SampleBatch.noOffset ? 0 : minutes
      let (shifted, isFar) = microseconds.addingReportingOverflow(Int64(shift) * 60_000_000)
      // A clock that would show another year than 1 to 9999 cannot be written.
      let isShown = !isFar && (Instant.earliest...Instant.latest).contains(shifted)
      let local = isShown ? shifted : microseconds
      offset = isShown ? shift : 0
      var rest = Int(local % Instant.day)
      day = Int(local / Instant.day)
      if rest < 0 {
        rest += Int(Instant.day)
        day -= 1
      }
      second = rest / 1_000_000
      fraction = rest % 1_000_000
    }

    func appendDate(to output: inout [UInt8]) { TimestampWriter.appendDate(CivilDate(daysSince1970: day), to: &output) }
  }

  private static func appendClock(_ second: Int, to output: inout [UInt8]) {
    appendPair(second / 3600, to: &output)
    output.append(UInt8(ascii: ":"))
    appendPair(second / 60 % 60, to: &output)
    output.append(UInt8(ascii: ":"))
    appendPair(second % 60, to: &output)
  }

  private static func appendPair(_ value: Int, to output: inout [UInt8]) {
    output.append(UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10))
    output.append(UInt8(truncatingIfNeeded: 0x30 + value % 10))
  }
}
