/// A sample as a reader found it: slices of the input buffer, nothing interpreted, nothing copied.
public struct RawSample: Sendable {
  // By the field's raw value. A look at one of them is a load where the sample stands in its buffer (`SampleSpan`), but
  // where it is a parameter by value, all of them are copied.
  @usableFromInline var fields = InlineArray<31, RawField>(repeating: .absent)
  @usableFromInline var presentFields: SampleFields = []
  @usableFromInline var stringFields: SampleFields = []
  /// The sample's entries in `RawSampleBuffer.metadata`.
  public var metadata: Range<Int32> = 0..<0
  /// The sample's entries in `RawSampleBuffer.unknown`: fields with names the format does not have.
  public var unknown: Range<Int32> = 0..<0
  /// The sample's entries in `RawSampleBuffer.originals`: what an earlier normalizing kept.
  public var originals: Range<Int32> = 0..<0
  /// Where the whole record stands in the input.
  public var span: Range<Int32> = 0..<0

  /// Creates a sample without fields.
  @inlinable public init() {}

  /// The fields the sample has.
  @inlinable public var present: SampleFields { presentFields }
  /// Those of them that are strings.
  @inlinable public var strings: SampleFields { stringFields }

  /// The field's slice.
  public subscript(field: SampleField) -> RawField {
    @inlinable @inline(__always) get { fields[Int(field.rawValue)] }
    @inlinable @inline(__always) set {
      fields[Int(field.rawValue)] = newValue
      presentFields[field] = newValue.isPresent
      stringFields[field] = newValue.packed & 7 == UInt32(RawField.Kind.string.rawValue)
    }
  }
}
