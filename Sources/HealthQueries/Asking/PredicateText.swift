public import HealthModel
public import HealthStorage

/// Reads conditions on samples from text and adds them to a query.
///
/// ```text
/// value > 100 count/min and metadata.HKWasUserEntered = true
/// members.bloodPressureSystolic >= 140 mmHg and start >= 2026-01-01
/// device.model in ("Watch6,7", "Watch7,1") and not (source = com.example.app or subject is missing)
/// activity = running and distance > 5 km and count(events where kind = pause) = 0
/// ```
///
/// `Documentation/conditions.md` has the language. Values are checked against the types that the query names, and
/// converted to their canonical units. What a query says in its own terms, it says so, since stores look that up; the rest
/// becomes its `condition`.
public struct PredicateText: Sendable {
  /// The types, metadata keys and units.
  package let registry: Registry
  /// Reads times.
  package let moments: MomentText

  /// The longest text that is read, in bytes of UTF-8.
  package static let maximumLength = ConditionReading.maximumLength

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
    guard text.utf8.count <= Self.maximumLength else {
      throw QueryError(
        .wrongCondition, "conditions are longer than \(Self.maximumLength) bytes", instead: "ask for less at once")
    }
    let binder = ConditionBinder(typesNamed: query.types, registry: registry, moments: moments)
    var added = query
    do throws(SyntaxError) {
      for part in try binder.conditions(text) { try added.require(part, registry) }
    } catch {
      throw QueryError(error, in: Array(text.utf8))
    }
    query = added
  }

  /// Adds a condition on metadata: that a key is there or, with a value, that it equals it.
  ///
  /// The value is read as an operand of `=` is, but blanks in it need no quotes.
  @usableFromInline package func add(metadata key: String, equal value: String?, to query: inout SampleQuery)
    throws(QueryError)
  {
    let meaning = MetadataMeaning(key, in: registry)
    guard let value else {
      query.metadata.append(MetadataCondition(key: meaning.key))
      return
    }
    do throws(SyntaxError) {
      let (word, unit) = meaning.parts(of: value, registry)
      let operand = try meaning.operand(word, unit: unit, registry)
      query.metadata.append(MetadataCondition(key: meaning.key, .equal, .init(operand)))
    } catch {
      throw QueryError(error, in: Array((key + "=" + value).utf8), after: key.utf8.count + 1)
    }
  }

  /// Adds a value that a property of the device may have; values that are added for one property are alternatives.
  @usableFromInline package func add(device property: String, equal value: String, to query: inout SampleQuery)
    throws(QueryError)
  {
    do throws(SyntaxError) {
      let property = try DeviceProperty(named: property, at: 0)
      if let present = query.device, present.property != property {
        throw SyntaxError(
          0, "a query asks for one property of devices, and this one for \(present.property.rawValue) already",
          instead: "leave one of the two out")
      }
      query.device = DeviceCondition(property, (query.device?.values ?? []) + [value])
    } catch {
      throw QueryError(error, in: Array((property + "=" + value).utf8))
    }
  }
}

extension QueryError {
  /// What is wrong with a text: with the text, and the place as column, counted in Unicode scalars from 1.
  init(_ fault: SyntaxError, in text: [UInt8], after start: Int = 0) {
    let shown = TextEscaping.escaped(utf8: text, limit: 80)
    let column = fault.column(in: text, after: start)
    self.init(Reason(fault.reason), "`\(shown)`, column \(column): \(fault.message)", instead: fault.instead)
  }
}

extension QueryError.Reason {
  fileprivate init(_ reason: SyntaxError.Reason) {
    switch reason {
    case .wrongCondition: self = .wrongCondition
    case .wrongUnit: self = .wrongUnit
    case .wrongKind: self = .wrongKind
    case .wrongTypeCount: self = .wrongTypeCount
    case .unknownType: self = .unknownType
    }
  }
}
