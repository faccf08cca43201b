import HealthModel
import HealthStorage
import HealthTestKit
import Synchronization
import Testing

@testable import JSONLStore

/// Of the routes of a store only those are read as samples that can belong to the workout that is asked for.
@Suite struct ParentMatchTests {
  private static let parent = "5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A001"
  private static let other = "5D0B6A6E-0F6C-4A51-9C39-70C2D0A7A002"
  private let place: Place

  init() throws { place = try Place() }

  /// Counts the lines that are read as samples.
  private final class CountingLines: SampleLineCoding {
    private let base: any SampleLineCoding
    private let lines = Mutex(0)

    init(_ base: any SampleLineCoding) { self.base = base }

    var registry: RegistrySignature? { base.registry }

    func append(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
      base.append(row, of: batch, to: &output)
    }

    func samples(_ lines: [UInt8], groups: [Int]) throws(StorageError) -> SampleBatch {
      self.lines.withLock { $0 += groups.reduce(0, +) }
      return try base.samples(lines, groups: groups)
    }

    /// How many lines were read since the last call.
    func take() -> Int {
      lines.withLock { count in
        defer { count = 0 }
        return count
      }
    }
  }

  private static func route(at second: Int, parent: String?) -> String {
    let name = parent.map { #","parent":"\#($0)""# } ?? ""
    return """
      {"type":"workoutRoute","start":"\(Bench.time(second))","end":"\(Bench.time(second + 2))"\(name),\
      "points":{"time":[0],"units":{"latitude":"deg","longitude":"deg"},"latitude":[1],"longitude":[2]}}
      """
  }

  private static func named(_ parent: String) -> BoundExpression {
    .comparison(.sample(.parent), .equal, .constant(.text(parent)))
  }

  @Test("lines that name another parent are not read") func counts() async throws {
    let writer = try await place.open()
    var lines = (0..<40).map { Self.route(at: $0 * 10, parent: $0.isMultiple(of: 10) ? Self.parent : Self.other) }
    lines += [Self.route(at: 1000, parent: nil), Self.route(at: 2000, parent: nil)]
    _ = try await writer.append(try Bench.batch(lines))
    try await writer.commit(nil)
    try await writer.close()
    let options = StorageOptions(isReadOnly: true, waitMilliseconds: 200)
    let context = try Bench.workbench().context(options)
    let coding = CountingLines(context.lines)
    let store = try await JSONLPlugin.factory.open(
      StorageURL(scheme: "jsonl", location: place.store + "/"),
      StorageContext(registry: context.registry, options: options, lines: coding))
    _ = coding.take()
    var query = SampleQuery()
    query.types = ["workoutRoute"]
    query.condition = Self.named(Self.parent)
    for sort in SampleQuery.Sort.allCases {
      query.sort = sort
      #expect(try await Self.count(query, in: store) == 4)
      #expect(coding.take() == 4, "\(sort)")
    }
    query.sort = .ascending
    query.limit = 3
    #expect(try await Self.count(query, in: store) == 3)
    query.limit = nil
    _ = coding.take()
    // Those that name none are told by their start.
    let range: [BoundExpression] = [
      .isMissing(.sample(.parent)),
      .comparison(.sample(.start), .greaterOrEqual, .constant(.time(Bench.microseconds(1000)))),
      .comparison(.sample(.start), .lessOrEqual, .constant(.time(Bench.microseconds(1500)))),
    ]
    query.condition = .any([Self.named(Self.parent), .all(range)])
    #expect(try await Self.count(query, in: store) == 5)
    #expect(coding.take() == 5)
    try await store.close()
  }

  private static func count(_ query: SampleQuery, in store: any StorageBackend) async throws -> Int {
    var count = 0
    try await store.query(query) { batch in
      count += batch.count
      return true
    }
    return count
  }
}
