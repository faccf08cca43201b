import HealthModel
import HealthPlugins
import HealthStorage

/// A form that a batch needs, with what its columns say.
struct NewForm {
  var content: [UInt8]
  var line: Int
  var isWhole: Bool
  var sharesMetadata: Bool
}

struct FormNumbers {
  private static let most = 100_000

  private var numbers: [[UInt8]: Int32] = [:]
  private var greatest: Int32?

  /// Gives forms their numbers; sources and devices of their lines are learned.
  mutating func numbers(
    of forms: [NewForm], _ columns: [ColumnValues], in lines: SampleLines, sources: inout TextNumbers,
    devices: inout TextNumbers, _ connection: ServerConnection
  ) throws(PluginError) -> [Int32] {
    if numbers.count > Self.most { numbers = [:] }
    var unknown = forms.filter { numbers[$0.content] == nil }
    if !unknown.isEmpty {
      let found = try connection.run(
        "SELECT id, content FROM assay_forms WHERE content = ANY ($1)",
        [.texts(unknown.map { String(decoding: $0.content, as: UTF8.self) })])
      for row in 0..<found.count { numbers[found.bytes(row, 1)] = found.integer(row, 0) }
      unknown = unknown.filter { numbers[$0.content] == nil }
      if !unknown.isEmpty { try insert(unknown, columns, lines, &sources, &devices, connection) }
    }
    return forms.map { numbers[$0.content] ?? 0 }
  }

  private mutating func insert(
    _ forms: [NewForm], _ columns: [ColumnValues], _ lines: SampleLines, _ sources: inout TextNumbers,
    _ devices: inout TextNumbers, _ connection: ServerConnection
  ) throws(PluginError) {
    let text = lines.text
    try sources.learn(forms.lazy.compactMap { columns[$0.line].source }, in: text, connection)
    try devices.learn(forms.lazy.compactMap { columns[$0.line].device }, in: text, connection)
    var next = greatest ?? 0
    if greatest == nil { next = try connection.run("SELECT coalesce(max(id), 0) FROM assay_forms").integer(0, 0) }
    var rows = CopyRows(columns: 10)
    for form in forms {
      guard next < Int32.max else { throw PluginError(.system, "assay_forms has no number left", code: .full) }
      next += 1
      numbers[form.content] = next
      let column = columns[form.line]
      rows.beginRow()
      rows.append(next)
      rows.append(text: form.content)
      for member in ["unit", "offset", "origin"] {
        rows.append(text: form.isWhole ? nil : Self.text(of: member, of: lines.lines[form.line].sample, in: text))
      }
      rows.append(sources.number(of: column.source, in: text))
      rows.append(devices.number(of: column.device, in: text))
      rows.append(json: form.isWhole || form.sharesMetadata ? column.metadata : nil)
      rows.append(column.isStructured)
      rows.append(form.isWhole)
    }
    greatest = next
    try connection.copy(
      """
      COPY assay_forms (
        id, content, unit, utc_offset, origin, source, device, metadata, is_structured, is_whole
      ) FROM STDIN (FORMAT binary)
      """, rows)
  }

  private static func text(of member: String, of sample: Range<Int>, in text: [UInt8]) -> [UInt8]? {
    CanonicalObject.value(of: member, of: sample, in: text).flatMap { CanonicalObject.text(of: $0, in: text) }
      .map { StoredText.encoded(Array($0.utf8)) }
  }
}
