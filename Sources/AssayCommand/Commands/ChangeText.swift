import HealthFormats
import HealthModel
import HealthQueries
import HealthStorage
import HealthUnits

/// Changes as lines: for people, or as JSON.
struct ChangeText {
  enum Format: Sendable {
    case text, lines
  }

  private let format: Format
  private let writer: SampleJSONWriter
  private let decoder: SampleDecoder

  init(_ format: Format, registry: Registry) {
    self.format = format
    writer = SampleJSONWriter(registry: registry)
    decoder = SampleDecoder(registry: registry)
  }

  /// Appends an anchor, from which a later watch can go on.
  func append(_ anchor: ChangeAnchor, to output: inout [UInt8]) {
    output.append(contentsOf: (format == .text ? "anchor \(anchor)\n" : "{\"anchor\":\(anchor)}\n").utf8)
  }

  /// Appends a line for each sample that was added or deleted.
  func append(_ page: ChangePage, to output: inout [UInt8]) throws(StorageError) {
    switch format {
    case .text:
      for sample in try decoder.samples(in: page.added) { output.append(contentsOf: (Self.line(sample) + "\n").utf8) }
      for sample in page.deleted {
        output.append(contentsOf: "- \(sample.id) \(TextEscaping.escaped(sample.type))\n".utf8)
      }
    case .lines:
      var lines: [UInt8] = []
      writer.append(page.added, to: &lines)
      let beginning = Array("{\"anchor\":\(page.anchor),".utf8)
      // A sample in JSON has no line feed but the one after it.
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        output.append(contentsOf: beginning)
        output.append(contentsOf: "\"added\":".utf8)
        output.append(contentsOf: line)
        output.append(contentsOf: "}\n".utf8)
      }
      for sample in page.deleted {
        output.append(contentsOf: beginning)
        output.append(contentsOf: "\"deleted\":{\"uuid\":\"".utf8)
        sample.id.append(to: &output)
        output.append(contentsOf: "\",\"type\":".utf8)
        JSONText.appendShown(sample.type, to: &output)
        output.append(contentsOf: "}}\n".utf8)
      }
    }
  }

  private static func line(_ sample: Sample) -> String {
    var words = ["+", time(sample), sample.type]
    if let value = value(sample) { words.append(value) }
    if let source = sample.source?.name ?? sample.source?.bundle { words.append(TextEscaping.escaped(source)) }
    return words.joined(separator: " ")
  }

  /// When it was; of what lasted its start and end.
  private static func time(_ sample: Sample) -> String {
    guard let start = sample.start else { return "-" }
    let begin = TimestampWriter.string(start.microseconds)
    guard let end = sample.end, end.microseconds != start.microseconds else { return begin }
    return begin + "/" + TimestampWriter.string(end.microseconds)
  }

  private static func value(_ sample: Sample) -> String? {
    if let quantity = sample.value.quantity {
      return DecimalWriter.string(quantity.value) + " " + quantity.unit.unitString
    }
    if let text = sample.value.enumCase?.name ?? sample.value.text { return TextEscaping.escaped(text) }
    guard !sample.members.isEmpty else { return nil }
    return sample.members.map { member in
      ([member.role] + [value(member.sample)].compactMap { $0 }).joined(separator: " ")
    }.joined(separator: ", ")
  }
}
