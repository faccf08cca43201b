import AssayPlatform
import HealthCatalog
public import HealthFormats
public import HealthModel
package import HealthQueries
public import HealthReports
public import HealthStorage
public import HealthValidation

/// What is checked, by which rules, and where the samples go that pass.
///
/// ```swift
/// var request = CheckRequest(inputs: [.file("morning.ndjson")])
/// request.store = CheckStore("health.db")
/// for try await event in try request.run() {
///   if case .findings(let findings) = event { for finding in findings { print(finding.message) } }
/// }
/// ```
///
/// Without a store nothing is written. The command's verbs fill in a request: `validate` one without a store, `import` one
/// with a store, `lint` one with a project's baseline and rules across samples, `revalidate` one whose input is a
/// quarantine, `import --from-store` one whose input is a store.
public struct CheckRequest: Sendable {
  /// Something that is read from its beginning to its end.
  public struct Input: Sendable {
    enum Kind: Sendable {
      case path(String)
      case named(NamedInput)
      /// A quarantine file; what still fails goes to the second path, or stays.
      case quarantine(String, rest: String?)
      case store(StoredInput)
    }

    let kind: Kind

    /// A file; a folder stands for the files in it that can be read, `-` for standard input.
    public static func file(_ path: String) -> Input { Input(kind: .path(path)) }

    /// An input of which it is known how it is read.
    public static func resolved(_ input: ResolvedInput) -> Input { Input(kind: .named(.found(input))) }

    /// Text in memory, such as the body of a request; findings name it by `name`.
    public static func text(_ bytes: [UInt8], name: String = "-", format: InputFormat = .json) -> Input {
      .resolved(ResolvedInput(text: bytes, path: name, format: format))
    }

    package static func named(_ input: NamedInput) -> Input { Input(kind: .named(input)) }

    package static func quarantine(_ path: String, rest: String? = nil) -> Input {
      Input(kind: .quarantine(path, rest: rest))
    }

    package static func store(_ input: StoredInput) -> Input { Input(kind: .store(input)) }

    package var found: ResolvedInput? { if case .named(.found(let input)) = kind { input } else { nil } }

    var name: String {
      switch kind {
      case .path(let path), .quarantine(let path, _), .named(.unreadable(_, let path)): path
      case .named(.found(let input)): input.displayPath
      case .named(.finding(let finding)): finding.location.path
      case .store(let stored): stored.name
      }
    }

    var size: Int64? { found?.totalSize }

    package var path: String? {
      switch kind {
      case .path(let path): path == "-" ? nil : path
      case .named(.found(let input)): input.path == "-" ? nil : input.filePath
      case .named(.unreadable(_, let path)), .quarantine(let path, _): path
      case .named(.finding(let finding)): finding.location.path
      case .store: nil
      }
    }
  }

  /// What is read, one after the other; one that cannot be read does not stop the others.
  public var inputs: [Input]
  /// The project whose data sets say how files are read and judged; `nil` for none.
  public var project: Project?
  /// The types; `nil` for the built-in ones with those of the project.
  public var types: Registry?
  /// The format of the files; `nil` to find it out.
  public var format: InputFormat?
  /// The formats that are read, by their names and by what is in a file.
  public var formats = FormatList.core
  /// The profiles by which files of other programs are read.
  public var profiles = FileProfiles()
  /// Subject, zone, units, and the moment that counts as now.
  public var judging: JudgingSettings
  /// How accepted samples are corrected.
  public var fixes: ValueFixes = []
  /// The rules over several samples; `nil` leaves them out.
  public var across: AcrossOptions?
  /// The conditions that make the status `refused`.
  public var thresholds = Thresholds()
  /// The least severity that makes the status `refused`.
  public var failOn = FailOn.error
  /// How many threads judge samples.
  public var jobs = JobCount.available()
  /// Where accepted samples are stored; `nil` for nowhere.
  public var store: CheckStore?
  /// Where records are kept that are refused, or not stored; `nil` keeps none.
  public var quarantine: QuarantineLocation?
  /// Whether findings show nothing of the samples.
  public var redacts = false
  /// Whether events have the accepted samples, in their normal form.
  public var handsOnSamples = false
  /// The most samples that are appended before a commit; a store may want fewer.
  public var commitSize = 50_000
  /// How long the run waits for another one that writes to the same quarantine files, in milliseconds.
  public var waitMilliseconds = 60_000
  /// The number of the signal that asked the work to stop, if one came; what was done is saved.
  public var interruption: @Sendable () -> Int32? = { nil }

  /// The verb that reports name among the terms of the run; `nil` for none.
  package var verb: String?
  package var terms: [String: String] = [:]
  package var isDated = true
  package var rulePlugins: [RulePlugin] = []
  /// How long a plugin may take for an answer, in seconds.
  package var pluginSeconds = 30.0
  package var suppressions: [Suppression] = []
  package var baseline = LintBaseline()
  /// The findings and files of a project beside its samples; `nil` if only samples are checked.
  package var lint: LintWork?
  /// The definitions that are not built in, for the store to remember, and how it does.
  package var definitions: [StoredDefinition] = []
  package var keeping = DefinitionKeeping()
  /// The time zones of persons for the store to keep, beside those of the project.
  package var subjectZones = SubjectZones()
  /// Told, in a sentence, what people should know beside the findings.
  package var note: @Sendable (String) -> Void = { _ in }
  package var failed: @Sendable (Failure) -> Void = { _ in }
  package var progress: @Sendable (String, Int64?) -> CheckProgress? = { _, _ in nil }

  /// Creates a request to lint a project: its configuration, its definitions and its data.
  ///
  /// - Parameters:
  ///   - project: the project.
  ///   - check: what was found in its definitions; `nil` to check them.
  ///   - formats: the formats that are read.
  /// - Throws: `Failure` when a folder or a definition cannot be read.
  public init(linting project: Project, check: CatalogCheck? = nil, formats: FormatList = .core) throws(Failure) {
    let selection = try Failure.meaning { try LintSelection(project, named: nil) }
    let definitions = try Failure.meaning {
      try check ?? CatalogCheck(CatalogBuilder(project: project, folders: []))
    }
    var sources = ProjectInputs(project: project)
    sources.formats = formats
    sources.profiles = try FileProfiles(project: project, own: [])
    let inputs = try sources.find(selection.files, isLint: true).inputs
    self.init(project, LintWork(check: definitions, selection: selection), inputs)
    thresholds = try Thresholds(project)
    self.formats = formats
  }

  package init(_ project: Project?, _ lint: LintWork, _ inputs: [NamedInput]) {
    self.init(inputs: inputs.map(Input.named))
    self.project = project
    self.lint = lint
    types = lint.check.registry
    suppressions = project?.configuration.suppressions ?? []
    if let failOn = project?.configuration.failOn?.value { self.failOn = failOn }
    across = project?.configuration.across ?? true ? AcrossOptions(of: project) : nil
  }

  /// Creates a request to check inputs by the built-in types, with now as the moment that counts as now.
  public init(inputs: [Input]) {
    self.inputs = inputs
    judging = JudgingSettings(now: CalendarTime.microseconds())
  }

  /// The request with its files looked at, its types loaded and its settings checked, unless the caller did that.
  package func resolved(checksSettings: Bool = true) throws -> CheckRequest {
    var request = self
    if checksSettings { try judging.check(project) }
    request.inputs = try resolvedInputs()
    // Lint reports such an input, and goes on with the others.
    if checksSettings, lint == nil {
      try judging.check(
        request.inputs.compactMap { if case .named(let named) = $0.kind { named } else { nil } }, in: project)
    }
    let builder = CatalogBuilder(project: project, folders: [])
    if types == nil, lint == nil {
      request.types = try builder.requiredRegistry()
      if store != nil { request.definitions = try builder.ownDefinitions() }
    }
    try request.checkThresholds()
    return request
  }

  private func resolvedInputs() throws -> [Input] {
    var sources = ProjectInputs(project: project, format: format)
    sources.formats = formats
    sources.profiles = profiles
    return try inputs.flatMap { input in
      guard case .path(let path) = input.kind else { return [input] }
      let found = try sources.find([path])
      for finding in found.notes { note("note: \(finding.location.path): \(finding.message)") }
      return found.inputs.map(Input.named)
    }
  }

  private func checkThresholds() throws {
    // Of broken definitions nothing says which types there are.
    if let types { try thresholds.check(types) }
    let rules = knownRules
    try thresholds.check(rules)
    if lint == nil { for text in ThresholdPlan.unknown(thresholds, rules) { note(text) } }
  }

  /// The rules that findings can have: those of plugins do not judge what is stored.
  var knownRules: KnownRules { store == nil ? KnownRules(rulePlugins, ConfiguredPlugins(project)) : KnownRules() }

  /// Whether samples are stored: of broken definitions nothing is known.
  var opensStore: Bool { store != nil && types != nil }

  var isReplay: Bool { inputs.contains { if case .quarantine = $0.kind { true } else { false } } }

  /// Starts a run whose events are pulled.
  ///
  /// Nothing is read before the first event is asked for.
  ///
  /// - Throws: `Failure` for a path that is not there or of no format, definitions that are broken, and settings that
  ///   do not fit together.
  public func run() throws -> CheckRun { CheckRun(try resolved()) }

  /// Checks everything, and finishes the reports.
  ///
  /// - Parameters:
  ///   - reporter: takes the findings.
  ///   - output: takes the accepted samples in their normal form, one on a line; a check without a store has one.
  /// - Returns: the counts and the status.
  /// - Throws: `Failure` for a mistake in the request, and a report or a store that cannot be written. What was committed
  ///   stays.
  public func run(_ reporter: Reporter, writing output: ByteOutput? = nil) async throws -> CheckOutcome {
    try await CheckEngine(try resolved(), reporter, into: output.map { .lines(to: $0) }).checkInputs()
  }
}

/// A store that takes the samples of a check: one that the run opens and closes, or one that is open.
public struct CheckStore: Sendable {
  private enum Place {
    case name(String)
    case url(StorageURL)
    case open(any StorageBackend)
  }

  private let place: Place
  /// How a store is opened that is named: by which backends and plugins.
  public var opening: StoreOpening
  /// How it is opened: how long it waits, and whether deleted samples are stored again.
  public var options: StorageOptions
  /// Whether a store is made that is not there.
  package var makesStore = true

  /// Names a store, such as `health.db`, `jsonl:archive` or `memory:`; the run opens and closes it.
  public init(_ name: String, opening: StoreOpening = StoreOpening(), options: StorageOptions = StorageOptions()) {
    place = .name(name)
    self.opening = opening
    self.options = options
  }

  /// Takes a store that is open; the run leaves it open.
  public init(_ backend: any StorageBackend) {
    place = .open(backend)
    opening = StoreOpening()
    options = StorageOptions()
  }

  package init(_ url: StorageURL, opening: StoreOpening, options: StorageOptions) {
    place = .url(url)
    self.opening = opening
    self.options = options
  }

  /// Opens the store for a check.
  package func open(_ registry: Registry) async throws -> any StorageBackend {
    let url: StorageURL
    switch place {
    case .open(let backend): return backend
    case .name(let name): url = try opening.backends.url(name)
    case .url(let named): url = named
    }
    // Where a store must be there, a name that is mistyped is reported: a reader makes none.
    if !options.isReadOnly, !makesStore {
      let looking = StorageOptions(isReadOnly: true, temporaryFolder: options.temporaryFolder)
      try await opening.open(url, registry, looking).close()
    }
    return try await opening.open(url, registry, options)
  }

  /// Whether the run leaves the store open.
  var staysOpen: Bool { if case .open = place { true } else { false } }
}

extension AcrossOptions {
  package init(of project: Project?) {
    self.init()
    if let project { window = project.configuration.acrossWindow }
  }
}

/// How an input's progress is shown: told the bytes read and the samples refused, then the end.
package struct CheckProgress {
  package let update: (Int64, Int) -> Void
  package let end: () -> Void

  package init(update: @escaping (Int64, Int) -> Void, end: @escaping () -> Void) {
    self.update = update
    self.end = end
  }
}

/// The result of a check.
public struct CheckOutcome: Sendable {
  /// Something that people should know beside the findings.
  package enum Note: Sendable, Hashable {
    case text(String)
    /// How far the rules over several samples looked, and what that left out.
    case coverage(String)
    case written(String, findings: Int, classes: Int)
    /// A baseline was not changed, since not all data was checked; the word for what was to be done.
    case notWritten(String, word: String)
  }

  /// The counts of all inputs.
  public internal(set) var summary: Summary
  /// The highest status.
  public internal(set) var status: Failure.Status
  /// The signal that ended the run early; what was done is saved.
  public internal(set) var signal: Int32?
  package internal(set) var notes: [Note] = []
}
