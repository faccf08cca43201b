public import HealthModel
import HealthStorage

/// The laws of `StorageBackend` as cases that run against any store, in this process or in another one.
///
/// A store passes when it breaks none of the laws of the levels that it declares. Cases of other levels, and those that
/// need something of the caller, are skipped with the reason and never count as passed.
///
/// ```swift
/// let store = StorageUnderTest(.memory) { slot in slot.folder }
/// let report = await StorageConformance.run(store, folder: "/tmp")
/// print(report)
/// ```
public enum StorageConformance {
  /// Runs the cases, one after another, each with a separate store.
  ///
  /// - Parameters:
  ///   - store: how stores are opened.
  ///   - folder: an existing folder; each case has a separate folder in it, which is removed after the case.
  ///   - registry: types that the stores are opened with; the types of the cases are added where they are missing.
  ///     Without it, the built-in catalog.
  ///   - only: parts of names of cases, or names of levels; what fits none of them is left out. Empty means all.
  ///   - progress: told the result of each case as soon as it is known.
  /// - Returns: what became of each case.
  public static func run(
    _ store: StorageUnderTest, folder: String, registry: Registry? = nil, only: [String] = [],
    progress: (@Sendable (ConformanceResult) -> Void)? = nil
  ) async -> ConformanceReport {
    var report = ConformanceReport(store: store.name, levels: [], results: [])
    func note(_ result: ConformanceResult) {
      report.results.append(result)
      progress?(result)
    }
    do {
      let run = CaseRun(store: store, folder: folder, workbench: try LawBook.embedded.workbench(registry))
      let opening = await run.open()
      report.levels = opening.capabilities?.levelNames ?? []
      if let message = opening.failure {
        note(ConformanceResult(name: openingName, level: "write", outcome: .failed(message)))
        return report
      }
      note(ConformanceResult(name: openingName, level: "write", outcome: .passed))
      let chosen = LawBook.embedded.laws.filter { $0.isMeant(by: only) }
      for (index, item) in chosen.enumerated() {
        note(await run.result(of: item, number: index + 1, capabilities: opening.capabilities ?? []))
      }
      if chosen.isEmpty, !only.contains(where: { openingName.contains($0) }) {
        note(ConformanceResult(name: "a case was chosen", level: "write", outcome: .failed("no case has such a name")))
      }
    } catch {
      note(ConformanceResult(name: openingName, level: "write", outcome: .failed(CaseFailure.message(of: error))))
    }
    return report
  }

  /// The names of all cases, in the order they are run.
  package static var caseNames: [String] { [openingName] + LawBook.embedded.laws.map(\.name) }

  private static let openingName = "a new store opens and is empty"
}
