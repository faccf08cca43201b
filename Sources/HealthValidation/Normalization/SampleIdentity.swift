import HealthDigest
import HealthModel
import HealthUnits

/// Content ids, scheme 1: a UUID of version 8 from the start and a SHA-256 over the identity fields, and the digest
/// that distinguishes two contents of one given id.
///
/// The fields, each with its length before it: scheme, subject, the type's first identifier, start and end, the value
/// in SI base units (as exports print it: 6 significant digits), the source (bundle, else name with U+00A0 as a blank,
/// trimmed), metadata sorted by key, and for a correlation its sorted roles and member ids. Not in it, since two
/// exports of one phone differ there or a catalog may change it: creation, device, source version, offset, spelling
/// of unit and type. The value of a structured sample is its normal form without the parent (decision 27). Ids are for ever: `Tests/Golden/identity` pins fifty.
extension SampleJudge {
  /// Sets the id and digest of a sample that is not a correlation with members.
  mutating func identify(
    _ row: Int, _ index: Int, _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan
  ) {
    let item = judged[index]
    beginIdentity(row, item.type)
    if !validator.limits[Int(item.type)].hasTime {
      // One value for each subject and type: the id leaves the value out, the digest holds it.
      let id = IdentityDigest(of: scratch.identity).id(start: 0)
      appendValue(row, item)
      settle(row, id, IdentityDigest(of: scratch.identity), given: item.id, impliesContent: false)
      return
    }
    appendTimes(row)
    appendValue(row, item)
    appendSource(sample, record, index, bytes)
    appendMetadata()
    let digest = IdentityDigest(of: scratch.identity)
    settle(row, digest.id(start: item.start), digest, given: item.id, impliesContent: true)
  }

  /// Keeps a correlation's own fields while its members are identified.
  mutating func keepHead(_ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ bytes: RawSpan) {
    scratch.identity.removeAll(keepingCapacity: true)
    scratch.beginning = IdentityBeginning()
    appendSource(sample, record, 0, bytes)
    appendMetadata()
    scratch.headFields = scratch.identity
  }

  /// Sets the id of a correlation, which its members' ids are part of.
  mutating func finishCorrelation(_ row: Int, _ count: Int) {
    let item = judged[0]
    let plan = validator.plans[Int(item.type)]
    scratch.members.removeAll(keepingCapacity: true)
    for member in row + 1..<row + count {
      scratch.members.append((batch.role[member], batch.id[member].high, batch.id[member].low))
    }
    scratch.members.sort { ($0.role, $0.high, $0.low) < ($1.role, $1.high, $1.low) }
    beginIdentity(row, item.type)
    appendTimes(row)
    IdentityBytes.append(scratch.headFields, to: &scratch.identity)
    for member in scratch.members {
      let role = Int(member.role)
      let name = plan.members.indices.contains(role) ? plan.members[role].role : ""
      IdentityBytes.append(name.utf8, to: &scratch.identity)
      IdentityBytes.append(member.high, to: &scratch.identity)
      IdentityBytes.append(member.low, to: &scratch.identity)
    }
    let digest = IdentityDigest(of: scratch.identity)
    settle(row, digest.id(start: item.start), digest, given: item.id, impliesContent: true)
  }

  private mutating func beginIdentity(_ row: Int, _ type: Int32) {
    let subject = batch.subject[row]
    if scratch.beginning.type == type, scratch.beginning.subject == subject {
      scratch.identity.removeLast(scratch.identity.count - scratch.beginning.count)
      return
    }
    scratch.identity.removeAll(keepingCapacity: true)
    scratch.identity.append(contentsOf: IdentityBytes.scheme)
    if subject >= 0 {
      IdentityBytes.append(batch.arena[batch.subjects.ranges[Int(subject)].indices], to: &scratch.identity)
    } else {
      IdentityBytes.append(0, to: &scratch.identity)
    }
    scratch.identity.append(contentsOf: validator.plans[Int(type)].identityName)
    scratch.beginning = IdentityBeginning(type: type, subject: subject, count: scratch.identity.count)
  }

  private mutating func appendTimes(_ row: Int) {
    IdentityBytes.append(UInt64(bitPattern: batch.start[row]), to: &scratch.identity)
    IdentityBytes.append(UInt64(bitPattern: batch.end[row]), to: &scratch.identity)
  }

  private mutating func appendValue(_ row: Int, _ item: JudgedSample) {
    if item.enumCase >= 0, Int(item.enumCase) < validator.plans[Int(item.type)].cases.count {
      let value = validator.plans[Int(item.type)].cases[Int(item.enumCase)]
      if let raw = value.raw {
        scratch.identity.append(UInt8(ascii: "c"))
        IdentityBytes.append(UInt64(bitPattern: Int64(raw)), to: &scratch.identity)
      } else {
        scratch.identity.append(UInt8(ascii: "n"))
        IdentityBytes.append(value.name.utf8, to: &scratch.identity)
      }
    } else if validator.limits[Int(item.type)].column == .number {
      let base = validator.limits[Int(item.type)].baseConversion.map { $0(batch.value[row]) } ?? batch.value[row]
      let rounded = item.isExport ? SignificantDigits.six(base) : base == 0 ? 0 : base
      scratch.identity.append(UInt8(ascii: "q"))
      IdentityBytes.append(rounded.bitPattern, to: &scratch.identity)
    } else if let form = item.structure {
      scratch.identity.append(UInt8(ascii: "s"))
      appendStructureIdentity(form)
    } else {
      scratch.identity.append(UInt8(ascii: "t"))
      IdentityBytes.append(batch.arena[batch.text[row].indices], to: &scratch.identity)
    }
  }

  /// The bundle, else the name as people read it; members inherit their correlation's.
  private mutating func appendSource(
    _ sample: SampleSpan, _ record: borrowing RawSampleBuffer, _ index: Int, _ bytes: RawSpan
  ) {
    let isHead = takesSourceOfHead(sample, index)
    let bundle = isHead ? record.samples[0][.sourceBundle] : sample[.sourceBundle]
    let name = isHead ? record.samples[0][.sourceName] : sample[.sourceName]
    if bundle.kind == .string, !bundle.range.isEmpty {
      IdentityBytes.append(UInt64(CanonicalText.count(bundle, record.syntax, bytes)), to: &scratch.identity)
      CanonicalText.appendDecoded(bundle, record.syntax, bytes, to: &scratch.identity)
    } else if name.kind == .string {
      appendName(name, record.syntax, bytes)
    } else {
      IdentityBytes.append(0, to: &scratch.identity)
    }
  }

  private mutating func appendName(_ name: RawField, _ syntax: RawSyntax, _ bytes: RawSpan) {
    if name.isEscaped || !bytes.equals(name.range, scratch.name) {
      scratch.name = CanonicalText.decoded(name, syntax, bytes)
      scratch.nameField = IdentityBytes.field(IdentityBytes.trimmedName(scratch.name))
    }
    scratch.identity.append(contentsOf: scratch.nameField)
  }

  private mutating func appendMetadata() {
    for entry in scratch.entries {
      IdentityBytes.append(scratch.text[entry.key], to: &scratch.identity)
      IdentityBytes.append(scratch.text[entry.identity], to: &scratch.identity)
    }
  }

  private mutating func settle(
    _ row: Int, _ id: SampleID, _ digest: IdentityDigest, given: SampleID, impliesContent: Bool
  ) {
    batch.digest[row] = digest.content
    let isDerived = given == .none || given == id
    batch.id[row] = isDerived ? id : given
    batch.isGivenID[row] = !isDerived || !impliesContent
  }
}

/// The part of a SHA-256 over identity fields that is used.
private struct IdentityDigest {
  /// The first and second eight bytes as big-endian numbers: an id's halves.
  let high: UInt64
  let low: UInt64
  /// The third eight bytes in memory order, which distinguish two contents of one given id.
  let content: UInt64

  init(of fields: [UInt8]) {
    let words = SHA256Digest(of: fields).words
    (high, low, content) = (words.0, words.1, UInt64(bigEndian: words.2))
  }

  /// 48 bits of the start in milliseconds, then bits of the digest, with version 8 and the variant of RFC 9562.
  func id(start: Int64) -> SampleID {
    let milliseconds = UInt64(max(0, start) / 1000) & 0xFFFF_FFFF_FFFF
    return SampleID(high: milliseconds << 16 | 0x8000 | high & 0x0FFF, low: 0x8000_0000_0000_0000 | low >> 2)
  }
}

/// Identity fields as bytes: lengths and numbers big-endian, so that no two lists of fields read the same.
enum IdentityBytes {
  static let scheme = field("assay/1".utf8)

  static func field(_ text: some Collection<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(text, to: &bytes)
    return bytes
  }

  static func append(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
    append(UInt64(text.count), to: &output)
    output.append(contentsOf: text)
  }

  static func append(_ number: UInt64, to output: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { output.append(contentsOf: $0) }
  }

  /// A source's name with U+00A0 as a blank and without blanks at its ends: two exports of a phone differ there.
  static func trimmedName(_ name: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(name.count)
    var index = 0
    while index < name.count {
      if name[index] == 0xC2, index + 1 < name.count, name[index + 1] == 0xA0 {
        result.append(0x20)
        index += 2
      } else {
        result.append(name[index])
        index += 1
      }
    }
    while result.last == 0x20 { result.removeLast() }
    return Array(result.drop { $0 == 0x20 })
  }
}

/// Buffers that normalizing reuses from sample to sample.
struct NormalizationScratch: Sendable {
  /// The bytes a content id is the hash of.
  var identity: [UInt8] = []
  /// The beginning of `identity`, which samples of the same type and subject share.
  var beginning = IdentityBeginning()
  /// A correlation's source and metadata as identity bytes, while its members are worked on.
  var headFields: [UInt8] = []
  /// The source's name of the sample before, and how identity has it.
  var name: [UInt8] = []
  var nameField = IdentityBytes.field([UInt8]())
  /// The numbers in the batch of the run's own origin and subject, once a sample has them.
  var runOrigin: Int32?
  var runSubject: Int32?
  /// Metadata entries in the order of their keys.
  var entries: [MetadataEntry] = []
  /// The entries' keys, values and identity bytes.
  var text: [UInt8] = []
  /// Ids of a correlation's members with their roles, for its own id.
  var members: [(role: Int32, high: UInt64, low: UInt64)] = []
}

/// The first fields of an identity: scheme, subject and type.
struct IdentityBeginning: Sendable {
  /// The type; -1 until there are fields.
  var type: Int32 = -1
  var subject: Int32 = -1
  /// How many bytes the fields are.
  var count = 0
}

/// A metadata entry in its canonical form, as ranges of the scratch text.
struct MetadataEntry: Sendable {
  var key: Range<Int>
  var value: Range<Int>
  var identity: Range<Int>
}
