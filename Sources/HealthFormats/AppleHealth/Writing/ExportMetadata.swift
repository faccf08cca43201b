import HealthModel

/// Writes metadata as exports do: an element for each entry, and every value as text.
struct ExportMetadata: Sendable {
  /// Which keys hold times, by their place in the registry.
  private let isTime: [Bool]
  private let registry: Registry

  init(_ registry: Registry) {
    self.registry = registry
    isTime = registry.metadataKeys.map { $0.value == .date }
  }

  /// Appends the elements of the entries of an object in its normal form.
  func append(_ range: Range<Int>, in bytes: RawSpan, depth: Int, to output: inout [UInt8]) {
    guard !range.isEmpty else { return }
    let start = output.count
    var cursor = JSONCursor(position: range.lowerBound, end: range.upperBound, longestString: Int.max)
    do {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        cursor.skipSpace(bytes)
        let start = cursor.position
        let value = try cursor.value(bytes, depth: 1)
        let name = JSONText.decoded(key.range, in: bytes)
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
        output.append(contentsOf: "<MetadataEntry".utf8)
        XMLAttributeText.append("key".utf8, name, to: &output)
        let text = text(of: value, start..<cursor.position, named: name, in: bytes)
        XMLAttributeText.append("value".utf8, text, to: &output)
        output.append(contentsOf: "/>\n".utf8)
      }
    } catch {
      output.removeSubrange(start...)
    }
  }

  private func text(of value: RawField, _ whole: Range<Int>, named key: [UInt8], in bytes: RawSpan) -> [UInt8] {
    switch value.kind {
    case .string:
      let text = JSONText.decoded(whole.lowerBound + 1..<whole.upperBound - 1, in: bytes)
      guard let known = registry.metadataKeyIndex(at: 0..<key.count, in: key.span.bytes), isTime[known],
        let time = TimestampParser.parse(0..<text.count, in: text.span.bytes, syntax: .json)
      else { return text }
      var written: [UInt8] = []
      ExportTime.append(time.instant.microseconds, offset: time.instant.offset, to: &written)
      return written
    case .boolean: return [value.range.count == 4 ? UInt8(ascii: "1") : UInt8(ascii: "0")]
    case .object: return quantity(whole, in: bytes) ?? copy(whole, bytes)
    default: return copy(whole, bytes)
    }
  }

  /// The text of an object of value and unit; `nil` when it is not one.
  private func quantity(_ range: Range<Int>, in bytes: RawSpan) -> [UInt8]? {
    guard let object = JSONValue(parsing: copy(range, bytes)), object.members?.count == 2,
      let value = object["value"]?.number, let unit = object["unit"]?.text
    else { return nil }
    var text: [UInt8] = []
    DecimalWriter.append(unit == "%" ? Self.percentage(of: value) : value, to: &text)
    text.append(UInt8(ascii: " "))
    text.append(contentsOf: unit.utf8)
    return text
  }

  /// The number that exports write for a fraction in percent: times 100, and so once more where it would be taken for a
  /// number that was multiplied twice (`Documentation/apple-health.md`).
  private static func percentage(of value: Double) -> Double {
    let factor: Double = value > 1.5 ? 10_000 : 100
    let product = value * factor
    // 0.07 times 100 is 7.000000000000001.
    let tidy = (product * 1e9).rounded() / 1e9
    return tidy / factor == value ? tidy : product
  }

  private func copy(_ range: Range<Int>, _ bytes: RawSpan) -> [UInt8] {
    bytes.extracting(range).withUnsafeBytes { Array($0) }
  }
}
