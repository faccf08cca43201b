public import HealthModel

/// Some rows of an answer, as lines of text: what a store passes on for one `rows` message.
public struct RowPage: Sendable {
  /// How many rows there are.
  public private(set) var count = 0
  /// The rows' lines, a line feed after each.
  public private(set) var text: [UInt8] = []

  /// The place of the last head among the rows.
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
    SampleEnvelope.append(
      id: id, digest: digest, type: type, start: start, end: end, correlation: role == nil ? nil : head, role: role,
      to: &text)
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
