import HealthModel

/// Reads an electrocardiogram: its header's lines are fields, its voltages one column.
struct RecordingReader {
  private let header: ElectrocardiogramText
  private let texts: FileTexts
  private let type: RawField
  private let end: RawField
  private let rate: RawField
  private let unit: RawField
  private let column: RawField
  private let voltages: RawField
  private var fields: [(key: RawField, value: RawField)] = []

  /// Finds the parts of a chunk's content, and puts after it the names of fields, the end, and numbers that have commas;
  /// `nil` when the content is not an electrocardiogram.
  init?(preparing chunk: inout InputChunk, _ form: RecordingForm) {
    guard let file = chunk.file,
      let header = ElectrocardiogramText(chunk.bytes.span.bytes, end: chunk.contentCount)
    else { return nil }
    self.header = header
    texts = file.texts
    var bytes = chunk.bytes
    chunk.bytes = []
    func added(_ text: [UInt8]) -> RawField {
      let start = bytes.count
      bytes.append(contentsOf: text)
      return RawField(kind: .string, start: start, end: bytes.count)
    }
    type = added(form.type)
    column = added(form.column)
    rate = Self.withPoints(header.rate, &bytes)
    let count = Self.lines(header.voltages, bytes)
    end = added(Self.end(of: header, rate, count, bytes))
    unit = Self.isMicrovolt(header.unit, bytes) ? file.texts[.microvolt] : RawField(name: header.unit)
    var values = Self.withPoints(header.voltages, &bytes)
    values.kind = .array
    voltages = values
    let lines = [
      ("classification", header.classification), ("symptoms", header.symptoms), ("lead", header.lead),
      ("softwareversion", header.version),
    ]
    for (word, value) in lines where !value.isEmpty {
      guard let name = form.attribute(beginning: word) else { continue }
      fields.append((key: added(name), value: RawField(name: value)))
    }
    chunk.bytes = bytes
  }

  func read(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) {
    var sample = RawSample()
    sample[.type] = type
    sample[.start] = RawField(name: header.recorded)
    sample[.end] = end
    if !header.version.isEmpty { sample[.sourceVersion] = RawField(name: header.version) }
    if !header.device.isEmpty { sample[.sourceProduct] = RawField(name: header.device) }
    for field in fields { buffer.tape.append(TapeEntry(.field, key: field.key, value: field.value)) }
    buffer.tape.append(TapeEntry(.point, key: texts[.rate], value: rate))
    if !unit.range.isEmpty {
      let place = buffer.tape.count
      buffer.tape.append(
        TapeEntry(
          .point, key: texts[.units], value: RawField(kind: .array, start: unit.range.lowerBound, end: Int(unit.end))))
      buffer.tape.append(unit, for: column, partOf: place)
    }
    buffer.tape.append(TapeEntry(.point, key: column, value: voltages))
    buffer.samples.append(sample)
  }

  /// The slice of a range, or where it was written anew with points for commas and without quotes.
  private static func withPoints(_ range: Range<Int>, _ bytes: inout [UInt8]) -> RawField {
    let needsWriting = bytes[range].contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
    guard needsWriting else { return RawField(name: range) }
    let start = bytes.count
    bytes.reserveCapacity(start + range.count)
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { continue }
      if byte == UInt8(ascii: ",") {
        // One at a line's end is a separator.
        let next = index + 1 < range.upperBound ? bytes[index + 1] : 0
        if next &- 0x30 <= 9 { bytes.append(UInt8(ascii: ".")) }
      } else {
        bytes.append(byte)
      }
    }
    return RawField(kind: .string, start: start, end: bytes.count)
  }

  private static func lines(_ range: Range<Int>, _ bytes: [UInt8]) -> Int {
    var count = 0
    var isEmpty = true
    for index in range {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        isEmpty = true
      } else if isEmpty, byte > 0x20 {
        count += 1
        isEmpty = false
      }
    }
    return count
  }

  /// When the recording ends: its start and a period for each voltage.
  private static func end(
    of header: ElectrocardiogramText, _ rate: RawField, _ count: Int, _ bytes: [UInt8]
  ) -> [UInt8] {
    let span = bytes.span.bytes
    guard let start = TimestampParser.parse(header.recorded, in: span, syntax: .appleHealth),
      let rate = DecimalParser.parse(rate.range, in: span)?.value, rate >= 1, rate <= 1_000_000
    else { return Array(bytes[header.recorded]) }
    var instant = start.instant
    instant.microseconds += Int64((Double(count) / rate * 1_000_000).rounded())
    guard instant.microseconds <= Instant.latest else { return Array(bytes[header.recorded]) }
    var text: [UInt8] = []
    TimestampWriter.append(instant, to: &text)
    return text
  }

  /// Whether a unit is the microvolt, with the micro sign or the Greek letter.
  private static func isMicrovolt(_ unit: Range<Int>, _ bytes: [UInt8]) -> Bool {
    let text = bytes[unit]
    return text.elementsEqual("µV".utf8) || text.elementsEqual("μV".utf8)
  }
}
