import AssayKit
import Foundation
import Testing

/// What `Documentation/generated-names.md` says about Swift, compiled and compared with the catalog.
@Suite("Names of types in Swift") struct GeneratedNamesPageTests {
  private static func page() throws -> String {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return try String(contentsOf: url.appendingPathComponent("Documentation/generated-names.md"), encoding: .utf8)
  }

  @Test("the program of the page compiles and means what it says") func program() throws {
    let type = QuantityType.stepCount
    let value = SleepAnalysis.asleepCore  // value.number is HealthKit's 3
    let key = MetadataKey.timeZone  // HKTimeZone
    let rate: UnitOfMeasure = .count / .minute
    #expect(type.name == "stepCount" && value.number == 3 && key.name == "HKTimeZone" && rate.unitString == "count/min")
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let block = try #require(try Self.page().components(separatedBy: "```swift\n").dropFirst().first)
    for line in block.prefix(while: { $0 != "`" }).split(separator: "\n") { #expect(source.contains("    \(line)\n")) }
  }

  @Test("the names of the table are those of HealthKit") func table() throws {
    let types = try HealthTypes.builtIn()
    let names: [(any SampleType, String)] = [
      (QuantityType.stepCount, "HKQuantityTypeIdentifierStepCount"),
      (CategoryType.sleepAnalysis, "HKCategoryTypeIdentifierSleepAnalysis"),
      (CharacteristicType.dateOfBirth, "HKCharacteristicTypeIdentifierDateOfBirth"),
      (CorrelationType.bloodPressure, "HKCorrelationTypeIdentifierBloodPressure"),
      (StructuredType.workout, "HKWorkoutTypeIdentifier"),
      (StructuredType.workoutRoute, "HKWorkoutRouteTypeIdentifier"),
    ]
    for (type, identifier) in names {
      #expect(types.registry.type(named: type.name)?.identifiers.first == identifier)
    }
    let cases = Dictionary(uniqueKeysWithValues: SleepAnalysis.allCases.map { ($0.name, $0.number) })
    let list = try #require(types.registry.enums["sleepAnalysis"])
    #expect(cases == Dictionary(uniqueKeysWithValues: list.cases.map { ($0.name, $0.raw) }))
    #expect(SleepAnalysis.allAsleepValues.map(\.name).allSatisfy { $0.hasPrefix("asleep") })
    #expect(SleepAnalysis.allAsleepValues.count == list.cases.filter { $0.name.hasPrefix("asleep") }.count)
  }

  @Test("samples are saved and asked for by names") func saving() async throws {
    let store = try await HealthStore("memory:", source: SourceRevision(name: "Ring"))
    let now = store.now
    let receipt = try await store.save(
      .quantity(.heartRate, 64, .count / .minute, from: now),
      .category(.sleepAnalysis, .asleepCore, from: now - .seconds(3600), to: now),
      .characteristic(.bloodType, .aBNegative))
    try receipt.check()
    var rates: [Quantity] = []
    for sample in try await store.samples(.heartRate) { rates += [sample.quantity].compactMap(\.self) }
    #expect(rates == [Quantity(64, .count / .minute)])
    #expect(try await store.value(of: .bloodType) == .aBNegative)
    try await store.close()
  }
}
