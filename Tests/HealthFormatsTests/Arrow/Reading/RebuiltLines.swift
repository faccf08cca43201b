import HealthModel

/// The lines of the normal form that a stream's columns say: what shows that nothing is lost.
struct RebuiltLines {
  private let stream: ReadStream
  private let places: [String: Int]

  init(_ stream: ReadStream) {
    self.stream = stream
    places = Dictionary(uniqueKeysWithValues: stream.fields.enumerated().map { ($1.name, $0) })
  }

  /// The lines, in the order of the rows; members are in the line of their correlation, which comes before them.
  func lines() throws(ArrowFault) -> [String] {
    var lines: [[UInt8]] = []
    var id: [UInt8]?
    var members: Int64 = 0
    for row in stream.rows {
      let line = self.line(row)
      if let correlation = text(row, "correlation_id") {
        guard correlation == id, integer(row, "position") == members, var head = lines.popLast() else {
          throw ArrowFault("a member without its correlation before it")
        }
        head.removeLast(2)
        if members > 0 { head.append(UInt8(ascii: ",")) }
        lines.append(head + line + Array("]}".utf8))
        members += 1
      } else {
        lines.append(line)
        id = text(row, "id")
        members = 0
      }
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  private func text(_ row: [ReadStream.Value?], _ name: String) -> [UInt8]? {
    guard let place = places[name], case .text(let text) = row[place] else { return nil }
    return text
  }

  private func integer(_ row: [ReadStream.Value?], _ name: String) -> Int64? {
    guard let place = places[name], case .integer(let number) = row[place] else { return nil }
    return number
  }

  private func line(_ row: [ReadStream.Value?]) -> [UInt8] {
    var line: [UInt8] = []
    func key(_ name: String) {
      line.append(line.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      line += "\"\(name)\":".utf8
    }
    func quoted(_ name: String, _ text: [UInt8]?) {
      guard let text else { return }
      key(name)
      JSONText.appendQuoted(text, to: &line)
    }
    func object(_ name: String, _ text: [UInt8]?) {
      guard let text else { return }
      key(name)
      line += text
    }
    func pairs(_ text: [UInt8]?) {
      guard let text, text.count > 2 else { return }
      line.append(UInt8(ascii: ","))
      line += text.dropFirst().dropLast()
    }
    func time(_ name: String, _ microseconds: Int64) {
      key(name)
      line += "\"\(TimestampWriter.string(microseconds))\"".utf8
    }
    func offset(_ name: String, _ minutes: Int64?) {
      key(name)
      line.append(UInt8(ascii: "\""))
      TimestampWriter.appendOffset(Int16(minutes ?? 0), to: &line)
      line.append(UInt8(ascii: "\""))
    }

    quoted("uuid", text(row, "id"))
    quoted("type", text(row, "type"))
    if let place = places["value"], case .double(let value) = row[place] {
      key("value")
      DecimalWriter.append(Double(bitPattern: value), to: &line)
      quoted("unit", text(row, "unit"))
    }
    quoted("value", text(row, "category") ?? text(row, "text"))
    pairs(text(row, "structure"))
    let startOffset = integer(row, "start_offset_minutes")
    if let start = integer(row, "start_time"), let end = integer(row, "end_time") {
      time("start", start)
      time("end", end)
      offset("offset", startOffset)
      let endOffset = integer(row, "end_offset_minutes")
      if endOffset != startOffset { offset("end_offset", endOffset) }
    }
    if let created = integer(row, "created_time") {
      time("created", created)
      let createdOffset = integer(row, "created_offset_minutes")
      if createdOffset != startOffset { offset("created_offset", createdOffset) }
    }
    quoted("subject", text(row, "subject"))
    quoted("origin", text(row, "origin"))
    object("source", parts(row, "source", ["name", "bundle", "version", "product", "os"]))
    object(
      "device",
      parts(
        row, "device", ["name", "manufacturer", "model", "hardware", "firmware", "software", "local", "udi"]))
    object("metadata", text(row, "metadata"))
    object("original", text(row, "original"))
    pairs(text(row, "other"))
    if let role = text(row, "role"), role != text(row, "type") { quoted("role", role) }
    if text(row, "kind") == Array("correlation".utf8) { object("members", Array("[]".utf8)) }
    line.append(UInt8(ascii: "}"))
    return line
  }

  private func parts(_ row: [ReadStream.Value?], _ name: String, _ keys: [String]) -> [UInt8]? {
    var object: [UInt8] = []
    for key in keys {
      guard let part = text(row, "\(name)_\(key)") else { continue }
      object += "\(object.isEmpty ? "{" : ",")\"\(key)\":".utf8
      JSONText.appendQuoted(part, to: &object)
    }
    if let other = text(row, "\(name)_other") {
      object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      object += other.dropFirst()
    } else if !object.isEmpty {
      object.append(UInt8(ascii: "}"))
    }
    return object.isEmpty ? nil : object
  }
}
