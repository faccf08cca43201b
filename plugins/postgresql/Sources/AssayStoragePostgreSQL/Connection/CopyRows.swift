import HealthModel

/// Rows in the binary form of `COPY`.
struct CopyRows {
  /// The bytes sent.
  private(set) var bytes: [UInt8]
  private(set) var count = 0
  private let columns: Int16

  /// How many bytes come before the first row.
  static let headerCount = 19

  init(columns: Int16) {
    self.columns = columns
    bytes = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]
    // No flags, no extension of the header.
    bytes.append(bigEndian: Int64(0))
  }

  mutating func beginRow() {
    bytes.append(bigEndian: columns)
    count += 1
  }

  mutating func append(_ value: Int32) {
    bytes.append(bigEndian: Int32(4))
    bytes.append(bigEndian: value)
  }

  mutating func append(_ value: Int64) {
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: value)
  }

  mutating func append(_ flag: Bool) {
    bytes.append(bigEndian: Int32(1))
    bytes.append(flag ? 1 : 0)
  }

  mutating func append(_ id: SampleID) {
    bytes.append(bigEndian: Int32(16))
    bytes.append(id)
  }

  mutating func append(_ value: Int32?) {
    guard let value else { return appendNull() }
    append(value)
  }

  mutating func append(_ value: Double?) {
    guard let value else { return appendNull() }
    bytes.append(bigEndian: Int32(8))
    bytes.append(bigEndian: value.bitPattern)
  }

  mutating func append(text: some Collection<UInt8>) {
    bytes.append(bigEndian: Int32(clamping: text.count))
    bytes.append(contentsOf: text)
  }

  mutating func append(text: [UInt8]?) {
    guard let text else { return appendNull() }
    bytes.append(bigEndian: Int32(clamping: text.count))
    bytes.append(contentsOf: text)
  }

  /// Appends JSON text for a column of the type `jsonb`, whose binary form begins with its version.
  mutating func append(json: [UInt8]?) {
    guard let json else { return appendNull() }
    bytes.append(bigEndian: Int32(clamping: json.count + 1))
    bytes.append(1)
    bytes.append(contentsOf: json)
  }

  private mutating func appendNull() { bytes.append(bigEndian: Int32(-1)) }

  /// Forgets the rows, but not the room for them.
  mutating func removeRows() {
    bytes.removeSubrange(Self.headerCount...)
    count = 0
  }

  /// The bytes sent after the rows.
  static let end: [UInt8] = [0xFF, 0xFF]
}
