import HealthCatalog
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
      let run = CaseRun(store: store, folder: folder, workbench: try CaseTypes.workbench(registry))
      let opening = await run.open()
      report.levels = opening.capabilities?.levelNames ?? []
      if let message = opening.failure {
        note(ConformanceResult(name: openingName, level: "write", outcome: .failed(message)))
        return report
      }
      note(ConformanceResult(name: openingName, level: "write", outcome: .passed))
      let chosen = ConformanceCase.all.filter { $0.isMeant(by: only) }
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
  package static var caseNames: [String] { [openingName] + ConformanceCase.all.map(\.name) }

  private static let openingName = "a new store opens and is empty"
}

/// The types that the cases work with: some built-in ones, and some defined here.
enum CaseTypes {
  /// A workbench with the caller's types, or the built-in ones, to which those of the cases are added where they are
  /// missing.
  static func workbench(_ registry: Registry?) throws -> SampleWorkbench {
    guard let registry else { return try SampleWorkbench(definitions: definitions) }
    let known = Set(registry.types.map(\.id))
    guard !needed.isSubset(of: known) else { return SampleWorkbench(registry: registry) }
    let own = try SampleWorkbench(definitions: definitions).registry
    let missing = own.types.filter { needed.contains($0.id) && !known.contains($0.id) }
    return SampleWorkbench(
      registry: try Registry(
        types: registry.types + missing, metadataKeys: registry.metadataKeys, enums: registry.enums,
        units: registry.units, contentHash: registry.contentHash))
  }

  private static let needed: Set<String> = [
    "Kit.level", "bloodPressure", "bloodPressureDiastolic", "bloodPressureSystolic", "bloodType", "bodyMass",
    "dateOfBirth", "dietaryProtein", "dietaryWater", "food", "heartRate", "kit.mood", "kit.note", "kit.outing",
    "kit.sitting",
    "kit.strip", "kit.track",
    "sleepAnalysis", "stepCount",
  ]

  private static let definitions: [CatalogFile] = plain + structured

  private static let plain: [CatalogFile] = [
    // As bytes an upper-case id comes before all others, in a dictionary it does not.
    file(
      "Kit.level",
      """
      schema: 1
      type: Kit.level
      kind: quantity
      title: Level
      aggregation: discreteArithmetic
      unit: kg
      """),
    // One case has no raw value.
    file(
      "kit.mood",
      """
      schema: 1
      type: kit.mood
      kind: category
      title: Mood
      values: {low: 0, high: 1, later: {}}
      """),
    file(
      "kit.note",
      """
      schema: 1
      type: kit.note
      kind: characteristic
      title: Note
      value: {kind: string, max_length: 65536}
      """),
    // Two roles of one type, and any number of members.
    file(
      "kit.sitting",
      """
      schema: 1
      type: kit.sitting
      kind: correlation
      title: Sitting
      members:
        before: {type: heartRate, count: 0..*}
        after: {type: heartRate, count: 0..*}
        Kit.level: 0..*
        sleepAnalysis: 0..*
      """),
  ]

  private static let structured: [CatalogFile] = [
    file(
      "kit.outing",
      """
      schema: 1
      type: kit.outing
      kind: composite
      title: Outing
      fields:
        activity: {values: {walk: 1, run: 2}, required: true}
        duration: {unit: s}
        laps: {kind: integer}
        isIndoor: {kind: boolean}
        day: {kind: date}
        note: {kind: string, max_length: 65536}
        letter: {kind: document, format: text, max_length: 4000000}
      lists:
        events:
          within: sample
          sorted: start
          fields:
            kind: {values: {pause: 1, resume: 2}, required: true}
            start: {kind: time, required: true}
            metadata: {kind: metadata}
        labels: {values: {calm: 1, glad: 2}}
        statistics:
          sorted: type
          unique: [type]
          fields:
            type: {kind: quantityType, required: true}
            sum: {quantity: type}
      """),
    file(
      "kit.strip",
      """
      schema: 1
      type: kit.strip
      kind: series
      title: Strip
      fields:
        lead: {values: {one: 1, two: 2}}
      points:
        rate: {unit: Hz}
        columns:
          voltage: {unit: mV}
      """),
    file(
      "kit.track",
      """
      schema: 1
      type: kit.track
      kind: series
      title: Track
      parent: {type: kit.outing}
      points:
        time: true
        limit: 160000
        columns:
          altitude: {unit: m, required: false}
          level: {kind: number, required: false}
      """),
  ]

  private static func file(_ id: String, _ text: String) -> CatalogFile {
    CatalogFile(path: "\(id).yaml", bytes: Array((text + "\n").utf8))
  }
}
