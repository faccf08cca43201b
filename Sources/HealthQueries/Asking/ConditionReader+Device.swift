import HealthModel
import HealthStorage

/// Conditions on the device.
extension ConditionReader {
  /// Adds the values that a property may have; a second condition on it leaves the values that both name.
  mutating func addDevice(_ name: Name, _ word: String) throws(ConditionFault) {
    let property = try DeviceProperty.named(word, at: name.place)
    let values = try deviceValues(name)
    guard let present = query.device else {
      query.device = DeviceCondition(property, values)
      return
    }
    try DeviceProperty.requireOne(property, in: query, at: name.place)
    query.device?.values = present.values.filter { values.contains($0) }
  }

  private mutating func deviceValues(_ name: Name) throws(ConditionFault) -> [String] {
    if try takesList() != nil { return try list() }
    let comparison = try self.comparison(name)
    guard comparison.kind == .equal else {
      throw ConditionFault(comparison.place, "a device's property is compared by = and `in (…)` alone")
    }
    return [try operand().text]
  }

  /// Takes the word `in`, if it is next, and returns its place.
  mutating func takesList() throws(ConditionFault) -> Int? {
    var ahead = scanner
    guard let word = try ahead.word(.name), !word.isQuoted, word.text.lowercased() == "in" else { return nil }
    scanner = ahead
    return word.place
  }

  /// Reads `("a", "b")`.
  mutating func list() throws(ConditionFault) -> [String] {
    guard scanner.take("(") else {
      throw ConditionFault(scanner.position, "a list is expected", instead: "write in (\"a\", \"b\")")
    }
    var values: [String] = []
    repeat {
      guard let word = try scanner.word(.item) else {
        throw ConditionFault(scanner.position, "a value of the list is missing")
      }
      values.append(word.text)
    } while scanner.take(",")
    guard scanner.take(")") else {
      throw ConditionFault(scanner.position, "the list is not closed", instead: "put texts with blanks in quotes")
    }
    return values
  }
}

/// The names of the properties of devices.
enum DeviceProperty {
  /// The names, for messages.
  static let list = DeviceCondition.Property.allCases.map(\.rawValue).joined(separator: ", ")

  /// HealthKit's names of the properties that are shorter here.
  private static let others: [String: DeviceCondition.Property] = [
    "hardwareVersion": .hardware, "firmwareVersion": .firmware, "softwareVersion": .software,
    "localIdentifier": .local, "udiDeviceIdentifier": .udi, "UDIDeviceIdentifier": .udi,
  ]

  /// The property of a name, this project's or HealthKit's.
  static func named(_ name: String, at place: Int) throws(ConditionFault) -> DeviceCondition.Property {
    if let property = DeviceCondition.Property(rawValue: name) ?? others[name] { return property }
    let near = Suggestion.nearest(to: name, among: DeviceCondition.Property.allCases.map(\.rawValue))
    throw ConditionFault(
      place, "devices have no property `\(TextEscaping.escaped(name, limit: 80))`",
      instead: near.map { "did you mean `\($0)`?" } ?? "one of \(list)")
  }

  /// Requires that a query asks for no other property: it holds one.
  static func requireOne(
    _ property: DeviceCondition.Property, in query: SampleQuery, at place: Int
  ) throws(ConditionFault) {
    guard let present = query.device, present.property != property else { return }
    throw ConditionFault(
      place, "a query asks for one property of devices, and this one for \(present.property.rawValue) already",
      instead: "leave one of the two out")
  }
}
