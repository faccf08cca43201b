import HealthModel
import HealthQueries
import HealthReports

/// How an answer writes times: those of a zone with its offset, or readings of each sample's own clock without one.
struct StatsClock {
  let zone: ReportZone
  let isDefault: Bool

  /// The zone of `--timezone`.
  init(_ name: String, isDefault: Bool = false) throws {
    self.isDefault = isDefault
    if name == "sample" {
      zone = .sample
      return
    }
    do throws(QueryError) {
      zone = .named(try TimeZoneRules(name, in: ZoneFolders.database))
    } catch {
      throw Failure.usage("--timezone: \(error)")
    }
  }

  /// By which dates and times of the command line are read, and moments are written: UTC where samples' own clocks
  /// make the intervals.
  var rules: TimeZoneRules {
    switch zone {
    case .named(let rules): rules
    case .sample: .utc
    }
  }

  var name: String {
    switch zone {
    case .named(let rules): rules.identifier
    case .sample: "each sample's own time zone"
    }
  }

  /// The zone of a chart's time axis; edges of intervals by samples' clocks are readings already.
  var chart: ChartClock {
    let rules = rules
    return ChartClock(name: name, local: { rules.local($0) }, instant: { rules.instant(ofLocal: $0) })
  }

  /// RFC 3339.
  func append(_ time: Int64, isReading: Bool = false, to text: inout [UInt8]) {
    let time = Self.inRange(time)
    guard !isReading else {
      TimestampWriter.append(time, to: &text)
      text.removeLast()
      return
    }
    TimestampWriter.append(Instant(microseconds: time, offset: minutes(time)), to: &text)
  }

  func string(_ time: Int64, isReading: Bool = false) -> String {
    var text: [UInt8] = []
    append(time, isReading: isReading, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The time for a table: a date where the clock shows midnight and days are meant, else the minute, with seconds
  /// where there are some, and the offset of zones that have several.
  func cell(_ time: Int64, isReading: Bool, isDate: Bool) -> String {
    let local = isReading ? Self.inRange(time) : rules.local(Self.inRange(time))
    if isDate, local % Instant.day == 0 { return Self.date(local) }
    let words = Self.date(local) + " " + Self.clock(local)
    if isReading || rules.identifier == "UTC" { return words }
    var offset: [UInt8] = []
    TimestampWriter.appendOffset(minutes(Self.inRange(time)), to: &offset)
    return words + " " + String(decoding: offset, as: UTF8.self)
  }

  func date(_ time: Int64, isReading: Bool) -> String {
    Self.date(isReading ? Self.inRange(time) : rules.local(Self.inRange(time)))
  }

  /// From one moment to another in few words: `2026-03-29 10:05-10:10`.
  func span(_ start: Int64, _ end: Int64) -> String {
    let first = rules.local(Self.inRange(start))
    let last = rules.local(Self.inRange(end))
    let begin = "\(Self.date(first)) \(Self.clock(first))"
    if start == end { return begin }
    if Self.date(first) == Self.date(last) { return "\(begin)-\(Self.clock(last))" }
    return "\(begin) - \(Self.date(last)) \(Self.clock(last))"
  }

  private func minutes(_ time: Int64) -> Int16 { Int16(clamping: rules.offset(at: time) / 60_000_000) }

  private static func inRange(_ time: Int64) -> Int64 { min(max(time, Instant.earliest), Instant.latest) }

  private static func date(_ local: Int64) -> String { String(TimestampWriter.string(local).prefix(10)) }

  private static func clock(_ local: Int64) -> String {
    let text = TimestampWriter.string(local).dropFirst(11).dropLast()
    return String(local % 60_000_000 == 0 ? text.prefix(5) : text)
  }
}
