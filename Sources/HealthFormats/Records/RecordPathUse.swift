/// Which paths of a layout led to something.
@usableFromInline package struct RecordPathUse: Sendable, Hashable {
  @usableFromInline package struct Records: Sendable, Hashable {
    package let path: String
    package internal(set) var count = 0
    /// The paths of fields from those records, and whether they led to a value in some record.
    package internal(set) var fields: [Field]
  }

  @usableFromInline package struct Field: Sendable, Hashable {
    package let path: String
    package internal(set) var isUsed = false
  }

  package internal(set) var records: [Records]
  /// How many records no sample was made of: conditions pass over them, or their values are not there.
  package internal(set) var passedOver = 0
  /// How many steps of a records path led to something.
  package internal(set) var reach = 0

  init(_ plan: RecordPlan) {
    records = plan.profiles.map { profile in
      Records(path: profile.path, fields: profile.columns.map { Field(path: $0) })
    }
  }

  /// Adds what the next part of the same input used.
  package mutating func add(_ other: RecordPathUse) {
    reach = max(reach, other.reach)
    passedOver += other.passedOver
    for index in records.indices where index < other.records.count {
      records[index].count += other.records[index].count
      for field in records[index].fields.indices where other.records[index].fields[field].isUsed {
        records[index].fields[field].isUsed = true
      }
    }
  }
}
