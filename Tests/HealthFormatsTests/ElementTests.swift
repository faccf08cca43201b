import HealthModel
import HealthUnits
import Testing

@testable import HealthFormats

@Suite("Elements of structured types")
struct ElementTests {
  static let names = ["workout", "activities", "route-inline", "route-files", "beats", "others", "nested"]

  @Test("an element's sample holds what its file of expectations says", arguments: ElementTests.names)
  func tape(_ name: String) throws {
    let registry = try Self.registry()
    let bytes = try TestFiles.bytes("Cases/elements/\(name).xml")
    let expected = String(decoding: try TestFiles.bytes("Cases/elements/\(name).tape"), as: UTF8.self)
    // Small chunks and one chunk: what is read is the document's, not the reader's buffer's.
    for size in [64, 1 << 20] {
      let printed = TapePrint(of: bytes, chunk: size, ExportElements(registry), Self.files)
      #expect(printed.text == expected)
    }
  }

  @Test("elements are counted once, however they are read", arguments: ElementTests.names)
  func counts(_ name: String) throws {
    let bytes = try TestFiles.bytes("Cases/elements/\(name).xml")
    let printed = TapePrint(of: bytes, chunk: 1 << 20, ExportElements(try Self.registry()), Self.files)
    #expect(printed.elements == ReadExport(bytes).elements)
  }

  @Test("an element without a type stays unsupported, and one that types share needs its type")
  func claims() throws {
    let registry = try Self.registry()
    #expect(registry.typeIndex(named: "Workout") == registry.typeIndex(named: "workout"))
    #expect(registry.typeIndex(named: "ClinicalRecord") == nil)
    let elements = ExportElements(registry)
    for name in ["Workout", "ClinicalRecord"] { #expect(elements.claims(name)) }
    for name in ["Record", "WorkoutEvent", "workout", ""] { #expect(!elements.claims(name)) }
    let bytes = try TestFiles.bytes("Cases/elements/workout.xml")
    #expect(TapePrint(of: bytes, chunk: 1 << 20, .none, .none).text == "unsupported Workout\n")
  }

  @Test("more parts than the limit refuse the record")
  func limit() throws {
    let child = Array("<WorkoutEvent a='1' b='2' c='3'/>".utf8)
    let body = Array(repeatElement(child, count: 260_000).joined())
    let bytes = Array("<HealthData><Workout>".utf8) + body + Array("</Workout></HealthData>".utf8)
    let printed = TapePrint(of: bytes, chunk: 1 << 20, ExportElements(try Self.registry()), .none, showsSamples: false)
    #expect(printed.text == "sample\nproblem object-too-large at Workout\n")
  }

  static let files = ExportFiles(
    [
      "workout-routes/route_2025-05-01_10.30am.gpx", "workout-routes/walk & talk.gpx",
      "clinical-records/Observation-1.json",
    ]
    .compactMap { path in
      ExportFiles.kind(of: path).map {
        ExportFile(path: path, kind: $0, displayPath: path, size: 1, member: nil)
      }
    })

  /// Types that claim elements, as a catalog's definitions do.
  static func registry() throws -> Registry {
    func field(_ name: String, _ value: FieldValue = .text(maximumLength: 100)) -> FieldDefinition {
      FieldDefinition(name: name, value: value, export: ExportAttribute(name: name))
    }
    func shape(
      _ element: String, _ fields: [FieldDefinition] = [], points: String? = nil, lists: [ListDefinition] = [],
      start: String = "startDate", end: String = "endDate"
    ) -> StructureShape {
      StructureShape(
        fields: fields, lists: lists,
        points: points.map { PointsDefinition(timing: .none, columns: [], export: $0) },
        export: ExportElement(element: element, start: start, end: end))
    }
    let answers = ListDefinition(
      name: "answers", element: .group([field("question")]),
      export: ExportChild(elements: ["Answer"], parent: "Answers"))
    let resource = FieldDefinition(
      name: "resource", value: .document(.json, maximumLength: 100), export: ExportAttribute(name: "resourceFilePath"))
    let clinical = shape("ClinicalRecord", [field("type"), resource], start: "receivedDate", end: "receivedDate")
    let shapes: [(String, StructureShape)] = [
      ("workout", shape("Workout", [field("workoutActivityType")])),
      ("route", shape("WorkoutRoute", points: "Location")),
      ("beats", shape("HeartRateVariabilityMetadataList", points: "InstantaneousBeatsPerMinute")),
      ("summary", shape("ActivitySummary", start: "dateComponents", end: "dateComponents")),
      ("labResult", clinical), ("vitalSign", clinical),
      ("audiogram", shape("Audiogram", points: "SensitivityPoint")),
      ("prescription", shape("VisionPrescription", [field("type")], start: "dateIssued", end: "dateIssued")),
      ("study", shape("Study", lists: [answers])),
      (
        "recording",
        StructureShape(
          fields: [field("Classification"), field("Symptoms")],
          points: PointsDefinition(
            timing: .rate(FieldQuantity(unit: try UnitOfMeasure("Hz"))),
            columns: [FieldDefinition(name: "voltage", value: .number(ValueBounds()), isRequired: true)]),
          export: ExportElement(element: ""))
      ),
    ]
    return try Registry(
      types: shapes.map { TypeDefinition(id: $0.0, title: $0.0, shape: .structure($0.1)) })
  }
}

/// What a reader hands on, as text.
struct TapePrint {
  private(set) var text = ""
  private(set) var elements: [String: Int] = [:]

  init(
    of bytes: [UInt8], chunk size: Int, _ elements: ExportElements, _ files: ExportFiles, showsSamples: Bool = true
  ) {
    var source = ElementChunker(source: MemorySource(bytes), size: size)
    while let chunk = try? source.next() {
      var reader = AppleHealthReader(chunk: chunk, elements: elements, files: files)
      print(&reader, chunk.bytes, files, showsSamples: showsSamples)
      for (name, count) in reader.elementCounts { self.elements[name, default: 0] += count }
    }
  }

  /// Nothing yet.
  init() {}

  /// Appends what a reader hands on of a chunk.
  mutating func print(
    _ reader: inout some RecordReader & ~Copyable, _ chunk: [UInt8], _ files: ExportFiles, showsSamples: Bool
  ) {
    var buffer = RawSampleBuffer(syntax: .appleHealth)
    let bytes = chunk.span.bytes
    while true {
      buffer.removeAll()
      let kind = reader.next(in: bytes, into: &buffer)
      if kind == .end { return }
      if case .unsupported = kind, buffer.unsupported.isEmpty { text += "unsupported\n" }
      if case .broken = kind { text += "broken\n" }
      for (index, sample) in buffer.samples.enumerated() {
        text += index == 0 ? "sample\n" : "and sample\n"
        if showsSamples { print(sample, buffer.tape, chunk) }
      }
      for item in buffer.companions {
        let element = chunk[Int(item.span.lowerBound)..<Int(item.span.upperBound)]
        let name = String(decoding: element.dropFirst().prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
        text += "with \(files.files[Int(item.file)].path): \(name)\(item.hasParent ? " inside" : "")\n"
      }
      for item in buffer.unsupported {
        let name = String(decoding: chunk[Int(item.name.lowerBound)..<Int(item.name.upperBound)], as: UTF8.self)
        text += "unsupported \(name)\(item.hasParent ? " inside" : "")\n"
      }
      for problem in buffer.problems {
        let range = Int(problem.span.lowerBound)..<Int(problem.span.upperBound)
        text += "problem \(problem.code.name) at \(String(decoding: chunk[range], as: UTF8.self))\n"
      }
      if case .broken = kind { return }
    }
  }

  private mutating func print(_ sample: RawSample, _ tape: RecordTape, _ chunk: [UInt8]) {
    for field in SampleField.allCases where sample[field].kind == .string {
      text += "  \(field.label): \(Self.text(sample[field], chunk))\n"
    }
    var depths: [Int32: Int] = [:]
    for place in sample.tape {
      let entry = tape[place]
      let depth = entry.parent < 0 ? 1 : (depths[entry.parent] ?? 0) + 1
      depths[place] = depth
      text += String(repeating: "  ", count: depth)
      if entry.kind != .part { text += "\(entry.kind) " }
      text += Self.text(entry.key, chunk)
      text += entry.value.kind == .object ? "\n" : ": \(Self.text(entry.value, chunk))\n"
    }
  }

  private static func text(_ field: RawField, _ chunk: [UInt8]) -> String {
    var output: [UInt8] = []
    XMLText.appendDecoded(field.range, in: chunk.span.bytes, to: &output)
    // A column has its values one a line.
    if field.kind == .array {
      return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).joined(separator: "|")
    }
    return String(decoding: output, as: UTF8.self)
  }
}
