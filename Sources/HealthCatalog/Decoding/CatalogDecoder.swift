import HealthModel
import HealthUnits

/// Turns YAML into the model by schema: what a key takes is known, never guessed from how its value looks.
///
/// One decoder reads all files; each kind of definition adds its part in an extension. Methods return `nil` after
/// reporting why, so that all findings of a file come at once.
struct CatalogDecoder {
  /// The units that definitions may name: the standard table and the layers' own.
  var units: UnitTable = .standard {
    didSet { knownUnits = [:] }
  }
  /// Units read so far by their spelling: most types share a few.
  var knownUnits: [[UInt8]: UnitOfMeasure] = [:]
  /// The enums by id, once they are decoded.
  var enums: [String: EnumDefinition] = [:]
  /// Whether examples are read; only those who run or show them need them.
  var readsExamples = true
  /// Ids of files that could not be read; a reference to one is no finding of its own.
  var brokenIDs: Set<String> = []

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0

  /// Unknown keys of one map that are reported one by one.
  static let maximumUnknownKeys = 20

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at mark: CatalogMark, severity: Severity? = nil, hint: String? = nil
  ) {
    report(Diagnostic(code, message, at: mark, severity: severity, hint: hint))
  }

  /// Notes that a definition cannot be used because of an error that is reported elsewhere.
  mutating func failSilently() { errorCount += 1 }

  /// Reports that a value is not what its key takes.
  mutating func reportKind(_ field: Field, takes wanted: String, hint: String? = nil) {
    var got = field.node.kindName
    if case .scalar(let text, let isQuoted) = field.node.content, !text.isEmpty {
      got = (isQuoted ? "the quoted text " : "") + CatalogText.shown(text)
    }
    report(
      .catalogKeyKind, "\(CatalogText.shown(field.path)) takes \(wanted), got \(got)", at: field.node.mark, hint: hint)
  }

  /// Reads a key if it is there.
  mutating func read<Value>(
    _ key: String, in fields: inout Fields, _ body: (inout CatalogDecoder, Field) -> Value?
  ) -> Value? {
    guard let field = fields.take(key) else { return nil }
    return body(&self, field)
  }

  /// Reads a key that must be there.
  mutating func need<Value>(
    _ key: String, in fields: inout Fields, _ body: (inout CatalogDecoder, Field) -> Value?
  ) -> Value? {
    guard let field = fields.take(key) else {
      let name = CatalogText.shown(fields.path(key))
      report(.catalogKeyMissing, "the key \(name) is missing", at: fields.mark)
      return nil
    }
    return body(&self, field)
  }

  /// The entries of a map.
  mutating func fields(_ field: Field) -> Fields? {
    guard let entries = field.node.entries else {
      reportKind(field, takes: "a map")
      return nil
    }
    return Fields(entries, path: field.path, mark: field.node.mark)
  }

  /// The items of a list, each named by its place.
  mutating func items(_ field: Field) -> [Field]? {
    guard let items = field.node.items else {
      reportKind(field, takes: "a list")
      return nil
    }
    return items.enumerated().map { index, item in
      Field(path: "\(field.path)[\(index)]", mark: item.mark, node: item)
    }
  }

  /// Reports the keys nobody asked for; `elsewhere` names keys that exist, but not here, and why.
  mutating func finish(_ fields: Fields, elsewhere: [String: String] = [:]) {
    let unknown = fields.unknown
    for entry in unknown.prefix(Self.maximumUnknownKeys) {
      let name = CatalogText.shown(fields.path(entry.key))
      if let reason = elsewhere[entry.key] {
        report(.catalogKeyUnknown, "the key \(name) \(reason)", at: entry.keyMark)
      } else {
        report(
          .catalogKeyUnknown, "the key \(name) is not known", at: entry.keyMark,
          hint: CatalogText.suggestion(for: entry.key, among: fields.asked))
      }
    }
    if let next = unknown.dropFirst(Self.maximumUnknownKeys).first {
      let count = unknown.count - Self.maximumUnknownKeys
      report(.catalogKeyUnknown, "\(count) more keys are not known", at: next.keyMark)
    }
  }
}
