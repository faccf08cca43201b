import HealthModel

/// Reads the elements that are samples: `Record`, and `Correlation` with the records in it; those of structured types
/// are in `RecordParser+Structure.swift`.
struct RecordParser: ~Copyable {
  var cursor: XMLCursor
  var counts = ElementCounts()
  let elements: ExportElements
  let files: ExportFiles
  /// Where the content of the file is that the element names, when it is read with that file.
  var content: Range<Int>?
  private var devices = RepeatedObjects()
  /// Keeps a sample's own entries while those of its parts are read, so that the entries of each sample are contiguous.
  var kept = RawSampleBuffer(syntax: .appleHealth)
  /// Elements that are read after the one they are in.
  var postponed = PostponedElements()
  /// The initial value of a sample: an array is appended by one copy, a large value by two.
  let blank = [RawSample()]

  static let maximumMembers = 10_000

  init(cursor: XMLCursor, elements: ExportElements = .none, files: ExportFiles = .none) {
    self.cursor = cursor
    self.elements = elements
    self.files = files
  }

  /// Reads the `Record` at the position: a sample, or a member of the correlation that was read before.
  mutating func record(depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(.record)
    // In place: a sample is large, and most of it stays as it is.
    let place = buffer.samples.count
    buffer.samples.append(contentsOf: blank)
    let first = buffer.tape.count
    assign(to: &buffer.samples[place], bytes, onto: &buffer.tape)
    if !tag.isEmpty {
      var entries = 0..<0
      while try !cursor.nextTag(in: start, bytes, into: &buffer) {
        let child = cursor.position
        guard cursor.elementName(bytes) == .metadataEntry else {
          let isLater = depth == 2 ? try postpone(bytes, into: &buffer) : false
          if !isLater { try unsupported(depth: depth + 1, bytes, into: &buffer) }
          continue
        }
        if let entry = try metadataEntry(depth: depth + 1, bytes, into: &buffer) {
          buffer.addMetadata(entry, first: first, in: bytes)
        }
        entries = (entries.isEmpty ? child : entries.lowerBound)..<cursor.position
      }
      try cursor.endTag(of: tag.name, in: start, bytes)
      if !entries.isEmpty {
        buffer.samples[place][.metadata] = RawField(kind: .object, start: entries.lowerBound, end: entries.upperBound)
      }
    }
    buffer.samples[place].takeEntries(from: first, of: buffer.tape)
    buffer.samples[place].span = Self.range(start, cursor.position)
    if !postponed.attached.isEmpty { try attached(to: place, depth: depth + 1, bytes, into: &buffer) }
  }

  /// Reads the `Correlation` at the position: the sample first, then its members.
  mutating func correlation(depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(.correlation)
    var own = RawSampleBuffer(syntax: .appleHealth)
    swap(&own, &kept)
    own.removeAll()
    var sample = RawSample()
    assign(to: &sample, bytes, onto: &own.tape)
    let place = buffer.samples.count
    buffer.samples.append(sample)
    var entries = 0..<0
    if !tag.isEmpty {
      var members = 0
      var list = 0..<0
      while try !cursor.nextTag(in: start, bytes, into: &buffer) {
        let child = cursor.position
        switch cursor.elementName(bytes) {
        case .record:
          members += 1
          if members <= Self.maximumMembers {
            try record(depth: depth + 1, bytes, into: &buffer)
          } else {
            if members == Self.maximumMembers + 1 {
              buffer.report(.objectTooLarge, .tooManyMembers, at: child..<child + 1)
            }
            _ = try cursor.skipElement(depth: depth + 1, counting: &counts, bytes, into: &buffer)
          }
          list = (list.isEmpty ? child : list.lowerBound)..<cursor.position
        case .metadataEntry:
          if let entry = try metadataEntry(depth: depth + 1, bytes, into: &buffer) {
            own.addMetadata(entry, first: 0, in: bytes)
          }
          entries = (entries.isEmpty ? child : entries.lowerBound)..<cursor.position
        default: try unsupported(depth: depth + 1, bytes, into: &buffer)
        }
      }
      try cursor.endTag(of: tag.name, in: start, bytes)
      if !list.isEmpty { sample[.members] = RawField(kind: .array, start: list.lowerBound, end: list.upperBound) }
    }
    let first = buffer.tape.count
    buffer.tape.append(contentsOf: own.tape)
    for problem in own.problems where buffer.problems.count < 16 { buffer.problems.append(problem) }
    swap(&own, &kept)
    sample.takeEntries(from: first, of: buffer.tape)
    if !entries.isEmpty {
      sample[.metadata] = RawField(kind: .object, start: entries.lowerBound, end: entries.upperBound)
    }
    sample.span = Self.range(start, cursor.position)
    buffer.samples[place] = sample
  }

  /// Moves over a child that has no type yet and lists it.
  mutating func unsupported(
    depth: Int, hasParent: Bool = true, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) {
    let start = cursor.position
    let name = try cursor.skipElement(depth: depth, counting: &counts, bytes, into: &buffer)
    buffer.unsupported.append(
      RawUnsupported(
        name: Self.range(name.lowerBound, name.upperBound), span: Self.range(start, cursor.position),
        hasParent: hasParent))
  }

  /// Reads the `MetadataEntry` at the position; `nil` when it lacks its key or value.
  mutating func metadataEntry(
    depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> TapeEntry? {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(.metadataEntry)
    var key = RawField.absent
    var value = RawField.absent
    for index in cursor.attributes.indices {
      let attribute = cursor.attributes[index]
      if bytes.equals(attribute.name, "key") {
        key = attribute.value
      } else if bytes.equals(attribute.name, "value") {
        value = attribute.value
      }
    }
    if !tag.isEmpty {
      while try !cursor.nextTag(in: start, bytes, into: &buffer) {
        try unsupported(depth: depth + 1, bytes, into: &buffer)
      }
      try cursor.endTag(of: tag.name, in: start, bytes)
    }
    guard key.isPresent, value.isPresent else {
      buffer.report(.xmlSyntax, .badAttribute, at: tag.name)
      return nil
    }
    return TapeEntry(.metadata, key: key, value: value)
  }

  private mutating func assign(to sample: inout RawSample, _ bytes: RawSpan, onto tape: inout RecordTape) {
    for index in cursor.attributes.indices {
      let attribute = cursor.attributes[index]
      guard let field = attribute.field, !sample[field].isPresent else {
        let key = RawField(kind: .string, start: Int(attribute.nameStart), end: Int(attribute.nameEnd))
        tape.append(TapeEntry(.unknown, key: key, value: attribute.value))
        continue
      }
      if attribute.value.range.isEmpty, RecordAttribute.isAbsentWhenEmpty(field) { continue }
      if field == .device {
        device(attribute.value, bytes, into: &sample)
      } else {
        sample[field] = attribute.value
      }
    }
  }

  mutating func device(_ text: RawField, _ bytes: RawSpan, into sample: inout RawSample) {
    guard let details = DeviceText.details(of: text.range, in: bytes) else {
      sample[.deviceName] = text
      return
    }
    if devices.take(details, in: bytes, into: &sample) { return }
    DeviceText.split(details, in: bytes, into: &sample)
    devices.keep(FieldRun(of: sample, .device, at: details.lowerBound), at: details)
  }

  static func range(_ start: Int, _ end: Int) -> Range<Int32> {
    let lower = Int32(truncatingIfNeeded: start)
    return lower..<max(lower, Int32(truncatingIfNeeded: end))
  }
}

/// Reads elements that structured types claim: `Workout`, `ActivitySummary`, `ClinicalRecord` and the like.
///
/// Attributes become fields, child elements elements of lists or points, and child elements that a type of their own
/// claims become samples that belong to the one they are in. The only names known here are those whose meaning no
/// definition can say: metadata, a file's path, and the activities of a workout, which repeat its events.
extension RecordParser {
  static var maximumParts: Int { 1_000_000 }
  /// The longest element that is read with a file of its own, and kept until then.
  static var maximumCompanion: Int { 64 * 1024 }

  /// Reads the element at the position: a sample, and after it those that belong to it.
  mutating func structure(
    _ form: ExportElementFormat, depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) {
    let place = buffer.samples.count
    let isWhole = try sample(form, depth: depth, head: -1, bytes, into: &buffer)
    if isWhole, !postponed.attached.isEmpty { try attached(to: place, depth: depth + 1, bytes, into: &buffer) }
    postponed.removeAll()
  }

  /// Keeps the child element at the position for later when a type claims it; says whether one does.
  mutating func postpone(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) -> Bool {
    guard elements.form(at: cursor.name(bytes), in: bytes) != nil else { return false }
    postponed.attached.append(cursor.position)
    try skip(bytes, into: &buffer)
    return true
  }

  /// Reads the elements that were kept for later: samples that belong to the one at a place.
  mutating func attached(
    to head: Int, depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) {
    let end = cursor.position
    for index in postponed.attached.indices {
      cursor.position = postponed.attached[index]
      guard let form = elements.form(at: cursor.name(bytes), in: bytes) else { continue }
      _ = try sample(form, depth: depth, head: head, bytes, into: &buffer)
    }
    postponed.attached.removeAll(keepingCapacity: true)
    cursor.position = end
  }

  /// Reads the element at the position; says whether its sample is here, and not read with a file of its own.
  ///
  /// `head` is the place of the sample that it belongs to, or -1.
  private mutating func sample(
    _ form: ExportElementFormat, depth: Int, head: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> Bool {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(tag.name, in: bytes)
    let place = buffer.samples.count
    let first = buffer.tape.count
    buffer.samples.append(contentsOf: blank)
    if head >= 0, cursor.attributes.isEmpty { buffer.samples[place].inherit(from: buffer.samples[head]) }
    var file = NamedFile()
    assign(form, tag, to: &buffer.samples[place], &file, bytes, onto: &buffer.tape)
    if !tag.isEmpty {
      let metadata = try children(of: form, tag, from: start, depth, head, &file, bytes, into: &buffer)
      if !metadata.isEmpty {
        buffer.samples[place][.metadata] = RawField(kind: .object, start: metadata.lowerBound, end: metadata.upperBound)
      }
    }
    let span = Self.range(start, cursor.position)
    if content == nil, let number = file.number(among: files, bytes), cursor.position - start <= Self.maximumCompanion {
      buffer.samples.removeLast()
      buffer.tape.removeAll(from: first)
      buffer.companions.append(RawCompanion(span: span, file: Int32(truncatingIfNeeded: number), hasParent: head >= 0))
      return false
    }
    if content == nil, file.isNamed, !(file.kind == .route && buffer.hasPoints(from: first)) {
      buffer.report(.fileMissing, .fileMissing, at: file.path.range)
      if file.kind == .route, head >= 0 {
        // Without its points it is not a route, and would be another sample than the one of the whole export.
        buffer.samples.removeLast()
        buffer.tape.removeAll(from: first)
        return false
      }
    }
    if buffer.tape.count > Self.maximumParts { buffer.report(.objectTooLarge, .tooManyParts, at: tag.name) }
    buffer.samples[place].takeEntries(from: first, of: buffer.tape)
    buffer.samples[place].span = span
    return true
  }

  /// Reads the children and the end tag of an element; returns where its first run of metadata is.
  private mutating func children(
    of form: ExportElementFormat, _ tag: XMLTag, from start: Int, _ depth: Int, _ head: Int, _ file: inout NamedFile,
    _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) -> Range<Int> {
    var own = RawSampleBuffer(syntax: .appleHealth)
    swap(&own, &kept)
    own.removeAll()
    var metadata = 0..<0
    var isInMetadata = true
    while try !cursor.nextTag(in: start, bytes, into: &buffer) {
      let child = cursor.position
      let name = cursor.name(bytes)
      let element = ElementName.of(name, in: bytes)
      if element == .metadataEntry {
        if let entry = try metadataEntry(depth: depth + 1, bytes, into: &buffer) {
          own.addMetadata(entry, first: 0, in: bytes)
        }
        if isInMetadata { metadata = (metadata.isEmpty ? child : metadata.lowerBound)..<cursor.position }
        continue
      }
      isInMetadata = metadata.isEmpty
      switch element {
      case .fileReference: try fileReference(depth + 1, &file, bytes, into: &buffer)
      case .workoutEvent:
        postponed.events.append(child)
        try skip(bytes, into: &buffer)
      case .workoutActivity: try group(.list, depth + 1, partOf: nil, bytes, into: &buffer)
      default:
        if bytes.holds(name, among: form.points) {
          try group(.point, depth + 1, partOf: nil, bytes, into: &buffer)
        } else if head < 0, try postpone(bytes, into: &buffer) {
          continue
        } else if bytes.holds(name, among: form.wrappers) {
          try wrapper(form, depth + 1, bytes, into: &buffer)
        } else {
          try group(.list, depth + 1, partOf: nil, bytes, into: &buffer)
        }
      }
    }
    try cursor.endTag(of: tag.name, in: start, bytes)
    try events(depth + 1, bytes, into: &buffer)
    buffer.tape.append(contentsOf: own.tape)
    for problem in own.problems where buffer.problems.count < 16 { buffer.problems.append(problem) }
    swap(&own, &kept)
    return metadata
  }

  mutating func skip(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(SyntaxError) {
    let problems = buffer.problems.count
    // How deep it is says nothing here: it is counted where it is read.
    _ = try cursor.skipElement(depth: 2, counting: &postponed.counts, bytes, into: &buffer)
    if buffer.problems.count > problems { buffer.problems.removeSubrange(problems...) }
  }

  private mutating func fileReference(
    _ depth: Int, _ file: inout NamedFile, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(SyntaxError) {
    let start = cursor.position
    let tag = try cursor.startTag(bytes, into: &buffer)
    counts.add(.fileReference)
    for index in cursor.attributes.indices where bytes.equals(cursor.attributes[index].name, "path") {
      file = NamedFile(path: cursor.attributes[index].value, kind: .route)
    }
    if tag.isEmpty { return }
    while try !cursor.nextTag(in: start, bytes, into: &buffer) {
      try unsupported(depth: depth + 1, bytes, into: &buffer)
    }
    try cursor.endTag(of: tag.name, in: start, bytes)
  }

  /// Makes slots, fields and a type of the attributes of the tag read last.
  private mutating func assign(
    _ form: ExportElementFormat, _ tag: XMLTag, to sample: inout RawSample, _ file: inout NamedFile, _ bytes: RawSpan,
    onto tape: inout RecordTape
  ) {
    for index in cursor.attributes.indices {
      let attribute = cursor.attributes[index]
      if attribute.value.range.isEmpty { continue }
      var isField = true
      if bytes.equals(attribute.name, form.start) {
        sample[.start] = attribute.value
        isField = form.hasStartField
      }
      if bytes.equals(attribute.name, form.end) {
        sample[.end] = attribute.value
        isField = form.hasEndField
      }
      switch attribute.field {
      case .sourceName, .sourceVersion, .created:
        guard let field = attribute.field, !sample[field].isPresent else { break }
        sample[field] = attribute.value
        isField = false
      case .device:
        device(attribute.value, bytes, into: &sample)
        isField = false
      case .type where form.hasTypeName:
        sample[.type] = attribute.value
        isField = form.hasTypeField
      case .type where bytes.holds(attribute.value.range, among: form.identifiers):
        sample[.type] = attribute.value
        isField = false
      default: break
      }
      var value = attribute.value
      if isField, bytes.holds(attribute.name, among: form.documents) {
        if let content {
          value = RawField(name: content)
        } else {
          file = NamedFile(path: attribute.value, kind: .document)
          isField = false
        }
      }
      if isField { tape.append(TapeEntry(.field, key: RawField(name: attribute.name), value: value)) }
    }
    if !sample[.type].isPresent { sample[.type] = RawField(name: tag.name) }
  }
}

extension RawField {
  init(name: Range<Int>) { self.init(kind: .string, start: name.lowerBound, end: name.upperBound) }
}

extension RawSample {
  /// Takes times, source and device over from the sample that this one belongs to.
  fileprivate mutating func inherit(from head: RawSample) {
    for field in SampleField.allCases {
      switch field {
      case .start, .end, .created, .sourceName, .sourceVersion: self[field] = head[field]
      case .deviceName, .deviceManufacturer, .deviceModel, .deviceHardware, .deviceFirmware, .deviceSoftware,
        .deviceLocal, .deviceUDI:
        self[field] = head[field]
      default: break
      }
    }
  }
}

extension RawSampleBuffer {
  fileprivate func hasPoints(from first: Int) -> Bool { tape.places(from: first).contains { tape[$0].kind == .point } }
}

/// Splits the description of a device in place: `<<HKDevice: 0x283c1a620>, name:Apple Watch, model:Watch,
/// hardware:Watch7,2, software:11.6.1>`, in XML with `&lt;` and `&gt;`.
///
/// Values hold commas, so only `, key:` of a known key ends one. The address and the creation date are dropped: they
/// differ between the records of one device.
enum DeviceText {
  /// The description after the address, from its comma on; `nil` when the text has another form, and is the device's
  /// name.
  static func details(of text: Range<Int>, in bytes: RawSpan) -> Range<Int>? {
    guard let start = descriptionStart(text, bytes) else { return nil }
    let end = max(start, descriptionEnd(text, bytes))
    return bytes.first(UInt8(ascii: ","), from: start, to: end)..<end
  }

  /// Sets the sample's device fields from the details of a description.
  static func split(_ details: Range<Int>, in bytes: RawSpan, into sample: inout RawSample) {
    let end = details.upperBound
    var position = details.lowerBound
    var field: SampleField?
    var start = position
    while true {
      let comma = bytes.first(UInt8(ascii: ","), from: position, to: end)
      guard comma < end else { break }
      position = comma &+ 1
      guard let key = marker(at: comma, end: end, bytes) else { continue }
      // A key that was there already is part of a value.
      if let next = key.field, next == field || sample[next].isPresent { continue }
      set(field, start..<comma, bytes, in: &sample)
      field = key.field
      start = key.valueStart
      position = start
    }
    set(field, start..<max(start, end), bytes, in: &sample)
  }

  private static func set(_ field: SampleField?, _ range: Range<Int>, _ bytes: RawSpan, in sample: inout RawSample) {
    guard let field, !range.isEmpty else { return }
    var isEscaped = false
    for offset in range {
      let byte = bytes.byte(at: offset)
      if byte == UInt8(ascii: "&") || byte < 0x20 { isEscaped = true }
    }
    sample[field] = RawField(kind: .string, isEscaped: isEscaped, start: range.lowerBound, end: range.upperBound)
  }

  /// The position of the text after `<<HKDevice:`; `nil` if the text begins in another way.
  private static func descriptionStart(_ range: Range<Int>, _ bytes: RawSpan) -> Int? {
    var position = range.lowerBound
    let end = range.upperBound
    while position < end, bytes.byte(at: position) == UInt8(ascii: "&"),
      let found = XMLText.reference(at: position, end: end, in: bytes), found.scalar == 0x3C
    {
      position &+= found.length
    }
    guard position > range.lowerBound, bytes.hasPrefix("HKDevice:", at: position, end: end) else { return nil }
    return position &+ 9
  }

  /// Where the description ends: before its closing `>`.
  private static func descriptionEnd(_ range: Range<Int>, _ bytes: RawSpan) -> Int {
    let end = range.upperBound
    if bytes.byte(at: end &- 1) == UInt8(ascii: ">") { return end &- 1 }
    return bytes.hasPrefix("&gt;", at: end &- 4, end: end) ? end &- 4 : end
  }

  private struct Marker {
    /// The field the key stands for; `nil` for one that is dropped.
    var field: SampleField?
    var valueStart: Int
  }

  private static func marker(at comma: Int, end: Int, _ bytes: RawSpan) -> Marker? {
    let start = comma &+ 2
    guard start < end, bytes.byte(at: comma &+ 1) == 0x20 else { return nil }
    @inline(__always) func found(_ key: StaticString, _ field: SampleField?) -> Marker? {
      guard bytes.hasPrefix(key, at: start, end: end) else { return nil }
      return Marker(field: field, valueStart: start &+ key.utf8CodeUnitCount)
    }
    switch bytes.byte(at: start) {
    case UInt8(ascii: "n"): return found("name:", .deviceName)
    case UInt8(ascii: "m"): return found("manufacturer:", .deviceManufacturer) ?? found("model:", .deviceModel)
    case UInt8(ascii: "h"): return found("hardware:", .deviceHardware)
    case UInt8(ascii: "f"): return found("firmware:", .deviceFirmware)
    case UInt8(ascii: "s"): return found("software:", .deviceSoftware)
    case UInt8(ascii: "l"): return found("localIdentifier:", .deviceLocal)
    case UInt8(ascii: "U"): return found("UDIDeviceIdentifier:", .deviceUDI) ?? found("UDI:", .deviceUDI)
    case UInt8(ascii: "u"): return found("udiDeviceIdentifier:", .deviceUDI)
    case UInt8(ascii: "c"): return found("creation date:", nil)
    default: return nil
    }
  }
}

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
