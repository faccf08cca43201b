/// An archive of one member, each record of which can be made to lie about it.
struct PackedArchive {
  /// Where an archive says what a member's sizes and checksum are.
  enum Record: CaseIterable {
    case header, descriptor, directory
  }

  /// What a record says of a member.
  struct Claims {
    var checksum: UInt32
    var compressedSize: UInt64
    var size: UInt64
  }

  /// How the sizes are written.
  enum Form: CaseIterable {
    /// In the local header.
    case plain
    /// In the local header, with a byte between the content and the directory.
    case spaced
    /// In Zip64 fields of the local header and the directory.
    case zip64
    /// In a data descriptor, with and without its signature, with sizes of 4 and of 8 bytes.
    case descriptor, unsigned, wide, unsignedWide

    /// The records that say something of the member.
    var records: [Record] { hasDescriptor ? Record.allCases : [.header, .directory] }

    var hasDescriptor: Bool {
      switch self {
      case .plain, .spaced, .zip64: false
      case .descriptor, .unsigned, .wide, .unsignedWide: true
      }
    }
  }

  private static let name = Array("export.xml".utf8)

  let form: Form
  private let isStored: Bool
  private let packed: [UInt8]
  private let truth: Claims
  private var lies: [Record: Claims] = [:]

  /// An archive without lies.
  init(_ content: [UInt8], _ form: Form, isStored: Bool) {
    self.form = form
    self.isStored = isStored
    packed = isStored ? content : PackedFiles.deflated(content, endsEmpty: true)
    truth = Claims(
      checksum: PackedFiles.checksum(content), compressedSize: UInt64(packed.count), size: UInt64(content.count))
  }

  /// Makes a record say something else.
  mutating func lie(in record: Record, _ change: (inout Claims) -> Void) {
    change(&lies[record, default: truth])
  }

  /// The archive.
  var bytes: [UInt8] {
    var output: [UInt8] = []
    append(0x0403_4B50, 4, to: &output)
    // A header whose numbers follow in a descriptor has zeros, unless it lies.
    let isOpen = form.hasDescriptor && lies[.header] == nil
    appendNumbers(isOpen ? Claims(checksum: 0, compressedSize: 0, size: 0) : claims(.header), to: &output)
    let extra = isWide ? field(claims(.header)) : []
    append(UInt64(extra.count), 2, to: &output)
    output += Self.name + extra + packed
    if form == .spaced { output.append(0) }
    if form.hasDescriptor { output += descriptor(claims(.descriptor)) }
    let directory = UInt64(output.count)
    append(0x0201_4B50, 4, to: &output)
    append(3 << 8 | 20, 2, to: &output)
    appendNumbers(claims(.directory), to: &output)
    let wide = isWide ? field(claims(.directory)) : []
    append(UInt64(wide.count), 2, to: &output)
    // No comment, the first disk, no attributes, and the entry is at the beginning.
    output += [UInt8](repeating: 0, count: 14) + Self.name + wide
    let length = UInt64(output.count) - directory
    append(0x0605_4B50, 4, to: &output)
    append(0, 4, to: &output)
    append(1 << 16 | 1, 4, to: &output)
    append(length, 4, to: &output)
    append(directory, 4, to: &output)
    append(0, 2, to: &output)
    return output
  }

  private var isWide: Bool { form == .zip64 }

  private func claims(_ record: Record) -> Claims { lies[record] ?? truth }

  /// What local headers and the directory have in common.
  private func appendNumbers(_ claims: Claims, to output: inout [UInt8]) {
    append(20, 2, to: &output)
    append(form.hasDescriptor ? 8 : 0, 2, to: &output)
    append(isStored ? 0 : 8, 2, to: &output)
    append(0, 4, to: &output)
    append(UInt64(claims.checksum), 4, to: &output)
    append(isWide ? 0xFFFF_FFFF : claims.compressedSize, 4, to: &output)
    append(isWide ? 0xFFFF_FFFF : claims.size, 4, to: &output)
    append(UInt64(Self.name.count), 2, to: &output)
  }

  /// A Zip64 field after a field of another kind.
  private func field(_ claims: Claims) -> [UInt8] {
    var output: [UInt8] = [0x55, 0x54, 1, 0, 0]
    append(1, 2, to: &output)
    append(16, 2, to: &output)
    append(claims.size, 8, to: &output)
    append(claims.compressedSize, 8, to: &output)
    return output
  }

  private func descriptor(_ claims: Claims) -> [UInt8] {
    var output: [UInt8] = []
    if form == .descriptor || form == .wide { append(0x0807_4B50, 4, to: &output) }
    let width = form == .wide || form == .unsignedWide ? 8 : 4
    append(UInt64(claims.checksum), 4, to: &output)
    append(claims.compressedSize, width, to: &output)
    append(claims.size, width, to: &output)
    return output
  }

  private func append(_ number: UInt64, _ count: Int, to output: inout [UInt8]) {
    for index in 0..<count { output.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * index))) }
  }
}
