public import HealthModel
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

/// The part of a question that is about one subject.
public struct SubjectPart: Sendable, Hashable {
  /// The subject; `nil` for samples that name none.
  public var subject: String?
  /// The question for the samples of the subject alone.
  public var query: SampleQuery
}

extension SampleQuery {
  /// The question once for each subject of its samples: samples without a subject first, then the subjects in the order
  /// of their bytes.
  ///
  /// The samples are read once to find the subjects. A limit and a page hold for each part by itself.
  ///
  /// ```swift
  /// for part in try await SampleQuery.samples(of: "bodyMass").bySubject(for: store) {
  ///   print(part.subject ?? "-", try await part.query.result(for: store).count)
  /// }
  /// ```
  ///
  /// - Parameter store: where the samples are.
  /// - Returns: the parts, each of which has samples.
  /// - Throws: `QueryError`, see `checked(for:)`; `StorageError` when the store cannot be read; `CancellationError` when
  ///   the task is cancelled.
  public func bySubject(for store: HealthStore) async throws -> [SubjectPart] {
    var query = try checked(for: store)
    (query.limit, query.after) = (nil, nil)
    var found: Set<SubjectName> = []
    try await store.read(query) { batch in
      var seen: Set<Int32> = []
      var head = 0
      while head < batch.count {
        let subject = batch.subject[head]
        if seen.insert(subject).inserted {
          found.insert(SubjectName(subject < 0 ? nil : batch.string(batch.subjects.ranges[Int(subject)])))
        }
        head = batch.group(at: head).upperBound
      }
      return true
    }
    return found.sorted().map { SubjectPart(subject: $0.name, query: part(of: $0.name)) }
  }

  private func part(of subject: String?) -> SampleQuery {
    var part = self
    if let subject {
      (part.subject, part.subjects) = (subject, nil)
    } else {
      let missing = BoundExpression.isMissing(.sample(.subject))
      part.condition = condition.map { .all([$0, missing]) } ?? missing
    }
    return part
  }
}

/// How strictly a sample must be within a range of time: HealthKit's `HKQueryOptions`.
public struct QueryOptions: OptionSet, Sendable, Hashable {
  /// The options as bits.
  public let rawValue: Int

  /// Creates a set of the options whose bits are set.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The sample must start at or after the beginning.
  public static let strictStartDate = QueryOptions(rawValue: 1)
  /// The sample must end before or at the end.
  public static let strictEndDate = QueryOptions(rawValue: 2)
}

/// Queries in the words of HealthKit's predicates; each condition narrows the query that it is added to.
extension SampleQuery {
  /// Samples of types within a range of time: `predicateForSamples(withStart:end:options:)`.
  ///
  /// - Parameters:
  ///   - types: the types, by any of their names; none means all.
  ///   - start: samples that end at or after this moment, in microseconds since 1970 UTC; with `strictStartDate` those
  ///     that start at or after it.
  ///   - end: samples that start before this moment; with `strictEndDate` those that end before or at it as well.
  ///   - options: how strictly the sample must be within.
  /// - Returns: the query, in ascending order.
  public static func samples(
    of types: String..., from start: Int64? = nil, to end: Int64? = nil, options: QueryOptions = []
  ) -> SampleQuery {
    var query = SampleQuery()
    query.types = types
    query.setTime(from: start, to: end, options: options)
    return query
  }

  /// Samples by their ids: `predicateForObjects(with:)`.
  public static func samples(with ids: [SampleID]) -> SampleQuery {
    var query = SampleQuery()
    query.ids = ids
    return query
  }

  /// Samples of a source, by its bundle or name: `predicateForObjects(from:)`.
  public func from(source bundleOrName: String) -> SampleQuery { with { $0.source = bundleOrName } }

  /// Samples of devices: `predicateForObjects(withDeviceProperty:allowedValues:)`.
  public func withDevice(_ property: DeviceCondition.Property, allowedValues: [String]) -> SampleQuery {
    with { $0.device = DeviceCondition(property, allowedValues) }
  }

  /// Samples that have a metadata key: `predicateForObjects(withMetadataKey:)`.
  public func withMetadata(_ key: String) -> SampleQuery {
    with { $0.metadata.append(MetadataCondition(key: key)) }
  }

  /// Samples whose metadata say something: `predicateForObjects(withMetadataKey:operatorType:value:)`.
  public func withMetadata(
    _ key: String, _ comparison: Comparison, _ operand: MetadataCondition.Operand
  ) -> SampleQuery {
    with { $0.metadata.append(MetadataCondition(key: key, comparison, operand)) }
  }

  /// Samples whose value is so to a quantity: `predicateForQuantitySamples(with:quantity:)`.
  ///
  /// - Throws: `QueryError`, when the query is not of one type, the type is none of numbers, or the unit is of another
  ///   dimension.
  public func withQuantity(
    _ comparison: Comparison, _ quantity: Quantity, in store: HealthStore
  ) throws(QueryError) -> SampleQuery {
    guard let type = types.first, types.count == 1 else {
      throw QueryError(
        .wrongTypeCount, "a quantity is compared with samples of one type, and the query names \(types.count)",
        instead: "ask for each type by itself")
    }
    let condition = try ValueCondition.quantity(comparison, quantity, type: type, in: store)
    return with { $0.values.append(condition) }
  }

  /// Samples of a category's case: `predicateForCategorySamples(with:value:)`.
  public func withCategory(_ comparison: Comparison, _ name: String) -> SampleQuery {
    with { $0.values.append(ValueCondition(comparison, .text(name))) }
  }

  /// Samples whose value is a case.
  public func withCategory(_ name: String) -> SampleQuery { withCategory(.equal, name) }

  /// Samples that are in no correlation: `predicateForObjectsWithNoCorrelation()`.
  public func withoutCorrelation() -> SampleQuery { with { $0.omitsMembers = true } }

  /// Sets the range of time.
  mutating func setTime(from start: Int64?, to end: Int64?, options: QueryOptions) {
    from = start
    to = end
    isStrictStart = options.contains(.strictStartDate)
    isStrictEnd = options.contains(.strictEndDate)
  }

  private func with(_ change: (inout SampleQuery) -> Void) -> SampleQuery {
    var query = self
    change(&query)
    return query
  }
}

/// The samples of an answer, requested page by page as they are consumed.
public struct SampleSequence: AsyncSequence, Sendable {
  /// A sample, a correlation with its members inside.
  public typealias Element = Sample

  let query: SampleQuery
  let store: HealthStore

  /// Begins at the query's first sample.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, store: store) }

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
