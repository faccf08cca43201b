import HealthConnect
import HealthModel

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

  func recognizes(members: [String]) -> Bool { members.contains(where: Self.isDatabase) }

  static func isDatabase(_ member: String) -> Bool { member == Self.member || member.hasSuffix("/" + Self.member) }

  func makeSource(of input: ConvertedInput) throws(InputError) -> any ConvertedSource {
    try HealthConnectSource(input)
  }
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
