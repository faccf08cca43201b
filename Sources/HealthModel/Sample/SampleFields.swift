/// A set of a sample's fields: what many rules ask at once of a sample that gives no cause for any of them.
@usableFromInline package struct SampleFields: OptionSet, Sendable, Hashable {
  /// A bit for each field, by its place in a `RawSample`.
  @usableFromInline package let rawValue: UInt32

  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  @inlinable package init(_ field: SampleField) { rawValue = 1 &<< UInt32(field.rawValue) }

  /// The fields from one through another, in their order.
  @inlinable package static func run(from first: SampleField, through last: SampleField) -> SampleFields {
    SampleFields(rawValue: (2 &<< UInt32(last.rawValue)) &- (1 &<< UInt32(first.rawValue)))
  }

  /// The texts of `source` and `device`.
  package static var attribution: SampleFields {
    @inlinable get {
      run(from: .sourceName, through: .sourceOS).union(run(from: .deviceName, through: .deviceUDI))
    }
  }

  @inlinable package subscript(field: SampleField) -> Bool {
    @inline(__always) get { rawValue & 1 &<< UInt32(field.rawValue) != 0 }
    @inline(__always) set {
      let bit: UInt32 = 1 &<< UInt32(field.rawValue)
      self = SampleFields(rawValue: newValue ? rawValue | bit : rawValue & ~bit)
    }
  }
}
