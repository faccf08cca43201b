public import HealthFormats
public import HealthModel

/// A value of a configuration and the place that set it.
public struct Located<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value.
  public var value: Value
  /// Where it is.
  public var mark: CatalogMark

  /// Creates a value with its place.
  public init(_ value: Value, at mark: CatalogMark) {
    self.value = value
    self.mark = mark
  }
}

/// The content of `assay.yaml`: a project's catalogs, its data, and how they are linted.
public struct ProjectConfiguration: Sendable, Hashable {
  /// The file's path as messages show it.
  public var path: String
  /// The folder that the file's paths begin at.
  public var folder: String
  /// Folders or files of type definitions, loaded in this order.
  public var catalogs: [Located<String>] = []
  /// Plugin folders, whose `types/` are loaded before `catalogs`.
  public var plugins: [Located<String>] = []
  /// The data sets, in the file's order.
  public var data: [DataSet] = []
  /// Globs of files that belong to no data set.
  public var exclude: [Located<String>] = [] {
    didSet { excludedGlobs = exclude.compactMap { GlobPattern($0.value) } }
  }
  /// The globs of `exclude`, without malformed ones.
  public private(set) var excludedGlobs: [GlobPattern] = []
  /// Severities by code.
  public var rules: [RuleSetting] = []
  /// Severities for some files, types or sources; later ones win.
  public var overrides: [RuleOverride] = []
  /// The severity that makes the status 1; `nil` when the file is silent.
  public var failOn: Located<FailOn>?
  /// Counts and shares of refused samples and findings that make the status 1.
  public var failIf: [Threshold] = []
  /// Findings that are known and accepted for a time.
  public var suppressions: [Suppression] = []
  /// The file of known findings.
  public var baseline: Located<String>?
  /// How baseline entries name their place; `nil` when the file is silent.
  public var baselineBy: Located<BaselineKey>?
  /// Whether the rules over several samples run.
  public var across = true
  /// How many samples the rules over several samples look back on.
  public var acrossWindow = 200_000
  /// The name of the store that commands use when they name none, as `--store` takes it.
  public var store: Located<String>?

  /// Creates a configuration that says nothing.
  public init(path: String, folder: String) {
    self.path = path
    self.folder = folder
  }
}

extension ProjectConfiguration {
  /// A data set together with the later ones of the same `path`, which make further samples of the same records.
  public func joinedDataSet(_ index: Int) -> DataSet {
    var joined = data[index]
    joined.layout.further += data[(index + 1)...].lazy.filter { $0.path.value == joined.path.value }.map(\.layout)
    return joined
  }
}

/// Files that are read alike.
public struct DataSet: Sendable, Hashable {
  /// The glob of the files, relative to the configuration's folder.
  public var path: Located<String> {
    didSet { glob = GlobPattern(path.value) }
  }
  /// The glob of `path`; `nil` when it is malformed.
  public private(set) var glob: GlobPattern?
  /// The format; `nil` finds it out.
  public var format: InputFormat?
  /// Whose samples these are, when a sample does not say.
  public var subject: String?
  /// Where a file's path says whose samples it holds; `subject` is for all files otherwise.
  public var subjectPattern: Located<SubjectPattern>?
  /// The IANA name of the zone for times without an offset.
  public var timeZone: Located<String>?
  /// Which unit spellings are taken.
  public var units: UnitPolicy?
  /// How a table's columns become fields.
  public var layout = TableLayout()

  /// Creates a data set of a glob.
  public init(path: Located<String>) {
    self.path = path
    glob = GlobPattern(path.value)
  }
}

/// The severity a rule is set to.
public enum RuleLevel: String, Sendable, Hashable, CaseIterable {
  case error, warning, note, off

  /// The severity of findings; `nil` for rules that are off.
  public var severity: Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .off: nil
    }
  }
}

/// A line of `rules`.
public struct RuleSetting: Sendable, Hashable {
  /// The code's name as it is written, which may be none.
  public var code: Located<String>
  /// The severity.
  public var level: RuleLevel

  /// Creates a setting.
  public init(code: Located<String>, level: RuleLevel) {
    self.code = code
    self.level = level
  }
}

/// Which findings an override or a suppression is about; an empty list is about all.
public struct FindingScope: Sendable, Hashable {
  /// Globs of paths, relative to the configuration's folder.
  public var files: [GlobPattern] = []
  /// Globs of type ids.
  public var types: [GlobPattern] = []
  /// Globs of source names or bundle ids.
  public var sources: [GlobPattern] = []

  /// Creates a scope of everything.
  public init() {}
}

/// An item of `overrides`.
public struct RuleOverride: Sendable, Hashable {
  /// Where the item is.
  public var mark: CatalogMark
  /// The subject.
  public var scope: FindingScope
  /// Its severities.
  public var rules: [RuleSetting]

  /// Creates an override.
  public init(mark: CatalogMark, scope: FindingScope, rules: [RuleSetting]) {
    self.mark = mark
    self.scope = scope
    self.rules = rules
  }
}

/// An item of `suppressions`: findings that are accepted for a reason and a time.
public struct Suppression: Sendable, Hashable {
  /// The code's name as it is written, which may be none.
  public var code: Located<String>
  /// The subject.
  public var scope: FindingScope
  /// Why the findings are accepted.
  public var reason: String
  /// The last day on which it holds.
  public var until: Located<CivilDate>

  /// Creates a suppression.
  public init(code: Located<String>, scope: FindingScope, reason: String, until: Located<CivilDate>) {
    self.code = code
    self.scope = scope
    self.reason = reason
    self.until = until
  }
}

/// The severity that makes the status 1.
public enum FailOn: String, Sendable, Hashable, CaseIterable {
  case error, warning, never
}

/// How baseline entries name their place.
public enum BaselineKey: String, Sendable, Hashable, CaseIterable {
  /// By file: a finding that moves to another file is new.
  case path
  /// By type alone, for files that move.
  case type
}
