import HealthModel
import HealthUnits

/// Writes samples that have a value as `Record` elements, and correlations with their members.
struct RecordText: Sendable {
  private let types: [TypeText]
  private let metadata: ExportMetadata

  private struct TypeText: Sendable {
    let name: [UInt8]
    let unit: [UInt8]
    let cases: [[UInt8]]
    let isNumber: Bool
  }

  init(_ registry: Registry, _ metadata: ExportMetadata) {
    self.metadata = metadata
    types = registry.types.map { type in
      let shape = type.shape
      return TypeText(
        name: Self.escaped(type.identityName), unit: shape.quantity.map { Self.escaped($0.unit.unitString) } ?? [],
        cases: shape.enumeration.map { list in list.cases.map { Self.escaped(list.exportText(of: $0)) } } ?? [],
        isNumber: shape.quantity != nil)
    }
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    XMLAttributeText.append(text.utf8, to: &output)
    return output
  }

  /// The value of a characteristic, with references for what XML needs them for.
  func value(_ row: Int, of batch: SampleBatch) -> [UInt8] {
    var output: [UInt8] = []
    let cases = types[Int(batch.type[row])].cases
    let item = Int(batch.enumCase[row])
    if item >= 0, item < cases.count { return cases[item] }
    XMLAttributeText.append(batch.arena[batch.text[row].indices], to: &output)
    return output
  }

  func append(
    _ row: Int, of batch: SampleBatch, _ sources: ExportSources, attached: [UInt8] = [], depth: Int,
    to output: inout [UInt8]
  ) {
    let type = types[Int(batch.type[row])]
    let original = batch.original[row].isEmpty ? Original() : Original(batch.arena[batch.original[row].indices])
    begin("Record", row, of: batch, sources, depth, to: &output)
    if type.isNumber {
      let unit = original.unit.map { Self.escaped($0) } ?? type.unit
      output.append(contentsOf: " unit=\"".utf8)
      output += unit
      output.append(UInt8(ascii: "\""))
    }
    Self.appendTimes(row, of: batch, to: &output)
    output.append(contentsOf: " value=\"".utf8)
    let item = Int(batch.enumCase[row])
    if item >= 0, item < type.cases.count {
      output += type.cases[item]
    } else if type.isNumber {
      if let number = original.number { output += number } else { DecimalWriter.append(batch.value[row], to: &output) }
    }
    output.append(UInt8(ascii: "\""))
    end("Record", row, of: batch, depth, to: &output) { $0 += attached }
  }

  func append(
    _ group: Range<Int>, of batch: SampleBatch, _ sources: ExportSources, attached: [UInt8], to output: inout [UInt8]
  ) {
    let row = group.lowerBound
    begin("Correlation", row, of: batch, sources, 1, to: &output)
    Self.appendTimes(row, of: batch, to: &output)
    end("Correlation", row, of: batch, 1, to: &output) { output in
      output += attached
      for member in group.dropFirst() { append(member, of: batch, sources, depth: 2, to: &output) }
    }
  }

  private func begin(
    _ name: StaticString, _ row: Int, of batch: SampleBatch, _ sources: ExportSources, _ depth: Int,
    to output: inout [UInt8]
  ) {
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
    output.append(UInt8(ascii: "<"))
    name.withUTF8Buffer { output.append(contentsOf: $0) }
    output.append(contentsOf: " type=\"".utf8)
    output += types[Int(batch.type[row])].name
    output.append(UInt8(ascii: "\""))
    // Every record of an export has this attribute, and readers count on it.
    if batch.source[row] < 0 { output.append(contentsOf: " sourceName=\"\"".utf8) }
    sources.appendSource(row, of: batch, to: &output)
    sources.appendDevice(row, of: batch, to: &output)
  }

  static func appendTimes(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    appendCreation(row, of: batch, to: &output)
    XMLAttributeText.begin("startDate".utf8, to: &output)
    ExportTime.append(batch.start[row], offset: batch.startOffset[row], to: &output)
    output.append(UInt8(ascii: "\""))
    XMLAttributeText.begin("endDate".utf8, to: &output)
    ExportTime.append(batch.end[row], offset: batch.endOffset[row], to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Appends when a sample was created; nothing when it does not say.
  static func appendCreation(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    guard batch.created[row] != SampleBatch.noTime else { return }
    XMLAttributeText.begin("creationDate".utf8, to: &output)
    ExportTime.append(batch.created[row], offset: batch.createdOffset[row], to: &output)
    output.append(UInt8(ascii: "\""))
  }

  /// Ends an element, with its metadata and what else is in it.
  private func end(
    _ name: StaticString, _ row: Int, of batch: SampleBatch, _ depth: Int, to output: inout [UInt8],
    _ content: (inout [UInt8]) -> Void
  ) {
    output.append(contentsOf: ">\n".utf8)
    let start = output.count
    metadata.append(batch.metadata[row].indices, in: batch.arena.span.bytes, depth: depth + 1, to: &output)
    content(&output)
    if output.count == start {
      output.removeLast(2)
      output.append(contentsOf: "/>\n".utf8)
      return
    }
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth))
    output.append(contentsOf: "</".utf8)
    name.withUTF8Buffer { output.append(contentsOf: $0) }
    output.append(contentsOf: ">\n".utf8)
  }
}

/// The number and unit that a quantity was written with, where the sample keeps them.
private struct Original {
  var number: [UInt8]?
  var unit: String?

  init() {}

  init(_ object: ArraySlice<UInt8>) {
    let text = Array(object)
    let bytes = text.span.bytes
    var cursor = JSONCursor(end: text.count, longestString: Int.max)
    var isOdd = false
    do {
      try cursor.members(bytes, depth: 0) { (cursor, key) throws(SyntaxError) in
        let value = try cursor.value(bytes, depth: 1)
        if bytes.equals(key.range, "value") {
          isOdd = DecimalParser.parse(value.range, in: bytes) == nil
          number = Array(text[value.range])
        } else if bytes.equals(key.range, "unit"), value.kind == .string {
          unit = JSONText.string(value.range, in: bytes)
        }
      }
    } catch {
      isOdd = true
    }
    // A number without its unit says nothing; a unit without its number is another spelling of the canonical one.
    if isOdd { unit = nil }
    if unit == nil { number = nil }
  }
}

/// The attributes of the sources and devices of a batch, made once for each.
struct ExportSources {
  private let sources: [[UInt8]]
  private let devices: [[UInt8]]
  /// The product that a source is or runs on, which the files of recordings name.
  private let products: [[UInt8]]
  private let versions: [[UInt8]]

  init(_ batch: SampleBatch) {
    let objects = batch.sources.ranges.map { JSONValue(parsing: batch.arena[$0.indices]) }
    sources = objects.map { source in
      var text: [UInt8] = []
      XMLAttributeText.append(
        "sourceName".utf8, (source?["name"]?.text ?? source?["bundle"]?.text ?? "").utf8, to: &text)
      if let version = source?["version"]?.text {
        XMLAttributeText.append("sourceVersion".utf8, version.utf8, to: &text)
      }
      return text
    }
    products = objects.map { Array(($0?["product"]?.text ?? "").utf8) }
    versions = objects.map { Array(($0?["version"]?.text ?? "").utf8) }
    devices = batch.devices.ranges.map { Self.device(JSONValue(parsing: batch.arena[$0.indices])) }
  }

  /// Appends the attributes of a sample's source; nothing for a sample without one.
  func appendSource(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    if batch.source[row] >= 0 { output += sources[Int(batch.source[row])] }
  }

  /// Appends the attribute of a sample's device; nothing for a sample without one.
  func appendDevice(_ row: Int, of batch: SampleBatch, to output: inout [UInt8]) {
    if batch.device[row] >= 0 { output += devices[Int(batch.device[row])] }
  }

  /// The product and the version of a sample's source; empty when it says none.
  func product(_ row: Int, of batch: SampleBatch) -> (name: [UInt8], version: [UInt8]) {
    let source = Int(batch.source[row])
    return source < 0 ? ([], []) : (products[source], versions[source])
  }

  /// The properties in the order of exports, by their keys here and there.
  private static let properties = [
    ("name", "name"), ("manufacturer", "manufacturer"), ("model", "model"), ("hardware", "hardware"),
    ("firmware", "firmware"), ("software", "software"), ("local", "localIdentifier"), ("udi", "UDIDeviceIdentifier"),
  ]

  /// The attribute of a device, which has 0 where exports have the address of an object in the phone's memory.
  private static func device(_ object: JSONValue?) -> [UInt8] {
    let parts = properties.compactMap { key, name in object?[key]?.text.map { "\(name):\($0)" } }
    guard !parts.isEmpty else { return [] }
    var text: [UInt8] = []
    XMLAttributeText.append("device".utf8, "<<HKDevice: 0x0>, \(parts.joined(separator: ", "))>".utf8, to: &text)
    return text
  }
}
