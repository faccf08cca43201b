import HealthFormats
package import HealthModel
public import HealthReports
package import HealthStorage
public import HealthValidation

/// The state that all runs of a command share: the rules, the number of threads, where findings go, how to stop.
public struct RunEnvironment {
  /// The rules.
  public var validator: Validator
  /// How many threads judge samples.
  public var jobs: Int
  /// Where findings are written.
  public var reporter: Reporter?
  /// The number of the signal that asked the run to stop, if one came.
  public var interruption: @Sendable () -> Int32?
  /// Told, in a sentence, what people should know about a run beside its findings.
  package var note: (String) -> Void = { _ in }
  /// Separates new findings from suppressed and known ones; `nil` if all are new.
  package var filter: FindingFilter?
  /// The input's path as the filter's globs see it; `nil` when it is the path that is shown.
  package var filterPath: String?
  /// What the run's thresholds count; the validator's options must ask for their groups, see `ThresholdPlan.take(_:)`.
  package var thresholds: ThresholdPlan?
  /// The rules over several samples; the validator's options must ask for normalizing then.
  package var across: AcrossRun?
  /// Rules of plugins; the validator's options must ask for normalizing then.
  var rules: [RulePluginRun] = []
  /// The types of which those are shown samples; `nil` for all.
  var ruleLineTypes: TypeSelection?
  var ruleLineFields = LineFields.all
  /// Whether findings show nothing of the samples.
  public var redacts = false
  /// Takes the samples of an input by type and day; the validator's options must ask for counting.
  package var calendar: ((SampleCalendar) -> Void)?
  /// The most samples that an import appends before it commits; a store may want fewer.
  public var commitSize = 50_000
  /// The definitions that samples are stored with, as `DefinitionKeeping` kept them: a run ends before it commits samples
  /// to a store that remembers others of the same names.
  package var definitions: [StoredDefinition] = []
  /// How long an import waits for another command that writes to the same quarantine files, in milliseconds.
  public var waitMilliseconds = 60_000
  /// Told the bytes read and the samples refused so far, after every chunk.
  public var progress: ((Int64, Int) -> Void)?

  /// Creates an environment; without a reporter no finding is written, and by default nothing stops a run.
  public init(
    validator: Validator, jobs: Int, reporter: Reporter? = nil,
    interruption: @escaping @Sendable () -> Int32? = { nil }, progress: ((Int64, Int) -> Void)? = nil
  ) {
    self.validator = validator
    self.jobs = jobs
    self.reporter = reporter
    self.interruption = interruption
    self.progress = progress
  }

  /// How the summary names what has no type yet: when nothing of the input is shown, by known names alone.
  func shown(elementName name: String) -> String {
    let isKnown =
      AppleHealthFormat.elementNames.contains(name) || validator.registry.pendingNames.contains(name)
      || ExportFiles.Kind.allCases.contains { $0.title == name }
    return !redacts || isKnown ? name : "other"
  }

  /// Checks, with the samples of a commit appended, that the store remembers the definitions that they passed.
  ///
  /// An appended sample keeps other processes from writing, so what is true here is true of the commit.
  ///
  /// - Throws: `Failure` if another command has changed one of them; else what the store says.
  func checkDefinitions(in store: any StorageBackend) async throws {
    guard !definitions.isEmpty else { return }
    let own = Dictionary(definitions.map { ($0.name, $0.text) }) { first, _ in first }
    let other = try await store.definitions().first { stored in
      own[stored.name].map { $0 != stored.text } ?? false
    }
    guard let other else { return }
    throw Failure.usage(
      "another command gave the store another \(TextEscaping.escaped(other.name, limit: 200)) while this one ran; what was "
        + "committed before stays; use the same definitions for all imports into a store, and repeat the command")
  }
}

/// A run that a signal ended; what was done is saved.
public struct Interrupted: Error, Hashable, Sendable {
  /// The signal's number.
  public var signal: Int32
  /// The numbers up to there.
  public var summary: Summary

  package init(signal: Int32, summary: Summary) {
    self.signal = signal
    self.summary = summary
  }
}
