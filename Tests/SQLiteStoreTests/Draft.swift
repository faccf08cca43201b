import HealthModel

/// A sample before it is put in a batch.
struct Draft {
  var type: String
  var start: Int64?
  var end: Int64?
  var value = 0.0
  var caseName: String?
  var text: String?
  /// A given id; without one the id follows from the content.
  var given: SampleID?
  var source: String?
  var device: String?
  var subject: String?
  var origin: String?
  var metadata: String?
  var original: String?
  var unknown: String?
  var created: Int64?
  var offset: Int16 = 0
  var role: Int32 = -1
  var members: [Draft] = []

  init(_ type: String, at start: Int64? = 0, lasting length: Int64 = 0, value: Double = 0) {
    self.type = type
    self.start = start
    self.end = start.map { $0 + length }
    self.value = value
  }

  /// The same so many microseconds later, members included.
  func moved(by time: Int64) -> Draft {
    with { copy in
      copy.start = start.map { $0 + time }
      copy.end = end.map { $0 + time }
      copy.members = members.map { $0.moved(by: time) }
    }
  }

  /// A change to a copy.
  func with(_ change: (inout Draft) -> Void) -> Draft {
    var copy = self
    change(&copy)
    return copy
  }

  static func pressure(_ systolic: Double, _ diastolic: Double, at start: Int64) -> Draft {
    var head = Draft("bloodPressure", at: start)
    head.members = [
      Draft("bloodPressureSystolic", at: start, value: systolic).with { $0.role = 0 },
      Draft("bloodPressureDiastolic", at: start, value: diastolic).with { $0.role = 1 },
    ]
    return head
  }

  /// A number that stands for the identity fields.
  var digest: UInt64 {
    var parts: [String] = [type, "\(start ?? 0)", "\(end ?? 0)", "\(value)"]
    for part in [caseName, text, source, subject, metadata] { parts.append(part ?? "") }
    for member in members { parts.append("\(member.role) \(member.id)") }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in parts.joined(separator: "\u{1F}").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  var id: SampleID {
    if let given { return given }
    let hash = digest
    let milliseconds = UInt64(max(0, start ?? 0) / 1000)
    return SampleID(
      high: milliseconds << 16 | 0x8000 | (hash & 0xFFF),
      low: 0x8000_0000_0000_0000 | (hash &* 0x9E37_79B9_7F4A_7C15) >> 2)
  }
}

extension SampleBatch {
  init(_ drafts: [Draft], _ registry: Registry) {
    self.init(of: registry)
    for draft in drafts {
      let head = Int32(count)
      append(draft, registry, correlation: -1)
      for member in draft.members { append(member, registry, correlation: head) }
    }
  }

  private mutating func append(_ draft: Draft, _ registry: Registry, correlation parent: Int32) {
    let index = registry.typeIndex(named: draft.type) ?? -1
    var row = SampleRow(type: Int32(index), id: draft.id)
    if let start = draft.start {
      row.start = start
      row.startOffset = draft.offset
      row.endOffset = draft.offset
    }
    row.end = draft.end ?? Self.noTime
    if let created = draft.created {
      row.created = created
      row.createdOffset = draft.offset
    }
    row.value = draft.value
    row.enumCase = Self.place(of: draft.caseName, in: registry.types[index])
    row.isGivenID = draft.given != nil
    row.digest = draft.digest
    row.correlation = parent
    row.role = draft.role
    row.text = keep(draft.text)
    row.metadata = keep(draft.metadata)
    row.original = keep(draft.original)
    row.unknown = keep(draft.unknown)
    row.source = Self.intern(draft.source, &sources, &arena)
    row.device = Self.intern(draft.device, &devices, &arena)
    row.subject = Self.intern(draft.subject, &subjects, &arena)
    row.origin = Self.intern(draft.origin, &origins, &arena)
    append(row)
  }

  private static func place(of name: String?, in type: TypeDefinition) -> Int32 {
    Int32(type.shape.enumeration?.cases.firstIndex { $0.name == name } ?? -1)
  }

  private mutating func keep(_ text: String?) -> ByteRange {
    let begin = arena.count
    arena.append(contentsOf: (text ?? "").utf8)
    return ByteRange(begin..<arena.count)
  }

  private static func intern(_ text: String?, _ table: inout InternTable, _ arena: inout [UInt8]) -> Int32 {
    guard let text else { return -1 }
    let begin = arena.count
    arena.append(contentsOf: text.utf8)
    return table.intern(from: begin, in: &arena)
  }
}

/// An id that came with a sample.
func uuid(_ number: UInt64) -> SampleID {
  let mixed = number &* 0x9E37_79B9_7F4A_7C15
  return SampleID(high: (mixed & ~0xF000) | 0x4000, low: 0x8000_0000_0000_0000 | number)
}
