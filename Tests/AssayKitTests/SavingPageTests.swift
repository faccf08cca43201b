import AssayKit
import Testing

/// The program of `Documentation/saving.md`: what HealthKit's users do to save, and what is refused.
@Suite("Saving, step by step") struct SavingPageTests {
  @Test("the steps of the page") func steps() async throws {
    var lines: [String] = []
    func print(_ words: String...) { lines.append(words.joined(separator: " ")) }

    let store = try await HealthStore("memory:", source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
    let now = store.now

    let steps = try store.type(named: "HKQuantityTypeIdentifierStepCount")
    guard steps.isWritable, let shape = steps.shape.quantity else { return }

    let constant = QuantityType.stepCount
    let found = QuantityType(steps.id)
    #expect(constant == found)

    let walked = Quantity(812, .count)
    guard walked.isCompatible(with: shape.unit) else { return }
    let walk = NewSample.quantity(found, walked, from: now - .seconds(600), to: now)

    let deep = SleepAnalysis.asleepDeep
    let core = SleepAnalysis.allCases.first { $0.number == 3 } ?? .asleepCore
    let night: [NewSample] = [
      .category(.sleepAnalysis, core, from: now - .seconds(28_800), to: now - .seconds(7200)),
      .category(.sleepAnalysis, deep, from: now - .seconds(7200), to: now),
    ]

    let pressure = NewSample.correlation(
      .bloodPressure, from: now, .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
      .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury))

    let receipt = try await store.save([walk] + night + [pressure])
    try receipt.check()
    #expect(receipt.storedCount == 4 && receipt.warnings.isEmpty)
    #expect(try await store.samples(.stepCount).map(\.quantity) == [walked])
    #expect(try await store.samples(.sleepAnalysis).map(\.value.enumCase?.name) == ["asleepCore", "asleepDeep"])

    let systolic = try await store.samples(.bloodPressureSystolic)
    let deletion = try await store.delete(ids: [receipt.ids[3]])
    #expect(systolic.map(\.quantity?.value) == [120] && deletion.deleted == 3)
    #expect(try await store.samples(.bloodPressureSystolic).isEmpty)

    let long = now - .seconds(5 * 86_400)
    let wrong = try await store.save(
      .quantity(.stepCount, 812, .kilogram, from: now),
      .category(CategoryType("sleepAnalysis"), CategoryCase("napping"), from: now),
      .category(.sleepAnalysis, .asleepCore, from: long, to: now),
      .correlation(
        .bloodPressure, from: now, .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
        .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury),
        .quantity(.bloodPressureDiastolic, 81, .millimetersOfMercury)))
    for case .refused(let findings) in wrong.outcomes {
      for finding in findings {
        print(finding.code.name, finding.pointer ?? "")
        print("  \(finding.message)")
        if let hint = finding.hint { print("  \(hint)") }
      }
    }
    #expect(wrong.outcomes.allSatisfy { !$0.isInStore } && wrong.outcomes.count == 4)
    #expect(try await store.samples(.bloodPressureSystolic).isEmpty)
    #expect(try await store.samples(.sleepAnalysis).count == 2)

    let page = try PageProgram("saving.md")
    #expect(page.blocks.count == 9)
    #expect(try page.missing(from: #filePath) == [])
    #expect(page.outputs == [lines.joined(separator: "\n")])
    try await store.close()
  }

  @Test("a definition says whether an app may save, and a wrong name is refused with the nearest") func lookingUp()
    async throws
  {
    let store = try await HealthStore("memory:")
    let type = try store.type(named: "HKQuantityTypeIdentifierAppleExerciseTime")
    #expect(!type.isWritable && type.id == "appleExerciseTime")
    let error = #expect(throws: QueryError.self) { try store.type(named: "stepCont") }
    #expect(error?.reason == .unknownType && error?.instead?.contains("stepCount") == true)
    try await store.close()
  }
}
