import HealthModel
import HealthStorage
import HealthTestKit
import Testing

@testable import SQLiteStore

/// An import stays within 64 MB: pages of long texts, as routes have, do not fill the cache.
@Suite struct PageCacheTests {
  @Test("samples with long texts are written through a smaller cache, and others through the usual one")
  func sizes() async throws {
    let place = try Place()
    let registry = try Types.registry()
    let store = try await place.open(registry)
    let writer = try #require((store.base as? SQLiteBackend)?.writer)
    func size() throws -> Int64 { try writer.sync { try $0.integer("PRAGMA cache_size") } }
    func drafts(_ count: Int, at start: Int64, text: Int) -> [Draft] {
      (0..<count).map { number in
        Draft("heartRate", at: start + Int64(number), value: 60).with {
          $0.metadata = "{\"note\":\"\(String(repeating: "x", count: text))\"}"
        }
      }
    }
    #expect(try size() == -Int64(PageCache.usual))
    _ = try await store.append(drafts(100, at: 0, text: 10), registry)
    #expect(try size() == -Int64(PageCache.usual))
    _ = try await store.append(drafts(20, at: 1000, text: 100_000), registry)
    #expect(try size() == -Int64(PageCache.small))
    _ = try await store.append(drafts(100, at: 2000, text: 10), registry)
    #expect(try size() == -Int64(PageCache.usual))
    try await store.commit()
    #expect(try await store.answers().count == 220)
    #expect(try await store.verify().isEmpty)
    try await store.close()
  }
}
