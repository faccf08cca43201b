import Assay
import Foundation
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation
import SeededRandom
import Synchronization
import Testing

/// What thresholds count of a part of the samples, held against what a report lists.
@Suite("Counts of thresholds") struct ThresholdCountTests {
  private static let types = ["heartRate", "bodyMass", "stepCount"]
  private static let units = ["heartRate": "count/min", "bodyMass": "kg", "stepCount": "count"]

  /// A sample that was made, and what is wrong with it.
  private struct Made {
    var type: String
    var source: String?
    var bundle: String?
    var subject: String?
    var codes: Set<DiagnosticCode> = []
    var isRefused: Bool { !codes.isDisjoint(with: [.unitIncompatible, .valueNotANumber]) }

    var line: String {
      var fields = [#""type":"\#(type)""#, #""start":"2026-01-01T08:00:00Z""#]
      fields.append(codes.contains(.valueNotANumber) ? #""value":"x""# : #""value":60"#)
      fields.append(#""unit":"\#(codes.contains(.unitIncompatible) ? "IU" : ThresholdCountTests.units[type] ?? "")""#)
      // Without an end by which it could be told, an unknown field is the warning.
      if codes.contains(.fieldUnknown) { fields.append(#""color":"red""#) }
      var source: [String] = []
      if let name = self.source { source.append(#""name":"\#(name)""#) }
      if let bundle { source.append(#""bundle":"\#(bundle)""#) }
      if !source.isEmpty { fields.append(#""source":{\#(source.joined(separator: ","))}"#) }
      if let subject { fields.append(#""subject":"\#(subject)""#) }
      return "{" + fields.joined(separator: ",") + "}"
    }
  }

  /// The samples of a scope.
  private struct Part {
    var text: String
    var holds: (Made) -> Bool

    init(_ text: String, _ holds: @escaping (Made) -> Bool) {
      self.text = text
      self.holds = holds
    }
  }

  private static func samples(_ count: Int, sources: Int, _ generator: inout SeededGenerator) -> [Made] {
    (0..<count).map { _ in
      func pick(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
      var made = Made(type: types[pick(3)])
      if pick(6) > 0 { made.source = "S\(pick(sources))\(pick(20) == 0 ? "\\u0021" : "")" }
      if pick(4) == 0 { made.bundle = "org.example.s\(pick(3))" }
      if pick(3) > 0 { made.subject = "P\(pick(4))" }
      for code in [DiagnosticCode.unitIncompatible, .valueNotANumber, .fieldUnknown] where pick(7) == 0 {
        // Of a value that is none the unit is not judged.
        if code == .valueNotANumber, made.codes.contains(.unitIncompatible) { continue }
        made.codes.insert(code)
      }
      return made
    }
  }

  /// Reads files and counts.
  private static func results(
    _ texts: [String], of files: [[Made]], jobs: Int = 1, subject: String? = nil, across: AcrossOptions? = nil
  ) async throws -> [ThresholdResult] {
    let registry = try ProjectFiles.registry()
    let bench = try Workbench(registry: registry)
    var request = bench.request(jobs: jobs)
    request.thresholds = try Thresholds(adding: texts)
    request.across = across
    let engine = try CheckEngine(request)
    var total = Summary()
    for (index, file) in files.enumerated() {
      let path = try bench.file("f\(index).ndjson", file.map(\.line).joined(separator: "\n") + "\n")
      let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
      let options = ValidationOptions(now: ProjectFiles.now, subject: subject)
      total.merge(try await engine.checkInput(input, options: options, path: "f\(index).ndjson"))
    }
    return engine.plan.results(total)
  }

  @Test("are those of the samples in the scope, and of types and files add up to all", arguments: [1, 3])
  func agree(_ jobs: Int) async throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    for _ in 0..<6 {
      let files = [300, 0, 120].map { Self.samples($0, sources: 5, &generator) }
      let all = files.flatMap { $0 }
      var scopes = Self.types.map { type in Part(" in type:\(type)") { $0.type == type } }
      scopes += [
        Part(" in type:*") { _ in true }, Part(" in type:body* type:stepCount") { $0.type != "heartRate" },
        Part(" in source:S1") { $0.source == "S1" }, Part(" in source:S1!") { $0.source == "S1\\u0021" },
        Part(" in source:S*") { $0.source != nil },
        Part(" in source:org.example.s2") { $0.bundle == "org.example.s2" },
        Part(" in subject:P1") { $0.subject == "P1" },
        Part(" in subject:P* source:S2 type:bodyMass") { made in
          made.subject != nil && made.source == "S2" && made.type == "bodyMass"
        }, Part("") { _ in true },
      ]
      let measures: [(text: String, count: (Made) -> Int)] = [
        ("refused", { $0.isRefused ? 1 : 0 }), ("unit-incompatible", { $0.codes.contains(.unitIncompatible) ? 1 : 0 }),
        ("field-unknown", { $0.codes.contains(.fieldUnknown) ? 1 : 0 }),
      ]
      for measure in measures {
        let found = try await Self.results(scopes.map { "\(measure.text) > 0%\($0.text)" }, of: files, jobs: jobs)
        try #require(found.count == scopes.count)
        for (result, scope) in zip(found, scopes) {
          let made = all.filter(scope.holds)
          #expect(result.read == made.count, "\(result.text)")
          #expect(result.count == made.reduce(0) { $0 + measure.count($1) }, "\(result.text)")
        }
        #expect(found[..<3].reduce(0) { $0 + $1.count } == found.last?.count)
        #expect(found[..<3].reduce(0) { $0 + $1.read } == found.last?.read)
      }
      let byFile = try await Self.results(
        ["errors > 0", "errors > 0 in file:f0.ndjson", "errors > 0 in file:f[12].*", "errors > 0 in file:f9"], of: files
      )
      #expect(byFile[0].count == byFile[1].count + byFile[2].count)
      #expect(byFile[1].read == 300 && byFile[2].read == 120)
      #expect(byFile[3].count == 0 && byFile[3].read == 0)
    }
  }

  @Test("the subject of an input is that of its samples") func subject() async throws {
    let made = [Made(type: "heartRate"), Made(type: "heartRate", subject: "P2")]
    let found = try await Self.results(
      ["refused > 0 in subject:P1", "refused > 0 in subject:P2"], of: [made], subject: "P1")
    #expect(found.map(\.read) == [1, 1])
  }

  @Test("of findings across samples are those of their subjects", arguments: [nil, "P9"])
  func across(_ given: String?) async throws {
    let first = Made(type: "heartRate", source: "S1", subject: "P1")
    let (second, other) = (Made(type: "heartRate", source: "S1", subject: "P2"), Made(type: "stepCount"))
    let files = [[first, second, second, other], [first, first, second, other]]
    let texts =
      ["P1", "P2", "P9", "*"].map { "duplicate > 0 in subject:\($0)" } + [
        "duplicate > 0 in subject:P2 source:S1", "duplicate > 0 in subject:P2 source:S2", "duplicate > 0",
      ]
    let found = try await Self.results(texts, of: files, subject: given, across: AcrossOptions())
    #expect(found.map(\.count) == [2, 2, given == nil ? 0 : 1, given == nil ? 4 : 5, 2, 0, 5])
  }

  @Test("are right for more sources than are remembered") func manySources() async throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let made = Self.samples(6000, sources: 4000, &generator)
    let found = try await Self.results(["refused > 0 in source:S1*", "refused > 0 in source:S7"], of: [made])
    #expect(found[0].read == made.count(where: { $0.source?.hasPrefix("S1") == true }))
    #expect(found[0].count == made.count(where: { $0.isRefused && $0.source?.hasPrefix("S1") == true }))
    #expect(found[1].read == made.count(where: { $0.source == "S7" }))
  }

  @Test("cover an import that was interrupted and went on") func resumed() async throws {
    var generator = SeededGenerator(seed: SeededGenerator.seed())
    let made = Self.samples(9000, sources: 3, &generator)
    let registry = try ProjectFiles.registry()
    let bench = try Workbench(registry: registry)
    let path = try bench.file("a.ndjson", made.map(\.line).joined(separator: "\n") + "\n")
    let store = MemoryStore(registry: registry)
    let input = try ResolvedInput.resolve(path: path, format: nil, stdinName: nil)
    func run(_ texts: [String], stoppingAt number: Int?, notes: @escaping @Sendable (String) -> Void = { _ in })
      async throws
      -> [ThresholdResult]
    {
      let calls = Mutex(0)
      var request = bench.request(jobs: 32)
      request.thresholds = try Thresholds(adding: texts)
      request.interruption = {
        calls.withLock { calls in
          calls += 1
          return calls == number ? 2 : nil
        }
      }
      request.note = notes
      let engine = try CheckEngine(request, store: store)
      return engine.plan.results(
        try await engine.checkInput(input, options: ValidationOptions(now: ProjectFiles.now), key: path))
    }
    let texts = ["refused > 0 in source:S1", "unit-incompatible > 0 in type:bodyMass", "errors > 0 in source:S2"]
    await #expect(throws: Failure.self) { _ = try await run(texts, stoppingAt: 2) }
    let notes = Mutex<[String]>([])
    let found = try await run(texts + ["errors > 0 in type:heartRate"], stoppingAt: nil) { note in
      notes.withLock { $0.append(note) }
    }
    #expect(found[0].count == made.count(where: { $0.isRefused && $0.source == "S1" }))
    #expect(found[0].read == made.count(where: { $0.source == "S1" }))
    #expect(found[1].count == made.count(where: { $0.codes.contains(.unitIncompatible) && $0.type == "bodyMass" }))
    #expect(found[2].count == made.filter { $0.source == "S2" }.reduce(0) { $0 + ($1.isRefused ? 1 : 0) })
    #expect(
      notes.withLock { $0 }.count(where: {
        $0.contains("`errors > 0 in type:heartRate` counts from where the import goes on")
      }) == 1)
  }
}
