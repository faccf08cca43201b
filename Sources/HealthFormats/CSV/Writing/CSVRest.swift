import HealthModel

/// The columns of a table for what has no column of its own, as objects of JSON.
enum CSVRest: String, CaseIterable {
  case metadata, original
  /// Fields that samples do not have.
  case other

  var name: [UInt8] { Array(rawValue.utf8) }

  /// Appends a member to the object of a sample; the first one begins it.
  static func append(_ key: [UInt8], _ value: [UInt8], isText: Bool, to object: inout [UInt8]) {
    object.append(object.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
    JSONText.appendQuoted(key, to: &object)
    object.append(UInt8(ascii: ":"))
    if isText { JSONText.appendQuoted(value, to: &object) } else { object += value }
  }
}
