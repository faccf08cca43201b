/// The extra field that holds 64-bit sizes.
enum Zip64Field {
  /// A number of 32 bits that says: it is in the field.
  static let isElsewhere: UInt64 = 0xFFFF_FFFF

  /// The numbers of a record, those that do not fit 32 bits replaced by the field's, in its order.
  ///
  /// - Returns: the numbers; `nil` if the field lacks one of them.
  static func widened(_ numbers: [UInt64], by extra: [UInt8]) -> [UInt64]? {
    guard numbers.contains(isElsewhere) else { return numbers }
    var field = content(of: extra)[...]
    var wide = numbers
    for index in wide.indices where wide[index] == isElsewhere {
      guard field.count >= 8 else { return nil }
      wide[index] = Array(field.prefix(8)).littleEndian(at: 0, count: 8)
      field = field.dropFirst(8)
    }
    return wide
  }

  /// The field's content; empty if the field is absent.
  private static func content(of extra: [UInt8]) -> [UInt8] {
    var position = 0
    while position + 4 <= extra.count {
      let length = Int(extra.littleEndian(at: position + 2, count: 2))
      guard position + 4 + length <= extra.count else { return [] }
      if extra.littleEndian(at: position, count: 2) == 1 {
        return Array(extra[(position + 4)..<(position + 4 + length)])
      }
      position += 4 + length
    }
    return []
  }
}
