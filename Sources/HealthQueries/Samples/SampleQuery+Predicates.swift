public import HealthModel
public import HealthStorage

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
