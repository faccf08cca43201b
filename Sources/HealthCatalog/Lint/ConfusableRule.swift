import HealthModel

/// Two ids that a reader takes for one: they look the same, or differ by one letter.
///
/// One letter counts within a namespace only, where one of the two is a team's: `org.example.gripStrenght` beside
/// `org.example.gripStrength`. Digits and capitals distinguish names on purpose, as in `item1` and `vitaminK`.
enum ConfusableRule {
  /// Letters of the shorter name from which on one letter more or less is most likely a slip.
  private static let shortestName = 6

  static func check(_ subject: LintSubject) -> [Diagnostic] {
    [CatalogEntry.Kind.type, .enumeration, .metadata, .unit].flatMap { kind -> [Diagnostic] in
      let entries = subject.entries.filter { $0.kind == kind }
      var pairs: [Pair] = []
      var seen: Set<Pair> = []
      for pair in lookAlikes(in: entries) + nearMisses(in: entries) where seen.insert(pair).inserted {
        pairs.append(pair)
      }
      return pairs.map { finding(entries[$0.later], and: entries[$0.earlier]) }
    }
  }

  private struct Pair: Hashable {
    let earlier: Int
    let later: Int

    init(_ one: Int, _ other: Int) {
      earlier = min(one, other)
      later = max(one, other)
    }
  }

  private static func finding(_ entry: CatalogEntry, and other: CatalogEntry) -> Diagnostic {
    let place = DefinitionIndex.shown(other.mark)
    return Diagnostic(
      .catalogConfusable,
      "the id \(CatalogText.shown(entry.id)) is easily taken for \(CatalogText.shown(other.id)) at \(place)",
      at: entry.mark, type: entry.kind == .type ? entry.id : nil,
      hint: "keep one of them, or give them names that differ by more")
  }

  /// Ids that are equal without case and separators, or once letters and digits of one shape are one.
  private static func lookAlikes(in entries: [CatalogEntry]) -> [Pair] {
    var pairs: [Pair] = []
    var plain: [[UInt8]: Int] = [:]
    var drawn: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() {
      if let other = remember(folded(entry.id), index, in: &plain) { pairs.append(Pair(other, index)) }
      if let other = remember(folded(entry.id, asShapes: true), index, in: &drawn) { pairs.append(Pair(other, index)) }
    }
    return pairs
  }

  /// The entry that already has a key; else the new one has it from now on.
  private static func remember(_ key: [UInt8], _ index: Int, in owners: inout [[UInt8]: Int]) -> Int? {
    if let other = owners[key] { return other }
    owners[key] = index
    return nil
  }

  /// An id in small letters and digits alone; with shapes, `I`, `1` and `l` are one letter, and so are `O` and `0`.
  private static func folded(_ id: String, asShapes: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): continue
      case UInt8(ascii: "I") where asShapes, UInt8(ascii: "1") where asShapes: result.append(UInt8(ascii: "l"))
      case UInt8(ascii: "0") where asShapes: result.append(UInt8(ascii: "o"))
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): result.append(byte | 0x20)
      default: result.append(byte)
      }
    }
    return result
  }

  /// Names of one namespace that one small letter more, less, other or out of place makes equal.
  private static func nearMisses(in entries: [CatalogEntry]) -> [Pair] {
    var places: [[UInt8]: Int] = [:]
    for (index, entry) in entries.enumerated() { places[Array(entry.id.utf8)] = index }
    var pairs: [Pair] = []
    // By hash alone: each letter of each id has a pattern, and their texts would be most of what lint keeps.
    var patterns: [UInt64: Int] = [:]
    for (index, entry) in entries.enumerated() {
      let id = Array(entry.id.utf8)
      let start = (id.lastIndex(of: UInt8(ascii: ".")) ?? -1) + 1
      guard id.count - start >= shortestName else { continue }
      for position in start..<id.count where isSmallLetter(id[position]) {
        var others: [Int] = []
        if id.count - start > shortestName, let other = places[without(position, id)] { others.append(other) }
        if let other = places[swapped(position, id)], other != index { others.append(other) }
        let hash = patternHash(position, id)
        if let other = patterns[hash] {
          if isEqual(Array(entries[other].id.utf8), id, exceptAt: position) { others.append(other) }
        } else {
          patterns[hash] = index
        }
        for other in others where !(entry.isBuiltIn && entries[other].isBuiltIn) { pairs.append(Pair(other, index)) }
      }
    }
    return pairs
  }

  private static func isSmallLetter(_ byte: UInt8) -> Bool { byte >= 0x61 && byte <= 0x7A }

  private static func without(_ position: Int, _ id: [UInt8]) -> [UInt8] {
    var id = id
    id.remove(at: position)
    return id
  }

  /// The id with a letter and the next, if that is a small one too, in each other's place.
  private static func swapped(_ position: Int, _ id: [UInt8]) -> [UInt8] {
    var id = id
    if position + 1 < id.count, isSmallLetter(id[position + 1]) { id.swapAt(position, position + 1) }
    return id
  }

  private static func patternHash(_ position: Int, _ id: [UInt8]) -> UInt64 {
    var id = id
    id[position] = UInt8(ascii: "*")
    return id.span.bytes.contentHash(of: 0..<id.count)
  }

  /// Whether two ids are the same but for a small letter in one place.
  private static func isEqual(_ one: [UInt8], _ other: [UInt8], exceptAt position: Int) -> Bool {
    one.count == other.count && isSmallLetter(one[position]) && one[..<position] == other[..<position]
      && one[(position + 1)...] == other[(position + 1)...]
  }
}
