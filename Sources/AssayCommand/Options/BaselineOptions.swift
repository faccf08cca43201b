import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports

/// The handling of findings that a project has accepted for now.
struct BaselineOptions: ParsableArguments {
  @Option(help: "Pass over the findings that this file has; findings above its counts are new.", completion: .file())
  var baseline: String?

  @Option(
    name: .customLong("write-baseline"), help: "Write today's findings to this file and accept them.",
    completion: .file())
  var writeBaseline: String?

  @Flag(name: .customLong("prune-baseline"), help: "Remove from the baseline what no longer occurs.")
  var prunesBaseline = false

  @Option(
    name: .customLong("baseline-by"), help: "What entries name: path, or type for files that move.",
    completion: .list(BaselineKey.allCases.map(\.rawValue)))
  var baselineBy: String?

  /// The baseline's file: the option's, else the configuration's.
  ///
  /// - Returns: the path; `nil` without a baseline.
  func path(_ project: Project?, absolute: (String) -> String) -> String? {
    baseline.map(absolute) ?? project?.configuration.baseline.map { project?.absolute($0.value) ?? $0.value }
  }

  /// How entries name their place.
  func key(_ project: Project?) throws -> BaselineKey {
    guard let baselineBy else { return project?.configuration.baselineBy?.value ?? .path }
    guard let key = BaselineKey(rawValue: baselineBy) else {
      throw CommandFailure.usage("--baseline-by takes path or type")
    }
    return key
  }

  /// Checks that the options go together.
  ///
  /// - Throws: `CommandFailure` for options that contradict each other.
  func check(baseline: String?, isNarrowed: Bool) throws {
    if writeBaseline != nil, isNarrowed {
      throw CommandFailure.usage("--write-baseline takes the whole project: name no paths and no --changed-since")
    }
    if writeBaseline != nil, prunesBaseline || self.baseline != nil {
      throw CommandFailure.usage("--write-baseline cannot be combined with another baseline: it writes all findings")
    }
    if prunesBaseline, baseline == nil {
      throw CommandFailure.usage("--prune-baseline needs a baseline: name one with --baseline or in assay.yaml")
    }
  }

  /// The handling of the baseline at a path, read from there if it counts; one that a configuration names stays inside
  /// the configuration's boundary.
  func work(_ path: String?, by key: BaselineKey, _ project: Project?, absolute: (String) -> String) throws
    -> LintBaseline
  {
    var work = LintBaseline()
    work.path = path
    work.key = key
    work.prunes = prunesBaseline
    work.writePath = writeBaseline.map(absolute)
    if let path, writeBaseline == nil {
      work.known = try BaselineFile.read(path, by: key, within: baseline == nil ? project?.boundary : nil)
    }
    return work
  }
}
