/// The names of a sample's fields in JSON, matched on bytes: by length first, then by content.
enum SampleFieldNames {
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
    let text = JSONText.decoded(key.range, in: bytes)
    return match(0..<text.count, text.span.bytes)
  }

  @inline(__always) private static func topLevel(_ range: Range<Int>, _ bytes: RawSpan) -> SampleField? {
    guard range.count <= 8 else {
      if bytes.equals(range, "end_offset") { return .endOffset }
      return bytes.equals(range, "created_offset") ? .createdOffset : nil
    }
    let name = bytes.word(from: range.lowerBound, count: range.count)
    switch range.count {
    case 3: return name == word("end") ? .end : nil
    case 4:
      if name == word("type") { return .type }
      if name == word("uuid") { return .uuid }
      if name == word("unit") { return .unit }
      return name == word("role") ? .role : nil
    case 5:
      if name == word("value") { return .value }
      return name == word("start") ? .start : nil
    case 6:
      if name == word("source") { return .source }
      if name == word("device") { return .device }
      if name == word("offset") { return .offset }
      return name == word("origin") ? .origin : nil
    case 7:
      if name == word("created") { return .created }
      if name == word("subject") { return .subject }
      return name == word("members") ? .members : nil
    case 8:
      if name == word("metadata") { return .metadata }
      return name == word("original") ? .original : nil
    default: return nil
    }
  }

  @inline(__always) private static func nested(
    _ range: Range<Int>, _ bytes: RawSpan, _ parent: SampleField
  ) -> SampleField? {
    guard range.count <= 8 else {
      return parent == .device && bytes.equals(range, "manufacturer") ? .deviceManufacturer : nil
    }
    let name = bytes.word(from: range.lowerBound, count: range.count)
    if parent == .source {
      switch range.count {
      case 2: return name == word("os") ? .sourceOS : nil
      case 4: return name == word("name") ? .sourceName : nil
      case 6: return name == word("bundle") ? .sourceBundle : nil
      case 7:
        if name == word("version") { return .sourceVersion }
        return name == word("product") ? .sourceProduct : nil
      default: return nil
      }
    }
    switch range.count {
    case 3: return name == word("udi") ? .deviceUDI : nil
    case 4: return name == word("name") ? .deviceName : nil
    case 5:
      if name == word("model") { return .deviceModel }
      return name == word("local") ? .deviceLocal : nil
    case 8:
      if name == word("hardware") { return .deviceHardware }
      if name == word("software") { return .deviceSoftware }
      return name == word("firmware") ? .deviceFirmware : nil
    default: return nil
    }
  }

  /// A name of at most eight bytes as a number, its first byte lowest; a constant once compiled.
  @inline(__always) private static func word(_ name: StaticString) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<name.utf8CodeUnitCount { word |= UInt64(name.utf8Start[index]) &<< UInt64(8 &* index) }
    return word
  }
}
