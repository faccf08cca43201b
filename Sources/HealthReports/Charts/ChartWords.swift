import HealthModel

/// The texts of a chart that are the same in a picture and on the terminal; foreign ones are safe to show.
extension ChartData {
  /// The subject, in a line.
  var heading: String { Self.shown(title) + (caption.isEmpty ? "" : ": " + Self.shown(caption)) }

  /// The caption of bars that each add up several intervals: `sum by 6 days` for six of `sum by day`; as it is when it
  /// names no interval.
  static func caption(_ caption: String, ofJoined factor: Int) -> String {
    var words = caption.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard var unit = words.popLast() else { return caption }
    var count = 1
    if let number = words.last.flatMap({ Int($0) }), (2..<1_000_000).contains(number), unit.hasSuffix("s") {
      count = number
      unit.removeLast()
      words.removeLast()
    }
    guard words.last == "by", intervals.contains(unit) else { return caption }
    return (words + ["\(count * factor)", unit + "s"]).joined(separator: " ")
  }

  private static let intervals = ["minute", "hour", "day", "week", "month", "quarter", "year"]

  /// The first and the last day, or the times, and the clock they are of.
  var period: String {
    guard let first = edges.first, let last = edges.last, first < last else { return Self.shown(clock.name) }
    let start = clock.local(first)
    let end = clock.local(last)
    var words: String
    if Self.isMidnight(start), Self.isMidnight(end) {
      let (from, to) = (Self.date(start), Self.date(end - 1))
      words = from == to ? from : "\(from) to \(to)"
    } else {
      words = "\(Self.moment(start)) to \(Self.moment(end))"
    }
    words += ", " + Self.shown(clock.name)
    return words
  }

  func label(ofInterval index: Int) -> String {
    guard edges.indices.contains(index) else { return "" }
    let start = clock.local(edges[index])
    return Self.isMidnight(start) ? Self.date(start) : Self.moment(start)
  }

  /// Foreign text, short and safe.
  static func shown(_ text: String) -> String { TextEscaping.escaped(text, limit: 60) }

  private static func isMidnight(_ local: Int64) -> Bool { local % Instant.day == 0 }

  private static func date(_ local: Int64) -> String { String(TimestampWriter.string(local).prefix(10)) }

  /// `2026-03-29 02:00`, with seconds where there are some.
  private static func moment(_ local: Int64) -> String {
    let text = TimestampWriter.string(local).prefix(local % 60_000_000 == 0 ? 16 : 19)
    return text.prefix(10) + " " + text.dropFirst(11)
  }
}
