package import HealthModel
import HealthUnits

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
  package static let mainFile = "export.xml"

  private let registry: Registry
  private let forms: [Form]
  private let records: RecordText

  private enum Form: Sendable {
    case attribute(String)
    case record
    case correlation
    case structure(ElementText)
    case recording(RecordingText)
    case none
  }

  @usableFromInline package enum Place: Sendable, Hashable {
    /// An attribute of `Me`.
    case profile
    case record
    case correlation
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
      if !shape.hasTime { return .attribute(XMLAttributeText.isName(type.identityName) ? type.identityName : type.id) }
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

  package func sources(of batch: SampleBatch) -> Sources { Sources(texts: ExportSources(batch)) }

  /// The attributes of a batch's sources and devices.
  package struct Sources { let texts: ExportSources }

  // MARK: The main file

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
  @discardableResult package func append(
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
  @discardableResult package func writeFiles<Failure: Error>(
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

/// Writes the document type of an export: which elements there are, with which attributes and children.
///
/// Those of structured types are made of their definitions, so that it says what is written. It declares every attribute
/// as text that may be left out, except the ones that all elements of a name have.
struct DocumentTypeText {
  private var names: [String] = []
  private var elements: [String: Element] = [:]

  private struct Element {
    var children: [String] = []
    var attributes: [String] = []
  }

  private static let slots = ["sourceName", "sourceVersion", "device", "creationDate"]

  init(_ registry: Registry, characteristics: [String], structures: [(type: TypeDefinition, text: ElementText)]) {
    add("Me", attributes: characteristics)
    let record = ["type"] + Self.slots.prefix(3) + ["unit", "creationDate", "startDate", "endDate", "value"]
    add("Record", attributes: record, children: ["MetadataEntry"])
    add(
      "Correlation", attributes: record.filter { $0 != "unit" && $0 != "value" }, children: ["MetadataEntry", "Record"])
    for (type, text) in structures { add(type, text, registry) }
    add("MetadataEntry", attributes: ["key", "value"])
    let top = names.filter { name in
      name == "Record" || name == "Correlation" || structures.contains { $0.text.element == name }
    }
    names.insert(contentsOf: ["HealthData", "ExportDate"], at: 0)
    elements["HealthData"] = Element(children: top, attributes: ["locale"])
    elements["ExportDate"] = Element(attributes: ["value"])
  }

  private mutating func add(_ name: String, attributes: [String] = [], children: [String] = []) {
    if elements[name] == nil { names.append(name) }
    var element = elements[name] ?? Element()
    for child in children where !element.children.contains(child) { element.children.append(child) }
    for attribute in attributes where !element.attributes.contains(attribute) { element.attributes.append(attribute) }
    elements[name] = element
  }

  private mutating func add(_ type: TypeDefinition, _ text: ElementText, _ registry: Registry) {
    guard let export = text.shape.export else { return }
    add(
      text.element,
      attributes: ["type"] + Self.attributes(of: text.shape.fields) + Self.slots + [export.start, export.end],
      children: ["MetadataEntry"])
    for list in text.shape.lists {
      guard let child = list.export else { continue }
      for name in child.elements {
        let inner = name == ElementName.workoutActivity.text.description
        let hasMetadata = list.element.fields.contains { $0.value == .metadata }
        add(child.parent.isEmpty ? text.element : child.parent, children: [name])
        if !child.parent.isEmpty { add(text.element, children: [child.parent]) }
        add(
          name, attributes: Self.attributes(of: list.element.fields),
          children: (hasMetadata ? ["MetadataEntry"] : [])
            + (inner ? [ElementName.workoutEvent, .workoutStatistics].map { $0.text.description } : []))
      }
    }
    if text.route != nil {
      add(text.element, children: ["FileReference"])
      add("FileReference", attributes: ["path"])
    } else if let points = text.shape.points, !points.export.isEmpty {
      var names = points.columns.compactMap { $0.export?.name }
      if case .times(let time?) = points.timing { names.append(time) }
      add(text.element, children: [points.export])
      add(points.export, attributes: names)
    }
    guard let parent = text.shape.parent.flatMap({ registry.type(named: $0.type) }) else { return }
    let outer = parent.shape.structure.map { $0.export?.element ?? "" } ?? "Record"
    if !outer.isEmpty { add(outer, children: [text.element]) }
  }

  private static func attributes(of fields: [FieldDefinition]) -> [String] {
    fields.flatMap { field -> [String] in
      guard let export = field.export, field.value != .metadata else { return [] }
      switch field.value {
      case .quantity, .quantityOf: return [export.name, export.unit].filter { !$0.isEmpty }
      default: return [export.name]
      }
    }
  }

  func append(to output: inout [UInt8]) {
    output.append(contentsOf: "<!DOCTYPE HealthData [\n".utf8)
    for name in names {
      guard let element = elements[name] else { continue }
      let children = element.children.joined(separator: "|")
      let model =
        name == "HealthData" ? "(ExportDate,Me,(\(children))*)" : children.isEmpty ? "EMPTY" : "(\(children))*"
      output.append(contentsOf: "<!ELEMENT \(name) \(model)>\n".utf8)
      if element.attributes.isEmpty { continue }
      output.append(contentsOf: "<!ATTLIST \(name)\n".utf8)
      for attribute in element.attributes {
        let isRequired = Self.required[name]?.contains(attribute) ?? false
        output.append(contentsOf: "  \(attribute) CDATA \(isRequired ? "#REQUIRED" : "#IMPLIED")\n".utf8)
      }
      output.append(contentsOf: ">\n".utf8)
    }
    output.append(contentsOf: "]>\n".utf8)
  }

  private static let required: [String: [String]] = [
    "HealthData": ["locale"], "ExportDate": ["value"], "MetadataEntry": ["key", "value"], "FileReference": ["path"],
    "Record": ["type", "sourceName", "startDate", "endDate"],
    "Correlation": ["type", "sourceName", "startDate", "endDate"],
  ]
}

/// Writes electrocardiograms as the tables that the Health app makes: a header, then a voltage a line.
///
/// The lines that say whose it is are empty: an export of samples names nobody.
struct RecordingText: Sendable {
  let shape: StructureShape
  private let start: String
  private let unit: [UInt8]
  private let fields: ExportFields
  /// How many voltages are written at a time.
  private static let piece = 5000

  /// The form of a type's samples; `nil` unless they are columns at a fixed rate in files of their own, the first of
  /// which a file has.
  init?(_ type: TypeDefinition, _ fields: ExportFields) {
    guard let shape = type.shape.structure, let export = shape.export, export.element.isEmpty,
      let points = shape.points, case .rate = points.timing, let column = points.columns.first,
      points.columns.count == 1
    else { return nil }
    self.shape = shape
    self.fields = fields
    start = export.start
    var unit = ""
    if case .quantity(let quantity) = column.value { unit = quantity.unit.unitString }
    self.unit = Array((unit == "mcV" ? "µV" : unit).utf8)
  }

  /// The content of a sample; `nil` when it has no voltages.
  func content(_ row: Int, of batch: SampleBatch) -> StructureContent? {
    let content = try? StructureContent(
      shape, at: batch.text[row].indices, in: batch.arena.span.bytes, units: fields.registry.units)
    return content?.points?.rate == nil || content?.points?.count == 0 ? nil : content
  }

  /// The path of a recording's file in the export.
  func name(_ row: Int, of batch: SampleBatch) -> String {
    var text: [UInt8] = []
    ExportTime.appendDay(batch.start[row], offset: batch.startOffset[row], to: &text)
    return "electrocardiograms/ecg_\(String(decoding: text, as: UTF8.self))_\(batch.id[row]).csv"
  }

  /// Writes the file of a recording, piece by piece.
  func write<Failure: Error>(
    _ content: StructureContent, _ row: Int, of batch: SampleBatch, _ sources: ExportSources,
    _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    guard let points = content.points, let rate = points.rate, let values = points.columns.first else { return }
    let source = sources.product(row, of: batch)
    var time: [UInt8] = []
    ExportTime.append(batch.start[row], offset: batch.startOffset[row], to: &time)
    var text = Array("Name,\nDate of Birth,\n\(start),".utf8) + time + Array("\n".utf8)
    append("Classification", value("classification", content), to: &text)
    append("Symptoms", value("symptoms", content), to: &text)
    append("Software Version", value("softwareversion", content) ?? source.version, to: &text)
    text.append(contentsOf: "Device,".utf8)
    appendQuoted(source.name, to: &text)
    text.append(contentsOf: "\nSample Rate,".utf8)
    DecimalWriter.append(rate, to: &text)
    text.append(contentsOf: " hertz\n\n\n".utf8)
    append("Lead", value("lead", content) ?? Array("Lead I".utf8), to: &text)
    append("Unit", unit, to: &text)
    text.append(UInt8(ascii: "\n"))
    for (index, value) in values.enumerated() {
      DecimalWriter.append(value.isFinite ? value : 0, to: &text)
      text.append(UInt8(ascii: "\n"))
      if index % Self.piece == Self.piece - 1 {
        try body(text)
        text.removeAll(keepingCapacity: true)
      }
    }
    try body(text)
  }

  /// The text of the field that exports write in a line whose name begins with a word; blanks and case do not count.
  private func value(_ word: String, _ content: StructureContent) -> [UInt8]? {
    guard
      let index = shape.fields.firstIndex(where: { field in
        field.export?.name.lowercased().filter { $0 != " " }.hasPrefix(word) ?? false
      })
    else { return nil }
    return fields.text(content.fields.values[index], shape.fields[index]).map { Array($0.utf8) }
  }

  private func append(_ name: String, _ value: [UInt8]?, to output: inout [UInt8]) {
    output.append(contentsOf: "\(name),".utf8)
    let value = value ?? []
    let needsQuotes = value.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 < 0x20 }
    if needsQuotes { appendQuoted(value, to: &output) } else { output += value }
    output.append(UInt8(ascii: "\n"))
  }

  /// Appends a text in quotes; a header has lines of one line.
  private func appendQuoted(_ text: [UInt8], to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte < 0x20 ? 0x20 : byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
