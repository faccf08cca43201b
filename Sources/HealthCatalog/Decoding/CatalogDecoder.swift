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
  /// The enums by id, once they are decoded.
  var enums: [String: EnumDefinition] = [:]
  /// Whether examples are read; only those who run or show them need them.
  var readsExamples = true
  /// Ids of files that could not be read; a reference to one is no finding of its own.
  var brokenIDs: Set<String> = []

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var errorCount = 0

  mutating func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostic.severity == .error { errorCount += 1 }
  }

  /// Notes that a definition cannot be used because of an error that is reported elsewhere.
  mutating func failSilently() { errorCount += 1 }
}
