public import HealthFormats
public import HealthModel
package import HealthValidation

/// A value of a configuration and the place that set it.
package struct Located<Value: Sendable & Hashable>: Sendable, Hashable {
  package var value: Value
  package var mark: CatalogMark

  package init(_ value: Value, at mark: CatalogMark) {
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
  package var catalogs: [Located<String>] = []
  /// Plugin folders, whose `types/` are loaded before `catalogs`.
  package var plugins: [Located<String>] = []
  /// The data sets, in the file's order.
  package var data: [DataSet] = []
  /// The time zone of each person, by subject; `*` is for all others.
  package var subjects: [String: Located<String>] = [:]
  /// Globs of files that belong to no data set.
  package var exclude: [Located<String>] = [] {
    didSet { excludedGlobs = exclude.compactMap { GlobPattern($0.value) } }
  }
  /// The globs of `exclude`, without malformed ones.
  package private(set) var excludedGlobs: [GlobPattern] = []
  /// Severities by code.
  package var rules: [RuleSetting] = []
  /// Severities for some files, types or sources; later ones win.
  package var overrides: [RuleOverride] = []
  /// The severity that makes the status 1; `nil` when the file is silent.
  package var failOn: Located<FailOn>?
  /// Counts and shares of refused samples and findings that make the status 1.
  package var failIf: [Threshold] = []
  /// Findings that are known and accepted for a time.
  package var suppressions: [Suppression] = []
  /// The file of known findings.
  package var baseline: Located<String>?
  /// How baseline entries name their place; `nil` when the file is silent.
  package var baselineBy: Located<BaselineKey>?
  /// Whether the rules over several samples run.
  package var across = true
  /// How many samples the rules over several samples look back on.
  package var acrossWindow = 200_000
  /// The name of the store that commands use when they name none, as `--store` takes it.
  package var store: Located<String>?

  package init(path: String, folder: String) {
    self.path = path
    self.folder = folder
  }

  /// A data set together with the later ones of the same `path`, which make further samples of the same records.
  package func joinedDataSet(_ index: Int) -> DataSet {
    var joined = data[index]
    joined.layout.further += data[(index + 1)...].lazy.filter { $0.path.value == joined.path.value }.map(\.layout)
    return joined
  }
}

/// Files that are read alike.
public struct DataSet: Sendable, Hashable {
  /// The glob of the files, relative to the configuration's folder.
  package var path: Located<String> { didSet { glob = GlobPattern(path.value) } }
  /// The glob of `path`; `nil` when it is malformed.
  package private(set) var glob: GlobPattern?
  /// The format; `nil` finds it out.
  public var format: InputFormat?
  /// The published form of JSON that the files are of, by its name.
  package var dialect: String?
  /// Whose samples these are, when a sample does not say.
  public var subject: String?
  /// Where a file's path says whose samples it holds; `subject` is for all files otherwise.
  package var subjectPattern: Located<SubjectPattern>?
  /// The IANA name of the zone for times without an offset.
  package var timeZone: Located<String>?
  /// Which unit spellings are taken.
  public var units: UnitPolicy?
  /// What becomes of samples whose type is not known.
  package var unknownTypes: UnknownTypePolicy?
  /// How a table's columns become fields.
  public var layout = TableLayout()

  package init(path: Located<String>) {
    self.path = path
    glob = GlobPattern(path.value)
  }
}

package enum RuleLevel: String, Sendable, Hashable, CaseIterable {
  case error, warning, note, off

  /// The severity of findings; `nil` for rules that are off.
  package var severity: Severity? {
    switch self {
    case .error: .error
    case .warning: .warning
    case .note: .note
    case .off: nil
    }
  }
}

/// A line of `rules`.
package struct RuleSetting: Sendable, Hashable {
  /// The code's name as it is written, which may be none.
  package var code: Located<String>
  package var level: RuleLevel
}

/// An item of `overrides`.
package struct RuleOverride: Sendable, Hashable {
  package var mark: CatalogMark
  package var scope: FindingScope
  package var rules: [RuleSetting]
}

/// How baseline entries name their place.
package enum BaselineKey: String, Sendable, Hashable, CaseIterable {
  /// By file: a finding that moves to another file is new.
  case path
  /// By type alone, for files that move.
  case type
}
