import HealthModel

/// Reads elements that structured types claim: `Workout`, `ActivitySummary`, `ClinicalRecord` and the like.
///
/// Attributes become fields, child elements elements of lists or points, and child elements that a type of their own
/// claims become samples that belong to the one they are in. The only names known here are those whose meaning no
/// definition can say: metadata, a file's path, and the activities of a workout, which repeat its events.
extension RecordParser {
  /// The most attributes and child elements of one record.
  static var maximumParts: Int { 1_000_000 }
  /// The longest element that is read with a file of its own, and kept until then.
  static var maximumCompanion: Int { 64 * 1024 }

  /// Reads the element at the position: a sample, and after it those that belong to it.
  mutating func structure(
    _ form: ExportElementForm, depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) {
    let place = buffer.samples.count
    let isWhole = try sample(form, depth: depth, head: -1, bytes, into: &buffer)
    if isWhole, !postponed.attached.isEmpty {
      try attached(to: place, depth: depth + 1, bytes, into: &buffer)
    }
    postponed.removeAll()
  }

  /// Keeps the child element at the position for later when a type claims it; says whether one does.
  mutating func postpone(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(XMLFault) -> Bool {
    guard elements.form(at: cursor.name(bytes), in: bytes) != nil else { return false }
    postponed.attached.append(cursor.position)
    try skip(bytes, into: &buffer)
    return true
  }

  /// Reads the elements that were kept for later: samples that belong to the one at a place.
  mutating func attached(
    to head: Int, depth: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) {
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
    _ form: ExportElementForm, depth: Int, head: Int, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> Bool {
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
        buffer.samples[place][.metadata] = RawField(
          kind: .object, start: metadata.lowerBound, end: metadata.upperBound)
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
    of form: ExportElementForm, _ tag: XMLTag, from start: Int, _ depth: Int, _ head: Int, _ file: inout NamedFile,
    _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) -> Range<Int> {
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

  /// Moves over the element at the position, which is read later.
  mutating func skip(_ bytes: RawSpan, into buffer: inout RawSampleBuffer) throws(XMLFault) {
    let problems = buffer.problems.count
    // How deep it is says nothing here: it is counted where it is read.
    _ = try cursor.skipElement(depth: 2, counting: &postponed.counts, bytes, into: &buffer)
    if buffer.problems.count > problems { buffer.problems.removeSubrange(problems...) }
  }

  /// Reads the `FileReference` at the position.
  private mutating func fileReference(
    _ depth: Int, _ file: inout NamedFile, _ bytes: RawSpan, into buffer: inout RawSampleBuffer
  ) throws(XMLFault) {
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
    _ form: ExportElementForm, _ tag: XMLTag, to sample: inout RawSample, _ file: inout NamedFile, _ bytes: RawSpan,
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
  /// The name of an element or attribute.
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
  /// Whether there are points on the tape from a place on.
  fileprivate func hasPoints(from first: Int) -> Bool {
    tape.places(from: first).contains { tape[$0].kind == .point }
  }
}
