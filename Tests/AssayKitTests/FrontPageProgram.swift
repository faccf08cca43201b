import AssayKit

/// The program of `Documentation/library.md`, with more kinds of stores than are compiled in.
struct FrontPageProgram {
  private typealias Store = HealthStore

  /// The kinds of stores that it opens.
  var backends = StorageBackendFactory.builtIn

  /// Runs the program with the name of a store.
  ///
  /// - Returns: what it prints.
  func run(_ name: String) async throws -> [String] {
    var lines: [String] = []
    func print(_ words: Any...) { lines.append(words.map { "\($0)" }.joined(separator: " ")) }
    // The program's own word, so that its text is the same with the kinds of stores that a test adds.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func HealthStore(_ name: String, source: SourceRevision) async throws -> Store {
      try await Store(name, source: source, backends: backends)
    }

    let store = try await HealthStore(name, source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
    let now = store.now
    let night = now - .seconds(8 * 3600)

    let receipt = try await store.save(
      .quantity(.heartRate, 64, .count / .minute, from: now),
      .category(.sleepAnalysis, .asleepCore, from: night, to: now),
      .characteristic(.dateOfBirth, CivilDate(year: 1990, month: 4, day: 12)),
      .correlation(
        .bloodPressure, from: now, .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
        .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury)))
    try receipt.check()

    for sample in try await store.samples(.heartRate, from: night, sort: .descending, limit: 20) {
      print(sample.id, sample.quantity?.description ?? "")
    }
    let average = try await store.statistics(.heartRate, from: night)?.averageQuantity
    let birth = try await store.value(of: .dateOfBirth)
    print(average?.description ?? "none", birth?.year ?? 0)
    try await store.close()
    return lines
  }
}
