public import HealthModel
public import HealthStorage

/// Some samples of a scan as numbers: what a store passes on for one `columns` message.
///
/// Origins, zones and subjects are numbered from 0 in the order in which they are added, throughout a scan.
public struct ColumnPage: Sendable {
  /// The origins, zones and subjects that were added since the page before.
  package private(set) var names = ColumnNames()
  /// How many samples there are.
  package private(set) var count = 0
  /// The samples' lines, a line feed after each.
  package private(set) var text: [UInt8] = []
  private var origins: Int32 = 0
  private var zones: Int32 = 0
  private var subjects: Int32 = 0

  /// The most samples of a message.
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
