/// A question for what statistics need of the samples of one type, part by part of the time.
public struct SampleScan: Sendable, Hashable {
  /// The columns requested beyond times and values.
  public struct Columns: OptionSet, Sendable, Hashable {
    /// The columns as bits.
    public let rawValue: Int

    /// Creates a set of the columns whose bits are set.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Who measured.
    public static let sources = Columns(rawValue: 1)
    /// The time zone: the offset, and the zone if the samples name one.
    public static let zones = Columns(rawValue: 2)
    /// The ids.
    public static let ids = Columns(rawValue: 4)
    /// Whose samples they are.
    public static let subjects = Columns(rawValue: 8)
  }

  /// The conditions.
  ///
  /// Exactly one type; order, limit, page and `omitsMembers` do not matter, and neither do `from` and
  /// `to` when there are cuts.
  public var query: SampleQuery
  /// Where the parts begin and end, ascending.
  ///
  /// Part *i* has the samples that overlap the time from cut *i* up to the
  /// next one. Without cuts there is one part, bounded by the query.
  ///
  /// A sample that overlaps several parts comes in each of them.
  public var cuts: [Int64]
  /// The columns requested beyond times and values.
  public var columns: Columns

  /// Creates a question.
  public init(_ query: SampleQuery, cuts: [Int64] = [], columns: Columns = []) {
    self.query = query
    self.cuts = cuts
    self.columns = columns
  }

  package var partCount: Int { cuts.isEmpty ? 1 : cuts.count - 1 }

  /// The bounds of a part; `nil` if there are no cuts.
  package func time(ofPart part: Int) -> (from: Int64, to: Int64)? {
    part >= 0 && part + 1 < cuts.count ? (cuts[part], cuts[part + 1]) : nil
  }

  /// The query of all parts together, in ascending order.
  package var queryOfAllParts: SampleQuery {
    guard let first = cuts.first, let last = cuts.last else { return query(ofPart: 0) }
    return SampleScan(query, cuts: [first, last]).query(ofPart: 0)
  }

  /// The query of one part, in ascending order.
  public func query(ofPart part: Int) -> SampleQuery {
    var query = query
    query.sort = .ascending
    query.limit = nil
    query.after = nil
    query.omitsMembers = false
    if part >= 0, part + 1 < cuts.count {
      query.from = cuts[part]
      query.to = cuts[part + 1]
      query.isStrictStart = false
      query.isStrictEnd = false
    }
    return query
  }
}
