public import HealthModel
public import HealthStorage

/// Samples as values: HealthKit's `HKSampleQuery`.
extension HealthStore {
  /// The samples of a type within a range of time: HealthKit's `HKSampleQuery`.
  ///
  /// ```swift
  /// let latest = try await store.samples(.heartRate, from: yesterday, sort: .descending, limit: 20)
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type; of the store's own `subject` if it has one.
  ///   - start: samples that end at or after this moment; with `strictStartDate` those that start at or after it.
  ///   - end: samples that start before this moment; with `strictEndDate` those that end before or at it as well.
  ///   - options: how strictly the sample must be within.
  ///   - sort: the order.
  ///   - limit: the most samples; `nil` means all.
  /// - Returns: the samples, correlations with their members inside. All of them are held in memory, however many.
  /// - Throws: `QueryError.Reason.unknownType`; `StorageError` when the store cannot be read; `CancellationError` when the
  ///   task is canceled.
  public func samples(
    _ type: some SampleType, from start: Instant? = nil, to end: Instant? = nil, options: QueryOptions = [],
    sort: SampleQuery.Sort = .ascending, limit: Int? = nil
  ) async throws -> [Sample] {
    var query = ownSamples(of: type, from: start, to: end, options)
    query.sort = sort
    query.limit = limit
    return try await samples(matching: query)
  }

  func ownSamples(
    of type: some SampleType, from start: Instant?, to end: Instant?, _ options: QueryOptions = []
  ) -> SampleQuery {
    var query = SampleQuery.samples(of: type.name, from: start?.microseconds, to: end?.microseconds, options: options)
    query.subject = subject
    return query
  }

  /// The samples that match a query, in its order, correlations with their members inside.
  ///
  /// All of them are held in memory, however many; see `limit`, `forEachSample(matching:_:)` and `sequence(of:)`.
  ///
  /// - Throws: `QueryError`: `unknownType`, and `wrongKind` or `wrongCondition` for a condition that none of the types can
  ///   meet whatever its samples say; `StorageError` when the store cannot be read; `CancellationError` when the task is
  ///   canceled.
  public func samples(matching query: SampleQuery) async throws -> [Sample] {
    var samples: [Sample] = []
    try await forEachSample(matching: query) { sample in
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
  ///   - query: which samples.
  ///   - body: called in the query's order; `false` ends the query.
  /// - Throws: as `samples(matching:)`, and what `body` throws.
  public func forEachSample(matching query: SampleQuery, _ body: (Sample) throws -> Bool) async throws {
    let query = try query.checked(for: self)
    let decoder = SampleDecoder(registry: registry)
    try await read(query) { batch in try decoder.forEachSample(in: batch, body) }
  }

  /// The samples that match a query as a sequence, requested page by page as they are consumed.
  ///
  /// ```swift
  /// for try await sample in store.sequence(of: .samples(of: "heartRate")) { print(sample.id) }
  /// ```
  ///
  /// Memory use does not grow with the answer, and nothing of the store is held while the consumer works. What is
  /// committed meanwhile comes when its place is still ahead.
  public func sequence(of query: SampleQuery) -> some AsyncSequence<Sample, any Error> & Sendable {
    SampleSequence(query: query, store: self)
  }

  /// The first samples that match, and where the next page begins.
  ///
  /// The query's limit is the size of the page; without one it is `SamplePage.usualSize`. The next page is the same
  /// query with `after` set to the token. What is committed between two pages comes when its place is still ahead.
  ///
  /// - Throws: as `samples(matching:)`; `QueryError.Reason.wrongCondition` for a page of no samples.
  public func page(of query: SampleQuery) async throws -> SamplePage {
    let size = query.limit ?? SamplePage.usualSize
    guard size > 0 else {
      throw QueryError(
        .wrongCondition, "a page of \(size) samples leads nowhere", instead: "set `limit` to the size of a page")
    }
    var asked = query
    // Requesting one more shows whether there is a next page.
    asked.limit = size < Int.max ? size + 1 : size
    var samples = try await samples(matching: asked)
    guard samples.count > size else { return SamplePage(samples: samples, next: nil) }
    samples.removeLast(samples.count - size)
    return SamplePage(samples: samples, next: samples.last.map { PageToken($0, sort: query.sort) })
  }

  /// A sample by its id; `nil` when the store has none.
  ///
  /// - Throws: `StorageError` when the store cannot be read; `CancellationError` when the task is canceled.
  public func sample(withID id: SampleID) async throws -> Sample? {
    try await samples(matching: .samples(with: [id])).first
  }

  /// The value of a characteristic: what HealthKit's `dateOfBirthComponents()`, `biologicalSex()` and others read.
  ///
  /// ```swift
  /// let birth = try await store.value(of: .dateOfBirth)  // CivilDate?
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - subject: whose value; `nil` for the store's own `subject`, and for all subjects if it has none.
  /// - Returns: the value; `nil` when it is not set, or is not a `Value`.
  /// - Throws: `QueryError`: `unknownType`; `severalSubjects` when several subjects have a value and none is named;
  ///   `StorageError` when the store cannot be read; `CancellationError` when the task is canceled.
  public func value<Value: CharacteristicValue>(
    of type: CharacteristicType<Value>, subject: String? = nil
  ) async throws -> Value? {
    var query = SampleQuery.samples(of: type.name)
    query.subject = subject ?? self.subject
    query.limit = 2
    let samples = try await samples(matching: query)
    guard samples.count < 2 else {
      throw QueryError(
        .severalSubjects, "several subjects have a value of \(TextEscaping.escaped(type.name, limit: 200))",
        instead: "name the subject")
    }
    guard let value = samples.first?.value else { return nil }
    return (value.enumCase?.name ?? value.text).flatMap { Value(sampleText: $0) }
  }

  /// The question once for each subject of its samples: samples without a subject first, then the subjects in the order
  /// of their bytes.
  ///
  /// The samples are read once to find the subjects. A limit and a page hold for each part by itself.
  ///
  /// ```swift
  /// for part in try await store.subjects(matching: .samples(of: "bodyMass")) {
  ///   print(part.subject ?? "-", try await store.samples(matching: part.query).count)
  /// }
  /// ```
  ///
  /// - Parameter asked: which samples.
  /// - Returns: the parts, each of which has samples.
  /// - Throws: as `samples(matching:)`.
  public func subjects(matching asked: SampleQuery) async throws -> [SubjectPart] {
    var query = try asked.checked(for: self)
    (query.limit, query.after) = (nil, nil)
    var found: Set<SubjectName> = []
    try await read(query) { batch in
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
    return found.sorted().map { SubjectPart(subject: $0.name, query: asked.part(of: $0.name)) }
  }
}

extension SampleQuery {
  fileprivate func part(of subject: String?) -> SampleQuery {
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

/// A part of an answer.
public struct SamplePage: Sendable, Hashable {
  /// The samples, in the query's order.
  public var samples: [Sample]
  /// The token that requests the next page; `nil` if this is the last.
  public var next: PageToken?

  /// How many samples a page has when the query does not say it.
  package static let usualSize = 1000
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

/// The samples of an answer, requested page by page as they are consumed.
struct SampleSequence: AsyncSequence, Sendable {
  typealias Element = Sample

  let query: SampleQuery
  let store: HealthStore

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(query: query, store: store) }

  struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    private var query: SampleQuery
    private let store: HealthStore
    private var page: [Sample] = []
    private var place = 0
    private var rest: Int
    private var isLastPage = false

    /// How many samples are held at most.
    private static let pageSize = 2000

    init(query: SampleQuery, store: HealthStore) {
      self.query = query
      self.store = store
      rest = query.limit ?? Int.max
    }

    mutating func next() async throws -> Sample? {
      if place == page.count {
        guard !isLastPage, rest != 0 else { return nil }
        // An error ends the sequence.
        isLastPage = true
        try Task.checkCancellation()
        query.limit = Swift.min(rest, Self.pageSize)
        let found = try await store.samples(matching: query)
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
