public import HealthModel

/// Severities that differ from the codes' own: by code, and for some types or sources.
public struct SeverityPolicy: Sendable, Hashable {
  /// One setting; of several that fit a finding, the last one holds.
  public struct Setting: Sendable, Hashable {
    /// The code it is about.
    public var code: DiagnosticCode
    /// The severity; `nil` turns the rule off.
    public var severity: Severity?
    /// The rule of a plugin, `NAME/rule`, when the code is `plugin-rule`; `nil` for all findings of the code.
    package var rule: String?
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
  /// The settings of rules of plugins that have some of their own, with those of the code in their places.
  private var byRule: [String: Group] = [:]
  /// Whether a setting asks for the sample's source.
  package private(set) var usesSources = false

  /// Creates a policy of settings in order; codes that are fixed keep their severity.
  public init(_ settings: [Setting] = []) {
    let changeable = settings.filter { !$0.code.isFixed }
    byCode = Dictionary(grouping: changeable.filter { $0.rule == nil }, by: \.code).mapValues { Group($0) }
    for rule in Set(changeable.compactMap(\.rule)) {
      byRule[rule] = Group(changeable.filter { $0.code == .pluginRule && ($0.rule == nil || $0.rule == rule) })
    }
    usesSources = changeable.contains { !$0.sources.isEmpty }
  }

  package var isEmpty: Bool { byCode.isEmpty && byRule.isEmpty }

  package func names(_ code: DiagnosticCode) -> Bool { byCode[code] != nil }

  /// The severity of a finding; `nil` when its rule is off.
  package func severity(
    of code: DiagnosticCode, _ severity: Severity, rule: String? = nil, type: String? = nil, source: String? = nil,
    bundle: String? = nil
  ) -> Severity? {
    guard let group = rule.flatMap({ byRule[$0] }) ?? byCode[code] else { return severity }
    if group.isForAll { return group.severities.last ?? severity }
    let place = ScopePlace(type: type, source: source, bundle: bundle)
    return group.scopes.last(at: place).map { group.severities[$0] } ?? severity
  }
}
