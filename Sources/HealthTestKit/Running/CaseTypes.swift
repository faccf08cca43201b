import HealthCatalog
import HealthModel

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
    "dateOfBirth", "dietaryProtein", "dietaryWater", "food", "heartRate", "kit.mood", "kit.note", "kit.sitting",
    "sleepAnalysis", "stepCount",
  ]

  private static let definitions: [CatalogFile] = [
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

  private static func file(_ id: String, _ text: String) -> CatalogFile {
    CatalogFile(path: "\(id).yaml", bytes: Array((text + "\n").utf8))
  }
}
