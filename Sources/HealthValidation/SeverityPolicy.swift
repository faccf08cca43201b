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

  private var byCode: [DiagnosticCode: [Setting]] = [:]
  /// Whether a setting asks for the sample's source.
  public private(set) var usesSources = false

  /// Creates a policy of settings in order; codes that are fixed keep their severity.
  public init(_ settings: [Setting] = []) {
    for setting in settings where !setting.code.isFixed {
      byCode[setting.code, default: []].append(setting)
      if !setting.sources.isEmpty { usesSources = true }
    }
  }

  /// Whether every code keeps its severity.
  public var isEmpty: Bool { byCode.isEmpty }

  /// Whether a setting is about a code.
  public func names(_ code: DiagnosticCode) -> Bool { byCode[code] != nil }

  /// The severity of a finding; `nil` when its rule is off.
  ///
  /// - Parameters:
  ///   - code: what was found.
  ///   - severity: the severity without a policy.
  ///   - type: the id of the sample's type, when known.
  ///   - source: the name of the sample's source.
  ///   - bundle: the bundle of the sample's source.
  /// - Returns: the severity that holds.
  public func severity(
    of code: DiagnosticCode, _ severity: Severity, type: String? = nil, source: String? = nil, bundle: String? = nil
  ) -> Severity? {
    guard let settings = byCode[code] else { return severity }
    var result: Severity? = severity
    for setting in settings {
      if !setting.types.isEmpty {
        guard let type, setting.types.contains(where: { $0.matches(type) }) else { continue }
      }
      if !setting.sources.isEmpty {
        let names = [source, bundle].compactMap { $0 }
        guard setting.sources.contains(where: { glob in names.contains { glob.matches($0) } }) else { continue }
      }
      result = setting.severity
    }
    return result
  }
}
