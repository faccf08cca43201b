/// A sample as a reader found it: slices of the input buffer, nothing interpreted, nothing copied.
public struct RawSample: Sendable {
  // A property for each field that rules look at: a place in an inline array costs a copy of the array where the sample
  // is a parameter. The texts of source and device are looked at when a sample is normalized.
  @usableFromInline var uuid = RawField.absent
  @usableFromInline var type = RawField.absent
  @usableFromInline var value = RawField.absent
  @usableFromInline var unit = RawField.absent
  @usableFromInline var start = RawField.absent
  @usableFromInline var end = RawField.absent
  @usableFromInline var created = RawField.absent
  @usableFromInline var subject = RawField.absent
  @usableFromInline var origin = RawField.absent
  @usableFromInline var offset = RawField.absent
  @usableFromInline var endOffset = RawField.absent
  @usableFromInline var createdOffset = RawField.absent
  @usableFromInline var original = RawField.absent
  @usableFromInline var role = RawField.absent
  @usableFromInline var source = RawField.absent
  @usableFromInline var device = RawField.absent
  @usableFromInline var metadataField = RawField.absent
  @usableFromInline var members = RawField.absent
  @usableFromInline var attribution = InlineArray<13, RawField>(repeating: .absent)
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
    @inlinable @inline(__always) get {
      switch field {
      case .uuid: uuid
      case .type: type
      case .value: value
      case .unit: unit
      case .start: start
      case .end: end
      case .created: created
      case .subject: subject
      case .origin: origin
      case .offset: offset
      case .endOffset: endOffset
      case .createdOffset: createdOffset
      case .original: original
      case .role: role
      case .source: source
      case .device: device
      case .metadata: metadataField
      case .members: members
      default: attribution[field.attributionIndex]
      }
    }
    @inlinable @inline(__always) set {
      switch field {
      case .uuid: uuid = newValue
      case .type: type = newValue
      case .value: value = newValue
      case .unit: unit = newValue
      case .start: start = newValue
      case .end: end = newValue
      case .created: created = newValue
      case .subject: subject = newValue
      case .origin: origin = newValue
      case .offset: offset = newValue
      case .endOffset: endOffset = newValue
      case .createdOffset: createdOffset = newValue
      case .original: original = newValue
      case .role: role = newValue
      case .source: source = newValue
      case .device: device = newValue
      case .metadata: metadataField = newValue
      case .members: members = newValue
      default: attribution[field.attributionIndex] = newValue
      }
      presentFields[field] = newValue.isPresent
      stringFields[field] = newValue.packed & 7 == UInt32(RawField.Kind.string.rawValue)
    }
  }
}

extension SampleField {
  /// The place of a text of source or device among all of them.
  @inlinable var attributionIndex: Int {
    rawValue <= SampleField.sourceOS.rawValue
      ? Int(rawValue) &- Int(SampleField.sourceName.rawValue)
      : Int(rawValue) &- Int(SampleField.deviceName.rawValue) &+ 5
  }
}
