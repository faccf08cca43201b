import HealthModel
import HealthStorage

/// The members of a small JSON object by their keys: what the store's own files are made of.
struct JSONFields {
  private let bytes: [UInt8]
  private let values: [String: Range<Int>]
  /// The keys in the order they are.
  let keys: [String]

  /// `nil` when the text is not an object, or has a key twice.
  init?(_ range: Range<Int>, in bytes: [UInt8]) {
    var values: [String: Range<Int>] = [:]
    var keys: [String] = []
    let isObject = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      let name = JSONText.string(key, in: bytes.span.bytes)
      values[name] = value
      keys.append(name)
      return true
    }
    guard isObject, values.count == keys.count else { return nil }
    self.bytes = bytes
    self.values = values
    self.keys = keys
  }

  func has(_ key: String) -> Bool { values[key] != nil }

  func integer(_ key: String) -> Int64? {
    guard let range = values[key] else { return nil }
    return Int64(String(decoding: bytes[range], as: UTF8.self))
  }

  /// A whole number from 0 on.
  func count(_ key: String) -> Int? {
    guard let number = integer(key), number >= 0 else { return nil }
    return Int(exactly: number)
  }

  func text(_ key: String) -> String? { values[key].flatMap { CanonicalObject.text(of: $0, in: bytes) } }

  func flag(_ key: String) -> Bool { values[key].map { bytes[$0].elementsEqual("true".utf8) } ?? false }

  func object(_ key: String) -> JSONFields? { values[key].flatMap { JSONFields($0, in: bytes) } }

  /// The numbers from 0 on of an object, in order; empty if the key is absent, `nil` when it is something else.
  func counts(_ key: String) -> [(key: String, count: Int)]? {
    guard has(key) else { return [] }
    guard let object = self.object(key) else { return nil }
    var result: [(key: String, count: Int)] = []
    for name in object.keys {
      guard let count = object.count(name) else { return nil }
      result.append((name, count))
    }
    return result
  }
}
