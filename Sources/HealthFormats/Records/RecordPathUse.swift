/// Which paths of a layout led to something.
public struct RecordPathUse: Sendable, Hashable {
  /// A records path.
  public struct Records: Sendable, Hashable {
    /// The path as it is written.
    public let path: String
    /// How many records it led to.
    public internal(set) var count = 0
    /// The paths of fields from those records, and whether they led to a value in some record.
    public internal(set) var fields: [Field]
  }

  /// The path of a field.
  public struct Field: Sendable, Hashable {
    /// The path as it is written.
    public let path: String
    /// Whether it led to a value.
    public internal(set) var isUsed = false
  }

  /// The records paths.
  public internal(set) var records: [Records]
  /// How many steps of a records path led to something.
  public internal(set) var reach = 0

  init(_ plan: RecordPlan) {
    records = plan.profiles.map { profile in
      Records(path: profile.path, fields: profile.columns.map { Field(path: $0) })
    }
  }

  /// Adds what the next part of the same input used.
  public mutating func add(_ other: RecordPathUse) {
    reach = max(reach, other.reach)
    for index in records.indices where index < other.records.count {
      records[index].count += other.records[index].count
      for field in records[index].fields.indices where other.records[index].fields[field].isUsed {
        records[index].fields[field].isUsed = true
      }
    }
  }
}
