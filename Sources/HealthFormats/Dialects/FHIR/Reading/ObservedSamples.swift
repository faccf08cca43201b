import HealthModel

/// The text of a sample as a record of another form says it, with the place in the input of each value: findings point at
/// the record.
struct ObservedSamples {
  private(set) var bytes: [UInt8] = []
  private(set) var appendix: ChunkAppendix
  private let base: Int
  private var record = 0
  private var needsComma = false

  init(after base: Int) {
    self.base = base
    appendix = ChunkAppendix(start: base)
    appendix.add(at: base, for: nil)
  }

  /// Where the next byte will be in the chunk.
  var end: Int { base + bytes.count }

  mutating func begin(record: Int) {
    self.record = record
    needsComma = false
    appendix.add(at: end, for: record)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the sample; a line feed keeps it apart from the next.
  mutating func finish() { bytes += "}\n".utf8 }

  mutating func open(_ bracket: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = false
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    needsComma = true
  }

  mutating func key(_ name: some Sequence<UInt8>) {
    separate()
    JSONText.appendQuoted(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func key(_ name: StaticString) {
    key(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
  }

  mutating func value(_ field: RawField, _ input: RawSpan) {
    separate()
    let isText = field.kind == .string
    if isText { bytes.append(UInt8(ascii: "\"")) }
    mark(Int(field.start))
    append(field.range, input)
    if isText { bytes.append(UInt8(ascii: "\"")) }
    mark(record)
    needsComma = true
  }

  mutating func value(text: some Sequence<UInt8>, for place: RawField) {
    separate()
    if place.isPresent { mark(Int(place.start)) }
    JSONText.appendQuoted(text, to: &bytes)
    if place.isPresent { mark(record) }
    needsComma = true
  }

  mutating func value(json: some Sequence<UInt8>, for place: RawField) {
    separate()
    if place.isPresent { mark(Int(place.start)) }
    bytes += json
    if place.isPresent { mark(record) }
    needsComma = true
  }

  mutating func value(_ number: RawField, shiftedBy places: Int, _ input: RawSpan) {
    separate()
    mark(Int(number.start))
    DecimalShift.append(number.range, in: input, by: places, to: &bytes)
    mark(record)
    needsComma = true
  }

  mutating func pairs(_ text: some Collection<UInt8>, for place: RawField) {
    if text.isEmpty { return }
    separate()
    mark(Int(place.start))
    bytes += text
    mark(record)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  private mutating func append(_ range: Range<Int>, _ input: RawSpan) {
    for place in range { bytes.append(input.byte(at: place)) }
  }

  private mutating func mark(_ place: Int) { appendix.add(at: end, for: place) }

  /// Takes a text back that was begun.
  mutating func removeAll(after end: Int) { bytes.removeSubrange((end - base)...) }
}
