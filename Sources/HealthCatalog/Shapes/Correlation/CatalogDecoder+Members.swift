import HealthModel

extension CatalogDecoder {
  /// The members of a correlation: a type's id and how often, or a role with its type and how often.
  mutating func members(_ field: Field) -> [CorrelationMember]? {
    guard let fields = self.fields(field) else { return nil }
    let before = errorCount
    var members: [CorrelationMember] = []
    for entry in fields.entries {
      guard CatalogID.isValid(entry.key) else {
        report(
          .catalogID, "\(CatalogText.shown(entry.key)) is neither the id of a type nor a role", at: entry.keyMark)
        continue
      }
      let member = Field(path: fields.path(entry.key), mark: entry.keyMark, node: entry.value)
      if let member = self.member(member, name: entry.key) { members.append(member) }
    }
    if members.isEmpty, errorCount == before {
      report(.catalogKeyMissing, "\(CatalogText.shown(field.path)) has no members", at: field.mark)
    }
    return errorCount == before ? members : nil
  }

  private mutating func member(_ field: Field, name: String) -> CorrelationMember? {
    guard field.node.entries != nil else {
      guard let count = memberCount(field) else { return nil }
      return CorrelationMember(role: name, type: name, minimum: count.minimum, maximum: count.maximum)
    }
    guard var fields = self.fields(field) else { return nil }
    let type = need("type", in: &fields) { $0.id($1) }
    let range = need("count", in: &fields) { $0.memberCount($1) }
    finish(fields)
    guard let typeID = type, let count = range else { return nil }
    return CorrelationMember(role: name, type: typeID, minimum: count.minimum, maximum: count.maximum)
  }

  private mutating func memberCount(_ field: Field) -> (minimum: Int, maximum: Int?)? {
    guard let text = field.node.text, let count = MemberCount.parse(text) else {
      reportKind(field, takes: "a count such as 1, 0..1, 0..* or 2..5")
      return nil
    }
    if let maximum = count.maximum, maximum < count.minimum {
      report(.catalogRange, "the count runs backwards", at: field.node.mark)
      return nil
    }
    if count.maximum == 0 {
      report(.catalogRange, "a member that may never be there", at: field.node.mark)
      return nil
    }
    return count
  }
}

/// How often a member may be in a correlation.
enum MemberCount {
  static let limit = 10_000

  /// Reads `n`, `n..m` or `n..*`, no number above a limit.
  static func parse(_ text: String, limit: Int = limit) -> (minimum: Int, maximum: Int?)? {
    let bytes = Array(text.utf8)
    let dot = UInt8(ascii: ".")
    guard let place = bytes.firstIndex(of: dot) else {
      guard let count = number(bytes[...], limit) else { return nil }
      return (count, count)
    }
    guard place + 1 < bytes.count, bytes[place + 1] == dot, let minimum = number(bytes[..<place], limit) else {
      return nil
    }
    let rest = bytes[(place + 2)...]
    if rest.elementsEqual("*".utf8) { return (minimum, nil) }
    guard let maximum = number(rest, limit) else { return nil }
    return (minimum, maximum)
  }

  private static func number(_ digits: ArraySlice<UInt8>, _ limit: Int) -> Int? {
    guard !digits.isEmpty, digits.count <= 7 else { return nil }
    var value = 0
    for digit in digits {
      guard digit >= 0x30, digit <= 0x39 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value <= limit ? value : nil
  }
}
