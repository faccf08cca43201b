import AssayKit
import Foundation
import Testing

/// The program of `Documentation/library.md` is the one that `make front-page` builds as a package of its own, and it runs
/// against each kind of store.
@Suite("Front page") struct FrontPageTests {
  private static let root = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + "/" + path, encoding: .utf8)
  }

  private static let program = Result { try text("Tests/Packages/FrontPage/Sources/FrontPage/main.swift") }

  @Test("the page shows the program") func page() throws {
    let page = try Self.text("Documentation/library.md")
    #expect(page.contains("```swift\n" + (try Self.program.get()) + "```\n"))
  }

  @Test("what the tests run is the program") func same() throws {
    let lines = try Self.program.get().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("let store") })
    let body = lines[first...].dropLast().map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
    #expect(try Self.text("Tests/AssayKitTests/FrontPageTests.swift").contains(body))
  }

  /// What the program prints.
  private func run(_ name: String) async throws -> [String] {
    var lines: [String] = []
    func print(_ words: Any...) { lines.append(words.map { "\($0)" }.joined(separator: " ")) }

    let store = try await HealthStore(name, source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
    let now = store.now
    let night = now.advanced(by: .seconds(-8 * 3600))

    let receipt = try await store.save(
      .quantity(QuantityType("heartRate"), 64, try UnitOfMeasure("count/min"), from: now),
      .category(CategoryType("sleepAnalysis"), CategoryCase("asleepCore"), from: night, to: now),
      .characteristic(CharacteristicType<CivilDate>("dateOfBirth"), CivilDate(year: 1990, month: 4, day: 12)),
      .correlation(
        CorrelationType("bloodPressure"), from: now,
        .quantity(QuantityType("bloodPressureSystolic"), 120, try UnitOfMeasure("mmHg")),
        .quantity(QuantityType("bloodPressureDiastolic"), 80, try UnitOfMeasure("mmHg"))))
    try receipt.check()

    for sample in try await store.samples(QuantityType("heartRate"), from: night, sort: .descending, limit: 20) {
      print(sample.id, sample.quantity?.description ?? "")
    }
    let average = try await store.statistics(QuantityType("heartRate"), from: night)?.averageQuantity
    let birth = try await store.value(of: CharacteristicType<CivilDate>("dateOfBirth"))
    print(average?.description ?? "none", birth?.year ?? 0)
    try await store.close()
    return lines
  }

  @Test("the program runs", arguments: HealthStoreTests.kinds) func runs(_ kind: String) async throws {
    let folder = NSTemporaryDirectory() + "assay-page-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let lines = try await run(kind.replacingOccurrences(of: "%", with: folder))
    #expect(lines.count == 2 && lines.first?.hasSuffix(" 64.0 count/min") == true)
    #expect(lines.last == "64.0 count/min 1990")
  }
}
