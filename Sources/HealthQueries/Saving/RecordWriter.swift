import HealthModel
import HealthUnits

/// Lays samples out as a reader of JSON would leave them: the texts of their fields in one buffer, and slices of it.
///
/// No JSON is made and read again: only what rules read as text is text. A number is written as the shortest text that
/// is the same double, so that what comes of a sample is to the byte what comes of its line of NDJSON.
struct RecordWriter: ~Copyable {
  /// The texts of all records since `removeAll`.
  var bytes: [UInt8] = []
  /// The record that was written last.
  var record = RawSampleBuffer(syntax: .json)
  /// The source of samples that name none.
  private let source: SourceRevision?
  /// Its texts, which are written once, and where they begin.
  private var sourceFields: (run: FieldRun, start: Int)?

  /// The most members of one correlation, as in files.
  static var maximumMembers: Int { 10_000 }

  init(source: SourceRevision?) { self.source = source }

  /// Forgets the texts, keeping their storage.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    sourceFields = nil
  }

  /// Writes a sample and its members into `record`.
  mutating func write(_ sample: NewSample) -> Range<Int> {
    record.removeAll()
    let start = bytes.count
    let place = append(sample, takesSource: true)
    if !sample.members.isEmpty {
      let list = bytes.count
      bytes.append(UInt8(ascii: "["))
      if sample.members.count > Self.maximumMembers {
        record.problems.append(RawProblem(.objectTooLarge, .tooManyMembers, at: list..<list + 1))
      }
      for member in sample.members.prefix(Self.maximumMembers) {
        let first = bytes.count
        let number = append(member, takesSource: false)
        // A member has none itself: they would be lost.
        if !member.members.isEmpty {
          record.problems.append(RawProblem(.memberNotAllowed, .tooManyMembers, at: first..<bytes.count))
        }
        record.samples[number].span = Int32(clamping: first)..<Int32(clamping: bytes.count)
      }
      bytes.append(UInt8(ascii: "]"))
      set(.members, RawField(kind: .array, start: list, end: bytes.count), of: place)
    }
    record.samples[place].span = Int32(clamping: start)..<Int32(clamping: bytes.count)
    return start..<bytes.count
  }

  private mutating func append(_ sample: NewSample, takesSource: Bool) -> Int {
    let place = record.samples.count
    let first = record.tape.count
    record.samples.append(RawSample())
    set(.type, text(sample.type), of: place)
    append(sample.value, to: place)
    append(.start, sample.start, to: place)
    append(.end, sample.end, to: place)
    if let id = sample.id { set(.uuid, text(id), of: place) }
    if sample.hasOrigin { appendOrigin(of: sample, to: place) }
    if takesSource, !record.samples[place].present[.source] { appendOwnSource(to: place) }
    if !sample.metadata.isEmpty {
      let start = bytes.count
      entries(sample.metadata)
      set(.metadata, RawField(kind: .object, start: start, end: bytes.count), of: place)
    }
    if case .structure(let content) = sample.value { append(content) }
    record.samples[place].takeEntries(from: first, of: record.tape)
    return place
  }

  private mutating func appendOrigin(of sample: NewSample, to place: Int) {
    append(.created, sample.created, to: place)
    append(.subject, sample.subject, to: place)
    append(.role, sample.role, to: place)
    if let source = sample.source { append(source, to: place) }
    if let device = sample.device { append(device, to: place) }
  }

  /// The source of samples that name none: each has the same slices.
  private mutating func appendOwnSource(to place: Int) {
    if let sourceFields {
      record.samples[place].take(sourceFields.run, at: sourceFields.start)
    } else if let source {
      let start = bytes.count
      append(source, to: place)
      sourceFields = (FieldRun(of: record.samples[place], .source, at: start), start)
    }
  }

  private mutating func append(_ value: NewSampleValue, to place: Int) {
    switch value {
    case .quantity(let number, let unit):
      set(.value, self.number(number, mayBeInvalid: true), of: place)
      set(.unit, text(unit.unitString), of: place)
    case .text(let text): set(.value, self.text(text), of: place)
    case .rawCase(let raw):
      let start = bytes.count
      DecimalWriter.append(Int64(raw), to: &bytes)
      set(.value, RawField(kind: .number, start: start, end: bytes.count), of: place)
    case .structure, .absent: break
    }
  }

  private mutating func append(_ field: SampleField, _ instant: Instant?, to place: Int) {
    if let instant { set(field, text(instant), of: place) }
  }

  private mutating func append(_ field: SampleField, _ text: String?, to place: Int) {
    if let text { set(field, self.text(text), of: place) }
  }

  private mutating func append(_ source: SourceRevision, to place: Int) {
    let start = bytes.count
    append(.sourceName, source.name, to: place)
    append(.sourceBundle, source.bundle, to: place)
    append(.sourceVersion, source.version, to: place)
    append(.sourceProduct, source.product, to: place)
    append(.sourceOS, source.os, to: place)
    set(.source, RawField(kind: .object, start: start, end: bytes.count), of: place)
  }

  private mutating func append(_ device: Device, to place: Int) {
    let start = bytes.count
    append(.deviceName, device.name, to: place)
    append(.deviceManufacturer, device.manufacturer, to: place)
    append(.deviceModel, device.model, to: place)
    append(.deviceHardware, device.hardware, to: place)
    append(.deviceFirmware, device.firmware, to: place)
    append(.deviceSoftware, device.software, to: place)
    append(.deviceLocal, device.local, to: place)
    append(.deviceUDI, device.udi, to: place)
    set(.device, RawField(kind: .object, start: start, end: bytes.count), of: place)
  }

  private mutating func set(_ field: SampleField, _ value: RawField, of place: Int) {
    record.samples[place][field] = value
  }
}

/// The texts of values.
extension RecordWriter {
  /// A text between quotes, with the escapes that JSON demands.
  mutating func text(_ text: String, limit: Int = JSONCursor.maximumString) -> RawField {
    let start = bytes.count + 1
    JSONText.append(text, .required, to: &bytes)
    let end = bytes.count - 1
    if end - start > limit { record.problems.append(RawProblem(.stringTooLong, .stringTooLong, at: start..<end)) }
    // Escapes alone make the text longer.
    return RawField(kind: .string, isEscaped: end - start != text.utf8.count, start: start, end: end)
  }

  mutating func text(_ id: SampleID) -> RawField {
    quoted { id.append(to: &$0) }
  }

  /// A moment; one beyond the years 1 to 9999 is written as a number, which the rules refuse.
  mutating func text(_ instant: Instant) -> RawField {
    quoted {
      if instant.microseconds >= Instant.earliest, instant.microseconds <= Instant.latest {
        TimestampWriter.append(instant, to: &$0)
      } else {
        DecimalWriter.append(instant.microseconds, to: &$0)
      }
    }
  }

  private mutating func quoted(_ write: (inout [UInt8]) -> Void) -> RawField {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    write(&bytes)
    let end = bytes.count
    bytes.append(UInt8(ascii: "\""))
    return RawField(kind: .string, start: start, end: end)
  }

  mutating func number(_ number: Double, mayBeInvalid: Bool = false) -> RawField {
    let start = bytes.count
    if number.isFinite {
      DecimalWriter.append(number, to: &bytes)
    } else {
      bytes.append(contentsOf: number.description.utf8)
      if !mayBeInvalid {
        record.problems.append(RawProblem(.jsonSyntax, .badNumber, at: start..<bytes.count))
      }
    }
    return RawField(kind: .number, start: start, end: bytes.count)
  }

  mutating func boolean(_ flag: Bool) -> RawField { raw(flag ? "true" : "false", .boolean) }

  mutating func raw(_ text: StaticString, _ kind: RawField.Kind) -> RawField {
    let start = bytes.count
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    return RawField(kind: kind, start: start, end: bytes.count)
  }

  mutating func append(_ byte: Unicode.Scalar) { bytes.append(UInt8(ascii: byte)) }
}
