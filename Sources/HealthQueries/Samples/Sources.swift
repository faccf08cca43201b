import HealthModel
public import HealthStorage

extension HealthStore {
  /// Who saved samples, and how many: HealthKit's `HKSourceQuery`.
  ///
  /// Sources that differ only in versions or products count as one; a renamed source appears once for each name. The
  /// members of correlations count in their type.
  ///
  /// ```swift
  /// let rings = try await store.sources(matching: .samples(of: "heartRate")).map(\.bundle)
  /// ```
  ///
  /// - Parameter query: which samples are read; without types those of all stored types, without a subject those of all
  ///   subjects. Order, limit and page do not matter.
  /// - Returns: the sources, by bundle and name as bytes; samples that name none are one entry, which is the first.
  /// - Throws: `QueryError`, see `samples(matching:)`; `StorageError` when the store cannot be read.
  public func sources(matching query: SampleQuery = SampleQuery()) async throws -> [SourceSummary] {
    var summaries: [SourceKey: SourceSummary] = [:]
    for (query, type) in try await queriesByType(query) {
      for summary in try await sources(query, of: type) {
        let key = SourceKey(bundle: summary.bundle, name: summary.name)
        summaries[key] = summaries[key]?.joined(with: summary) ?? summary
      }
    }
    return summaries.values.sorted(by: SourceSummary.precedes)
  }

  private func sources(_ query: SampleQuery, of type: TypeDefinition) async throws -> [SourceSummary] {
    guard !type.shape.hasTime else {
      let tallies = try await scan(SampleScan(query, columns: .sources), into: { _ in SourceTally() }) {
        tally, columns in tally.add(columns)
      }
      return tallies.flatMap(\.summaries)
    }
    // Scans leave out what has no time.
    var summaries: [SourceSummary] = []
    try await forEachSample(matching: query) { sample in
      summaries.append(SourceSummary(bundle: sample.source?.bundle, name: sample.source?.name, count: 1))
      return true
    }
    return summaries
  }
}

/// A source and how much there is of it.
public struct SourceSummary: Sendable, Hashable {
  /// The bundle; `nil` when the samples do not say it.
  public var bundle: String?
  /// The name that a person sees.
  public var name: String?
  /// How many samples.
  public var count: Int
  /// The earliest start in microseconds since 1970 UTC; `nil` when no sample has a time.
  public var firstStart: Int64?
  /// The latest start.
  public var lastStart: Int64?

  fileprivate func joined(with other: SourceSummary) -> SourceSummary {
    SourceSummary(
      bundle: bundle, name: name, count: count + other.count,
      firstStart: [firstStart, other.firstStart].compactMap(\.self).min(),
      lastStart: [lastStart, other.lastStart].compactMap(\.self).max())
  }
}

extension SourceSummary {
  fileprivate static func precedes(_ left: SourceSummary, _ right: SourceSummary) -> Bool {
    if left.bundle != right.bundle { return precedes(left.bundle, right.bundle) }
    return precedes(left.name, right.name)
  }

  private static func precedes(_ left: String?, _ right: String?) -> Bool {
    guard let right else { return false }
    guard let left else { return true }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

/// The properties that distinguish sources.
private struct SourceKey: Hashable {
  var bundle: String?
  var name: String?
}

/// Counts the samples of one part of a scan by their sources.
private struct SourceTally: Sendable {
  private var origins: [SampleOrigin] = []
  private var counts: [Int] = []
  private var first: [Int64] = []
  private var last: [Int64] = []

  mutating func add(_ columns: SampleColumns) {
    origins = columns.sources
    let missing = origins.count - counts.count
    if missing > 0 {
      counts += Array(repeating: 0, count: missing)
      first += Array(repeating: Int64.max, count: missing)
      last += Array(repeating: Int64.min, count: missing)
    }
    for row in 0..<columns.count {
      let source = Int(columns.source[row])
      counts[source] += 1
      first[source] = min(first[source], columns.start[row])
      last[source] = max(last[source], columns.start[row])
    }
  }

  var summaries: [SourceSummary] {
    origins.indices.compactMap { index in
      guard counts[index] > 0 else { return nil }
      return SourceSummary(
        bundle: origins[index].bundle, name: origins[index].name, count: counts[index], firstStart: first[index],
        lastStart: last[index])
    }
  }
}
