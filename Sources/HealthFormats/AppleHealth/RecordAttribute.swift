import HealthModel

/// The attributes of a `Record` or `Correlation`, as fields of a sample.
enum RecordAttribute {
  /// The field of an attribute's name; `nil` when records have none of that name.
  @inline(__always) static func field(of name: Range<Int>, in bytes: RawSpan) -> SampleField? {
    switch name.count {
    case 4:
      if bytes.equals(name, "type") { return .type }
      return bytes.equals(name, "unit") ? .unit : nil
    case 5: return bytes.equals(name, "value") ? .value : nil
    case 6:
      if bytes.equals(name, "device") { return .device }
      // The layout of iOS 8.
      return bytes.equals(name, "source") ? .sourceName : nil
    case 7: return bytes.equals(name, "endDate") ? .end : nil
    case 9: return bytes.equals(name, "startDate") ? .start : nil
    case 10: return bytes.equals(name, "sourceName") ? .sourceName : nil
    case 12: return bytes.equals(name, "creationDate") ? .created : nil
    case 13: return bytes.equals(name, "sourceVersion") ? .sourceVersion : nil
    default: return nil
    }
  }

  @inline(__always) static func isAbsentWhenEmpty(_ field: SampleField) -> Bool {
    switch field {
    case .unit, .value, .device, .created, .sourceVersion: true
    default: false
    }
  }
}
