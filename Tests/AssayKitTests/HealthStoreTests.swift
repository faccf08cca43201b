import AssayKit
import Foundation
import HealthPlugins
import Testing

/// The front door: a store is opened by its name, takes Swift values, answers, follows and forgets.
@Suite("Health store") struct HealthStoreTests {
  /// The kinds of stores that are compiled in; `%` is a folder.
  static let kinds = ["memory:", "%/health.db", "jsonl:%/health"]
  private static let types = Result { try HealthTypes.builtIn() }
  private static let now = Instant(microseconds: SavedSampleTests.now)
  private static let source = SourceRevision(name: "Ring", bundle: "com.example.ring")

  static func withStore(
    _ kind: String, _ body: (HealthStore) async throws -> Void
  ) async throws {
    let folder = NSTemporaryDirectory() + "assay-door-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var store = try await HealthStore(
      kind.replacingOccurrences(of: "%", with: folder), types: try types.get(), source: source)
    store.clock = { SavedSampleTests.now }
    try await body(store)
    try await store.close()
  }

  private static func minutes(_ count: Int) -> Instant {
    Instant(microseconds: now.microseconds - Int64(count) * 60 * Instant.second)
  }

  static func heartRate(_ value: Double, _ minutes: Int) -> NewSample {
    .quantity(QuantityType("heartRate"), value, .perMinute, from: self.minutes(minutes))
  }

  private static func steps(_ count: Double, _ minutes: Int) throws -> NewSample {
    .quantity(
      QuantityType("stepCount"), count, try UnitOfMeasure("count"), from: self.minutes(minutes),
      to: self.minutes(minutes - 1))
  }

  private static func pressure(_ systolic: Double, _ minutes: Int) throws -> NewSample {
    let unit = try UnitOfMeasure("mmHg")
    return .correlation(
      CorrelationType("bloodPressure"), from: self.minutes(minutes),
      .quantity(QuantityType("bloodPressureSystolic"), systolic, unit),
      .quantity(QuantityType("bloodPressureDiastolic"), 80, unit))
  }

  @Test("what is saved comes back, of every shape", arguments: kinds) func shapes(_ kind: String) async throws {
    try await Self.withStore(kind) { store in
      let run = NewStructure(fields: [
        "activity": .text("running"), "duration": .quantity(1800, try UnitOfMeasure("s")),
      ])
      let samples: [NewSample] = [
        Self.heartRate(64, 60),
        .category(
          CategoryType("sleepAnalysis"), CategoryCase("asleepCore"), from: Self.minutes(500), to: Self.minutes(90)),
        .characteristic(CharacteristicType<CivilDate>("dateOfBirth"), CivilDate(year: 1990, month: 4, day: 12)),
        try Self.pressure(120, 30),
        .structured(StructuredType("workout"), run, from: Self.minutes(80), to: Self.minutes(50)),
      ]
      let receipt = try await store.save(samples)
      try receipt.check()
      #expect(receipt.storedCount == samples.count && receipt.ids.count == samples.count)
      let again = try await store.save(samples)
      #expect(again.outcomes == receipt.ids.map { .duplicate($0) })
      let rates = try await store.samples(QuantityType("heartRate"))
      #expect(rates.map(\.id) == [receipt.ids[0]] && rates[0].quantity == Quantity(64, .perMinute))
      #expect(rates[0].source == Self.source)
      #expect(try await store.value(of: CharacteristicType<CivilDate>("dateOfBirth"))?.year == 1990)
      let pressures = try await store.samples(CorrelationType("bloodPressure"))
      #expect(pressures.first?.members.map(\.role).sorted() == ["bloodPressureDiastolic", "bloodPressureSystolic"])
      #expect(pressures.first?.members.allSatisfy { $0.sample.start == pressures[0].start } == true)
      let workout = try await store.sample(withID: receipt.ids[4])
      #expect(workout?.structure?["activity"] == .enumeration("running"))
      #expect(try await store.sources(matching: .samples(of: "heartRate")).map(\.bundle) == ["com.example.ring"])
      let gone = try await store.delete(ids: [receipt.ids[3]])
      #expect(gone.deleted == 3)
      #expect(try await store.samples(CorrelationType("bloodPressure")).isEmpty)
    }
  }

  @Test("each sample has its own outcome, and a correlation is never half", arguments: kinds)
  func outcomes(_ kind: String) async throws {
    try await Self.withStore(kind) { store in
      var known = Self.heartRate(70, 10)
      known.id = SampleID(high: 0x1111_1111_1111_4111, low: 0x8111_1111_1111_1111)
      var other = Self.heartRate(71, 10)
      other.id = known.id
      let wrong = NewSample.quantity(QuantityType("heartRate"), 70, try UnitOfMeasure("kg"), from: Self.minutes(9))
      let late = Self.heartRate(70, -90)
      let receipt = try await store.save(
        known, other, wrong, late, try Self.pressure(-5, 8), try Self.pressure(121, 8), Self.heartRate(5, 7))
      #expect(receipt.outcomes[0] == .stored(try #require(known.id)))
      #expect(receipt.outcomes[1] == .conflict(try #require(known.id)))
      func codes(_ index: Int) -> [DiagnosticCode] {
        if case .refused(let findings) = receipt.outcomes[index] {
          findings.filter { $0.severity == .error }.map(\.code)
        } else {
          []
        }
      }
      #expect(codes(2) == [.unitIncompatible])
      #expect(receipt.outcomes[3].isInStore && receipt.warnings[3]?.map(\.code) == [.timeInFuture])
      #expect(codes(4) == [.valueNotAllowed])
      #expect(receipt.outcomes[5].isInStore)
      #expect(receipt.outcomes[6].isInStore && receipt.warnings[6]?.map(\.code) == [.valueImplausible])
      let error = #expect(throws: QueryError.self) { try receipt.check() }
      #expect(error?.reason == .conflict && error?.message.hasPrefix("sample 1 is not saved") == true)
      #expect(try await store.samples(QuantityType("bloodPressureSystolic")).map(\.quantity?.value) == [121])
    }
  }

  @Test("64 tasks save into one store and lose nothing", arguments: kinds) func manyTasks(_ kind: String) async throws {
    try await Self.withStore(kind) { store in
      let stored = try await withThrowingTaskGroup(of: Int.self) { group in
        for task in 0..<64 {
          group.addTask {
            let samples = (0..<20).map { Self.heartRate(Double(60 + $0), task * 20 + $0 + 1) }
            // Every fourth one fails after it has saved: what the others saved stays.
            if task % 4 == 3 {
              _ = try? await store.write { transaction -> Void in
                _ = try await transaction.save(samples)
                throw CancellationError()
              }
              return 0
            }
            return try await store.save(samples).storedCount
          }
        }
        return try await group.reduce(0, +)
      }
      #expect(stored == 48 * 20)
      #expect(try await store.samples(QuantityType("heartRate")).count == stored)
    }
  }

  @Test("a transaction is stored whole or not at all", arguments: kinds) func transactions(_ kind: String) async throws
  {
    try await Self.withStore(kind) { (store: HealthStore) async throws -> Void in
      await #expect(throws: QueryError.self) {
        try await store.write { transaction in
          try await transaction.save(Self.heartRate(60, 5)).check()
          try await transaction.save(Self.heartRate(-1, 4)).check()
        }
      }
      #expect(try await store.samples(QuantityType("heartRate")).isEmpty)
      let task = Task {
        try await store.write { transaction in
          _ = try await transaction.save(Self.heartRate(60, 5))
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await store.samples(QuantityType("heartRate")).isEmpty)
      await #expect(throws: StorageError.self) {
        try await store.write { _ in _ = try await store.save(Self.heartRate(60, 5)) }
      }
      #expect(try await store.save(Self.heartRate(60, 5)).storedCount == 1)
    }
  }

  @Test("more samples than one part takes", arguments: kinds) func manySamples(_ kind: String) async throws {
    try await Self.withStore(kind) { store in
      var samples = (0..<4500).map { Self.heartRate(Double(60 + $0 % 90), $0) }
      samples[2100] = Self.heartRate(-1, 2100)
      let receipt = try await store.save(samples)
      #expect(receipt.outcomes.count == samples.count && receipt.storedCount == samples.count - 1)
      #expect(!receipt.outcomes[2100].isInStore)
      let stream = AsyncStream<NewSample> { continuation in
        for number in 0..<250 { continuation.yield(Self.heartRate(61.5, 5000 + number)) }
        continuation.finish()
      }
      var receipts: [Int] = []
      try await store.save(contentsOf: stream, inTransactionsOf: 100) { receipts.append($0.storedCount) }
      #expect(receipts == [100, 100, 50])
    }
  }

  @Test("statistics, with gaps filled", arguments: kinds) func statistics(_ kind: String) async throws {
    try await Self.withStore(kind) { store in
      try await store.save(try Self.steps(100, 60), try Self.steps(50, 3 * 1440)).check()
      let from = Self.minutes(4 * 1440)
      let total = try await store.statistics(QuantityType("stepCount"), from: from, to: Self.now)
      #expect(total?.sumQuantity == Quantity(150, try UnitOfMeasure("count")))
      let days = try await store.statistics(
        QuantityType("stepCount"), by: CalendarInterval(.day), from: from, to: Self.now)
      #expect(days.map(\.sum) == [nil, 50, nil, 100])
      #expect(try await store.statistics(QuantityType("heartRate"), from: from) == nil)
      await #expect(throws: QueryError.self) {
        try await store.statistics(QuantityType("heartRate"), options: .cumulativeSum)
      }
    }
  }

  @Test("changes come as samples, and go on at their anchor", arguments: kinds) func following(_ kind: String)
    async throws
  {
    try await Self.withStore(kind) { store in
      let first = try await store.save(Self.heartRate(60, 5), try Self.pressure(120, 4))
      var anchor = ChangeAnchor.beginning
      var added: [SampleID] = []
      for try await change in store.observe(since: anchor, follows: false) {
        added += change.added.map(\.id)
        anchor = change.anchor
      }
      #expect(Set(added) == Set(first.ids))
      let saved = anchor
      let follower = Task { () -> (StoreChange?, StoreChange?) in
        // Only the signal of a commit ends the wait.
        var changes = store.observe(["heartRate"], since: saved, poll: .seconds(3600)).makeAsyncIterator()
        return (try await changes.next(), try await changes.next())
      }
      let second = try await store.save(Self.heartRate(61, 3))
      _ = try await store.delete(ids: second.ids)
      _ = try await store.save(Self.heartRate(62, 2))
      let (one, two) = try await follower.value
      let seen = [one, two].compactMap(\.self)
      #expect(!seen.isEmpty && seen.allSatisfy { $0.anchor > saved })
    }
  }

  @Test(
    "a program is a kind of store",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "no /usr/bin/python3"))
  func program() async throws {
    let folder = NSTemporaryDirectory() + "assay-door-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let plugin = PluginExecutable(
      name: "python-sqlite", path: root.path + "/plugins/python-sqlite/python_sqlite.py")
    let backends = StorageBackendFactory.builtIn + [ProcessStore.factory(plugin, scheme: "python")]
    let store = try await HealthStore(
      "python:?path=\(folder)/health.db", types: try Self.types.get(), source: Self.source, backends: backends)
    let receipt = try await store.save(Self.heartRate(64, 60), try Self.pressure(120, 30))
    try receipt.check()
    #expect(receipt.storedCount == 2)
    #expect(try await store.samples(QuantityType("heartRate")).map(\.id) == [receipt.ids[0]])
    #expect(try await store.samples(CorrelationType("bloodPressure")).first?.members.count == 2)
    try await store.close()
  }

  @Test("samples and stores of another catalog are refused") func foreign() async throws {
    let types = try Self.types.get()
    let other = HealthTypes(try Registry(types: Array(types.registry.types.dropFirst())))
    let backend = MemoryStore(registry: types.registry)
    #expect(throws: StorageError.self) { _ = try HealthStore(backend, types: other) }
    #expect(throws: StorageError.self) { _ = try HealthTypes(registry: types.registry, lines: other.lines) }
    let store = try HealthStore(backend, types: types)
    let judged = other.judged([Self.heartRate(60, 1)], now: Instant(microseconds: SavedSampleTests.now))
    #expect(judged.batch.count == 1)
    let error = await #expect(throws: StorageError.self) { _ = try await store.save(judged) }
    #expect(error?.code == .incompatible)
    #expect(try await store.samples(QuantityType("heartRate")).isEmpty)
    let own = types.judged([Self.heartRate(60, 1)], now: Instant(microseconds: SavedSampleTests.now))
    #expect(try await store.save(own).storedCount == 1)
  }

  @Test("what names no store is refused with what to write", arguments: ["", "health", "nonesuch:place", "sqlite:"])
  func wrongNames(_ name: String) async throws {
    let error = await #expect(throws: StorageError.self) {
      _ = try await HealthStore(name, types: try Self.types.get())
    }
    #expect(error?.code == .missing && error?.hint?.isEmpty == false)
  }
}
