public import HealthModel
import HealthUnits

/// The value of a sample: a quantity, a case, a text, the content of a structured type, or none.
///
/// At most one of the accessors has an answer. A value of a form that is added later answers `nil` to those that are
/// here.
public struct SampleValue: Sendable, Hashable {
  /// The case of a category, or of a characteristic that has cases.
  public struct Case: Sendable, Hashable {
    /// The case's name.
    public var name: String
    /// HealthKit's raw integer; `nil` when none is known.
    public var raw: Int?

    package init(name: String, raw: Int?) {
      self.name = name
      self.raw = raw
    }
  }

  private enum Content: Sendable, Hashable {
    case quantity(Quantity)
    case enumCase(Case)
    case text(String)
    case structure(StoredStructure)
    case absent
  }

  private let content: Content

  /// A number in the canonical unit of the type.
  package static func quantity(_ quantity: Quantity) -> SampleValue { SampleValue(content: .quantity(quantity)) }

  package static func category(name: String, raw: Int?) -> SampleValue {
    SampleValue(content: .enumCase(Case(name: name, raw: raw)))
  }

  package static func text(_ text: String) -> SampleValue { SampleValue(content: .text(text)) }

  /// The content of a sample of a structured type: its fields, lists and points, and the sample that it belongs to.
  package static func structure(_ content: StructureContent) -> SampleValue {
    SampleValue(content: .structure(StoredStructure(content)))
  }

  static func stored(_ structure: StoredStructure) -> SampleValue { SampleValue(content: .structure(structure)) }

  package static let correlation = SampleValue(content: .absent)

  /// The number in the canonical unit of the type; `nil` for other values.
  public var quantity: Quantity? {
    guard case .quantity(let quantity) = content else { return nil }
    return quantity
  }

  /// The case; `nil` for other values.
  public var enumCase: Case? {
    guard case .enumCase(let enumCase) = content else { return nil }
    return enumCase
  }

  /// The text; `nil` for other values.
  public var text: String? {
    guard case .text(let text) = content else { return nil }
    return text
  }

  /// The content of a sample of a structured type; `nil` for other values.
  ///
  /// Each call decodes it, points and all: keep the result.
  ///
  /// ```swift
  /// for sample in try await store.samples(matching: .samples(of: "workout")) {
  ///   guard let workout = sample.value.structure else { continue }
  ///   print(workout["activity"] as Any, workout.list("events").count)
  /// }
  /// ```
  public var structure: StructureContent? { storedStructure?.content() }

  var storedStructure: StoredStructure? {
    guard case .structure(let structure) = content else { return nil }
    return structure
  }
}

/// What is needed to read the content of samples of a structured type; samples share it.
final class ParsedStructure: Sendable {
  let shape: StructureShape
  let units: UnitTable

  init(shape: StructureShape, units: UnitTable) {
    self.shape = shape
    self.units = units
  }
}

/// The content of a structured sample: as its text is stored, or decoded.
///
/// A route has ten thousands of numbers that few who list samples want: the text is taken apart when it is asked for.
struct StoredStructure: Sendable {
  private enum Form: Sendable {
    case text([UInt8], ParsedStructure)
    case content(StructureContent)
  }

  private let form: Form

  init(_ text: [UInt8], of reading: ParsedStructure) { form = .text(text, reading) }

  init(_ content: StructureContent) { form = .content(content) }

  /// The content; without its points if they are not wanted.
  ///
  /// Of a text that is not JSON nothing.
  func content(withPoints: Bool = true) -> StructureContent {
    switch form {
    case .content(let content): return content
    case .text(let text, let reading):
      do throws(SyntaxError) {
        return try StructureContent(
          reading.shape, at: 0..<text.count, in: text.span.bytes, units: reading.units, readsPoints: withPoints)
      } catch {
        return StructureContent(shape: reading.shape)
      }
    }
  }

  var pointCount: Int {
    switch form {
    case .content(let content): return content.points?.count ?? 0
    case .text(let text, _): return StructureContent.pointCount(at: 0..<text.count, in: text.span.bytes)
    }
  }

  /// The sample that it belongs to.
  ///
  /// Points are after it in the text, and are not looked at.
  var parent: SampleID? {
    switch form {
    case .content(let content): return content.parent
    case .text(let text, _): return StructureContent.parent(at: 0..<text.count, in: text.span.bytes)
    }
  }
}

extension StoredStructure: Hashable {
  static func == (left: StoredStructure, right: StoredStructure) -> Bool {
    if case .text(let one, let reading) = left.form, case .text(let other, let second) = right.form, reading === second
    {
      return one == other
    }
    return left.content() == right.content()
  }

  func hash(into hasher: inout Hasher) { content(withPoints: false).fields.hash(into: &hasher) }
}
