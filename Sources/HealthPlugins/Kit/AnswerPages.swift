import AssayPlatform
public import HealthModel
public import HealthStorage

/// Some rows of an answer, as lines of text: what a store passes on for one `rows` message.
public struct RowPage: Sendable {
  /// How many rows there are.
  public private(set) var count = 0
  /// The rows' lines, a line feed after each.
  public private(set) var text: [UInt8] = []

  private var head = 0

  /// The most rows of a message; the group that reaches it is the last one.
  package static let maximumCount = 10_000
  /// How many bytes a message may have; the group that reaches it is the last one.
  package static let maximumBytes = 4 << 20

  /// Creates a page without rows.
  public init() {}

  /// Whether the page should be passed on before the next head.
  ///
  /// A group is never divided: ask before a sample by itself or a correlation, never before a member.
  public var isFull: Bool { count >= Self.maximumCount || text.count >= Self.maximumBytes }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - id: the sample's id.
  ///   - digest: what was stored with it.
  ///   - type: the id of its type.
  ///   - start: microseconds since 1970 UTC; `nil` for a sample without a time.
  ///   - end: microseconds since 1970 UTC; `nil` for a sample without a time.
  ///   - role: for a member of the last head: its part in the correlation; `nil` makes the row a head.
  ///   - sample: the sample as the host sent it, or with the same JSON values.
  public mutating func append(
    id: SampleID, digest: UInt64, type: String, start: Int64?, end: Int64?, role: String?,
    sample: some Collection<UInt8>
  ) {
    if role == nil { head = count }
    text.append(contentsOf: "{\"id\":\"".utf8)
    id.append(to: &text)
    text.append(contentsOf: "\",\"digest\":\"".utf8)
    Hexadecimal.append(digest, to: &text)
    text.append(contentsOf: "\",\"type\":".utf8)
    JSONText.appendQuoted(type.utf8, to: &text)
    if let start {
      text.append(contentsOf: ",\"start\":".utf8)
      DecimalWriter.append(start, to: &text)
    }
    if let end {
      text.append(contentsOf: ",\"end\":".utf8)
      DecimalWriter.append(end, to: &text)
    }
    if let role {
      text.append(contentsOf: ",\"correlation\":".utf8)
      DecimalWriter.append(Int64(head), to: &text)
      text.append(contentsOf: ",\"role\":".utf8)
      JSONText.appendQuoted(role.utf8, to: &text)
    }
    text.append(contentsOf: ",\"sample\":".utf8)
    text.append(contentsOf: sample)
    text.append(UInt8(ascii: "}"))
    text.append(UInt8(ascii: "\n"))
    count += 1
  }

  /// Empties the page, keeping its storage.
  public mutating func removeAll() {
    count = 0
    head = 0
    text.removeAll(keepingCapacity: true)
  }
}

/// Some samples of a scan as numbers: what a store passes on for one `columns` message.
///
/// Origins, zones and subjects are numbered from 0 in the order in which they are added, throughout a scan.
public struct ColumnPage: Sendable {
  package private(set) var names = ColumnNames()
  package private(set) var count = 0
  package private(set) var text: [UInt8] = []
  private var origins: Int32 = 0
  private var zones: Int32 = 0
  private var subjects: Int32 = 0

  package static let maximumCount = 20_000

  /// Creates a page without samples.
  public init() {}

  /// Whether the page should be passed on before the next sample.
  public var isFull: Bool { count >= Self.maximumCount }

  /// Adds who measured; the result is its number.
  public mutating func add(origin: SampleOrigin) -> Int32 {
    names.origins.append(origin)
    origins += 1
    return origins - 1
  }

  /// Adds the name of a time zone; the result is its number.
  public mutating func add(zone: String) -> Int32 {
    names.zones.append(zone)
    zones += 1
    return zones - 1
  }

  /// Adds a subject, `nil` for samples without one; the result is its number.
  public mutating func add(subject: String?) -> Int32 {
    names.subjects.append(subject)
    subjects += 1
    return subjects - 1
  }

  /// Adds a sample; what the scan does not ask for is not looked at.
  ///
  /// - Parameters:
  ///   - start: microseconds since 1970 UTC.
  ///   - end: microseconds since 1970 UTC, not before the start.
  ///   - value: the value in the type's canonical unit.
  ///   - offset: the clock offset of the start in minutes.
  ///   - origin: the number of its origin.
  ///   - zone: the number of the time zone that it names; -1 if it names none.
  ///   - subject: the number of its subject.
  ///   - id: its id, if the scan asks for ids.
  public mutating func append(
    start: Int64, end: Int64, value: Double, offset: Int = 0, origin: Int32 = 0, zone: Int32 = -1, subject: Int32 = 0,
    id: SampleID? = nil
  ) {
    text.append(UInt8(ascii: "["))
    DecimalWriter.append(start, to: &text)
    text.append(UInt8(ascii: ","))
    DecimalWriter.append(end &- start, to: &text)
    text.append(UInt8(ascii: ","))
    if value.isFinite { DecimalWriter.append(value, to: &text) } else { text.append(UInt8(ascii: "0")) }
    append(number: Int64(offset))
    append(number: Int64(origin))
    append(number: Int64(zone))
    append(number: Int64(subject))
    if let id {
      text.append(contentsOf: ",\"".utf8)
      id.append(to: &text)
      text.append(UInt8(ascii: "\""))
    }
    text.append(contentsOf: "]\n".utf8)
    count += 1
  }

  private mutating func append(number: Int64) {
    text.append(UInt8(ascii: ","))
    DecimalWriter.append(number, to: &text)
  }

  /// Empties the page, keeping its storage and the numbers.
  public mutating func removeAll() {
    names = ColumnNames()
    count = 0
    text.removeAll(keepingCapacity: true)
  }
}
