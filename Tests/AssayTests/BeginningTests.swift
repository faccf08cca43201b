import HealthFormats
import HealthModel
import HealthValidation
import Testing

@testable import Assay

/// Inputs that end early: every beginning of a text, read as every format and cut into chunks anywhere.
@Suite("Beginnings of inputs") struct BeginningTests {
  /// One text for each format, with what its findings may point at: quoted texts, escapes, members, unknown fields.
  private static let texts: [(format: InputFormat, text: String)] = [
    (
      .jsonLines,
      """
      \u{FEFF}{"type":"heartRate","value":72,"unit":"kg","start":"2026-01-01T08:00:00Z","x\\u0041":"\\"é"}\r

      {"type":"heartRat","uuid":"6C1B5A0E-3D0B-4E0E-9A6D-0F6F2B6A1C01","uuid":"","members":[{"type":"b"}]}
      {"type":"stepCount","value":-1,"unit":"coun","start":"2026-13-01","metadata":{"a":{"value":1,"unit":"m"}}}
      """
    ),
    (
      .json,
      """
      [{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00Z","device":{"name":"é\\n"}},
       {"type":"bloodPressure","members":[{"type":"heartRate"}],"start":"2026-01-01T08:00:00Z"}, {"value":"x"} ]
      """
    ),
    (
      .csv,
      """
      type;value;"un""it";start;metadata.a\r
      heartRate;72;"count/min";2026-01-01T08:00:00Z;"a
      b"
      stepCount;"1""2";count;2026-01-01 08:00:00;é;more
      heartRate;5;
      """
    ),
    (
      .appleHealth,
      """
      <?xml version="1.0" encoding="UTF-8"?><!DOCTYPE HealthData [<!ELEMENT HealthData (a,b)*>]>
      <HealthData locale="en"><ExportDate value="2026-01-01 08:00:00 +0000"/><!-- é --><Me a="" b="HKBloodTypeNotSet"/>
      <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="a&#38;&lt;é" unit="kg" value="72"
       startDate="2026-01-01 08:00:00 +0000" endDate="2026-01-01 07:00:00 +0000"><MetadataEntry key="k" value="&#x0;"/>
      </Record><Workout workoutActivityType="a"/>text</HealthData>
      """
    ),
  ]

  /// How many bytes a chunk should have.
  private static let sizes = [1, 33, 1 << 20]

  @Test(
    "no finding of a beginning points outside of its chunk",
    arguments: InputFormat.allCases.filter { $0.converted == nil })
  func places(_ format: InputFormat) async throws {
    let validator = Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: true)
    var findings = 0
    for (original, text) in Self.texts {
      let bytes = Array(text.utf8)
      // A foreign format's errors do not depend on each byte: it is cut at fewer places.
      for count in stride(from: 0, through: bytes.count, by: original == format ? 1 : 5) {
        // Other tests must not wait for this one to end.
        await Task.yield()
        // Small chunks cost as much as they are many, and a format's own text is what they cut in odd places.
        for size in original == format ? Self.sizes : [1 << 20] where size > 1 || count % 7 == 0 {
          let place = "\(count) bytes of \(original.rawValue) as \(format.rawValue) in chunks of \(size)"
          findings += try Self.check(Array(bytes[..<count]), format, size: size, &worker, validator, place)
        }
      }
    }
    #expect(findings > 500)
  }

  /// Reads a text to its end and makes the words of all its findings; returns their number.
  private static func check(
    _ bytes: [UInt8], _ format: InputFormat, size: Int, _ worker: inout ChunkWorker, _ validator: Validator,
    _ place: String
  ) throws -> Int {
    var chunks = chunks(of: bytes, format, size: size)
    var findings = 0
    while let chunk = try chunks.next() {
      let result = worker.judge(chunk, format: format, stopsAtLimit: false)
      let bytes = result.chunk.bytes.span.bytes
      let whole = 0..<result.chunk.bytes.count
      var renderer = FindingRenderer(validator: validator, path: "made-up", chunkStart: ReadPosition())
      renderer.makesExcerpts = true
      for finding in result.findings {
        for range in [finding.span, finding.record, finding.place.key] {
          let isInside = range.start <= range.end && whole.lowerBound <= range.start && range.end <= whole.upperBound
          #expect(isInside, "\(finding.code.name) at \(range.start)..<\(range.end) of \(whole.count): \(place)")
          guard isInside else { return findings }
        }
        let diagnostic = renderer.diagnostic(finding, in: bytes, syntax: format.syntax)
        #expect(!diagnostic.message.isEmpty && diagnostic.excerpt != nil)
        _ = renderer.classes(of: finding, in: bytes, syntax: format.syntax)
      }
      for record in result.refused { #expect(whole.clamped(to: record.span.indices) == record.span.indices) }
      for element in result.unsupported { #expect(whole.clamped(to: element.span.indices) == element.span.indices) }
      findings += result.findings.count
      if result.isBroken { break }
    }
    return findings
  }

  private static func chunks(of bytes: [UInt8], _ format: InputFormat, size: Int) -> any ChunkSource {
    let source = MemorySource(bytes)
    return switch format {
    case .jsonLines: LineChunker(source: source, size: size)
    case .json: JSONArrayChunker(source: source, size: size)
    case .appleHealth: ElementChunker(source: source, size: size)
    default: CSVChunker(source: source, size: size)
    }
  }

  @Test(
    "a finding that points past its text has words and a place",
    arguments: [0..<1, 0..<100, 3..<4, 4..<9, 7..<70], [[], Array("{\"a\"".utf8)] as [[UInt8]])
  func past(_ range: Range<Int>, _ text: [UInt8]) throws {
    let validator = Validator(registry: try ProjectFiles.registry(), options: ValidationOptions(now: ProjectFiles.now))
    var renderer = FindingRenderer(validator: validator, path: "made-up", chunkStart: ReadPosition())
    renderer.makesExcerpts = true
    for code in DiagnosticCode.allCases {
      var place = FindingPlace()
      place.addOuter(.key(ByteRange(range)))
      var finding = Finding(
        code, severity: .error, at: place, span: ByteRange(range), record: ByteRange(range))
      finding.source = (ByteRange(range), ByteRange(range))
      for syntax in [RawSyntax.json, .csv, .appleHealth] {
        let diagnostic = renderer.diagnostic(finding, in: text.span.bytes, syntax: syntax)
        #expect(!diagnostic.message.isEmpty && diagnostic.location.line == 1)
        #expect(diagnostic.location.byteOffset.map { $0 <= text.count } ?? true)
        _ = renderer.classes(of: finding, in: text.span.bytes, syntax: syntax)
      }
    }
  }
}
