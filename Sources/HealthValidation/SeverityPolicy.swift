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

/// The source of the sample that is judged: its texts, kept from sample to sample while they are the same.
struct JudgedSource: Sendable {
  var name: String?
  var bundle: String?
  var places: (name: ByteRange, bundle: ByteRange) = (.empty, .empty)
}

extension SampleJudge {
  /// Notes where the sample's source stands; a member without one has its correlation's.
  mutating func locateSource(of sample: RawSample, isMember: Bool, _ syntax: RawSyntax, _ bytes: RawSpan) {
    let name = sample[.sourceName]
    let bundle = sample[.sourceBundle]
    if isMember, !name.isPresent, !bundle.isPresent { return }
    source.places = (name.place, bundle.place)
    guard validator.options.severities.usesSources else { return }
    source.name = Self.text(name, keeping: source.name, syntax, bytes)
    source.bundle = Self.text(bundle, keeping: source.bundle, syntax, bytes)
  }

  private static func text(
    _ field: RawField, keeping last: String?, _ syntax: RawSyntax, _ bytes: RawSpan
  ) -> String? {
    guard field.kind == .string else { return nil }
    if let last, !field.isEscaped, bytes.equals(field.range, Array(last.utf8)) { return last }
    return String(decoding: CanonicalText.decoded(field, syntax, bytes), as: UTF8.self)
  }
}
