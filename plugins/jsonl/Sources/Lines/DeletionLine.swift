import HealthModel
import HealthStorage

struct DeletionLine: Sendable {
  let id: SampleID
  /// The id of its type, as the store has it.
  let type: String
  let commit: Int64

  var line: [UInt8] {
    var object = JSONBuilder.openObject()
    object.member("uuid", id.description)
    object.member("type", type)
    object.member("commit", commit)
    return object.sealed
  }
}

/// Reads a part of `deletions.ndjson` line by line.
struct DeletionReader {
  private let place: StoreFolder
  private var scanner: LineScanner?

  /// Reads what is between two places of the file, where lines begin and end.
  init(_ place: StoreFolder, _ range: Range<Int>) throws {
    self.place = place
    guard !range.isEmpty else { return }
    let file = try place.committed(StoreFolder.deletions, length: range.upperBound)
    scanner = LineScanner(file, from: range.lowerBound, to: range.upperBound)
  }

  /// The next deletion; `nil` after the last.
  mutating func next() throws -> DeletionLine? {
    let offset = scanner?.offset ?? 0
    guard let line = try scanner?.next(), let bytes = scanner?.bytes else { return nil }
    guard SealedLine.crc(line, in: bytes) != nil, let fields = JSONFields(line, in: bytes),
      let id = fields.text("uuid").flatMap({ SampleID($0) }), let type = fields.text("type"),
      let commit = fields.integer("commit")
    else { throw StorageError.corrupt(place, "\(StoreFolder.deletions) has no deletion at byte \(offset)") }
    return DeletionLine(id: id, type: type, commit: commit)
  }
}
