import Assay
import Foundation
import HealthCatalog
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation
import Testing

/// What a Swift program does without the command: it opens stores, imports, validates and lints, and gets values.
@Suite("The library") struct LibraryTests {
  /// 2026-06-01T00:00:00Z, after all fixtures.
  private static let now = Int64(1_780_272_000) * Instant.second

  private static func registry() throws -> Registry {
    try #require(try CatalogBuilder().load(readsExamples: false).registry)
  }

  /// Takes what a run reports.
  private final class Findings {
    var all: [Diagnostic] = []

    func reporter() -> Reporter {
      let reporter = Reporter(sinks: [])
      reporter.listener = { [self] in all.append($0) }
      return reporter
    }
  }

  @Test("the built-in catalog is the copy in the program, unless another place is named") func catalog() throws {
    #expect(CatalogBuilder().builtIn == .embedded)
    #expect(CatalogBuilder(project: nil, folders: []).builtIn == .embedded)
    #expect(CatalogLocation.find(environment: nil, executable: nil) == .embedded)
    #expect(CatalogLocation.find(environment: "/somewhere", executable: nil) == .folder("/somewhere"))
    let near = CatalogLocation.find(environment: nil, executable: ProjectFiles.root + "/.build/debug/assay")
    #expect(near == .folder(ProjectFiles.root + "/catalog"))
    #expect(CatalogBuilder().compiledRegistry()?.contentHash == (try Self.registry()).contentHash)
  }

  @Test(
    "a store is opened by its URL and takes a file, once",
    arguments: ["sqlite:%/health.data", "%/health.db", "jsonl:%/health"])
  func importing(_ location: String) async throws {
    let folder = try ConfigurationFolder()
    let registry = try Self.registry()
    let location = location.replacingOccurrences(of: "%", with: folder.path)
    let url = try StoreBackends.builtIn.url(location)
    let store = try await StoreOpening().open(location, registry)
    var request = CheckRequest(inputs: [.file(ProjectFiles.root + "/Tests/Fixtures/demo/samples.ndjson")])
    request.types = registry
    request.judging.now = Self.now
    request.jobs = 2
    request.store = CheckStore(store)
    request.quarantine = QuarantineLocation(folder: StoreBackends.builtIn.quarantineFolder(of: url))
    for turn in 0..<2 {
      let findings = Findings()
      let outcome = try await request.run(findings.reporter())
      #expect(outcome.status == .refused)
      #expect(outcome.signal == nil)
      #expect(outcome.summary.refused == 4)
      #expect(outcome.summary.accepted == (turn == 0 ? 20 : 0))
      #expect(outcome.summary.duplicates == (turn == 0 ? 0 : 20))
      if turn == 0 {
        #expect(
          Set(findings.all.filter { $0.severity == .error }.map(\.code)) == [
            .unitIncompatible, .endBeforeStart, .typeUnknown, .jsonSyntax,
          ])
      }
    }
    #expect(try await store.counts().reduce(0) { $0 + $1.count } == 20)
    try await store.close()
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".quarantine") }
    #expect(kept.count == 1)
  }

  @Test("a store that nothing stores to is a mistake in the request, and a store that is not there is the system's")
  func noStore() async throws {
    let registry = try Self.registry()
    for (location, status, words) in [
      ("mysql:x", Failure.Status.usage, "no plugin stores to `mysql:`"), ("health", .usage, "names no store"),
      ("postgresql:///health", .usage, "install assay-postgresql, or point"),
      ("sqlite:", .usage, "sqlite: needs a path"),
      ("process:none", .usage, "no plugin is called `none`"),
      ("/nowhere/at/all.db", .environment, "error[store-missing]"),
    ] {
      let failure = try await #require(throws: Failure.self) {
        _ = try await StoreOpening().open(location, registry, StorageOptions(isReadOnly: true))
      }
      #expect(failure.status == status)
      #expect(failure.message.contains(words), "\(failure.message)")
    }
  }

  @Test("backends can be passed in, and are all there are") func backends() async throws {
    var opening = StoreOpening()
    opening.backends = StoreBackends([StorageBackendFactory.memory])
    let registry = try Self.registry()
    let store = try await opening.open("memory:", registry)
    try await store.close()
    await #expect(throws: Failure.self) { _ = try await opening.open("sqlite:x.db", registry) }
    #expect(StoreBackends.builtIn.path(of: StorageURL(scheme: "jsonl", location: "a/b//")) == "a/b")
    #expect(opening.backends.path(of: StorageURL(scheme: "jsonl", location: "a/b")) == nil)
    #expect(StoreBackends.builtIn.path(of: StorageURL(scheme: "memory", location: "")) == nil)
  }

  @Test("a file is validated by the data set that it belongs to") func validating() async throws {
    let project = try Self.project("Tests/Fixtures/lint-project")
    let path = ProjectFiles.root + "/Tests/Fixtures/lint-project/tables/weights.csv"
    let findings = Findings()
    var request = CheckRequest(inputs: [.file(path)])
    request.project = project
    request.judging.now = Self.now
    request.jobs = 1
    let outcome = try await request.run(findings.reporter())
    #expect(outcome.summary.read > 0)
    // Without the data set's columns nothing could be read.
    #expect(!findings.all.contains { $0.code == .csvHeader })
    #expect(findings.all.allSatisfy { $0.location.path == path })
  }

  @Test("a folder is linted, from whatever folder the program is in") func linting() async throws {
    let project = try Self.project("Tests/Fixtures/lint-project")
    let findings = Findings()
    var lint = try CheckRequest(linting: project)
    lint.judging.now = Self.now
    lint.jobs = 2
    let outcome = try await lint.run(findings.reporter())
    #expect(outcome.status == .refused)
    #expect(outcome.summary.errors == findings.all.count { $0.severity == .error })
    // Every planted fault is found at its place, and nothing else.
    let truth = String(decoding: try ProjectFiles.bytes("Tests/Fixtures/lint-project.truth.tsv"), as: UTF8.self)
    let planted = truth.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
      String($0).replacing("\t", with: " ")
    }
    let root = ProjectFiles.root + "/Tests/Fixtures/lint-project/"
    let found = findings.all.map { finding in
      "\(finding.code.name) \(finding.location.path.replacing(root, with: "")) \(finding.location.line)"
    }
    #expect(found.sorted() == planted.sorted())
    let clean = Set(try #require(lint.lint).selection.all)
    #expect(clean.contains("tables/weights.csv"))
  }

  @Test("a part of a folder is linted, and what is not there is a mistake in the request") func part() async throws {
    let project = try Self.project("Tests/Fixtures/lint-project")
    let part = try await LintSelection.part(of: project, named: ["data/clinic"])
    #expect(part.selection.files == ["data/clinic/visit1.ndjson", "data/clinic/visit2.ndjson"])
    #expect(part.changedRule == nil)
    #expect(part.selection.isNarrowed)
    let failure = try await #require(throws: Failure.self) {
      _ = try await LintSelection.part(of: project, named: ["data/none"])
    }
    #expect(failure == Failure("no such file: data/none", status: .usage))
    let samples = try LintSelection(
      samplesAmong: [
        project.absolute("assay.yaml"), project.absolute("data/clinic/visit1.ndjson"),
      ], .core)
    #expect(samples.files == [project.absolute("data/clinic/visit1.ndjson")])
  }

  @Test("a signal's place is taken by any question: the work ends and says so") func interruption() async throws {
    let project = try Self.project("Tests/Fixtures/lint-project")
    var lint = try CheckRequest(
      linting: project, check: CatalogCheck(CatalogBuilder(project: project, folders: []), runsExamples: false))
    lint.judging.now = Self.now
    lint.interruption = { 15 }
    let outcome = try await lint.run(Reporter(sinks: []))
    #expect(outcome.signal == 15)
    #expect(outcome.summary.isIncomplete)
  }

  private static func project(_ folder: String) throws -> Project {
    let root = ProjectFiles.root + "/" + folder
    let bytes = try ConfigurationLocation.read(root + "/assay.yaml")
    let result = ConfigurationReader.read(bytes, path: root + "/assay.yaml", folder: root)
    return Project(try #require(result.configuration), start: "/")
  }
}
