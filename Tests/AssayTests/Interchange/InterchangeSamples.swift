import FHIR
import HealthConnect
import HealthModel
import HealthQueries
import HealthValidation
import OpenMHealth
import SeededRandom

@testable import Assay
@testable import HealthFormats

/// Made-up samples of every type of the catalog, from the examples of the definitions: with random numbers, offsets,
/// sources, devices, metadata and fields that samples do not have.
struct InterchangeSamples {
  let registry: Registry
  private var generator: SeededGenerator
  private let validator: Validator

  init(seed: UInt64, zone: String? = nil) throws {
    registry = try ProjectFiles.registry()
    generator = SeededGenerator(seed: seed)
    validator = Validator(
      registry: registry,
      options: ValidationOptions(
        now: Instant.latest, timeZone: try zone.map { try TimeZoneRules($0) }, normalizes: true))
  }

  /// The samples in normal form: some of each type.
  mutating func batch(ofEach count: Int) -> SampleBatch {
    var lines: [String] = []
    for type in registry.types {
      let valid = type.examples.filter { $0.expectedCode == nil }.map(\.json)
      for _ in 0..<count {
        guard let example = valid.randomElement(using: &generator) else { continue }
        lines.append(changed(type.shape.quantity.map { quantity($0, of: type) } ?? example, type))
      }
    }
    return JudgedLines(Array(lines.joined(separator: "\n").utf8), by: validator).batch
  }

  /// The samples of a batch as lines of their normal form.
  func lines(of batch: SampleBatch) -> [String] {
    var output: [UInt8] = []
    SampleJSONWriter(registry: registry).append(batch, to: &output)
    return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A batch in a published form.
  func text(_ batch: SampleBatch, _ form: InterchangeFormat, _ options: InterchangeOptions = InterchangeOptions())
    -> String
  {
    var writer = InterchangeWriter(form, registry: registry, options: options)
    var output: [UInt8] = []
    writer.append(batch, to: &output)
    writer.finish(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// What the reader of a published form makes of a text.
  func read(_ text: String, as name: String, isDocument: Bool = false) throws -> ChunkResult {
    let input = ResolvedInput(text: Array(text.utf8), path: "made-up", format: isDocument ? .json : .jsonLines)
    guard let dialect = FormatList.all.dialect(named: name) else { throw UnknownDialect() }
    let reading = try dialect.reading(input, by: registry)
    var worker = ChunkWorker(validator: validator, writer: nil, keepsRefused: false)
    var chunks = try reading.makeChunks(size: 1 << 24)
    guard let chunk = try chunks.next() else { throw UnknownDialect() }
    return worker.judge(chunk, format: reading.format, stopsAtLimit: false)
  }

  /// The normal form of the samples of a text, a line each.
  func normalized(_ text: String, as name: String, isDocument: Bool) throws -> String {
    lines(of: try read(text + (isDocument ? "" : "\n"), as: name, isDocument: isDocument).batch).joined(separator: "\n")
  }

  struct UnknownDialect: Error {}

  // MARK: Making samples

  private mutating func pick(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }

  private mutating func quantity(_ shape: QuantityShape, of type: TypeDefinition) -> String {
    let low = shape.allowed.minimum ?? shape.allowed.above.map { $0 + 0.001 } ?? 0
    let high = min(shape.allowed.maximum ?? shape.allowed.below.map { $0 - 0.001 } ?? low + 5000, low + 5000)
    var value = Double.random(in: low...high, using: &generator)
    if pick(3) == 0 { value = (value * 100).rounded() / 100 }
    if shape.allowed.isInteger || shape.allowed.step != nil || pick(5) == 0 { value = value.rounded() }
    value = min(max(value, low), high)
    var metadata = type.metadata.required.compactMap { key in
      type.examples.lazy.compactMap { Self.entry(key, of: $0.json) }.first
    }.joined(separator: ",")
    if !metadata.isEmpty { metadata = ",\"metadata\":{\(metadata)}" }
    let isInstant = type.duration.minimum == nil && pick(2) == 0
    let end = isInstant ? "" : #","end":"2026-01-01T09:00:00Z""#
    return
      #"{"type":"\#(type.id)","value":\#(value),"unit":"\#(shape.unit.sampleText)","start":"2026-01-01T08:00:00Z"\#(end)\#(metadata)}"#
  }

  /// The entry of a metadata key in an example, if its value is a number or a text.
  private static func entry(_ key: String, of json: String) -> String? {
    guard let range = json.firstRange(of: "\"\(key)\":") else { return nil }
    let value = json[range.upperBound...].prefix { $0 != "," && $0 != "}" }
    return "\"\(key)\":\(value)"
  }

  /// An example with more fields.
  private mutating func changed(_ json: String, _ type: TypeDefinition) -> String {
    var json = json
    if type.shape.hasTime {
      // Times to the microsecond; those of the points and parts of structured samples are within them.
      let fraction = type.shape.structure == nil ? ["", ".5", ".123456", ".999", ".000001"][pick(5)] : ""
      json = json.replacing(":00:00Z", with: ":00:00\(fraction)Z")
    }
    var fields: [String] = []
    if pick(2) == 0 {
      fields.append(
        #""source":{"name":"Watch \#(pick(3))","bundle":"com.example.\#(pick(3))","version":"1.\#(pick(4))"}"#)
    }
    if pick(3) == 0 { fields.append(#""device":{"name":"Ü \"Watch\"","model":"W\#(pick(2))","other":[1,{"a":null}]}"#) }
    if !json.contains("\"metadata\":"), pick(2) == 0 {
      fields.append(
        [
          #""metadata":{"HKWasUserEntered":true,"note":"l\u00fcnch\n2","empty":"","control":"\u0001"}"#,
          #""metadata":{"HKAverageMETs":{"value":3.25,"unit":"kcal/hr·kg"},"a key":1.50e-7}"#,
          #""metadata":{"HKMetadataKeySyncIdentifier":"id-1","HKMetadataKeySyncVersion":3}"#,
        ][pick(3)])
    }
    if pick(3) == 0 {
      let digits = (0..<12).map { _ in String(pick(10)) }.joined()
      fields.append(#""uuid":"5D0B6A6E-0F6C-4A51-9C39-\#(digits)""#)
    }
    if type.shape.hasTime, pick(3) == 0 {
      fields.append(#""created":"2026-01-02T09:00:00.25Z","created_offset":"+02:00""#)
    }
    if pick(2) == 0 { fields.append(#""subject":"P 0\#(pick(5))""#) }
    if type.shape.hasTime, pick(2) == 0 {
      // The clocks of other places, also two.
      fields.append(#""offset":"\#(["+05:30", "-09:30", "+14:00"][pick(3)])""#)
      if pick(3) == 0 { fields.append(#""end_offset":"+01:00""#) }
    }
    if pick(5) == 0 { fields.append(#""origin":"other-app""#) }
    if pick(5) == 0 { fields.append(#""remark":{"kept":[1,2.50,"three"]},"another":null"#) }
    guard !fields.isEmpty else { return json }
    return "\(json.dropLast()),\(fields.joined(separator: ","))}"
  }
}

extension FormatList {
  /// The formats that the command has.
  static let all = FormatList([FHIRPlugin.formats, OpenMHealthPlugin.formats, HealthConnectPlugin.formats])
}
