extension UnitTable {
  /// One line for each unit of HealthKit's grammar, ordered by name: symbol, dimension, whether it takes metric
  /// prefixes, and the UCUM code of the same size.
  package var listing: [String] {
    healthKit.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { symbol, atom in
      let name = atom.kind == .molar ? "mol<molar mass in g/mol>" : symbol
      var line = Self.padded(name, 26) + Self.padded(atom.scale.dimension.description, 16)
      line += Self.padded(atom.takesPrefix ? "prefixes" : "", 10)
      return line + (atom.ucum.map { "UCUM \($0)" } ?? "")
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.utf8.count))
  }
}
