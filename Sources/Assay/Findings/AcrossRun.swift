import HealthFormats
package import HealthModel
package import HealthValidation

/// The rules over several samples on their way through the inputs of a command.
///
/// Used by one thread at a time, in the order of the inputs. A finding belongs to the input its sample is in, which
/// may be an earlier one than that which led to it.
package final class AcrossRun {
  /// An input: how findings name it, how globs see it, and which severities hold in it.
  private struct Input {
    var path: String
    var filterPath: String
    var severities: SeverityPolicy
  }

  private var rules: AcrossRules
  private let registry: Registry
  private var inputs: [Input] = []
  private let redacts: Bool
  /// The names of places in inputs that are not lines of text.
  private var names = LocationNames()

  /// Creates a run; with `redacts` its findings show nothing of the samples.
  package init(registry: Registry, options: AcrossOptions = AcrossOptions(), redacts: Bool = false) {
    self.registry = registry
    self.redacts = redacts
    rules = AcrossRules(registry: registry, options: options)
  }

  package var coverage: String { rules.coverage }

  func begin(_ path: String, filterPath: String?, severities: SeverityPolicy) {
    inputs.append(Input(path: path, filterPath: filterPath ?? path, severities: severities))
  }

  func judge(_ result: ChunkResult, at position: ReadPosition) -> [AcrossFinding] {
    guard result.batch.count > 0, rules.judges(result.batch) else { return [] }
    return rules.add(
      result.batch, places: result.places(from: position, file: inputs.count - 1, &names, redacts: redacts),
      skipping: Set(result.repeats))
  }

  package func finish() -> [AcrossFinding] { rules.finish() }

  func isInCurrentInput(_ finding: AcrossFinding) -> Bool { Int(finding.place.file) == inputs.count - 1 }

  /// The finding with its words and severity, and the facts that a filter needs; `nil` when its rule is off.
  package func judged(_ finding: AcrossFinding) -> (diagnostic: Diagnostic, subject: FindingFilter.Subject)? {
    guard inputs.indices.contains(Int(finding.place.file)) else { return nil }
    let input = inputs[Int(finding.place.file)]
    var diagnostic = AcrossMessages.diagnostic(
      finding, registry: registry, paths: inputs.map(\.path), names: names, redacts: redacts)
    guard
      let severity = input.severities.severity(
        of: diagnostic.code, diagnostic.severity, type: diagnostic.type, source: finding.source,
        bundle: finding.sourceBundle)
    else { return nil }
    diagnostic.severity = severity
    var subject = FindingFilter.Subject(diagnostic, path: input.filterPath)
    subject.sourceName = finding.source
    subject.sourceBundle = finding.sourceBundle
    subject.sampleSubject = finding.subject
    return (diagnostic, subject)
  }
}
