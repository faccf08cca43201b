package import HealthModel

/// Rules bound to the types of a registry, as they are at the beginning of a run.
package struct BoundRules: Sendable {
  /// A rule with what is known of it before a run.
  struct Entry: Sendable {
    /// The code of its findings, `NAME/rule`.
    let name: String
    let info: RuleInfo
    /// The types that it is about; `nil` for all.
    let types: TypeSelection?
    let rule: any SampleRule
  }

  let entries: [Entry]
  let registry: Registry
  /// The types that some rule is about; `nil` for all.
  package let types: TypeSelection?

  /// Binds rules.
  ///
  /// - Parameters:
  ///   - sets: the rules under their names.
  ///   - registry: the types.
  /// - Throws: `RuleSetError` for a name that is not a word, a code that is there twice, or a type that does not exist.
  package init(_ sets: [RuleSet], registry: Registry) throws(RuleSetError) {
    var entries: [Entry] = []
    var names: Set<String> = []
    for set in sets {
      guard Self.isWord(set.name) else {
        throw RuleSetError("\(Self.shown(set.name)) cannot name rules; take a lower-case word with dashes")
      }
      for rule in set.rules {
        let info = rule.info
        guard Self.isWord(info.code) else {
          throw RuleSetError(
            "\(Self.shown(info.code)) cannot be the code of a rule; take a lower-case word with dashes")
        }
        let name = "\(set.name)/\(info.code)"
        guard names.insert(name).inserted else { throw RuleSetError("the rule \(name) is there twice") }
        let types = try Self.selection(info.types, of: name, registry)
        entries.append(Entry(name: name, info: info, types: types, rule: rule))
      }
    }
    self.entries = entries
    self.registry = registry
    var all = TypeSelection(of: registry)
    for entry in entries { if let types = entry.types { all.formUnion(types) } }
    types = entries.contains { $0.types == nil } ? nil : all
  }

  /// Whether no rule is bound.
  package var isEmpty: Bool { entries.isEmpty }

  /// Whether the rules are bound to the types of a registry.
  package func isBound(to registry: Registry) -> Bool { self.registry.signature == registry.signature }

  /// The rules, as `NAME/rule`.
  package var ruleNames: [String] { entries.map(\.name) }

  /// The rules with what their authors say of them, by their names, `NAME/rule`.
  package var infos: [(name: String, info: RuleInfo)] { entries.map { ($0.name, $0.info) } }

  /// The names of the sets, each once, in order.
  package var names: [String] {
    var names: [String] = []
    for entry in entries {
      let name = String(entry.name.prefix { $0 != "/" })
      if names.last != name { names.append(name) }
    }
    return names
  }

  private static func selection(
    _ names: [String], of rule: String, _ registry: Registry
  ) throws(RuleSetError) -> TypeSelection? {
    guard !names.isEmpty else { return nil }
    var selection = TypeSelection(of: registry)
    for name in names {
      guard let index = registry.typeIndex(named: name) else {
        throw RuleSetError("the type \(shown(name)) of the rule \(rule) is not known")
      }
      // A plugin knows types by their ids alone: the same rule judges the same samples there.
      guard registry.types[index].id == name else {
        throw RuleSetError("the rule \(rule) names the type \(shown(name)); write its id, \(registry.types[index].id)")
      }
      selection.insert(index)
    }
    return selection
  }

  private static func shown(_ text: String) -> String { "`\(TextEscaping.escaped(text))`" }

  /// Whether a text is a lower-case word with dashes, as names of plugins are.
  private static func isWord(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, bytes.count <= 64, bytes.last != UInt8(ascii: "-") else { return false }
    guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
    return bytes.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-")
    }
  }
}
