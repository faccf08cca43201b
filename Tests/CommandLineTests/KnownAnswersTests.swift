import Foundation
import Testing

/// Tables that another tool made of an export, when a folder with them lies beside the project.
enum KnownAnswers {
  static let folder = SharedExport.folder + "/applehealthdata"
  static let export = folder + "/export6s3sample.xml"

  static var isThere: Bool { FileManager.default.fileExists(atPath: AssayBinary.root + "/" + export) }

  /// The tables of quantities: those that have values with units.
  static func tables() throws -> [Table] {
    try TestFile.names(in: AssayBinary.root + "/" + folder).filter { $0.hasSuffix(".csv") }.map {
      try Table(folder + "/" + $0)
    }.filter { $0.columns.isSuperset(of: ["type", "value", "unit", "startDate", "endDate", "sourceName"]) }
  }

  /// A table with a header, without line breaks in its cells.
  struct Table {
    var columns: Set<String>
    var rows: [[String: String]]

    init(_ path: String) throws { self.init(lines: try TestFile.lines(path)) }

    init(lines: [[UInt8]]) {
      let cells = lines.map { Self.cells(String(decoding: $0, as: UTF8.self)) }
      let header = cells.first ?? []
      columns = Set(header)
      rows = cells.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
    }

    private static func cells(_ line: String) -> [String] {
      var cells = [""]
      var isQuoted = false
      for character in line {
        switch character {
        case "\"": isQuoted.toggle()
        case "," where !isQuoted: cells.append("")
        default: cells[cells.count - 1].append(character)
        }
      }
      return cells
    }
  }

  /// What both sides say of one sample.
  struct Record {
    var start: Date
    var end: Date
    var value: Double
    var unit: String
    var source: String

    init(published row: [String: String]) throws {
      let format = DateFormatter()
      format.locale = Locale(identifier: "en_US_POSIX")
      format.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
      start = try #require(row["startDate"].flatMap(format.date(from:)))
      end = try #require(row["endDate"].flatMap(format.date(from:)))
      value = try #require(row["value"].flatMap(Double.init))
      unit = try #require(row["unit"])
      source = try #require(row["sourceName"])
    }

    init(csv row: [String: String]) throws {
      start = try #require(row["start"].flatMap(Self.moment))
      end = try #require(row["end"].flatMap(Self.moment))
      value = try #require(row["value"].flatMap(Double.init))
      unit = try #require(row["unit"])
      source = try #require(row["source.name"])
    }

    init(json line: Substring) throws {
      let item = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let object = try #require(item as? [String: Any])
      start = try #require((object["start"] as? String).flatMap(Self.moment))
      end = try #require((object["end"] as? String).flatMap(Self.moment))
      value = try #require((object["value"] as? NSNumber)?.doubleValue)
      unit = try #require(object["unit"] as? String)
      source = try #require((object["source"] as? [String: Any])?["name"] as? String)
    }

    /// Whether the other one says the same; a value that was converted and back may have lost its last digit.
    func equals(_ other: Record) -> Bool {
      start == other.start && end == other.end && unit == other.unit && source == other.source
        && abs(value - other.value) <= 1e-15 * abs(value)
    }

    private static func moment(_ text: String) -> Date? { ISO8601DateFormatter().date(from: text) }
  }
}

@Suite("Known answers", .enabled(if: KnownAnswers.isThere, "../shared/data/apple-health/applehealthdata is absent"))
struct KnownAnswersTests {
  @Test("a query answers what another tool extracted") func queries() throws {
    try TemporaryFolder.with { folder in
      let store = TestStore(folder)
      _ = try store.importing(KnownAnswers.export)
      let tables = try KnownAnswers.tables()
      #expect(tables.count == 2)
      for table in tables {
        let wanted = try table.rows.map { try KnownAnswers.Record(published: $0) }.sorted { $0.start < $1.start }
        let name = try #require(table.rows.first?["type"])
        let type = "HKQuantityTypeIdentifier" + name
        let unit = try #require(wanted.first?.unit)
        let lines = try query(store, type, unit, "jsonl").split(separator: "\n")
        expect(try lines.map { try KnownAnswers.Record(json: $0) }, wanted, "\(type) as jsonl")
        let cells = try query(store, type, unit, "csv").split(separator: "\n").map { Array($0.utf8) }
        expect(
          try KnownAnswers.Table(lines: cells).rows.map { try KnownAnswers.Record(csv: $0) }, wanted, "\(type) as csv")
      }
    }
  }

  private func query(_ store: TestStore, _ type: String, _ unit: String, _ form: String) throws -> String {
    let arguments = ["query", "--store", store.path, "--type", type, "--unit", unit, "--output-format", form]
    let result = try AssayBinary.run(arguments)
    #expect(result.status == 0, "\(result.errorText)")
    return result.text
  }

  private func expect(_ found: [KnownAnswers.Record], _ wanted: [KnownAnswers.Record], _ what: String) {
    #expect(found.count == wanted.count, "\(what)")
    for (one, other) in zip(found, wanted) { #expect(one.equals(other), "\(what): \(one), not \(other)") }
  }
}
