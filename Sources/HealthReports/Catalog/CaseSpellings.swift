import HealthModel

/// The spellings of the cases of an enum: the texts and raw integers that the validator takes.
struct CaseSpellings {
  /// One case with what means it; a spelling that means an earlier case is left out.
  struct Entry {
    var value: EnumCase
    var texts: [String] = []
    var raw: Int?

    var nodes: [SchemaNode] {
      var nodes = texts.map { SchemaNode.text($0) }
      if let raw { nodes.append(.number(Double(raw))) }
      return nodes
    }
  }

  /// The cases, in the order of the definition.
  private(set) var entries: [Entry] = []

  init(_ values: EnumDefinition) {
    // By bytes, as names are looked up: strings are equal already when they look the same.
    var seen: Set<[UInt8]> = []
    var raws: Set<Int> = []
    let identifiers = [values.identifier].compactMap { $0 } + values.otherIdentifiers
    for item in values.cases {
      var entry = Entry(value: item)
      let names = [item.name] + item.aliases
      let long = identifiers.flatMap { identifier in names.map { identifier + Self.capitalized($0) } }
      for text in names + item.exports + long where seen.insert(Array(text.utf8)).inserted { entry.texts.append(text) }
      if let raw = item.raw, raws.insert(raw).inserted { entry.raw = raw }
      entries.append(entry)
    }
  }

  var schema: SchemaNode { ["enum": .list(entries.flatMap(\.nodes))] }

  private static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }
}
