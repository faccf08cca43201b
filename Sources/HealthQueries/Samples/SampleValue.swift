public import HealthModel

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

    /// Creates a case.
    public init(name: String, raw: Int?) {
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
  public static func quantity(_ quantity: Quantity) -> SampleValue { SampleValue(content: .quantity(quantity)) }

  /// The case of a category, or of a characteristic that has cases.
  public static func category(name: String, raw: Int?) -> SampleValue {
    SampleValue(content: .enumCase(Case(name: name, raw: raw)))
  }

  /// The text of a characteristic; a date as `YYYY-MM-DD`.
  public static func text(_ text: String) -> SampleValue { SampleValue(content: .text(text)) }

  /// The content of a sample of a structured type: its fields, lists and points, and the sample that it belongs to.
  public static func structure(_ content: StructureContent) -> SampleValue {
    SampleValue(content: .structure(StoredStructure(content)))
  }

  /// A content as it is stored, which is decoded when it is asked for.
  static func stored(_ structure: StoredStructure) -> SampleValue { SampleValue(content: .structure(structure)) }

  /// No value: the members hold the values.
  public static let correlation = SampleValue(content: .absent)

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
  /// for sample in try await SampleQuery.samples(of: "workout").result(for: store) {
  ///   guard let workout = sample.value.structure else { continue }
  ///   print(workout["activity"] as Any, workout.list("events").count)
  /// }
  /// ```
  public var structure: StructureContent? { storedStructure?.content() }

  /// The content as it is stored; `nil` for other values.
  var storedStructure: StoredStructure? {
    guard case .structure(let structure) = content else { return nil }
    return structure
  }
}
