import HealthValidation
import SeededRandom
import Testing

@testable import Assay
@testable import HealthModel

/// An index must answer as a walk over all scopes does, and look at few of them.
@Suite("Scopes of suppressions and overrides") struct SuppressionIndexTests {
  private static let paths = ["a.csv", "./a.csv", "data/a.csv", "data/watch/b.csv", "é.csv", "e\u{301}.csv"]
  private static let types = ["heartRate", "stepCount", "org.study.grip"]
  private static let sources = ["Watch", "Phone", "com.example.app", "a/b", "*"]
  private static let globs = [
    "a.csv", "./a.csv", "data/**", "data/*.csv", "{a.csv,data/a.csv}", "é.csv", "heartRate", "*Count", "org.study.*",
    "Watch", "{Watch,Phone}", "com.*", "a/b", "\\*", "?hone", "**",
  ]

  private static func list(_ random: inout SeededGenerator) -> [GlobPattern] {
    guard Bool.random(using: &random) else { return [] }
    return (0..<Int.random(in: 1...2, using: &random)).compactMap { _ in
      globs.randomElement(using: &random).flatMap { GlobPattern($0) }
    }
  }

  private static func holds(_ globs: [GlobPattern], _ texts: [String?]) -> Bool {
    globs.isEmpty || globs.contains { glob in texts.contains { $0.map { glob.matches($0) } ?? false } }
  }

  @Test("the first suppression and the last override win, as in a walk over all of them") func asInAWalk() throws {
    let seed = SeededGenerator.seed()
    var random = SeededGenerator(seed: seed)
    let levels: [Severity?] = [.error, .warning, .note, nil]
    for _ in 0..<200 {
      let scopes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        var scope = FindingScope()
        (scope.files, scope.types, scope.sources) = (
          Self.list(&random), Self.list(&random), Self.list(&random)
        )
        return scope
      }
      let settings = scopes.indices.map { index in
        SeverityPolicy.Setting(
          code: .valueImplausible, severity: levels[index % levels.count], types: scopes[index].types,
          sources: scopes[index].sources)
      }
      let filter = FindingFilter(suppressions: scopes.map(Self.suppression), today: Self.today)
      let policy = SeverityPolicy(settings)
      for _ in 0..<20 {
        let (path, type) = (Self.paths.randomElement(using: &random) ?? "", Self.types.randomElement(using: &random))
        let source = Bool.random(using: &random) ? Self.sources.randomElement(using: &random) : nil
        let bundle = Bool.random(using: &random) ? Self.sources.randomElement(using: &random) : nil
        let before = filter.uses
        let verdict = filter.verdict(
          FindingFilter.Subject(
            code: .valueImplausible, severity: .warning, type: type, path: path, field: "", evidence: "",
            sourceName: source, sourceBundle: bundle))
        let wanted = scopes.firstIndex {
          Self.holds($0.files, [path]) && Self.holds($0.types, [type]) && Self.holds($0.sources, [source, bundle])
        }
        #expect(verdict == (wanted == nil ? .new : .suppressed), "SEED=\(seed)")
        let used = filter.uses.first { before[$0.key] != $0.value }?.key
        #expect(used == wanted, "SEED=\(seed)")
        let setting = settings.last { Self.holds($0.types, [type]) && Self.holds($0.sources, [source, bundle]) }
        let severity = policy.severity(
          of: .valueImplausible, .warning, type: type, source: source, bundle: bundle)
        #expect(severity == (setting.map(\.severity) ?? .warning), "SEED=\(seed)")
      }
    }
  }

  @Test("of thousands of scopes only those are looked at that name the place, or have a wildcard") func fewAreTried() {
    var scopes = (0..<2000).map { GlobScope(sources: [GlobPattern("watch \($0)")].compactMap(\.self)) }
    scopes += (0..<2000).map { GlobScope(files: [GlobPattern("data/\($0).csv")].compactMap(\.self)) }
    scopes += (0..<2000).map { GlobScope(types: [GlobPattern("type\($0)")].compactMap(\.self)) }
    scopes += [GlobScope(sources: [GlobPattern("phone *")].compactMap(\.self))]
    let index = ScopeIndex(scopes)
    let place = ScopeLocation(file: "./data/7.csv", type: "type7", source: "watch 7", bundle: "phone 7")
    #expect(index.lists(at: place).joined().sorted() == [7, 2007, 4007, 6000])
    #expect(index.first(at: place) == 7)
    #expect(index.last(at: place) == 6000)
  }

  @Test("answers are kept, but not without end") func answers() {
    var scope = FindingScope()
    scope.sources = [GlobPattern("watch *")].compactMap(\.self)
    var index = SuppressionIndex([Self.suppression(scope)], today: Self.today)
    for number in 0..<10_000 {
      let subject = FindingFilter.Subject(
        code: .valueImplausible, severity: .warning, type: nil, path: "a.csv", field: "", evidence: "",
        sourceName: "\(number % 2 == 0 ? "watch" : "phone") \(number)", sourceBundle: nil)
      #expect(index.first(subject) == (number % 2 == 0 ? 0 : nil))
    }
    #expect(index.answerCount <= SuppressionIndex.answerLimit)
  }

  private static let today = CivilDate(year: 2026, month: 1, day: 1)

  private static let mark = CatalogMark(path: "assay.yaml", line: 1, column: 1)

  private static func suppression(_ scope: FindingScope) -> Suppression {
    Suppression(
      code: Located(DiagnosticCode.valueImplausible.name, at: mark), scope: scope, reason: "known",
      until: Located(CivilDate(year: 2030, month: 1, day: 1), at: mark))
  }
}
