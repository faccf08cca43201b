import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@Suite struct AppendTests {
  let place: Place
  let registry: Registry

  init() throws {
    place = try Place()
    registry = try Types.registry()
  }

  /// Samples go in many at a time where all are new: which are there already, or twice, must not show.
  @Test(arguments: [[], [0], [63], [64, 65, 200], [299], Array(100..<200)])
  func aLargeBatchIsStoredAsItsSamplesOneByOne(stored: [Int]) async throws {
    let samples = (0..<300).map { (index: Int) -> Draft in
      let start = Int64(index * 37 % 300) * 1_000_000
      var draft = Draft(index % 7 == 0 ? "stepCount" : "heartRate", at: start, value: Double(index))
      if index % 5 == 0 { draft.metadata = #"{"n":\#(index)}"# }
      return draft
    }
    let batch = samples + [samples[64], samples[1]]
    let store = try await place.open(registry)
    _ = try await store.append(stored.map { samples[$0] }, registry)
    try await store.commit()
    let outcomes = try await store.append(batch, registry)
    try await store.commit()
    let known = Set(stored)
    let expected = samples.indices.map { known.contains($0) ? duplicate : accepted }
    #expect(outcomes == expected + [duplicate, duplicate])
    let otherPlace = try Place()
    let other = try await otherPlace.open(registry)
    for sample in samples { _ = try await other.append([sample], registry) }
    try await other.commit()
    #expect(try await store.answers() == other.answers())
    try await store.close()
    try await other.close()
  }

  /// Only what one of a batch's samples has a value for is bound.
  @Test(arguments: [
    "", "source", "device", "subject", "origin", "metadata", "original", "unknown", "created", "given", "offset",
  ])
  func whatOneSampleOfManyHasIsStored(field: String) async throws {
    var samples = (0..<130).map { number in
      Draft("heartRate", at: Int64(number) * 1_000_000, value: Double(number))
        .with { $0.offset = SampleBatch.noOffset }
    }
    samples[70] = samples[70].with {
      switch field {
      case "source": $0.source = #"{"name":"Watch"}"#
      case "device": $0.device = #"{"model":"D"}"#
      case "subject": $0.subject = "p-1"
      case "origin": $0.origin = "made-up"
      case "metadata": $0.metadata = #"{"k":1}"#
      case "original": $0.original = #"{"unit":"count/min"}"#
      case "unknown": $0.unknown = #""note":1"#
      case "created": $0.created = 5
      case "given": $0.given = uuid(7)
      case "offset": $0.offset = 60
      default: break
      }
    }
    let store = try await place.open(registry)
    #expect(try await store.append(samples, registry).allSatisfy { $0 == accepted })
    try await store.commit()
    let otherPlace = try Place()
    let other = try await otherPlace.open(registry)
    for sample in samples { _ = try await other.append([sample], registry) }
    try await other.commit()
    #expect(try await store.answers() == other.answers())
    #expect(try await store.verify() == [])
    try await store.close()
    try await other.close()
    #expect(try place.rows("SELECT * FROM assay_samples") == otherPlace.rows("SELECT * FROM assay_samples"))
  }

  @Test func rollbackForgetsSamplesTypesAndSources() async throws {
    let store = try await place.open(registry)
    let sample = Draft("heartRate", value: 72).with { $0.source = #"{"name":"Watch"}"# }
    _ = try await store.append([sample], registry)
    await store.rollback()
    #expect(try await store.counts().isEmpty)
    let other = Draft("stepCount", value: 3).with { $0.source = #"{"name":"Phone"}"# }
    #expect(try await store.append([other, sample], registry) == [accepted, accepted])
    try await store.commit()
    try await store.close()
    let types = try place.rows("SELECT name FROM assay_types ORDER BY id").map { $0["name"] }
    #expect(types == ["stepCount", "heartRate"])
    let sources = try place.rows("SELECT name FROM assay_sources ORDER BY id").map { $0["name"] }
    #expect(sources == ["Phone", "Watch"])
  }

  @Test func aReopenedStoreHasSamplesAndProgress() async throws {
    let store = try await place.open(registry)
    _ = try await store.append([Draft("heartRate", value: 72)], registry)
    var progress = ImportProgress(
      input: "/data/in.ndjson", path: "in.ndjson", position: ReadPosition(byteOffset: 99, line: 3, column: 2),
      prefixHash: [1, 2, 255], details: #"{"read":1}"#, quarantineLength: 7, unsupportedLength: 8,
      isIncomplete: true, catalogHash: "cafe", version: "1.0")
    progress.counts.read = 1
    progress.counts.accepted = 1
    try await store.commit(progress)
    try await store.close()
    #expect(try place.names() == ["health.db"], "closing leaves one file")
    let again = try await place.open(registry, isReadOnly: true)
    #expect(try await again.progress(of: "/data/in.ndjson") == progress)
    #expect(try await again.progress(of: "/data/other") == nil)
    #expect(try await again.counts() == [StoredTypeCount(type: "heartRate", count: 1)])
    try await again.close()
  }

  @Test func anotherWriterIsWaitedForAndThenReported() async throws {
    let first = try await place.open(registry)
    let second = try await place.open(registry, wait: 50)
    _ = try await first.append([Draft("heartRate", value: 1)], registry)
    let error = await #expect(throws: StorageError.self) {
      _ = try await second.append([Draft("heartRate", value: 2)], self.registry)
    }
    #expect(error?.code == .locked)
    try await first.commit()
    #expect(try await second.append([Draft("heartRate", value: 1)], registry) == [duplicate])
    #expect(try await second.append([Draft("heartRate", value: 2)], registry) == [accepted])
    try await second.commit()
    try await first.close()
    try await second.close()
  }

  @Test func aStoreOpenedForReadingTakesNothing() async throws {
    try await place.open(registry).close()
    let store = try await place.open(registry, isReadOnly: true)
    let error = await #expect(throws: StorageError.self) {
      _ = try await store.append([Draft("heartRate", value: 2)], self.registry)
    }
    #expect(error?.code == .unwritable)
    try await store.close()
  }
}
