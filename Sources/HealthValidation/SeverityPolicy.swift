public import HealthModel

/// Severities that differ from the codes' own: by code, and for some types or sources.
public struct SeverityPolicy: Sendable, Hashable {
  /// One setting; of several that fit a finding, the last one holds.
  public struct Setting: Sendable, Hashable {
    /// The code it is about.
    public var code: DiagnosticCode
    /// The severity; `nil` turns the rule off.
    public var severity: Severity?
    /// Globs of type ids; empty means all.
    public var types: [GlobPattern]
    /// Globs of source names or bundles; empty means all.
    public var sources: [GlobPattern]

    /// Creates a setting; without globs it holds for every sample.
    public init(
      code: DiagnosticCode, severity: Severity?, types: [GlobPattern] = [], sources: [GlobPattern] = []
    ) {
      self.code = code
      self.severity = severity
      self.types = types
      self.sources = sources
    }
  }

  /// The settings of a code, in order.
  private struct Group: Sendable, Hashable {
    var severities: [Severity?]
    var scopes: ScopeIndex
    /// Whether the last setting holds for every sample.
    var isForAll: Bool

    init(_ settings: [Setting]) {
      severities = settings.map(\.severity)
      scopes = ScopeIndex(settings.map { GlobScope(types: $0.types, sources: $0.sources) })
      isForAll = settings.last.map { $0.types.isEmpty && $0.sources.isEmpty } ?? false
    }
  }

  private var byCode: [DiagnosticCode: Group] = [:]
  /// Whether a setting asks for the sample's source.
  package private(set) var usesSources = false

  /// Creates a policy of settings in order; codes that are fixed keep their severity.
  public init(_ settings: [Setting] = []) {
    let changeable = settings.filter { !$0.code.isFixed }
    byCode = Dictionary(grouping: changeable, by: \.code).mapValues { Group($0) }
    usesSources = changeable.contains { !$0.sources.isEmpty }
  }

  /// Whether every code keeps its severity.
  package var isEmpty: Bool { byCode.isEmpty }

  /// Whether a setting is about a code.
  package func names(_ code: DiagnosticCode) -> Bool { byCode[code] != nil }

  /// The severity of a finding; `nil` when its rule is off.
  ///
  /// - Parameters:
  ///   - code: what was found.
  ///   - severity: the severity without a policy.
  ///   - type: the id of the sample's type, when known.
  ///   - source: the name of the sample's source.
  ///   - bundle: the bundle of the sample's source.
  /// - Returns: the severity that holds.
  package func severity(
    of code: DiagnosticCode, _ severity: Severity, type: String? = nil, source: String? = nil, bundle: String? = nil
  ) -> Severity? {
    guard let group = byCode[code] else { return severity }
    if group.isForAll { return group.severities.last ?? severity }
    let place = ScopePlace(type: type, source: source, bundle: bundle)
    return group.scopes.last(at: place).map { group.severities[$0] } ?? severity
  }
}
