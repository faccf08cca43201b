import HealthModel
import HealthPluginKit
import HealthStorage

/// Makes samples of rows again.
struct RowDecoder: Sendable {
  let registry: Registry
  let lines: any SampleLineCoding
  /// The plugin's name, made safe to show.
  let name: String

  /// Reads the samples of rows, and checks that each is the one its row says.
  ///
  /// - Throws: `StorageError`: `incompatible` when the types no longer allow a sample, `corrupt` when one is not what
  ///   was stored.
  func batch(_ rows: SampleLines) throws(StorageError) -> SampleBatch {
    var text: [UInt8] = []
    text.reserveCapacity(rows.text.count)
    var groups: [Int] = []
    var row = 0
    while row < rows.count {
      let group = rows.group(at: row)
      for index in group {
        try checkType(rows, index)
        if let role = rows.role(index) {
          // A sample can be a member of several correlations, in another role each.
          MemberText.append(rows.lines[index].sample, in: rows.text, role: role, to: &text)
        } else {
          text.append(contentsOf: rows.sample(index))
        }
        text.append(0x0A)
      }
      groups.append(group.count)
      row = group.upperBound
    }
    let batch = try lines.samples(text, groups: groups)
    guard batch.count == rows.count else {
      throw StorageError(.corrupt, "the plugin \(name) passed on \(rows.count) rows that are \(batch.count) samples")
    }
    for (index, line) in rows.lines.enumerated() { try check(line, index, of: batch) }
    return batch
  }

  private func checkType(_ rows: SampleLines, _ index: Int) throws(StorageError) {
    guard registry.typeIndex(at: rows.lines[index].type, in: rows.text.span.bytes) == nil else { return }
    throw StorageError.stranger(rows.type(index))
  }

  private func check(_ line: SampleLine, _ row: Int, of batch: SampleBatch) throws(StorageError) {
    let start = line.start ?? SampleBatch.noTime
    let end = line.end ?? SampleBatch.noTime
    guard batch.id[row] == line.id, batch.start[row] == start, batch.end[row] == end else {
      throw StorageError(.corrupt, "the plugin \(name) passed on a sample that is not the one its row \(line.id) says")
    }
    guard batch.digest[row] == line.digest else {
      throw StorageError(.corrupt, "the plugin \(name) passed on the sample \(line.id) otherwise than it was stored")
    }
  }
}

extension StorageError {
  /// Samples of a type that the registry does not have.
  static func stranger(_ type: String) -> StorageError {
    StorageError(
      .incompatible, "the store has samples of \(TextEscaping.escaped(type)), a type that the catalog does not have",
      hint: "name the catalog that the samples were stored with")
  }
}
