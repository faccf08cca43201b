import HealthModel

/// The names of a sample's fields in JSON, matched on bytes: by length first, then by content.
enum SampleFieldNames {
  /// The top-level field of a key.
  @inline(__always) static func topLevel(_ key: RawField, in bytes: RawSpan) -> SampleField? {
    if key.isEscaped { return decoded(key, in: bytes) { topLevel($0, $1) } }
    return topLevel(key.range, bytes)
  }

  /// The field of a key inside `source` or `device`.
  @inline(__always) static func nested(_ key: RawField, in parent: SampleField, _ bytes: RawSpan) -> SampleField? {
    if key.isEscaped { return decoded(key, in: bytes) { nested($0, $1, parent) } }
    return nested(key.range, bytes, parent)
  }

  /// Keys with escapes are rare: decode first.
  private static func decoded(
    _ key: RawField, in bytes: RawSpan, match: (Range<Int>, RawSpan) -> SampleField?
  ) -> SampleField? {
    var text: [UInt8] = []
    JSONText.appendDecoded(key.range, in: bytes, to: &text)
    return match(0..<text.count, text.span.bytes)
  }

  @inline(__always) private static func topLevel(_ range: Range<Int>, _ bytes: RawSpan) -> SampleField? {
    switch range.count {
    case 3: return bytes.equals(range, "end") ? .end : nil
    case 4:
      if bytes.equals(range, "type") { return .type }
      if bytes.equals(range, "uuid") { return .uuid }
      if bytes.equals(range, "unit") { return .unit }
      return bytes.equals(range, "role") ? .role : nil
    case 5:
      if bytes.equals(range, "value") { return .value }
      return bytes.equals(range, "start") ? .start : nil
    case 6:
      if bytes.equals(range, "source") { return .source }
      if bytes.equals(range, "device") { return .device }
      if bytes.equals(range, "offset") { return .offset }
      return bytes.equals(range, "origin") ? .origin : nil
    case 7:
      if bytes.equals(range, "created") { return .created }
      if bytes.equals(range, "subject") { return .subject }
      return bytes.equals(range, "members") ? .members : nil
    case 8:
      if bytes.equals(range, "metadata") { return .metadata }
      return bytes.equals(range, "original") ? .original : nil
    case 10: return bytes.equals(range, "end_offset") ? .endOffset : nil
    case 14: return bytes.equals(range, "created_offset") ? .createdOffset : nil
    default: return nil
    }
  }

  @inline(__always) private static func nested(
    _ range: Range<Int>, _ bytes: RawSpan, _ parent: SampleField
  ) -> SampleField? {
    if parent == .source {
      switch range.count {
      case 2: return bytes.equals(range, "os") ? .sourceOS : nil
      case 4: return bytes.equals(range, "name") ? .sourceName : nil
      case 6: return bytes.equals(range, "bundle") ? .sourceBundle : nil
      case 7:
        if bytes.equals(range, "version") { return .sourceVersion }
        return bytes.equals(range, "product") ? .sourceProduct : nil
      default: return nil
      }
    }
    switch range.count {
    case 3: return bytes.equals(range, "udi") ? .deviceUDI : nil
    case 4: return bytes.equals(range, "name") ? .deviceName : nil
    case 5:
      if bytes.equals(range, "model") { return .deviceModel }
      return bytes.equals(range, "local") ? .deviceLocal : nil
    case 8:
      if bytes.equals(range, "hardware") { return .deviceHardware }
      if bytes.equals(range, "software") { return .deviceSoftware }
      return bytes.equals(range, "firmware") ? .deviceFirmware : nil
    case 12: return bytes.equals(range, "manufacturer") ? .deviceManufacturer : nil
    default: return nil
    }
  }
}
