import HealthModel

/// The line of a member with its role in one correlation, for backends that keep text: a sample may be a member of
/// several correlations, in another role each, and its line was written for one of them or for none.
package enum MemberText {
  /// Appends a sample's object so that it says this role.
  package static func append(_ object: Range<Int>, in bytes: [UInt8], role: String, to output: inout [UInt8]) {
    var quoted: [UInt8] = []
    JSONText.appendQuoted(role.utf8, to: &quoted)
    var written: Range<Int>?
    var last: Int?
    let isObject = CanonicalObject.forEachMember(of: object, in: bytes) { key, value in
      if key.count == 4, bytes[key].elementsEqual("role".utf8) { written = value }
      last = value.upperBound
      return true
    }
    guard isObject, let last else {
      output.append(contentsOf: bytes[object])
      return
    }
    if let written {
      output.append(contentsOf: bytes[object.lowerBound..<written.lowerBound])
      output.append(contentsOf: quoted)
      output.append(contentsOf: bytes[written.upperBound..<object.upperBound])
    } else {
      output.append(contentsOf: bytes[object.lowerBound..<last])
      output.append(contentsOf: ",\"role\":".utf8)
      output.append(contentsOf: quoted)
      output.append(contentsOf: bytes[last..<object.upperBound])
    }
  }
}
