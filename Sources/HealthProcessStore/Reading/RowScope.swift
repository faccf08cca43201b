import HealthModel
import HealthPluginKit
import HealthStorage

/// Checks that rows are of the requested samples, as far as every plugin evaluates the conditions.
///
/// Without it the answer to a question about a few ids could go on for ever, or hold somebody else's samples.
struct RowScope {
  private let query: SampleQuery
  private let types: Set<[UInt8]>
  private let ids: Set<SampleID>?
  private var headCount = 0
  /// The type of the row before, which was requested: most often the next row has it too.
  private var type: [UInt8] = []

  /// Prepares the conditions that a plugin was sent.
  init(_ sent: SampleQuery) {
    query = sent
    types = Set(sent.types.map { Array($0.utf8) })
    ids = sent.ids.map { Set($0) }
  }

  /// Checks rows; returns the first head that was not requested.
  mutating func firstFault(in rows: SampleLines) -> Int? {
    guard !types.isEmpty || ids != nil || query.from != nil || query.to != nil else { return nil }
    for (index, line) in rows.lines.enumerated() where line.correlation == nil {
      headCount += 1
      if let ids, headCount > ids.count || !ids.contains(line.id) { return index }
      guard isWanted(rows.text[line.type]), isInTime(line) else { return index }
    }
    return nil
  }

  /// Whether a row is of one of the types; a row of the same type as the one before allocates nothing.
  private mutating func isWanted(_ name: ArraySlice<UInt8>) -> Bool {
    if types.isEmpty || name.elementsEqual(type) { return true }
    type = Array(name)
    return types.contains(type)
  }

  /// Whether a row's time matches.
  ///
  /// A plugin that does not know the strict forms was sent wider bounds instead. Of a strict start only the wider form
  /// is checked.
  private func isInTime(_ line: SampleLine) -> Bool {
    guard let start = line.start, let end = line.end else { return query.from == nil && query.to == nil }
    if let from = query.from, end < from { return false }
    if let to = query.to, query.isStrictEnd ? end > to : start >= to { return false }
    return true
  }
}
