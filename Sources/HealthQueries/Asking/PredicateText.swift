public import HealthModel
public import HealthStorage

/// Reads conditions on samples from text and adds them to a query.
///
/// ```text
/// value > 100 count/min and metadata.HKWasUserEntered = true
/// members.bloodPressureSystolic >= 140 mmHg and start >= 2026-01-01
/// device.model in ("Watch6,7", "Watch7,1") and source = com.example.app
/// ```
///
/// All conditions must hold; they are joined by `and` or `&&`. Comparisons are `=` (or `==`), `!=`, `<`, `<=`, `>` and
/// `>=`. Numbers are written as in JSON, texts as bare words or in double or single quotes, in which a backslash is
/// before a quote or a backslash. Values are checked against the types that the query names, and converted to their
/// canonical units. What a query cannot say is refused, never left out.
public struct PredicateText: Sendable {
  /// The types, metadata keys and units.
  public let registry: Registry
  /// Reads times.
  public let moments: MomentText

  /// The longest text that is read, in bytes of UTF-8.
  public static let maximumLength = 4096

  /// Reads with a registry's types and, for times without an offset, in a time zone.
  public init(registry: Registry, zone: TimeZoneRules? = nil) {
    self.registry = registry
    moments = MomentText(zone: zone)
  }

  /// Adds the conditions of a text to a query, whose types must be set before.
  ///
  /// - Parameters:
  ///   - text: the conditions.
  ///   - query: takes them up; unchanged when one cannot be read.
  /// - Throws: `QueryError` with the text and the column: `wrongCondition`; `wrongUnit` for a unit that values do not
  ///   convert to; `wrongKind` for a condition that types of this kind cannot meet; `wrongTypeCount` for a condition on
  ///   values when the query names no types; `unknownType`.
  public func add(_ text: String, to query: inout SampleQuery) throws(QueryError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.maximumLength else {
      throw QueryError(
        .wrongCondition, "conditions are longer than \(Self.maximumLength) bytes", instead: "ask for less at once")
    }
    var reader = ConditionReader(bytes, query, registry: registry, moments: moments)
    do throws(ConditionFault) {
      try reader.run()
    } catch {
      throw error.error(in: bytes)
    }
    query = reader.query
  }

  /// Adds a condition on metadata: that a key is there or, with a value, that it equals it.
  ///
  /// The value is read as an operand of `=` is, but blanks in it need no quotes.
  ///
  /// - Throws: `QueryError`, as for text.
  public func add(metadata key: String, equal value: String?, to query: inout SampleQuery) throws(QueryError) {
    let meaning = MetadataMeaning(key, in: registry)
    guard let value else {
      query.metadata.append(MetadataCondition(key: meaning.key))
      return
    }
    do throws(ConditionFault) {
      let (word, unit) = meaning.parts(of: value, registry)
      let operand = try meaning.operand(word, unit: unit, registry)
      query.metadata.append(MetadataCondition(key: meaning.key, .equal, operand))
    } catch {
      throw error.error(in: Array((key + "=" + value).utf8), behind: key.utf8.count + 1)
    }
  }

  /// Adds a value that a property of the device may have; values that are added for one property are alternatives.
  ///
  /// - Throws: `QueryError.Reason.wrongCondition` for a property that devices do not have, and for a second property.
  public func add(device property: String, equal value: String, to query: inout SampleQuery) throws(QueryError) {
    let text = property + "=" + value
    do throws(ConditionFault) {
      let property = try DeviceProperty.named(property, at: 0)
      if query.device != nil { try DeviceProperty.requireOne(property, in: query, at: 0) }
      query.device = DeviceCondition(property, (query.device?.values ?? []) + [value])
    } catch {
      throw error.error(in: Array(text.utf8))
    }
  }
}
