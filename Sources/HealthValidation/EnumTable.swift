import HealthModel

/// The names and raw integers of an enum's cases.
struct EnumTable: Sendable {
  private(set) var names = ByteKeyTable()
  private(set) var raws: [Int: Int] = [:]
  private(set) var exports: [[UInt8]] = []

  init(_ values: EnumDefinition?) {
    guard let values else { return }
    let prefixes = ([values.identifier].compactMap { $0 } + values.otherIdentifiers).map { Array($0.utf8) }
    for (index, item) in values.cases.enumerated() {
      if let raw = item.raw { raws[raw] = raws[raw] ?? index }
      let own = ([item.name] + item.aliases).map { Array($0.utf8) }
      for name in own { _ = names.insert(name, value: index) }
      for name in item.exports { _ = names.insert(Array(name.utf8), value: index) }
      for prefix in prefixes {
        for name in own { _ = names.insert(prefix + Self.capitalized(name), value: index) }
      }
      exports.append(
        item.exports.first.map { Array($0.utf8) }
          ?? Array((values.identifier ?? "").utf8) + Self.capitalized(Array(item.name.utf8)))
    }
  }

  /// A name with its first character capital.
  private static func capitalized(_ name: [UInt8]) -> [UInt8] {
    guard let first = name.first else { return name }
    guard first < 0x80 else {
      let text = String(decoding: name, as: UTF8.self)
      return Array((text.prefix(1).uppercased() + text.dropFirst()).utf8)
    }
    // Foreign letters apart, most names are ASCII, and Unicode's tables are slow to ask.
    return [first >= UInt8(ascii: "a") && first <= UInt8(ascii: "z") ? first - 0x20 : first] + name.dropFirst()
  }
}

/// The tables of enums, made once for the types that share an enum.
struct EnumTables {
  private var known: [String: (values: EnumDefinition, table: EnumTable)] = [:]

  /// The table of an enum; an empty one for none.
  mutating func table(of values: EnumDefinition?) -> EnumTable {
    guard let values else { return EnumTable(nil) }
    if let known = known[values.id], known.values == values { return known.table }
    let table = EnumTable(values)
    known[values.id] = (values, table)
    return table
  }
}
