import ArgumentParser
import Assay
import HealthFormats
import HealthModel
import HealthReports

/// What is done with findings that a project has accepted for now.
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
  /// - Parameters:
  ///   - project: the project whose configuration may name it.
  ///   - absolute: makes a path of the command line one that holds in any folder.
  /// - Returns: the path; `nil` when there is no baseline.
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
  /// - Parameters:
  ///   - baseline: the path of the baseline, when there is one.
  ///   - isNarrowed: whether only some files are checked.
  /// - Throws: `CommandFailure` for options that contradict each other.
  func check(baseline: String?, isNarrowed: Bool) throws {
    if writeBaseline != nil, isNarrowed {
      throw CommandFailure.usage("--write-baseline takes the whole project: name no paths and no --changed-since")
    }
    if writeBaseline != nil, prunesBaseline || self.baseline != nil {
      throw CommandFailure.usage("--write-baseline stands alone: it writes what is found, without an earlier baseline")
    }
    if prunesBaseline, baseline == nil {
      throw CommandFailure.usage("--prune-baseline needs a baseline: name one with --baseline or in assay.yaml")
    }
  }

  /// Reads a baseline whose entries name their place by a key; one that a configuration names stays inside the
  /// configuration's boundary.
  func read(_ path: String, by key: BaselineKey, _ project: Project?) throws -> Baseline {
    let baseline = try Self.read(path, within: self.baseline == nil ? project?.boundary : nil)
    guard baseline.classCount == 0 || baseline.namesFiles == (key == .path) else {
      let other = key == .type ? BaselineKey.path : .type
      throw CommandFailure.usage(
        "\(TextEscaping.escaped(path, limit: 1000)) was written by \(other.rawValue); give `--baseline-by "
          + "\(other.rawValue)` or write it anew with --write-baseline")
    }
    return baseline
  }

  private static func read(_ path: String, within boundary: FolderBoundary?) throws -> Baseline {
    do {
      var source = try FileSource(path: path, within: boundary)
      var reader = BaselineReader(path: path)
      var bytes: [UInt8] = []
      var count = 0
      while try source.read(into: &bytes, count: 64 * 1024) > 0 {
        count += bytes.count
        guard count <= 256 << 20 else { throw InputError.unreadable(path: path, reason: "longer than 256 MiB") }
        try reader.take(bytes[...])
        bytes.removeAll(keepingCapacity: true)
      }
      return try reader.finish()
    } catch let error as BaselineError {
      throw CommandFailure.usage(error.description)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Writes a baseline beside its place and puts it there in one step.
  static func write(_ baseline: Baseline, to path: String) throws {
    do {
      let file = try PendingFile(path)
      try baseline.write(to: file.output)
      try file.finish()
    } catch {
      throw CommandFailure(error)
    }
  }
}
