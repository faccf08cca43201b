public import HealthFormats
import HealthModel

/// Health Connect on Android: its database is read, and records are written as apps insert them.
public enum HealthConnectPlugin {
  /// The formats, for the list of a program's formats.
  public static let formats = FormatPlugin(formats: [HealthConnectFormat()], form: .healthConnect)
}

extension InterchangeFormat {
  /// Records of Health Connect, as an importing app inserts them.
  public static let healthConnect = InterchangeFormat("health-connect") { registry, _ in
    HealthConnectWriter(registry: registry)
  }
}

/// The export of Health Connect on Android: a zip archive with one SQLite database, or that database.
struct HealthConnectFormat: ConvertedFormat {
  let name = "health-connect"
  let fileEndings: [String] = []
  let page = "health-connect.md"
  let origin: String? = "health-connect"
  let isKnownByName = false

  /// The name of the database in the archive.
  static let member = "health_connect_export.db"
  /// Some of these are among the first pages of every database of Health Connect.
  private static let tables = ["_record_table", "application_info_table", "RecordTable"]

  func recognizes(_ beginning: FormatBeginning) -> Bool {
    guard beginning.has(magic: SQLiteFile.magic) else { return false }
    let bytes = beginning.bytes.span.bytes
    return Self.tables.contains { bytes.find(Array($0.utf8)) != nil }
  }

  func recognizes(member: String) -> Bool { member == Self.member || member.hasSuffix("/" + Self.member) }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource { try HealthConnectSource(input) }
}

extension RawSpan {
  fileprivate func find(_ text: [UInt8]) -> Int? {
    guard let first = text.first, byteCount >= text.count else { return nil }
    return (0...byteCount - text.count).first { start in
      unsafeLoad(fromByteOffset: start, as: UInt8.self) == first
        && text.indices.allSatisfy { unsafeLoad(fromByteOffset: start + $0, as: UInt8.self) == text[$0] }
    }
  }
}

/// Converts the records of a database, some at a time.
struct HealthConnectSource: ConvertedSource {
  private let input: ConvertedInput
  private let rows: HealthConnectRows
  /// The table of the last row, and how its rows are named.
  private var table = ""
  private var label = ""

  private static let batch = 64

  init(_ input: ConvertedInput) throws(InputError) {
    self.input = input
    guard let types = input.types else {
      throw .unknownFormat(path: input.displayPath, reason: "a database of Health Connect is read with a catalog only")
    }
    let file = try SQLiteFile(of: input)
    // A copy goes with its value: once it is open it needs no name, so that it is gone however the process ends.
    defer { withExtendedLifetime(file) {} }
    do {
      rows = try HealthConnectRows(path: file.path, registry: types)
    } catch {
      throw error.isDamage ? input.damaged("the database is damaged: \(error)") : input.damaged(error.description)
    }
  }

  mutating func next(into lines: inout ConvertedLines) throws(InputError) -> Bool {
    for _ in 0..<Self.batch {
      let row: HealthConnectRows.Row?
      do {
        row = try rows.nextRow()
      } catch {
        throw input.damaged("the database is damaged: \(error), after \(rows.place)")
      }
      guard let row else { return false }
      if rows.place.table != table {
        table = rows.place.table
        label = table + " row"
      }
      switch row {
      case .sample: lines.add(rows.line, at: .item(label, rows.place.row))
      case .unsupported(let table): lines.addUnsupported(table, at: .item(label, rows.place.row), record: rows.line)
      case .refusedRow(let reason): lines.addFault(reason, at: .item(label, rows.place.row), record: rows.line)
      case .refused(let reason): lines.addFault(reason, at: .name(table))
      }
      // A route has megabytes.
      if rows.line.count > 1 << 16 { break }
    }
    return true
  }
}
