import HealthModel
import HealthStorage

/// A line of a report, of which some members are changed and all others stay as they are, byte for byte.
struct FindingLine {
  private var members: [Member: (key: Range<Int>, value: Range<Int>)] = [:]
  private var edits: [(place: Range<Int>, text: [UInt8])] = []
  private let range: Range<Int>

  enum Member: String, CaseIterable {
    case code, message, line, hint, once, lookup
    case byteOffset = "byte_offset"
    case lineBase = "line_base"

    private static let names = allCases.map { ($0, Array($0.rawValue.utf8)) }

    static func named(_ key: Range<Int>, in bytes: RawSpan) -> Member? { names.first { bytes.equals(key, $0.1) }?.0 }
  }

  init(_ range: Range<Int>, in bytes: [UInt8]) {
    self.range = range
    var found: [Member: (key: Range<Int>, value: Range<Int>)] = [:]
    let text = bytes.span.bytes
    _ = CanonicalObject.forEachMember(of: range, in: bytes) { key, value in
      if let member = Member.named(key, in: text) { found[member] = (key, value) }
      return true
    }
    members = found
  }

  func value(_ member: Member) -> Range<Int>? { members[member]?.value }

  func text(_ member: Member, in bytes: [UInt8]) -> [UInt8]? { value(member).map { Array(bytes[$0]) } }

  func number(_ member: Member, in bytes: [UInt8]) -> Int? {
    value(member).flatMap { Int(String(decoding: bytes[$0], as: UTF8.self)) }
  }

  mutating func set(_ member: Member, _ text: [UInt8]) {
    if let place = members[member]?.value { return edits.append((place, text)) }
    guard let lookup = members[.lookup] else { return }
    let place = lookup.key.lowerBound - 2
    edits.append((place..<place, Array(",\"\(member.rawValue)\":".utf8) + text))
  }

  /// Removes a member with the comma before it: it is not the first of its line.
  mutating func remove(_ member: Member) {
    guard let (key, value) = members[member], key.lowerBound - 2 > range.lowerBound else { return }
    edits.append((key.lowerBound - 2..<value.upperBound, []))
  }

  /// Counts the line from the beginning of the file, if it is counted from that of a range.
  mutating func count(_ linesBefore: Int?, in bytes: [UInt8]) {
    guard let linesBefore, members[.lineBase] != nil, let line = number(.line, in: bytes) else { return }
    set(.line, Array(String(line.addingReportingOverflow(linesBefore).partialValue).utf8))
    remove(.lineBase)
  }

  func append(to output: inout [UInt8], from bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var start = range.lowerBound
      for edit in edits.sorted(by: {
        ($0.place.lowerBound, $0.place.upperBound) < ($1.place.lowerBound, $1.place.upperBound)
      })
      where edit.place.lowerBound >= start {
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<edit.place.lowerBound]))
        output.append(contentsOf: edit.text)
        start = edit.place.upperBound
      }
      output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<range.upperBound]))
      output.append(UInt8(ascii: "\n"))
    }
  }
}
