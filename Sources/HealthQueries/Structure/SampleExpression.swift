public import HealthModel
import HealthStorage
public import HealthUnits

extension SampleExpression {
  /// The length of samples of a structured type in seconds: the active time if the type has a field `duration`, else end
  /// minus start.
  ///
  /// - Returns: the expression; `nil` for a type that is not structured.
  package static func length(of type: TypeDefinition, in registry: Registry) -> SampleExpression? {
    guard let shape = type.shape.structure, let seconds = try? UnitOfMeasure("s", table: registry.units) else {
      return nil
    }
    let field = shape.fields.first { $0.name == "duration" }?.value.quantity
    if field?.unit.isConvertible(to: seconds) == true,
      let active = try? SampleExpression("first(duration, end - start)", unit: seconds, of: type, in: registry)
    {
      return active
    }
    return try? SampleExpression("end - start", unit: seconds, of: type, in: registry)
  }
}

/// A number that a sample says, or that follows from what it says: a field, a value that its type computes, or an
/// expression in the language of conditions.
///
/// ```swift
/// let distance = try SampleExpression("distance", of: workoutType, in: store.registry)
/// let pauses = try SampleExpression("count(events where kind = pause)", of: workoutType, in: store.registry)
/// for workout in try await store.samples(matching: .samples(of: "workout")) {
///   print(distance.value(of: workout) ?? 0, distance.unit?.unitString ?? "")
/// }
/// ```
public struct SampleExpression: Sendable, Hashable {
  package let text: String
  package let type: String
  /// The unit of the numbers; `nil` for numbers without one.
  public let unit: UnitOfMeasure?
  private let bound: BoundExpression
  private let roles: [String]

  /// Reads an expression.
  ///
  /// - Parameters:
  ///   - text: the name of a field or computed value, or an expression as `Documentation/conditions.md` has it.
  ///   - unit: the unit of the numbers; `nil` for that of the field or computed value that is named, or for none.
  ///   - type: the type of the samples.
  ///   - registry: the types and units.
  /// - Throws: `QueryError`: `wrongCondition` for an expression that says nothing of such samples; `wrongUnit`.
  public init(
    _ text: String, unit: UnitOfMeasure? = nil, of type: TypeDefinition, in registry: Registry
  ) throws(QueryError) {
    self.text = text
    self.type = type.id
    roles = type.shape.members?.map(\.role) ?? []
    self.unit = unit ?? type.unit(ofNumber: text)
    let binder = ConditionBinder(types: [type], registry: registry, use: .definition)
    // What the type computes is taken from its parts in the unit that is asked for: it is not converted twice.
    let computed = type.expressions.first { $0.name == text }?.text
    do throws(SyntaxError) {
      bound = try binder.value(of: TypeExpression(name: text, unit: self.unit, text: computed ?? text))
    } catch {
      throw QueryError(error, in: Array(text.utf8))
    }
  }

  /// The number of a sample in the expression's unit; `nil` when what it is made of is missing, or the sample is of
  /// another type.
  public func value(of sample: Sample) -> Double? {
    guard sample.type == type else { return nil }
    return value(of: sample, content: sample.value.storedStructure?.content(withPoints: needsPoints))
  }

  /// The number of a sample with its unit; `nil` as well for a number without one.
  public func quantity(of sample: Sample) -> Quantity? {
    guard let unit, let value = value(of: sample) else { return nil }
    return Quantity(value, unit)
  }

  /// The number of a sample whose content is decoded, with its points if they are needed.
  package func value(of sample: Sample, content: StructureContent?) -> Double? {
    guard case .number(let number) = bound.value(for: DecodedSample(sample: sample, content: content, roles: roles))
    else { return nil }
    return number
  }

  package var needsPoints: Bool { bound.contains(where: \.isOfPoints) }
}

extension TypeDefinition {
  fileprivate func unit(ofNumber name: String) -> UnitOfMeasure? {
    if let field = shape.structure?.fields.first(where: { $0.name == name }) { return field.value.quantity?.unit }
    if let expression = expressions.first(where: { $0.name == name }) { return expression.unit }
    if name == "value" { return shape.quantity?.unit }
    return name == "duration" ? try? UnitOfMeasure("s") : nil
  }
}

private struct DecodedSample: ConditionSubject {
  let sample: Sample
  let content: StructureContent?
  let roles: [String]

  func value(of name: SampleName) -> ConditionValue {
    switch name {
    case .value: return Self.value(sample.value)
    case .start: return sample.start.map { .time($0.microseconds) } ?? .missing
    case .end: return sample.end.map { .time($0.microseconds) } ?? .missing
    case .field, .parent, .rate: return content?.value(of: name) ?? .missing
    case .metadata(let key): return sample.metadata[key].map(Self.value) ?? .missing
    case .member(let index):
      guard roles.indices.contains(index) else { return .missing }
      return sample.members(as: roles[index]).first.map { Self.value($0.value) } ?? .missing
    case .subject: return sample.subject.map { .text($0) } ?? .missing
    case .isSource, .device, .original: return .missing
    }
  }

  func count(of list: ListName) -> Int {
    guard case .members(let role) = list else { return content?.count(of: list) ?? 0 }
    return sample.members(as: role).count
  }

  func value(of name: ListElementName, at element: Int, of list: ListName) -> ConditionValue {
    guard case .members(let role) = list else { return content?.value(of: name, at: element, of: list) ?? .missing }
    let members = sample.members(as: role)
    guard members.indices.contains(element) else { return .missing }
    switch name {
    case .value: return Self.value(members[element].value)
    case .start: return members[element].start.map { .time($0.microseconds) } ?? .missing
    case .end: return members[element].end.map { .time($0.microseconds) } ?? .missing
    case .field, .column, .time: return .missing
    }
  }

  private static func value(_ value: SampleValue) -> ConditionValue {
    if let quantity = value.quantity { return .number(quantity.value) }
    return (value.enumCase?.name ?? value.text).map { .text($0) } ?? .missing
  }

  private static func value(_ value: MetadataValue) -> ConditionValue {
    switch value {
    case .string(let text): .text(text)
    case .number(let number): .number(number)
    case .boolean(let value): .boolean(value)
    case .quantity(let quantity): .quantity(quantity.value, unit: quantity.unit.unitString)
    // A date of metadata is a text for conditions.
    case .date(let instant): .text(TimestampWriter.string(instant.microseconds))
    case .other: .missing
    }
  }
}
