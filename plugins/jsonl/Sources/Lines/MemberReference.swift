import HealthModel

/// A member of a correlation as the correlation's line names it: `{"role":…,"type":…,"uuid":…}`.
struct MemberReference: Sendable {
  /// The name of its part in the correlation.
  var role: String
  /// The id of its type, as the store has it.
  var type: String
  var id: SampleID

  private static let beginning = Array(",\"members\":[".utf8)
  private static let roleKey = Array("{\"role\":".utf8)
  private static let typeKey = Array(",\"type\":".utf8)
  private static let idKey = Array(",\"uuid\":\"".utf8)
  private static let end = Array("\"}".utf8)

  /// Goes on with the object of a sample: with references to the members of its group, without the last brace.
  static func append(_ group: Range<Int>, of batch: SampleBatch, _ registry: Registry, to text: inout [UInt8]) {
    if text.last == UInt8(ascii: "}") { text.removeLast() }
    guard let roles = registry.types[Int(batch.type[group.lowerBound])].shape.members else { return }
    let members = group.dropFirst().map { member in
      MemberReference(
        role: roles[Int(batch.role[member])].role, type: registry.types[Int(batch.type[member])].id,
        id: batch.id[member])
    }
    append(members, to: &text)
  }

  static func append(_ members: [MemberReference], to output: inout [UInt8]) {
    output.append(contentsOf: beginning)
    for (place, member) in members.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      output.append(contentsOf: roleKey)
      JSONText.appendQuoted(member.role.utf8, to: &output)
      output.append(contentsOf: typeKey)
      JSONText.appendQuoted(member.type.utf8, to: &output)
      output.append(contentsOf: idKey)
      member.id.append(to: &output)
      output.append(contentsOf: end)
    }
    output.append(UInt8(ascii: "]"))
  }

  /// Where the references begin, at their comma: the last such place before `end`; `nil` when there is none.
  ///
  /// No text can look like it, since quotes in texts are escaped.
  static func start(in line: Range<Int>, before end: Int, _ bytes: [UInt8]) -> Int? {
    var place = end - beginning.count
    while place > line.lowerBound {
      if bytes[place] == beginning[0], bytes[place..<place + beginning.count].elementsEqual(beginning) { return place }
      place -= 1
    }
    return nil
  }

  /// Reads references back from where `start` found them up to the end of their list; `nil` when they are damaged.
  static func all(from start: Int, to end: Int, in bytes: [UInt8]) -> [MemberReference]? {
    var position = start
    guard end <= bytes.count, take(beginning, &position, end, bytes) else { return nil }
    var members: [MemberReference] = []
    while position < end, bytes[position] != UInt8(ascii: "]") {
      if !members.isEmpty, !take([UInt8(ascii: ",")], &position, end, bytes) { return nil }
      guard take(roleKey, &position, end, bytes), let role = text(&position, end, bytes),
        take(typeKey, &position, end, bytes), let type = text(&position, end, bytes),
        take(idKey, &position, end, bytes), position + 36 <= end,
        let id = SampleID(at: position..<position + 36, in: bytes.span.bytes)
      else { return nil }
      position += 36
      guard take(Self.end, &position, end, bytes) else { return nil }
      members.append(MemberReference(role: role, type: type, id: id))
    }
    return position == end - 1 ? members : nil
  }

  private static func take(_ text: [UInt8], _ position: inout Int, _ end: Int, _ bytes: [UInt8]) -> Bool {
    guard position + text.count <= end, bytes[position..<position + text.count].elementsEqual(text) else {
      return false
    }
    position += text.count
    return true
  }

  private static func text(_ position: inout Int, _ end: Int, _ bytes: [UInt8]) -> String? {
    guard position < end, bytes[position] == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    let stop = JSONText.closingQuote(from: start, to: end, in: bytes.span.bytes)
    guard stop < end else { return nil }
    position = stop + 1
    return JSONText.string(start..<stop, in: bytes.span.bytes)
  }
}
