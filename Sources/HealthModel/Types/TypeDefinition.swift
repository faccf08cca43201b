/// One health data type: what a sample of it looks like and what is allowed in it.
///
/// The value is the *effective* definition, after layers, `overrides` and `extends`; `origins` names the file and
/// place of every key. The YAML form is described in `catalog/README.md`.
///
/// ```swift
/// guard let type = registry.type(named: "heartRate") else { return }
/// print(type.title, type.shape.quantity?.unit.unitString ?? "")
/// ```
public struct TypeDefinition: Sendable, Hashable {
  /// The type's id, 1 to 128 bytes of `[A-Za-z0-9._-]`, starting with a letter; HealthKit's short name or a team's
  /// dotted id.
  public var id: String
  /// A human name in sentence case.
  public var title: String
  /// A description of the type, one or two sentences; may be empty.
  public var summary: String
  /// Former ids that mean this type.
  public var aliases: [String]
  /// Exact names of this type elsewhere, HealthKit's raw identifier first.
  public var identifiers: [String]
  /// The form of a sample's value.
  public var shape: TypeShape
  /// How long a sample may last.
  public var duration: DurationLimits
  /// Which metadata a sample must and may carry.
  package var metadata: MetadataRules
  /// What must be so of each sample, in the order of the definition.
  package var rules: [TypeRule] = []
  /// Numbers that follow from what a sample holds, in the order of the definition.
  package var expressions: [TypeExpression] = []
  /// Whether samples of one source and device never share time: steps are counted once, a sleeper is in one stage.
  package var isExclusive = false
  /// The case of a category that frames the others, `inBed`: the others are stages within it.
  package var sessionCase: String?
  /// Whether an app may save samples of this type; HealthKit's read-only types say `false`.
  public var isWritable: Bool
  /// Since when the type exists, by platform: `["ios": "8.0"]`.
  package var since: [String: String]
  /// Set when another type should be used.
  package var deprecation: Deprecation?
  /// Codes of the same idea in other systems: `["loinc": ["8867-4"]]`.
  package var codes: [String: [String]]
  /// Where each number comes from: `["allowed": "physical"]`.
  package var sources: [String: String]
  /// Samples that must pass and samples that must be refused, run by `assay catalog test`.
  package var examples: [TypeExample]
  /// The place of every key of the definition, by dotted path (`value.allowed.max`).
  package var origins: KeyOrigins

  /// Creates a definition.
  ///
  /// Everything but id, title and shape has the default of a definition that is silent.
  package init(
    id: String, title: String, summary: String = "", aliases: [String] = [],
    identifiers: [String] = [], shape: TypeShape, duration: DurationLimits = DurationLimits(),
    metadata: MetadataRules = MetadataRules(), isWritable: Bool = true, since: [String: String] = [:],
    deprecation: Deprecation? = nil, codes: [String: [String]] = [:], sources: [String: String] = [:],
    examples: [TypeExample] = [], origins: KeyOrigins = KeyOrigins()
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.aliases = aliases
    self.identifiers = identifiers
    self.shape = shape
    self.duration = duration
    self.metadata = metadata
    self.isWritable = isWritable
    self.since = since
    self.deprecation = deprecation
    self.codes = codes
    self.sources = sources
    self.examples = examples
    self.origins = origins
  }

  /// The family of the type, which its shape decides.
  public var kind: TypeKind { shape.kind }

  /// The name that stands for the type in content ids: the first identifier, else the id.
  @usableFromInline package var identityName: String { identifiers.first ?? id }
}

/// The longest and shortest length of a sample, end minus start, in microseconds.
///
/// `nil` means no limit.
public struct DurationLimits: Sendable, Hashable {
  /// The shortest length in microseconds, inclusive.
  public var minimum: Int64?
  /// The longest length in microseconds, inclusive.
  public var maximum: Int64?
  /// The length in microseconds that samples usually stay below; one that does not is a warning
  /// (`duration-implausible`).
  public var usuallyBelow: Int64?

  /// Creates limits; without arguments every length is taken.
  @usableFromInline package init(minimum: Int64? = nil, maximum: Int64? = nil, usuallyBelow: Int64? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.usuallyBelow = usuallyBelow
  }
}

/// Which metadata keys a sample of a type must carry and which are known.
@usableFromInline package struct MetadataRules: Sendable, Hashable {
  /// Raw keys that must be present.
  package var required: [String]
  /// Raw keys that are usual: documentation and completion.
  package var known: [String]
  /// Whether other keys than `required` and `known` are findings.
  package var isClosed: Bool

  /// Creates rules; without arguments every key may be left out and every key is taken.
  @usableFromInline package init(required: [String] = [], known: [String] = [], isClosed: Bool = false) {
    self.required = required
    self.known = known
    self.isClosed = isClosed
  }
}

/// Since when a type should not be used, and what to use instead.
@usableFromInline package struct Deprecation: Sendable, Hashable {
  /// Since when the type is deprecated.
  package var since: String
  /// The type to use instead, when there is one.
  package var replacement: String?

  @usableFromInline package init(since: String, replacement: String? = nil) {
    self.since = since
    self.replacement = replacement
  }
}

/// A sample in a definition, as one line of JSON, and the code it must raise (`nil`: none may be an error).
@usableFromInline package struct TypeExample: Sendable, Hashable {
  /// The sample as JSON, with `type` filled in.
  package var json: String
  /// The error the sample must raise, for an invalid example.
  package var expectedCode: DiagnosticCode?
  package var mark: CatalogMark

  @usableFromInline package init(json: String, expectedCode: DiagnosticCode?, mark: CatalogMark) {
    self.json = json
    self.expectedCode = expectedCode
    self.mark = mark
  }
}
