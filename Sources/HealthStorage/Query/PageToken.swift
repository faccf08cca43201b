public import HealthModel

/// The last sample of a page, which is the token for the next page.
///
/// It stands for a place in the order, not for a row: what is deleted or added in between moves nothing.
public struct PageToken: Sendable, Hashable, CustomStringConvertible {
  /// The id of the sample's type.
  public var type: String
  /// The time that the order goes by, in microseconds since 1970 UTC; `nil` for a sample without a time.
  public var time: Int64?
  /// The sample's id.
  public var id: SampleID

  /// Creates a token.
  public init(type: String, time: Int64?, id: SampleID) {
    self.type = type
    self.time = time
    self.id = id
  }

  /// The token of a row of an answer to a query.
  public init(_ row: Int, of batch: SampleBatch, in registry: Registry, sort: SampleQuery.Sort) {
    type = registry.types[Int(batch.type[row])].id
    let moment = sort.isByEnd ? batch.end[row] : batch.start[row]
    time = moment == SampleBatch.noTime ? nil : moment
    id = batch.id[row]
  }

  /// Reads the text form; `nil` if it is not a page token.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, let id = SampleID(String(parts[2])) else { return nil }
    if parts[1] != "-" {
      guard let time = Int64(parts[1]) else { return nil }
      self.time = time
    } else {
      time = nil
    }
    type = String(parts[0])
    self.id = id
  }

  /// The text form, `type/time/id`; a type's id holds no `/`.
  public var description: String { "\(type)/\(time.map(String.init) ?? "-")/\(id)" }

  /// Whether a sample comes after the token's place in the order.
  package func precedes(type other: String, time moment: Int64?, id otherID: SampleID, sort: SampleQuery.Sort) -> Bool {
    if other != type { return type.utf8.lexicographicallyPrecedes(other.utf8) }
    if moment != time {
      // Samples without a time come first, whatever the direction.
      guard let moment else { return false }
      guard let time else { return true }
      return sort.isDescending ? moment < time : moment > time
    }
    return id < otherID
  }
}
