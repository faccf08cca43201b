/// A set of a sample's fields: what many rules ask at once of a sample that gives no cause for any of them.
public struct SampleFields: OptionSet, Sendable, Hashable {
  /// A bit for each field, by its place in a `RawSample`.
  public let rawValue: UInt32

  /// Creates a set from its bits.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The set of one field.
  @inlinable public init(_ field: SampleField) { rawValue = 1 &<< UInt32(field.rawValue) }

  /// The fields from one through another, in their order.
  @inlinable public static func run(from first: SampleField, through last: SampleField) -> SampleFields {
    SampleFields(rawValue: (2 &<< UInt32(last.rawValue)) &- (1 &<< UInt32(first.rawValue)))
  }

  /// The texts of `source` and `device`.
  public static var attribution: SampleFields {
    @inlinable get {
      run(from: .sourceName, through: .sourceOS).union(run(from: .deviceName, through: .deviceUDI))
    }
  }

  /// Whether a field is in the set.
  @inlinable public subscript(field: SampleField) -> Bool {
    @inline(__always) get { rawValue & 1 &<< UInt32(field.rawValue) != 0 }
    @inline(__always) set {
      let bit: UInt32 = 1 &<< UInt32(field.rawValue)
      self = SampleFields(rawValue: newValue ? rawValue | bit : rawValue & ~bit)
    }
  }
}
