import HealthModel
public import HealthStorage

/// The answers to a sample query as values: HealthKit's `HKSampleQuery`.
extension SampleQuery {
  /// The samples that match, in the query's order, correlations with their members inside.
  ///
  /// All of them are held in memory, however many; see `limit`, `forEachSample(for:_:)` and `samples(for:)`.
  ///
  /// - Throws: `QueryError`, see `checked(for:)`; `StorageError` when the store cannot be read; `CancellationError` when
  ///   the task is cancelled.
  public func result(for store: HealthStore) async throws -> [Sample] {
    var samples: [Sample] = []
    try await forEachSample(for: store) { sample in
      samples.append(sample)
      return true
    }
    return samples
  }

  /// Passes the samples that match to a function, one by one, all of them as of one moment.
  ///
  /// Memory use does not grow with the answer.
  ///
  /// - Parameters:
  ///   - store: the store that runs the query.
  ///   - body: called in the query's order; `false` ends the query.
  /// - Throws: `QueryError`, see `checked(for:)`; `StorageError` when the store cannot be read; `CancellationError` when
  ///   the task is cancelled, and what `body` throws.
  public func forEachSample(for store: HealthStore, _ body: (Sample) throws -> Bool) async throws {
    let query = try checked(for: store)
    let decoder = SampleDecoder(registry: store.registry)
    try await store.read(query) { batch in try decoder.forEachSample(in: batch, body) }
  }

  /// The first samples that match, and where the next page begins.
  ///
  /// The query's limit is the size of the page; without one it is `SamplePage.usualSize`. The next page is the same
  /// query with `after` set to the token. What is committed between two pages comes when its place is still ahead.
  ///
  /// - Throws: as `result(for:)`; `QueryError.Reason.wrongCondition` for a page of no samples.
  public func page(for store: HealthStore) async throws -> SamplePage {
    let size = limit ?? SamplePage.usualSize
    guard size > 0 else {
      throw QueryError(
        .wrongCondition, "a page of \(size) samples leads nowhere", instead: "set `limit` to the size of a page")
    }
    var query = self
    // Requesting one more shows whether there is a next page.
    query.limit = size < Int.max ? size + 1 : size
    var samples = try await query.result(for: store)
    guard samples.count > size else { return SamplePage(samples: samples, next: nil) }
    samples.removeLast(samples.count - size)
    return SamplePage(samples: samples, next: samples.last.map { PageToken($0, sort: sort) })
  }

  /// The samples that match as a sequence, for `for try await`.
  ///
  /// Pages are requested as the consumer advances: memory use does not grow with the answer, and nothing of the store
  /// is held while the consumer works. See `page(for:)` for what is committed meanwhile.
  public func samples(for store: HealthStore) -> SampleSequence { SampleSequence(query: self, store: store) }
}

/// A part of an answer.
public struct SamplePage: Sendable, Hashable {
  /// The samples, in the query's order.
  public var samples: [Sample]
  /// The token that requests the next page; `nil` if this is the last.
  public var next: PageToken?

  /// How many samples a page has when the query does not say it.
  package static let usualSize = 1000

  package init(samples: [Sample], next: PageToken?) {
    self.samples = samples
    self.next = next
  }
}

extension PageToken {
  package init(_ sample: Sample, sort: SampleQuery.Sort) {
    let moment = sort.isByEnd ? sample.end : sample.start
    self.init(type: sample.type, time: moment?.microseconds, id: sample.id)
  }
}
