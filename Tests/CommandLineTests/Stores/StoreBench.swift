import Foundation
import Glibc

/// Imports of one large input into many stores of one kind, of which one was never disturbed.
struct StoreBench {
  let folder: TemporaryFolder
  let kind: StoreKind
  let input: String
  /// The status of the undisturbed import, its books, how long it took, and what it left.
  let status: Int32
  let summary: RunReport.Summary
  let seconds: Double
  let trace: StoreTrace

  /// Writes the input, and imports it once in peace.
  init(_ folder: TemporaryFolder, _ kind: StoreKind, samples: Int, commitSize: Int = 1000) throws {
    self.folder = folder
    self.kind = kind
    input = try folder.write("samples.ndjson", GeneratedInput.jsonLines.text(samples))
    for (name, text) in KillBench.catalog { try folder.write("catalog/\(name).yaml", text) }
    let store = Self.store("calm", kind, folder, commitSize)
    let begun = ContinuousClock.now
    let result = try store.importing(input, more: Self.options)
    let took = (ContinuousClock.now - begun).components
    seconds = Double(took.seconds) + Double(took.attoseconds) / 1e18
    guard let report = try? RunReport(result) else { throw NoReport(result: result) }
    status = result.status
    summary = report.summary
    trace = try store.trace()
  }

  /// A store that is not there yet.
  func store(_ name: String, commitSize: Int = 1000) -> PlacedStore { Self.store(name, kind, folder, commitSize) }

  /// Starts an import.
  func start(_ store: PlacedStore) throws -> ChildProcess {
    try AssayBinary.start(store.importArguments([input], Self.options), environment: store.environment)
  }

  /// Many threads make small chunks, so that there is a lot to come between.
  private static let options = ["--jobs", "32"]

  private static func store(
    _ name: String, _ kind: StoreKind, _ folder: TemporaryFolder, _ commitSize: Int
  ) -> PlacedStore {
    var store = kind.place(name, in: folder)
    store.environment = ["ASSAY_COMMIT_SIZE": String(commitSize), "ASSAY_CATALOG": folder.path(of: "catalog")]
    return store
  }
}
