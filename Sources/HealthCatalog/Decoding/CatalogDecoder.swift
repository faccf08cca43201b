import HealthModel
import HealthUnits

/// Turns YAML into the model: one decoder reads all files, and each kind of definition adds its part in an extension.
struct CatalogDecoder: SchemaDecoder {
  static let codes = SchemaCodes(unknown: .catalogKeyUnknown, missing: .catalogKeyMissing, kind: .catalogKeyKind)

  /// The units that definitions may name: the standard table and the layers' own.
  var units: UnitTable = .standard {
    didSet { knownUnits = [:] }
  }
  /// Units read so far by their spelling: most types share a few.
  var knownUnits: [[UInt8]: UnitOfMeasure] = [:]
  /// The dotted paths of keys read so far: types have mostly the same.
  var knownPaths: Set<String> = []
  /// The enums by id, once they are decoded.
  var enums: [String: EnumDefinition] = [:]
  /// Where the texts of rules and expressions begin, by type and key.
  var conditionMarks: [String: CatalogMark] = [:]
  /// Whether examples are read; only those who run or show them need them.
  var readsExamples = true
  /// Ids of files that could not be read; a reference to one is not a separate finding.
  var brokenIDs: Set<String> = []

  /// How many more names a misspelled reference may be compared with.
  private var comparisonsLeft = 1_000_000

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  /// The name that a misspelled reference most likely means, as a hint.
  ///
  /// A catalog of many types with as many misspelled references gets hints for the first of them only: each looks at
  /// all names.
  mutating func hint(for word: String, amongSome count: Int, _ names: @autoclosure () -> [String]) -> String? {
    guard comparisonsLeft >= count else { return nil }
    comparisonsLeft -= count
    return CatalogText.suggestion(for: word, among: names())
  }

  /// Notes that a definition cannot be used because of an error that is reported elsewhere.
  mutating func failSilently() { errorCount += 1 }
}
