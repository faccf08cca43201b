import HealthStorage

/// The samples of an answer, requested page by page as they are consumed.
public struct SampleSequence: AsyncSequence, Sendable {
  /// A sample, a correlation with its members inside.
  public typealias Element = Sample

  let query: SampleQuery
  let store: HealthStore

  /// Begins at the query's first sample.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, store: store) }
}

extension SampleSequence {
  /// Where one consumer is.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var query: SampleQuery
    private let store: HealthStore
    private var page: [Sample] = []
    private var place = 0
    /// The number of samples that may still be requested.
    private var rest: Int
    private var isLastPage = false

    /// How many samples are held at most.
    private static let pageSize = 2000

    init(query: SampleQuery, store: HealthStore) {
      self.query = query
      self.store = store
      rest = query.limit ?? Int.max
    }

    /// The next sample.
    ///
    /// - Returns: `nil` after the last one.
    /// - Throws: as `SampleQuery.result(for:)`; `CancellationError` when the task was cancelled. The sequence has ended
    ///   then.
    public mutating func next() async throws -> Sample? {
      if place == page.count {
        guard !isLastPage, rest != 0 else { return nil }
        // An error ends the sequence.
        isLastPage = true
        try Task.checkCancellation()
        query.limit = Swift.min(rest, Self.pageSize)
        let found = try await query.result(for: store)
        page = found
        place = 0
        rest -= found.count
        guard let last = found.last else { return nil }
        query.after = PageToken(last, sort: query.sort)
        isLastPage = found.count < Self.pageSize
      }
      place += 1
      return page[place - 1]
    }
  }
}
