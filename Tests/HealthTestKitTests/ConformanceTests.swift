import HealthStorage
import HealthTestKit
import JSONLStore
import SQLiteStore
import Testing

/// The stores of this repository that run in this process hold all laws.
@Suite struct ConformanceTests {
  /// The stores by their schemes.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case memory, sqlite, jsonl

    var testDescription: String { rawValue }

    var store: StorageUnderTest {
      switch self {
      case .memory: StorageUnderTest(.memory) { $0.folder }
      case .sqlite: StorageUnderTest(SQLitePlugin.factory) { $0.folder + "/store.db" }
      case .jsonl: StorageUnderTest(JSONLPlugin.factory) { $0.folder + "/store" }
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func holdsAllLaws(_ kind: Kind) async throws {
    let report = try await TestPlace.withFolder { folder in
      let report = await StorageConformance.run(kind.store, folder: folder, registry: try TestPlace.registry())
      #expect(try TestPlace.names(in: folder).isEmpty, "the cases leave nothing behind")
      return report
    }
    for failure in report.failures { Issue.record("\(kind.rawValue): \(failure)") }
    #expect(report.isPassed)
    #expect(report.results.map(\.name) == StorageConformance.caseNames)
  }

  /// The example of `StorageBackend` and `StorageConformance`, word for word.
  @Test func theExampleOfTheDocumentationHolds() async {
    let store = StorageUnderTest(.memory) { slot in slot.folder }
    let report = await StorageConformance.run(store, folder: "/tmp")
    print(report)
    #expect(report.isPassed, "\(report)")
  }
}
