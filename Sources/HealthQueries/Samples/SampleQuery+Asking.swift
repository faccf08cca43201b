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

/// Bounds on start and end. A query holds one lower and one upper bound, each on one of the two; a bound that follows
/// from the one that is there changes nothing.
extension SampleQuery {
  /// Requires that samples start at or after a moment; `false` when the query cannot say it.
  mutating func require(startAtLeast moment: Int64) -> Bool {
    guard let from else {
      self.from = moment
      isStrictStart = true
      return true
    }
    // After a bound on the end the start may only be bounded later: an end is never before its start.
    guard isStrictStart || moment >= from else { return false }
    self.from = max(from, moment)
    isStrictStart = true
    return true
  }

  /// Requires that samples end at or after a moment; `false` when the query cannot say it.
  mutating func require(endAtLeast moment: Int64) -> Bool {
    guard let from else {
      self.from = moment
      isStrictStart = false
      return true
    }
    if isStrictStart { return moment <= from }
    self.from = max(from, moment)
    return true
  }

  /// Requires that samples start before a moment; `false` when the query cannot say it.
  mutating func require(startBefore moment: Int64) -> Bool {
    guard let to else {
      self.to = moment
      isStrictEnd = false
      return true
    }
    if isStrictEnd { return to < moment }
    self.to = min(to, moment)
    return true
  }

  /// Requires that samples end before or at a moment; `false` when the query cannot say it.
  mutating func require(endAtMost moment: Int64) -> Bool {
    guard let to else {
      self.to = moment
      isStrictEnd = true
      return true
    }
    guard isStrictEnd || moment < to else { return false }
    self.to = min(to, moment)
    isStrictEnd = true
    return true
  }
}

/// Conditions of a text as those of a query: what a store can look up by the query's own fields is said there, all else
/// is its `condition`.
extension SampleQuery {
  /// Requires a condition, beside what is required already.
  mutating func require(_ part: ConditionBinder.Part, _ registry: Registry) throws(SyntaxError) {
    if try take(part.condition, registry, at: part.place) { return }
    let others = condition.map(\.conjuncts) ?? []
    let all = others + part.condition.conjuncts
    condition = all.count == 1 ? all[0] : .all(all)
  }

  /// Says a condition by the query's own fields; `false` when it has none for it.
  private mutating func take(
    _ condition: BoundExpression, _ registry: Registry, at place: Int
  ) throws(SyntaxError) -> Bool {
    switch condition {
    case .comparison(.sample(.start), let comparison, .constant(.time(let moment))):
      return require(isStart: true, comparison, moment)
    case .comparison(.sample(.end), let comparison, .constant(.time(let moment))):
      return require(isStart: false, comparison, moment)
    case .sample(.isSource(let name)): return require(source: name)
    case .comparison(.sample(.subject), .equal, .constant(.text(let name))): try require([name], at: place)
    case .comparison(.sample(.subject), .notEqual, .constant(.text(let name))): excludedSubjects.append(name)
    case .isOneOf(.sample(.subject), let names): try require(names, at: place)
    case .isOneOf(.sample(.device(let property)), let values): return require(property, values)
    case .comparison(.sample(.metadata(let key)), let comparison, .constant(let value)):
      guard let operand = MetadataCondition.Operand(value) else { return false }
      metadata.append(MetadataCondition(key: key, comparison, operand))
    case .not(.isMissing(.sample(.metadata(let key)))): metadata.append(MetadataCondition(key: key))
    case .fold(.any, .members(let role), let body, nil): return require(role, body, registry)
    default:
      guard let value = ValueCondition(condition, on: .sample(.value), registry) else { return false }
      values.append(value)
    }
    return true
  }

  private mutating func require(isStart: Bool, _ comparison: Comparison, _ moment: Int64) -> Bool {
    // A moment is within the years 1 to 9999, so that its neighbors exist.
    switch (isStart, comparison) {
    case (_, .equal), (_, .notEqual): false
    case (true, .greater): require(startAtLeast: moment + 1)
    case (true, .greaterOrEqual): require(startAtLeast: moment)
    case (true, .less): require(startBefore: moment)
    case (true, .lessOrEqual): require(startBefore: moment + 1)
    case (false, .greater): require(endAtLeast: moment + 1)
    case (false, .greaterOrEqual): require(endAtLeast: moment)
    case (false, .less): require(endAtMost: moment - 1)
    case (false, .lessOrEqual): require(endAtMost: moment)
    }
  }

  private mutating func require(source name: String) -> Bool {
    if let source, !source.utf8.elementsEqual(name.utf8) { return false }
    source = name
    return true
  }

  private mutating func require(_ property: String, _ values: [String]) -> Bool {
    guard let property = DeviceProperty(rawValue: property) else { return false }
    guard let present = device else {
      device = DeviceCondition(property, values)
      return true
    }
    guard present.property == property else { return false }
    device?.values = present.values.filter { values.contains($0) }
    return true
  }

  private mutating func require(_ role: String, _ body: BoundExpression?, _ registry: Registry) -> Bool {
    var wanted: [ValueCondition] = []
    for part in body.map(\.conjuncts) ?? [] {
      guard let value = ValueCondition(part, on: .element(.value), registry) else { return false }
      wanted.append(value)
    }
    if let index = members.firstIndex(where: { $0.role == role }) {
      members[index].values += wanted
    } else {
      members.append(MemberCondition(role: role, values: wanted))
    }
    return true
  }

  private mutating func require(_ names: [String], at place: Int) throws(SyntaxError) {
    let present = subjects ?? subject.map { [$0] } ?? []
    guard require(subjects: names) else {
      let shown = present.map { "`\(TextEscaping.escaped($0, limit: 80))`" }.joined(separator: ", ")
      throw SyntaxError(
        place, "a sample is of one subject, and the query already wants \(shown)",
        instead: "write `subject in (A, B)` for several subjects")
    }
  }

  /// Requires one of these subjects; what was required before still holds.
  package mutating func require(subjects names: [String]) -> Bool {
    let present = subjects ?? subject.map { [$0] }
    var wanted: [String] = []
    for name in names where !Self.contains(name, wanted) && present.map({ Self.contains(name, $0) }) ?? true {
      wanted.append(name)
    }
    guard !wanted.isEmpty else { return false }
    // One by itself is what every store and plugin can look up.
    (subject, subjects) = wanted.count == 1 ? (wanted[0], nil) : (nil, wanted)
    return true
  }

  /// Whether a list has a text, byte for byte.
  private static func contains(_ name: String, _ list: [String]) -> Bool {
    list.contains { $0.utf8.elementsEqual(name.utf8) }
  }
}

extension ValueCondition {
  /// The condition on a value that an expression says; `nil` when it says another one.
  fileprivate init?(_ condition: BoundExpression, on value: BoundExpression, _ registry: Registry) {
    switch condition {
    case .comparison(value, let comparison, .constant(.number(let number))): self.init(comparison, .number(number))
    case .isOneOf(value, let texts):
      guard let name = Self.name(of: texts, registry) else { return nil }
      self.init(.equal, .text(name))
    case .not(.isOneOf(value, let texts)):
      guard let name = Self.name(of: texts, registry) else { return nil }
      self.init(.notEqual, .text(name))
    default: return nil
    }
  }

  /// The name of the one case that has all of some names; `nil` when they are those of several.
  private static func name(of texts: [String], _ registry: Registry) -> String? {
    guard let first = texts.first else { return nil }
    let isOne =
      texts.count == 1
      || registry.types.contains { type in
        guard let item = type.shape.enumeration?.item(named: first) else { return false }
        return [item.name] + item.aliases == texts
      }
    return isOne ? first : nil
  }
}

extension MetadataCondition.Operand {
  /// What a value of metadata is compared with; `nil` for a value that metadata do not have.
  init?(_ value: ConditionValue) {
    switch value {
    case .text(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .quantity(let number, let unit): self = .quantity(number, unit: unit)
    case .missing, .time: return nil
    }
  }
}

/// Questions for samples by what they have to do with another one.
extension SampleQuery {
  /// Samples inside a sample, such as the heart rates of a workout: `predicateForObjects(from:)` of a workout.
  ///
  /// Inside are those of the same subject, or as well without one, that neither start before the sample does nor end
  /// after it. HealthKit has the objects that an app added to the workout; exports do not say which these are, so that
  /// here time decides, whatever the source; `collected(for:)` finds those that a `WorkoutBuilder` added.
  /// `from(source:)` narrows it. The sample itself is inside, too: name types.
  ///
  /// ```swift
  /// let pulses = try await SampleQuery.samples(of: "heartRate").within(workout).result(for: store)
  /// ```
  ///
  /// - Parameter sample: the sample; inside one without a time there is nothing.
  /// - Returns: the query, narrowed.
  public func within(_ sample: Sample) -> SampleQuery {
    guard let start = sample.start?.microseconds, let end = sample.end?.microseconds else { return none }
    var query = self
    var parts: [BoundExpression] = []
    if !query.require(startAtLeast: start) {
      parts.append(.comparison(.sample(.start), .greaterOrEqual, .constant(.time(start))))
    }
    if !query.require(endAtMost: end) {
      parts.append(.comparison(.sample(.end), .lessOrEqual, .constant(.time(end))))
    }
    if let subject = sample.subject {
      guard query.require(subjects: [subject]) else { return none }
    } else {
      parts.append(.isMissing(.sample(.subject)))
    }
    query.require(parts)
    return query
  }

  /// Samples that belong to a sample, as routes do to their workout: those that name it as their `parent`.
  ///
  /// ```swift
  /// let routes = try await SampleQuery.samples(of: "workoutRoute").children(of: workout.id).result(for: store)
  /// ```
  public func children(of parent: SampleID) -> SampleQuery {
    var query = self
    query.require([.comparison(.sample(.parent), .equal, .constant(.text(parent.description)))])
    return query
  }

  /// The series of a sample: those that name it as their `parent`, and those inside its time that name none.
  func belonging(to owner: Sample) -> SampleQuery {
    var query = self
    let named = BoundExpression.comparison(.sample(.parent), .equal, .constant(.text(owner.id.description)))
    if let start = owner.start?.microseconds, let end = owner.end?.microseconds {
      let unnamed: [BoundExpression] = [
        .isMissing(.sample(.parent)),
        .comparison(.sample(.start), .greaterOrEqual, .constant(.time(start))),
        .comparison(.sample(.start), .lessOrEqual, .constant(.time(end))),
        .comparison(.sample(.end), .lessOrEqual, .constant(.time(end))),
      ]
      query.require([.any([named, .all(unnamed)])])
    } else {
      query.require([named])
    }
    return query
  }

  private var none: SampleQuery {
    var query = self
    query.ids = []
    return query
  }

  private mutating func require(_ parts: [BoundExpression]) {
    let all = (condition.map { [$0] } ?? []) + parts
    if !all.isEmpty { condition = all.count == 1 ? all[0] : .all(all) }
  }
}
