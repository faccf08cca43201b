import HealthModel
import SeededRandom
import Testing

@testable import HealthFormats

@Suite("Files of an export")
struct ExportFileTests {
  static let names = ["route.gpx", "comments.gpx", "ecg.csv", "ecg-de.csv", "table.csv", "document.json"]

  @Test("a file's sample holds what its file of expectations says", arguments: ExportFileTests.names)
  func tape(_ name: String) throws {
    let bytes = try TestFiles.bytes("Cases/export-files/\(name)")
    let stem = name.prefix { $0 != "." }
    let expected = String(decoding: try TestFiles.bytes("Cases/export-files/\(stem).tape"), as: UTF8.self)
    let found = try Self.read(bytes, named: name)
    #expect(found == expected, "\(found)")
  }

  /// A route that is not one, and the code that says so.
  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let code: String

    var testDescription: String { "\(code): \(text.prefix(100))" }
  }

  static let faults = [
    Fault(text: "", code: "xml-syntax"),
    Fault(text: "type,value\n", code: "xml-syntax"),
    Fault(text: "<kml><trkpt lat=\"1\" lon=\"2\"/></kml>", code: "xml-syntax"),
    Fault(text: "<gpxx></gpxx>", code: "xml-syntax"),
    Fault(text: "<gpx><trk>", code: "truncated"),
    Fault(text: "<gpx><trkpt lat=\"1\" lo", code: "truncated"),
    Fault(text: "<gpx><trkpt lat=\"1\" lon=\"2\"><ele>1", code: "truncated"),
    Fault(text: "<gpx><trkpt lat=\"1\" lon=\"2\"></trkpt", code: "truncated"),
    Fault(text: "<gpx><trkpt lat=\"1\" lon=\"2\"><ele>1</ele><trkpt/></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt lat=\"1\" lat=\"2\" lon=\"3\"/></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt lat=\"1\" lon=\"3\"><ele>1</ele><ele>2</ele></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt lat=\"1\" lon=\"3\"><lat>1</lat></trkpt></gpx>", code: "xml-syntax"),
    Fault(
      text: "<gpx><trkpt><extensions><speed>1</speed><x><speed>1</speed></x></extensions></trkpt></gpx>",
      code: "xml-syntax"),
    Fault(text: "<gpx><trk><trkseg></trk></trkseg></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trk></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx></trk></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt><ele>1</speed></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt><extensions><speed>1</speed></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt></ele></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt/></gpx><gpx/>", code: "xml-syntax"),
    Fault(text: "<gpx/><gpx></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx></gpx>x", code: "xml-syntax"),
    Fault(text: "<x><gpx></gpx></x>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt><ele", code: "truncated"), Fault(text: "<gpx><trk", code: "truncated"),
    Fault(text: "<gpx><trk></trk", code: "truncated"), Fault(text: "<gpx><trkpt><a></a", code: "truncated"),
    Fault(text: "<gpx>" + String(repeating: "<a>", count: 40), code: "nesting"),
    Fault(text: "<gpx><trkpt>" + String(repeating: "<a>", count: 40), code: "nesting"),
    Fault(text: "<gpx><!-- ", code: "truncated"),
    Fault(text: "<gpx><trkpt><ele>52<!-- x -->0</ele></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt><ele>5<![CDATA[20]]></ele></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt><ele><![CDATA[5]]>20</ele></trkpt></gpx>", code: "xml-syntax"),
    Fault(text: "<gpx><trkpt><ele>5<!-- ", code: "truncated"),
    Fault(text: "<gpx><trkpt><ele><![CDATA[5", code: "truncated"),
    Fault(text: "<gpx><trkpt><ele><!-- a -->5", code: "truncated"),
    // A million points: more than any type takes, and more than memory is given for.
    Fault(
      text: "<gpx>" + String(repeating: "<trkpt a=\"1\"/>", count: 1_000_000) + "</gpx>", code: "object-too-large"),
  ]

  @Test("a point is read as it is, whatever the points before it have")
  func unlikePoints() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    // Names that begin alike, that are as long, and that are longer than those that are kept.
    let names = [
      "ele", "el", "elf", "elevate", "elevated", "time", "timer", "hAcc", "vAcc", "speed", "course", "cadence", "x",
      "é",
    ]
    for round in 0..<300 {
      var (plain, blank) = ("<gpx>", "<gpx>")
      var order = names.shuffled(using: &random).prefix(9)
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        if Int.random(in: 0..<3, using: &random) == 0 { order = names.shuffled(using: &random).prefix(6) }
        let isInside = Bool.random(using: &random)
        for text in ["<trkpt lat=\"1\" lon=\"2\">", isInside ? "<extensions>" : ""] {
          plain += text
          blank += text
        }
        for name in order where Int.random(in: 0..<8, using: &random) > 0 {
          let text =
            ["", "1", " 2.5\n", "a &amp; b", "123456789.123456", "2026-01-01T08:00:00Z", "<!-- x -->7"]
            .randomElement(using: &random) ?? ""
          plain += "<\(name)>\(text)</\(name)>"
          // A name with a blank after it is read letter by letter.
          blank += "<\(name) >\(text)</\(name) >"
        }
        for text in [isInside ? "</extensions>" : "", "</trkpt>"] {
          plain += text
          blank += text
        }
      }
      let found = try Self.read(Array((plain + "</gpx>").utf8), named: "route.gpx")
      let expected = try Self.read(Array((blank + "</gpx>").utf8), named: "route.gpx")
      #expect(found == expected, "SEED=\(seed), round \(round): \(plain)")
      #expect(!found.contains("problem"), "SEED=\(seed), round \(round): \(plain)")
    }
  }

  @Test("a route that breaks off or is none is refused", arguments: ExportFileTests.faults)
  func faultyRoutes(_ row: Fault) throws {
    let printed = try Self.read(Array(row.text.utf8), named: "route.gpx")
    #expect(printed.contains("problem \(row.code) at"), "\(printed.prefix(2_000))")
  }

  @Test("each beginning of a route is refused, and none is read beyond its end")
  func beginnings() throws {
    let bytes = try TestFiles.bytes("Cases/export-files/route.gpx")
    let whole = bytes.count - "</gpx>\n".utf8.count
    for count in stride(from: 0, through: whole, by: 7) {
      #expect(try Self.read(Array(bytes[..<count]), named: "route.gpx").contains("problem "), "\(count)")
    }
  }

  @Test("each beginning of an electrocardiogram is one with fewer voltages, or none")
  func shortRecordings() throws {
    let bytes = try TestFiles.bytes("Cases/export-files/ecg.csv")
    for count in 0..<bytes.count {
      let printed = try Self.read(Array(bytes[..<count]), named: "ecg.csv")
      #expect(printed == "unsupported\n" || printed.hasPrefix("sample\n  type: recording\n"), "\(count)")
    }
  }

  @Test("what a file says of a person is blanked before anything else is done with it")
  func personal() throws {
    for name in ["ecg.csv", "ecg-de.csv"] {
      let bytes = try TestFiles.bytes("Cases/export-files/\(name)")
      let blanked = String(decoding: ElectrocardiogramText.withoutPerson(bytes), as: UTF8.self)
      #expect(blanked.utf8.count == bytes.count)
      for word in ["Person", "1980"] { #expect(!blanked.contains(word)) }
      #expect(blanked.contains("Watch6,7"))
    }
    // Wherever the lines are, they say so themselves.
    let moved = Array(
      "Recorded Date,2025-03-04 20:57:45 -0500\nName,Moved Person\nClassification,Sinus Rhythm\nSample Rate,512 hertz\n\n1\n2\n"
        .utf8)
    let blanked = String(decoding: ElectrocardiogramText.withoutPerson(moved), as: UTF8.self)
    #expect(!blanked.contains("Moved") && blanked.contains("Sinus Rhythm"))
    let table = try TestFiles.bytes("Cases/export-files/table.csv")
    #expect(ElectrocardiogramText.withoutPerson(table) == table)
  }

  @Test("a file over the limit, or one that is damaged, is refused with a code")
  func faultyFiles() throws {
    for (fault, code) in [(FileFault.tooLong, "line-too-long"), (.damaged, "zip-damaged"), (.encoding, "encoding")] {
      #expect(try Self.read([], named: "route.gpx", fault) == "problem \(code) at \n")
    }
  }

  @Test("a file is known by its last component and its kind, wherever it is")
  func lookUp() throws {
    let files = ExportFiles(
      ["b/x.gpx", "a/x.gpx", "a/x.json", "x.CSV", "__MACOSX/y.gpx", "a/._y.gpx", "a/export.xml"].compactMap { path in
        ExportFiles.kind(of: path).map { ExportFile(path: path, kind: $0, displayPath: path, size: 1, member: nil) }
      })
    #expect(files.files.map(\.path) == ["a/x.gpx", "a/x.json", "b/x.gpx", "x.CSV"])
    for (path, kind, number) in [
      ("/workout-routes/x.gpx", ExportFiles.Kind.route, 0), ("x.gpx", .route, 0), ("..\\..\\x.gpx", .route, 0),
      ("x.json", .document, 1), ("x.CSV", .electrocardiogram, 3),
    ] {
      let bytes = Array(path.utf8)
      #expect(
        NamedFile(path: RawField(name: 0..<bytes.count), kind: kind).number(among: files, bytes.span.bytes) == number)
    }
    // Names that differ in the case of letters are names of two files.
    let twins = ExportFiles(
      ["r/Route.gpx", "r/route.gpx", "R/ROUTE.GPX"].compactMap { path in
        ExportFiles.kind(of: path).map { ExportFile(path: path, kind: $0, displayPath: path, size: 1, member: nil) }
      })
    for (number, file) in twins.files.enumerated() {
      let bytes = Array(("/workout-routes/" + (file.path.split(separator: "/").last ?? "")).utf8)
      let named = NamedFile(path: RawField(name: 0..<bytes.count), kind: .route)
      #expect(named.number(among: twins, bytes.span.bytes) == number, "\(file.path)")
    }
    #expect(twins.files.count == 3)
    for path in ["../../x.gpx", "/etc/x.gpx", "C:\\x.gpx", "a/../x.gpx", "file:///x.gpx"] {
      let bytes = Array(path.utf8)
      let named = NamedFile(path: RawField(name: 0..<bytes.count), kind: .route)
      #expect(named.number(among: files, bytes.span.bytes) == 0, "only files of the export are found: \(path)")
    }
    for path in ["y.gpx", "x.gpx/", "", "x.GPX", "a/x.gpx\0"] {
      let bytes = Array(path.utf8)
      let named = NamedFile(path: RawField(kind: .string, start: 0, end: bytes.count), kind: .route)
      #expect(named.number(among: files, bytes.span.bytes) == nil, "\(path)")
    }
  }

  /// What the reader makes of a file.
  private static func read(_ content: [UInt8], named name: String, _ fault: FileFault? = nil) throws -> String {
    let kind = try #require(ExportFiles.kind(of: name))
    let file = ExportFile(path: name, kind: kind, displayPath: name, size: Int64(content.count), member: nil)
    let element =
      switch kind {
      case .route:
        """
        <WorkoutRoute sourceName="Watch" startDate="2025-05-01 10:00:00 +0200" endDate="2025-05-01 10:30:00 +0200">
          <MetadataEntry key="HKMetadataKeySyncVersion" value="2"/><FileReference path="/workout-routes/route.gpx"/>
        </WorkoutRoute>
        """
      case .document:
        """
        <ClinicalRecord type="HKClinicalTypeIdentifierLabResultRecord" identifier="a-1" sourceName="Clinic" \
        receivedDate="2025-05-02 10:00:00 +0200" resourceFilePath="/clinical-records/document.json"/>
        """
      case .electrocardiogram: ""
      }
    let parent = kind == .route ? SampleID("6B0E3C1A-0000-4000-8000-000000000001") : nil
    let owner = element.isEmpty ? nil : ExportFileOwner(element: Array(element.utf8), parent: parent)
    let registry = try ElementTests.registry()
    var chunk = InputChunk(of: file, content, fault, owner: owner, offset: 0, index: 0)
    var reader = ExportFileReader(preparing: &chunk, elements: ExportElements(registry))
    var printed = TapePrint()
    printed.print(&reader, chunk.bytes, .none, showsSamples: true)
    return printed.text
  }
}
