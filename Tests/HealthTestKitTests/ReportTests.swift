import HealthModel
import HealthStorage
import Testing

@testable import HealthTestKit

/// What the suite tells: nothing that was not run counts as passed.
@Suite struct ReportTests {
  private static let memory = StorageUnderTest(.memory) { $0.folder }

  /// Everything but writing is hidden.
  private static let writeOnly = StorageUnderTest("write only") {
    (_, context) async throws(StorageError) -> any StorageBackend in
    FaultyStore(MemoryStore(registry: context.registry, options: context.options), .declaresNothing)
  }

  @Test func levelsThatAreNotDeclaredAreSkippedWithTheReason() async throws {
    let report = try await TestPlace.withFolder { folder in
      await StorageConformance.run(Self.writeOnly, folder: folder, registry: try TestPlace.registry())
    }
    #expect(report.levels == ["write"])
    #expect(report.isPassed, "\(report)")
    #expect(report.passed.allSatisfy { $0.level == "write" })
    for level in ["query", "changes", "delete", "statistics", "resume", "durable", "compact"] {
      let own = report.results.filter { $0.level == level }
      #expect(!own.isEmpty, "the suite has cases of \(level)")
      #expect(own.allSatisfy { $0.outcome == .skipped("the store does not declare \(level)") })
    }
    for result in report.skipped { #expect(report.description.contains(result.description)) }
    #expect(report.description.contains("not declared by the store"))
  }

  @Test func whatTheCallerDoesNotGiveIsSkippedWithTheReason() async throws {
    let durable = StorageUnderTest("durable") {
      (_, context) async throws(StorageError) -> any StorageBackend in
      FaultyStore(MemoryStore(registry: context.registry, options: context.options), .declaresDurable)
    }
    let names = ["full disk", "sudden end of a new store"]
    let report = try await TestPlace.withFolder { folder in
      await StorageConformance.run(durable, folder: folder, registry: try TestPlace.registry(), only: names)
    }
    let reasons = report.skipped.map(\.outcome)
    #expect(
      reasons.sorted { "\($0)" < "\($1)" } == [
        .skipped("the caller gave no folder on a small file system"),
        .skipped("the caller gave no way to end the store suddenly"),
      ])
  }

  @Test func casesAreChosenByPartsOfTheirNamesOrByLevel() async throws {
    let report = try await TestPlace.withFolder { folder in
      await StorageConformance.run(
        Self.memory, folder: folder, registry: try TestPlace.registry(), only: ["rollback", "statistics"])
    }
    let chosen = report.results.dropFirst()
    #expect(chosen.contains { $0.level == "statistics" } && chosen.contains { $0.level == "write" })
    #expect(chosen.allSatisfy { $0.level == "statistics" || $0.name.contains("rollback") })
    #expect(report.isPassed, "\(report)")
  }

  @Test func aChoiceOfNothingDoesNotPass() async throws {
    let report = try await TestPlace.withFolder { folder in
      await StorageConformance.run(Self.memory, folder: folder, registry: try TestPlace.registry(), only: ["no such"])
    }
    #expect(!report.isPassed)
  }

  @Test func aStoreThatDoesNotOpenDoesNotPass() async throws {
    let broken = StorageUnderTest("broken") { (_, _) async throws(StorageError) -> any StorageBackend in
      throw StorageError(.unwritable, "it is\u{1B}[31m closed")
    }
    let report = try await TestPlace.withFolder { folder in
      await StorageConformance.run(broken, folder: folder, registry: try TestPlace.registry())
    }
    #expect(!report.isPassed)
    #expect(report.failures.count == 1)
    #expect(report.description.contains(#"store-unwritable: it is\u{1B}[31m closed"#))
  }

  @Test func aMissingFolderDoesNotPass() async throws {
    let report = await StorageConformance.run(
      Self.memory, folder: "/nonexistent/folder", registry: try TestPlace.registry())
    #expect(!report.isPassed)
  }

  @Test func aReportOfSkippedCasesAloneDoesNotPass() {
    let skipped = ConformanceResult(name: "a law", level: "query", outcome: .skipped("no reason"))
    #expect(!ConformanceReport(store: "s", levels: ["write"], results: [skipped]).isPassed)
    #expect(!ConformanceReport(store: "s", levels: [], results: []).isPassed)
  }

  @Test func aReportIsATableAndALineForEachCaseThatDidNotPass() {
    let report = ConformanceReport(
      store: "mine", levels: ["write", "query"],
      results: [
        ConformanceResult(name: "one", level: "write", outcome: .passed),
        ConformanceResult(name: "two", level: "query", outcome: .failed("it broke")),
        ConformanceResult(name: "three", level: "delete", outcome: .skipped("not declared")),
      ])
    #expect(
      report.description == """
        mine: write, query
        level          passed   failed  skipped
        write               1        0        0
        query               0        1        0
        delete              0        0        1   not declared by the store
        failed   query: two: it broke
        skipped  delete: three: not declared
        not passed: 1 passed, 1 failed, 1 skipped
        """)
  }

  @Test func namesOfCasesAreNotTheSame() {
    let names = StorageConformance.caseNames
    #expect(Set(names).count == names.count)
  }

  /// Cases that need a facility are not run here, so a wrong name would not show.
  @Test func everyCheckOfALawIsThere() {
    let named = LawBook.embedded.laws.flatMap(\.steps).map(\.text).filter { $0.hasPrefix("check ") }
    #expect(named.count > 50)
    for step in named {
      #expect(
        LawChecks.all.keys.contains { step.dropFirst(6) == $0 || step.dropFirst(6).hasPrefix($0 + " ") }, "\(step)")
    }
  }

  @Test func theTypesOfTheCallerAreAddedTo() async throws {
    let all = try TestPlace.registry()
    let few = try Registry(types: all.types.filter { $0.id == "stepCount" })
    let report = try await TestPlace.withFolder { folder in
      await StorageConformance.run(Self.memory, folder: folder, registry: few, only: ["keep their order"])
    }
    #expect(report.isPassed, "\(report)")
  }
}
