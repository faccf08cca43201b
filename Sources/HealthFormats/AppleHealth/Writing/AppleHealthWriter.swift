package import HealthModel

/// Writes normalized samples in the form of an export of the Health app: elements of the main file, and the files beside
/// it.
///
/// Names of elements and attributes of structured types come from their definitions. The writer does not open, order or
/// keep anything: whoever uses it gives samples in the order of the places they have, as `AppleHealthExport` of the
/// library `Assay` does for a whole store.
///
/// ```swift
/// let writer = AppleHealthWriter(registry: registry)
/// writer.appendBeginning(exportTime: time, offset: 0, profile: [:], to: &text)
/// writer.append(batch.group(at: 0), of: batch, writer.sources(of: batch), to: &text)
/// writer.appendEnd(to: &text)
/// ```
@usableFromInline package struct AppleHealthWriter: Sendable {
  package static let folder = "apple_health_export"
  /// The main file, within the folder.
  package static let mainFile = "export.xml"

  private let registry: Registry
  private let forms: [Form]
  private let records: RecordText

  /// How samples of a type are written.
  private enum Form: Sendable {
    case attribute(String)
    case record
    case correlation
    case structure(ElementText)
    case recording(RecordingText)
    case none
  }

  /// Where in an export samples of a type are.
  @usableFromInline package enum Place: Sendable, Hashable {
    /// An attribute of `Me`.
    case profile
    case record
    case correlation
    /// An element of this name, which no other one holds.
    case element(String)
    /// An element of this name, inside of that of the sample that it belongs to.
    case child(String)
    case file
  }

  /// The elements that samples of structured types cannot have.
  private static let reserved: Set<String> = [
    "HealthData", "ExportDate", "Me", "Record", "Correlation", "MetadataEntry", "FileReference",
  ]

  /// Creates a writer for the types of a registry, which must be the one the samples were judged by.
  package init(registry: Registry) {
    self.registry = registry
    let metadata = ExportMetadata(registry)
    let fields = ExportFields(registry: registry)
    records = RecordText(registry, metadata)
    var claims: [String: Int] = [:]
    for type in registry.types {
      if let element = type.shape.structure?.export?.element { claims[element, default: 0] += 1 }
    }
    var hasRecording = false
    forms = registry.types.map { type in
      let shape = type.shape
      if shape.members != nil { return .correlation }
      if !shape.hasTime {
        return .attribute(XMLAttributeText.isName(type.identityName) ? type.identityName : type.id)
      }
      guard let structure = shape.structure else { return .record }
      guard let export = structure.export else { return .none }
      if export.element.isEmpty {
        // Files do not say their type: it is the first one of this form.
        guard !hasRecording, let recording = RecordingText(type, fields) else { return .none }
        hasRecording = true
        return .recording(recording)
      }
      if Self.reserved.contains(export.element) || !XMLAttributeText.isName(export.element) { return .none }
      let isShared = claims[export.element] ?? 0 > 1
      return .structure(ElementText(type, structure, export, isShared: isShared, fields, metadata))
    }
  }

  /// Where samples of a type are, by its index; `nil` when exports do not hold such samples.
  package func place(ofType index: Int) -> Place? {
    switch forms[index] {
    case .attribute: .profile
    case .record: .record
    case .correlation: .correlation
    case .structure(let text): text.shape.parent == nil ? .element(text.element) : .child(text.element)
    case .recording: .file
    case .none: nil
    }
  }

  /// Whether samples of a type have files of their own, beside their element or in place of it.
  package func hasFiles(ofType index: Int) -> Bool {
    switch forms[index] {
    case .structure(let text): text.route != nil || !text.documents.isEmpty
    case .recording: true
    case .attribute, .record, .correlation, .none: false
    }
  }

  /// The elements that stand by themselves, in the order of exports.
  package var elements: [String] {
    var names: [String] = []
    for index in forms.indices {
      if case .element(let name) = place(ofType: index), !names.contains(name) { names.append(name) }
    }
    let known = ElementName.allCases.map { $0.text.description }
    let rank = { (name: String) in known.firstIndex(of: name) ?? known.count }
    return names.sorted { (rank($0), $0) < (rank($1), $1) }
  }

  /// The attributes that the sources and devices of a batch have, for the other functions.
  package func sources(of batch: SampleBatch) -> Sources { Sources(texts: ExportSources(batch)) }

  /// The attributes of a batch's sources and devices.
  package struct Sources {
    let texts: ExportSources
  }

  // MARK: The main file

  /// The value of a characteristic, as an attribute has it.
  package func profileValue(_ row: Int, of batch: SampleBatch) -> [UInt8] { records.value(row, of: batch) }

  /// Appends what is before all samples: the document type, when the export was made, and the characteristics.
  package func appendBeginning(
    exportTime time: Int64, offset: Int16, profile: [Int: [UInt8]], to output: inout [UInt8]
  ) {
    var names: [(name: String, value: [UInt8])] = []
    for (index, form) in forms.enumerated() {
      guard case .attribute(let name) = form else { continue }
      let isAlways = Self.profile.contains(name)
      guard let value = profile[index] ?? (isAlways ? unset(index) : nil) else { continue }
      names.append((name, value))
    }
    let rank = { (name: String) in Self.profile.firstIndex(of: name) ?? Self.profile.count }
    names.sort { (rank($0.name), $0.name) < (rank($1.name), $1.name) }
    output.append(contentsOf: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    let structures = forms.enumerated().compactMap { index, form in
      if case .structure(let text) = form { (type: registry.types[index], text: text) } else { nil }
    }
    DocumentTypeText(registry, characteristics: names.map(\.name), structures: structures).append(to: &output)
    output.append(contentsOf: "<HealthData locale=\"en_US\">\n <ExportDate value=\"".utf8)
    ExportTime.append(time, offset: offset, to: &output)
    output.append(contentsOf: "\"/>\n <Me".utf8)
    for (name, value) in names {
      XMLAttributeText.begin(name.utf8, to: &output)
      output += value
      output.append(UInt8(ascii: "\""))
    }
    output.append(contentsOf: "/>\n".utf8)
  }

  /// The characteristics that every export has, set or not.
  private static let profile = [
    "DateOfBirth", "BiologicalSex", "BloodType", "FitzpatrickSkinType", "CardioFitnessMedicationsUse",
  ].map { "HKCharacteristicTypeIdentifier" + $0 }

  private func unset(_ index: Int) -> [UInt8] {
    let list = registry.types[index].shape.enumeration
    let item = list?.cases.first { $0.name == "notSet" }
    return Array((item.flatMap { list?.exportText(of: $0) } ?? "").utf8)
  }

  /// Appends the element of a sample, or of a correlation with its members.
  ///
  /// - Returns: whether there is an element for samples of its type.
  @discardableResult
  package func append(
    _ group: Range<Int>, of batch: SampleBatch, _ sources: Sources, attached: [UInt8] = [], to output: inout [UInt8]
  ) -> Bool {
    let row = group.lowerBound
    switch forms[Int(batch.type[row])] {
    case .record: records.append(row, of: batch, sources.texts, attached: attached, depth: 1, to: &output)
    case .correlation: records.append(group, of: batch, sources.texts, attached: attached, to: &output)
    case .structure(let text):
      guard let content = text.content(row, of: batch) else { return false }
      let parts = text.parts(row, of: batch, content, sources.texts, attached: attached, depth: 1)
      output += parts.beginning
      output += parts.slots
      output += parts.rest
    case .attribute, .recording, .none: return false
    }
    return true
  }

  /// Appends what is after all samples.
  package func appendEnd(to output: inout [UInt8]) { output.append(contentsOf: "</HealthData>\n".utf8) }

  // MARK: Samples that belong to others

  /// The element of a sample inside of another one's.
  @usableFromInline package struct Child: Sendable {
    /// The sample that it belongs to; `nil` when it says none.
    package var parent: SampleID?
    /// What is before the attributes of its source and times.
    package var beginning: [UInt8]
    /// The attributes of its source and times.
    package var slots: [UInt8]
    package var rest: [UInt8]
    /// Whether the attributes can be left out where they are those of the sample that it belongs to.
    package var inherits: Bool
  }

  /// The element of a sample that belongs to another one; `nil` for other samples.
  package func child(_ row: Int, of batch: SampleBatch, _ sources: Sources) -> Child? {
    guard case .structure(let text) = forms[Int(batch.type[row])], text.shape.parent != nil,
      let content = text.content(row, of: batch)
    else { return nil }
    let parts = text.parts(row, of: batch, content, sources.texts, depth: 2)
    // Exports write them for routes, whose points are elsewhere.
    let hasNoOwn = text.route == nil && !text.shape.fields.contains { $0.export != nil }
    return Child(
      parent: content.parent, beginning: parts.beginning, slots: parts.slots, rest: parts.rest, inherits: hasNoOwn)
  }

  /// The attributes of the source and the times of a sample, as those of a child are written.
  package func slots(_ row: Int, of batch: SampleBatch, _ sources: Sources) -> [UInt8] {
    var text: [UInt8] = []
    sources.texts.appendSource(row, of: batch, to: &text)
    sources.texts.appendDevice(row, of: batch, to: &text)
    RecordText.appendTimes(row, of: batch, to: &text)
    return text
  }

  // MARK: Files

  /// Writes the files that a sample has beside its element, or in place of it.
  @discardableResult
  package func writeFiles<Failure: Error>(
    _ row: Int, of batch: SampleBatch, _ sources: Sources, begin: (String) throws(Failure) -> Void,
    _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> Bool {
    switch forms[Int(batch.type[row])] {
    case .recording(let recording):
      guard let content = recording.content(row, of: batch) else { return false }
      try begin(recording.name(row, of: batch))
      try recording.write(content, row, of: batch, sources.texts, body)
    case .structure(let text):
      guard let content = text.content(row, of: batch) else { return false }
      if let route = text.route, let points = content.points {
        try begin(RouteText.name(row, of: batch))
        try route.write(points, row, of: batch, body)
      }
      for index in text.documents {
        guard case .document(let document, _)? = content.fields.values[index],
          let name = text.name(ofDocument: index, row, of: batch, content)
        else { continue }
        try begin(name)
        try body(Array(document.utf8))
      }
    case .attribute, .record, .correlation, .none: return false
    }
    return true
  }
}
