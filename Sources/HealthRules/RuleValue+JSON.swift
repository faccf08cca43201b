package import HealthJSON

extension RuleValue {
  /// The value that JSON stands for; `nil` for `null`.
  package init?(_ json: JSONValue) {
    switch json {
    case .null: return nil
    case .boolean(let flag): self = .boolean(flag)
    case .int64(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let elements): self = .list(elements.compactMap(RuleValue.init))
    case .object(let members):
      if members.count == 2, let number = json["value"]?.number, let unit = json["unit"]?.text {
        self = .quantity(number, unit: unit)
        return
      }
      var values: [String: RuleValue] = [:]
      for member in members { values[member.key] = RuleValue(member.value) }
      self = .object(values)
    }
  }

  /// A field or a list of a structured sample, by its name; `points` are by theirs.
  package init?(part name: String, of sample: JSONValue) {
    let part = sample["fields"]?[name] ?? sample["lists"]?[name] ?? (name == "points" ? sample["points"] : nil)
    guard let part else { return nil }
    self.init(part)
  }
}
