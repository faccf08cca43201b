/// A closed list of cases: the values of a category type, of a characteristic or of a metadata key.
///
/// ```swift
/// for item in registry.type(named: "sleepAnalysis")?.shape.enumeration?.cases ?? [] { print(item.name, item.raw ?? 0) }
/// ```
public struct EnumDefinition: Sendable, Hashable {
  /// The enum's id (`sleepAnalysis`), or the type's id when the cases are inline.
  public var id: String
  /// HealthKit's name (`HKCategoryValueSleepAnalysis`); exports write it followed by the capitalized case.
  package var identifier: String?
  package var otherIdentifiers: [String]
  /// The cases, in the order of the definition.
  public var cases: [EnumCase]

  @usableFromInline package init(
    id: String, identifier: String? = nil, otherIdentifiers: [String] = [], cases: [EnumCase]
  ) {
    self.id = id
    self.identifier = identifier
    self.otherIdentifiers = otherIdentifiers
    self.cases = cases
  }

  /// Whether the only case is `notApplicable`, so that a sample may leave its value out.
  package var isValueOptional: Bool { cases.count == 1 && cases.first?.name == "notApplicable" }
}

/// One case of an enum.
public struct EnumCase: Sendable, Hashable {
  /// The case's name, as the normalized form writes it.
  public var name: String
  /// HealthKit's raw integer; `nil` when none is known and the case is accepted by name only.
  public var raw: Int?
  package var aliases: [String]
  /// The texts exports write, when they are not the identifier followed by the capitalized name.
  package var exports: [String]
  /// Metadata keys that a sample with this case must carry.
  package var requires: [String]

  @usableFromInline package init(
    name: String, raw: Int?, aliases: [String] = [], exports: [String] = [], requires: [String] = []
  ) {
    self.name = name
    self.raw = raw
    self.aliases = aliases
    self.exports = exports
    self.requires = requires
  }
}

extension EnumDefinition {
  /// The text that an export of Apple Health writes for a case: its own, or the enum's name followed by the case's with a
  /// capital letter.
  ///
  /// The case's name alone where the enum has no name elsewhere.
  package func exportText(of item: EnumCase) -> String {
    if let text = item.exports.first { return text }
    guard let identifier else { return item.name }
    return identifier + item.name.prefix(1).uppercased() + item.name.dropFirst()
  }
}
