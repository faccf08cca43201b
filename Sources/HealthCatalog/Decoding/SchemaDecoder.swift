package import HealthModel

/// Turns YAML into values by schema: what a key takes is known, never guessed from how its value looks.
///
/// Methods return `nil` after reporting why, so that all findings of a file come at once.
package protocol SchemaDecoder {
  static var codes: SchemaCodes { get }

  mutating func report(_ diagnostic: Diagnostic)
}

/// The codes by which a kind of file reports its keys.
package struct SchemaCodes: Sendable {
  let unknown: DiagnosticCode
  let missing: DiagnosticCode
  let kind: DiagnosticCode

  package init(unknown: DiagnosticCode, missing: DiagnosticCode, kind: DiagnosticCode) {
    self.unknown = unknown
    self.missing = missing
    self.kind = kind
  }
}

private let maximumUnknownKeys = 20

extension SchemaDecoder {
  package mutating func report(
    _ code: DiagnosticCode, _ message: String, at mark: CatalogMark, severity: Severity? = nil, hint: String? = nil
  ) {
    report(Diagnostic(code, message, at: mark, severity: severity, hint: hint))
  }

  package mutating func reportKind(_ field: Field, takes wanted: String, hint: String? = nil) {
    var got = field.node.kindName
    if case .scalar(let text, let isQuoted) = field.node.content, !text.isEmpty {
      got = (isQuoted ? "the quoted text " : "") + CatalogText.shown(text)
    }
    report(
      Self.codes.kind, "\(CatalogText.shown(field.path)) takes \(wanted), got \(got)", at: field.node.mark, hint: hint)
  }

  package mutating func read<Value>(
    _ key: String, in fields: inout Fields, _ body: (inout Self, Field) -> Value?
  ) -> Value? {
    guard let field = fields.take(key) else { return nil }
    return body(&self, field)
  }

  package mutating func need<Value>(
    _ key: String, in fields: inout Fields, _ body: (inout Self, Field) -> Value?
  ) -> Value? {
    guard let field = fields.take(key) else {
      reportMissing(key, of: fields)
      return nil
    }
    return body(&self, field)
  }

  mutating func reportMissing(_ key: String, of fields: Fields) {
    report(Self.codes.missing, "the key \(CatalogText.shown(fields.path(key))) is missing", at: fields.mark)
  }

  /// Text, not empty, however it is written: `no` and `1.10` are text where text is meant.
  package mutating func text(_ field: Field) -> String? {
    guard let text = field.node.text, !text.isEmpty else {
      reportKind(field, takes: "text")
      return nil
    }
    return text
  }

  /// `true` or `false`, unquoted; `yes`, `no`, `on` and `off` are not.
  package mutating func flag(_ field: Field) -> Bool? {
    switch field.node.content {
    case .scalar(text: "true", isQuoted: false): return true
    case .scalar(text: "false", isQuoted: false): return false
    default:
      reportKind(field, takes: "true or false")
      return nil
    }
  }

  package mutating func fields(_ field: Field) -> Fields? {
    guard let entries = field.node.entries else {
      reportKind(field, takes: "a map")
      return nil
    }
    return Fields(entries, path: field.path, mark: field.node.mark)
  }

  package mutating func items(_ field: Field, takes wanted: String = "a list") -> [Field]? {
    guard let items = field.node.items else {
      reportKind(field, takes: wanted)
      return nil
    }
    return items.enumerated().map { index, item in Field(path: "\(field.path)[\(index)]", mark: item.mark, node: item) }
  }

  /// Reports the keys that are not part of the schema; `elsewhere` names keys that exist, but not here, and why.
  package mutating func finish(_ fields: Fields, elsewhere: [String: String] = [:]) {
    let unknown = fields.unknown
    for entry in unknown.prefix(maximumUnknownKeys) {
      let name = CatalogText.shown(fields.path(entry.key))
      if let reason = elsewhere[entry.key] {
        report(Self.codes.unknown, "the key \(name) \(reason)", at: entry.keyMark)
      } else {
        report(
          Self.codes.unknown, "the key \(name) is not known", at: entry.keyMark,
          hint: CatalogText.suggestion(for: entry.key, among: fields.asked))
      }
    }
    if let next = unknown.dropFirst(maximumUnknownKeys).first {
      let count = unknown.count - maximumUnknownKeys
      report(Self.codes.unknown, "\(count) more keys are not known", at: next.keyMark)
    }
  }
}

/// One value of a definition with its name and place.
package struct Field {
  /// The dotted path of the key, such as `value.allowed.max`.
  package var path: String
  package var mark: CatalogMark
  package var node: YAMLNode

  package init(path: String, mark: CatalogMark, node: YAMLNode) {
    self.path = path
    self.mark = mark
    self.node = node
  }

  /// The place of the first of some keys in the field's map.
  func mark(of keys: [String]) -> CatalogMark? { node.entries?.first { keys.contains($0.key) }?.keyMark }

  /// The place of a key of the field's map that comes from a file laid over the one that the map is in; `nil` when all
  /// are of one file.
  var changedMark: CatalogMark? { node.entries?.first { $0.keyMark.path != node.mark.path }?.keyMark }

  /// The place of one of some keys when it comes from another file than the map around the field.
  func changedMark(of keys: [String], since outer: CatalogMark) -> CatalogMark? {
    mark(of: keys).flatMap { $0.path != outer.path ? $0 : nil }
  }
}

/// The entries of a map, requested by name: the names requested are the schema, and the rest is unknown.
package struct Fields {
  package let mark: CatalogMark
  package let entries: [YAMLEntry]
  private let prefix: String
  package private(set) var asked: [String] = []

  /// Takes a map's entries and its dotted path, empty for the file's own.
  package init(_ entries: [YAMLEntry], path: String, mark: CatalogMark) {
    self.entries = entries
    self.mark = mark
    prefix = path.isEmpty ? "" : path + "."
  }

  package func path(_ key: String) -> String { prefix.isEmpty ? key : prefix + key }

  package mutating func take(_ key: String) -> Field? {
    asked.append(key)
    for index in entries.indices where entries[index].key == key { return field(entries[index]) }
    return nil
  }

  /// Makes keys known without looking at them.
  package mutating func skip(_ keys: [String]) { asked += keys }

  /// All entries as values, for maps whose keys are free; keys that begin with `x-` are notes and left out.
  package func all() -> [(key: String, field: Field)] {
    entries.filter { !$0.key.hasPrefix("x-") }.map { ($0.key, field($0)) }
  }

  /// The entries that were not requested, without notes.
  package var unknown: [YAMLEntry] { entries.filter { !asked.contains($0.key) && !$0.key.hasPrefix("x-") } }

  private func field(_ entry: YAMLEntry) -> Field {
    Field(path: path(entry.key), mark: entry.keyMark, node: entry.value)
  }
}
