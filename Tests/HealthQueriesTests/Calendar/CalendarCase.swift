import Foundation
import HealthModel
import Testing

@testable import HealthQueries

/// Rows of the files in `Tests/Cases/calendar`.
enum CalendarCase {
  /// The instants where intervals begin.
  struct Edges: Sendable, CustomTestStringConvertible {
    var zone: String
    var interval: String
    var anchor: Int64?
    var from: Int64
    var to: Int64
    var edges: [Int64]

    var testDescription: String { "\(interval) in \(zone) from \(TimestampWriter.string(from))" }

    var grid: IntervalGrid {
      get throws {
        IntervalGrid(try #require(CalendarInterval(interval)), anchor: anchor, zone: try CalendarCase.zone(zone))
      }
    }
  }

  /// What a clock shows.
  struct Offset: Sendable, CustomTestStringConvertible {
    var zone: String
    var instant: Int64
    var seconds: Int64

    var testDescription: String { "\(zone) at \(TimestampWriter.string(instant))" }
  }

  static let edges: [Edges] = rows(of: "edges.tsv").compactMap { fields in
    guard fields.count == 6, let from = instant(fields[3]), let to = instant(fields[4]) else { return nil }
    let edges = fields[5].split(separator: " ").compactMap { instant(String($0)) }
    return Edges(
      zone: fields[0], interval: fields[1], anchor: instant(fields[2]), from: from, to: to, edges: edges)
  }

  static let offsets: [Offset] = rows(of: "offsets.tsv").compactMap { fields in
    guard fields.count == 3, let instant = instant(fields[1]), let seconds = Int64(fields[2]) else { return nil }
    return Offset(zone: fields[0], instant: instant, seconds: seconds)
  }

  /// A zone of the system's database, or of a rule behind `TZ:`.
  static func zone(_ name: String) throws -> TimeZoneRules {
    try name.hasPrefix("TZ:") ? TimeZoneFileBytes.zone(String(name.dropFirst(3))) : TimeZoneRules(name)
  }

  /// Microseconds since 1970 UTC.
  static func instant(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    return TimestampParser.parse(0..<bytes.count, in: bytes.span.bytes, syntax: .json)?.instant.microseconds
  }

  private static func rows(of file: String) -> [[String]] {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    let path = url.appendingPathComponent("Cases/calendar/\(file)")
    guard let text = try? String(contentsOf: path, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
  }
}
