import Foundation
import Testing

/// Eight imports at once on one store, with files that overlap: every sample once, and nobody hears of a lock.
@Suite("Many importers", .serialized) struct ManyImportersTests {
  @Test("eight at once", arguments: StoreKind.present) func eight(_ kind: StoreKind) throws {
    try TemporaryFolder.with { folder in
      for (name, text) in KillBench.catalog { try folder.write("catalog/\(name).yaml", text) }
      let lines = GeneratedInput.jsonLines.text(8_000).split(separator: "\n")
      var store = kind.place("shared", in: folder)
      var calm = kind.place("calm", in: folder)
      store.environment = ["ASSAY_CATALOG": folder.path(of: "catalog"), "ASSAY_COMMIT_SIZE": "500"]
      calm.environment = store.environment
      // Each file begins in the middle of the one before: half of its lines are in another file as well.
      let files = try (0..<8).map { index in
        let part = lines[(index * 800)..<min(lines.count, index * 800 + 1600)]
        return try folder.write("part-\(index).ndjson", part.joined(separator: "\n") + "\n")
      }
      let children = try files.enumerated().map { index, file in
        var own = store
        own.quarantine = folder.path(of: "refused-\(index).ndjson")
        return try AssayBinary.start(own.importArguments([file]), environment: own.environment)
      }
      var accepted = 0
      for child in children {
        let result = try child.finish()
        #expect(result.status <= 1, "\(result.errorText)")
        #expect(!result.errorText.contains("locked"), "\(result.errorText)")
        let summary = try RunReport(result).summary
        #expect(summary.isBalanced)
        accepted += summary.accepted
      }
      for file in files { _ = try calm.importing(file) }
      #expect(try store.faults() == "")
      #expect(try Self.ids(store.export()) == Self.ids(calm.export()))
      let stored = try StoredSample.all(in: store.export()).reduce(0) { $0 + 1 + ($1.members?.count ?? 0) }
      #expect(accepted == stored, "each stored sample was accepted by one import")
    }
  }

  /// The ids, each as often as it is there: which of two conflicting samples came first is the order of events.
  private static func ids(_ export: String) throws -> [String] {
    try StoredSample.all(in: export).flatMap { [$0.uuid] + ($0.members ?? []).map(\.uuid) }.sorted()
  }
}
