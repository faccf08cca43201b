import HealthModel

/// Reads the elements that are samples: `Record`, and `Correlation` with the records in it; those of structured types
/// are in `RecordParser+Structure.swift`.
struct RecordParser: ~Copyable {
  var cursor: XMLCursor
  var counts = ElementCounts()
  /// The elements of structured types.
  let elements: ExportElements
  /// The files that elements can name.
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

  /// The most members of one correlation.
  static let maximumMembers = 10_000

  init(cursor: XMLCursor, elements: ExportElements = .none, files: ExportFiles = .none) {
    self.cursor = cursor
    self.elements = elements
    self.files = files
  }

  /// Reads the `Record` at the position: a sample, or a member of the correlation that was read before.
  mutating func record(depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(XMLFault) {
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
        buffer.samples[place][.metadata] = RawField(
          kind: .object, start: entries.lowerBound, end: entries.upperBound)
      }
    }
    buffer.samples[place].takeEntries(from: first, of: buffer.tape)
    buffer.samples[place].span = Self.range(start, cursor.position)
    if !postponed.attached.isEmpty { try attached(to: place, depth: depth + 1, bytes, into: &buffer) }
  }

  /// Reads the `Correlation` at the position: the sample first, then its members.
  mutating func correlation(depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(XMLFault) {
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
  ) throws(XMLFault) {
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
  ) throws(XMLFault) -> TapeEntry? {
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

  /// Makes fields of the attributes of the tag read last.
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
