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

  /// Passes the deletions between two places of the file, where lines begin and end, to a function.
  static func forEach(in range: Range<Int>, of place: StoreFolder, _ body: (DeletionLine) throws -> Void) throws {
    guard !range.isEmpty else { return }
    let file = try place.committed(StoreFolder.deletions, length: range.upperBound)
    var scanner = LineScanner(file, from: range.lowerBound, to: range.upperBound)
    var offset = scanner.offset
    while let line = try scanner.next() {
      guard SealedLine.crc(line, in: scanner.bytes) != nil, let fields = JSONFields(line, in: scanner.bytes),
        let id = fields.text("uuid").flatMap({ SampleID($0) }), let type = fields.text("type"),
        let commit = fields.integer("commit")
      else { throw StorageError.corrupt(place, "\(StoreFolder.deletions) has no deletion at byte \(offset)") }
      try body(DeletionLine(id: id, type: type, commit: commit))
      offset = scanner.offset
    }
  }
}
