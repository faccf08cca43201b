package import HealthModel

/// When a run fails though its findings alone would not make it: more of something than a limit allows.
///
/// Its text is `MEASURE > LIMIT`, and `in` with one or more scopes for a part of the samples:
///
/// | text | holds when |
/// |---|---|
/// | `refused > 1%` | more than 1 % of the samples read were refused |
/// | `errors > 0`, `warnings > 50`, `notes > 5%` | there are more findings of the severity |
/// | `unit-incompatible > 0` | there are more findings of the code |
/// | `hr/sleep-too-long > 0` | there are more findings of the rule of a plugin; `plugin-rule` counts those of all |
/// | `… in type:heartRate` | the same, of samples whose type's id matches the glob |
/// | `… in source:Apple Watch` | of samples whose source's name or bundle matches |
/// | `… in subject:P01` | of samples whose subject matches; the one that is given for an input counts |
/// | `… in file:nightly/*.csv` | of all inputs whose path matches, together |
/// | `… in data:nightly/*.csv` | of the data set whose `path` in `assay.yaml` is this |
/// | `… in type:bodyMass source:Scale*` | of samples for which both hold |
/// | `… in type:bodyMass type:height` | of samples for which either holds |
///
/// A limit is a whole number, or a percentage of the samples read in the scope. A scope's text ends before the next
/// scope, or is in double quotes. Blanks between the parts do not count.
///
/// ```swift
/// let condition = try FailureCondition("unit-incompatible > 0 in type:heartRate")
/// ```
public struct FailureCondition: Sendable, Hashable {
  /// What is counted.
  package enum Measure: Sendable, Hashable {
    /// Samples that were refused.
    case refused
    case findings(Severity)
    /// Findings of a code, by its name as it is written, which may be no code's.
    case code(String)
  }

  /// Which samples are meant; an empty list holds for all, of several entries one must match.
  package struct Scope: Sendable, Hashable {
    /// Globs of type ids.
    package var types: [GlobPattern] = []
    /// Globs of source names or bundles.
    package var sources: [GlobPattern] = []
    package var subjects: [GlobPattern] = []
    /// Globs of the inputs' paths: from the folder of the configuration, or as they are shown.
    package var files: [GlobPattern] = []
    /// The `path` of data sets, as they are written in `assay.yaml`.
    package var dataSets: [String] = []

    package init() {}

    /// Whether all samples are meant.
    package var isEmpty: Bool { self == Scope() }
  }

  /// What is counted.
  package var measure: Measure
  /// More than this fails the run: a number, or a share in percent.
  package var limit: Double
  /// Whether the limit is a share of the samples read.
  package var isPercent: Bool
  /// Which samples are meant.
  package var scope: Scope

  package init(_ measure: Measure, over limit: Double, isPercent: Bool = false, in scope: Scope = Scope()) {
    self.measure = measure
    self.limit = limit
    self.isPercent = isPercent
    self.scope = scope
  }

  /// The words for what is counted beside the codes, in the order that messages name them.
  static let words: [(word: String, measure: Measure)] = [
    ("refused", .refused), ("errors", .findings(.error)), ("warnings", .findings(.warning)),
    ("notes", .findings(.note)),
  ]

  /// What is counted, as it is written.
  var word: String {
    if case .code(let name) = measure { return name }
    return Self.words.first { $0.measure == measure }?.word ?? ""
  }

  /// The code that is counted, if it is one that does not exist.
  var unknownCode: String? {
    guard case .code(let name) = measure, CodeName(name) == nil else { return nil }
    return name
  }

  /// The rule of a plugin that is counted, `NAME/rule`; `nil` if it is something else.
  var rule: String? {
    guard case .code(let name) = measure else { return nil }
    return CodeName(name)?.rule
  }

  /// Whether a run's own numbers do not have what is counted, so that it is counted apart from them.
  var isCountedApart: Bool { !scope.isEmpty || rule != nil }
}
