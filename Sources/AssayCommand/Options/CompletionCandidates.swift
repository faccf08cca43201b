import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// Words that shells complete: types, units and codes as this build and `ASSAY_CATALOG` have them.
enum CompletionCandidates {
  /// The names of the codes: of findings, then of failures of stores and plugins.
  static var codes: [String] {
    DiagnosticCode.allCases.map(\.name) + StorageError.Code.allCases.map(\.rawValue)
  }

  /// The ids of the types; none when the catalog cannot be read.
  static func types() -> [String] {
    guard let result = try? BuiltInCatalog.builder().load(readsExamples: false) else { return [] }
    return (result.registry?.types ?? []).map(\.id)
  }

  static var zones: [String] { ["UTC"] + TimeZoneRules.knownNames(in: ZoneFolders.database) }

  /// The names of HealthKit's units.
  static var units: [String] {
    UnitTable.standard.listing.compactMap { $0.split(separator: " ").first.map(String.init) }
  }
}
