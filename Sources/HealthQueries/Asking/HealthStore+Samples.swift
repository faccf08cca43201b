public import HealthModel
public import HealthStorage

extension HealthStore {
  /// The moment that counts as now, by the store's clock.
  public var now: Instant { Instant(microseconds: clock()) }

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
    var query = SampleQuery.samples(
      of: type.name, from: start?.microseconds, to: end?.microseconds, options: options)
    query.subject = subject
    query.sort = sort
    query.limit = limit
    return try await query.result(for: self)
  }

  /// The samples that match a query, in its order.
  ///
  /// - Throws: `QueryError`, see `SampleQuery.checked(for:)`; `StorageError` when the store cannot be read;
  ///   `CancellationError` when the task is canceled.
  public func samples(matching query: SampleQuery) async throws -> [Sample] { try await query.result(for: self) }

  /// The samples that match a query as a sequence, requested page by page as they are consumed.
  ///
  /// ```swift
  /// for try await sample in store.sequence(of: .samples(of: "heartRate")) { print(sample.id) }
  /// ```
  public func sequence(of query: SampleQuery) -> SampleSequence { query.samples(for: self) }

  /// A sample by its id; `nil` when the store has none.
  ///
  /// - Throws: `StorageError` when the store cannot be read; `CancellationError` when the task is canceled.
  public func sample(withID id: SampleID) async throws -> Sample? {
    try await SampleQuery.samples(with: [id]).result(for: self).first
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
    let samples = try await query.result(for: self)
    guard samples.count < 2 else {
      throw QueryError(
        .severalSubjects, "several subjects have a value of \(TextEscaping.escaped(type.name, limit: 200))",
        instead: "name the subject")
    }
    guard let value = samples.first?.value else { return nil }
    return (value.enumCase?.name ?? value.text).flatMap { Value(sampleText: $0) }
  }

  /// Who saved samples of a type, and how many: HealthKit's `HKSourceQuery`.
  ///
  /// - Returns: the sources by bundle and name; samples that name none are one entry, which is the first.
  /// - Throws: `QueryError.Reason.unknownType`; `StorageError` when the store cannot be read.
  public func sources(of type: some SampleType) async throws -> [SourceSummary] {
    try await SourceQuery(of: type.name).result(for: self)
  }
}
