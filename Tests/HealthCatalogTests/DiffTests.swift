import HealthCatalog
import HealthModel
import Testing

@Suite("Catalog diff")
struct DiffTests {
  private func changes(_ name: String) throws -> [CatalogChange] {
    try #require(try DiffCase.all().first { $0.name == name }).changes()
  }

  @Test("two versions differ by what the case lists", arguments: try DiffCase.all())
  func cases(_ item: DiffCase) throws {
    #expect(try item.changes().map(DiffCase.line).sorted() == item.expected.sorted())
  }

  @Test("backward, what was narrowed is widened and what was added is removed", arguments: try DiffCase.all())
  func backward(_ item: DiffCase) throws {
    let (old, new) = (try item.load("old"), try item.load("new"))
    let forward = try #require(CatalogDiff.changes(from: old, to: new)).map(\.kind)
    let backward = try #require(CatalogDiff.changes(from: new, to: old)).map(\.kind)
    #expect(forward.isEmpty == backward.isEmpty)
    // Backward, a new id has no old name that leads to it.
    guard !forward.contains(.typeRenamed), !forward.contains(.metadataRenamed) else { return }
    let pairs: [(CatalogChangeKind, CatalogChangeKind)] = [
      (.allowedNarrowed, .allowedWidened), (.plausibleNarrowed, .plausibleWidened),
      (.durationNarrowed, .durationWidened), (.memberNarrowed, .memberWidened), (.enumAdded, .enumRemoved),
      (.caseAdded, .caseRemoved), (.memberAdded, .memberRemoved), (.identifierAdded, .identifierRemoved),
      (.metadataRequiredAdded, .metadataRequiredRemoved), (.metadataClosed, .metadataOpened),
    ]
    for (one, other) in pairs {
      #expect(forward.count(where: { $0 == one }) == backward.count(where: { $0 == other }), "\(one.rawValue)")
      #expect(forward.count(where: { $0 == other }) == backward.count(where: { $0 == one }), "\(other.rawValue)")
    }
  }

  @Test("every kind of change has a case")
  func kinds() throws {
    let seen = Set(try DiffCase.all().flatMap { try $0.changes().map(\.kind) })
    #expect(Set(CatalogChangeKind.allCases).subtracting(seen).map(\.rawValue).sorted() == [])
  }

  @Test("a rule that says something else and weighs more names both")
  func ruleMessage() throws {
    #expect(
      try changes("rule-tightened-graver").map(\.message) == [
        "the rule `r` was `b > 3`, is `b > 4`; it was a warning, is an error"
      ])
    #expect(try changes("rule-graver").map(\.message) == ["the rule `r` was a warning, is an error"])
    #expect(try changes("rule-tightened").map(\.message) == ["the rule `r` was `b > 3`, is `b > 4`"])
  }

  @Test("words of changes are in kebab case, each once")
  func words() {
    let words = CatalogChangeKind.allCases.map(\.rawValue)
    #expect(Set(words).count == words.count)
    for word in words {
      #expect(word.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == UInt8(ascii: "-") }, "\(word)")
    }
  }

  @Test("a change is a sentence with the old and the new, and names both places")
  func message() throws {
    let change = try #require(try changes("override").first)
    #expect(change.message == "allowed values were 0 to 300 count/min, are now 0 to 250 count/min")
    #expect(change.oldMark == CatalogMark(path: "base/heartRate.yaml", line: 12, column: 21))
    #expect(change.newMark == CatalogMark(path: "new/heartRate.yaml", line: 4, column: 19))
    #expect(change.definition == .type)
    let shorter = try #require(try changes("duration-shorter").first)
    #expect(shorter.message == "the duration was P4D at most, is now PT1H at most")
  }

  @Test("an enum, a metadata key and a unit name the places of their files")
  func marks() throws {
    let values = try #require(try changes("enum-used").first)
    #expect(values.definition == .enumeration)
    #expect(values.oldMark == CatalogMark(path: "old/org.example.e.yaml", line: 2, column: 7))
    #expect(values.newMark == CatalogMark(path: "new/org.example.e.yaml", line: 2, column: 7))
    let key = try #require(try changes("key-kind").first)
    #expect(key.definition == .metadata)
    #expect(key.newMark?.path == "new/org.example.key.yaml")
    let unit = try #require(try changes("own-unit-other-size").first)
    #expect(unit.definition == .unit)
    #expect(unit.oldMark == CatalogMark(path: "old/points.yaml", line: 2, column: 7))
  }

  @Test("messages are lower case, without a full stop, and foreign text in them is escaped")
  func messages() throws {
    for item in try DiffCase.all() {
      for change in try item.changes() {
        let first = try #require(change.message.unicodeScalars.first)
        #expect(!first.properties.isUppercase, "\(change.message)")
        #expect(!change.message.hasSuffix("."), "\(change.message)")
      }
    }
    let title = "schema: 1\noverrides: heartRate\nreason: words\ntitle: \"\\e[31m\\u202E\"\n"
    let base = CatalogFixture.loader.load(layers: [try CatalogFixture.base()])
    let changed = try #require(CatalogDiff.changes(from: base, to: try CatalogFixture.load(["a.yaml": title])))
    #expect(changed.map(\.kind) == [.titleChanged])
    #expect(changed.allSatisfy { $0.message.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E } })
  }

  @Test("changes are ordered by subject, then by word")
  func order() throws {
    let kinds = try changes("names").map(\.kind.rawValue)
    #expect(kinds == kinds.sorted())
    let subjects = try changes("type-renamed").map(\.subject)
    #expect(subjects == ["org.example.a", "org.example.b"])
  }

  @Test("affected are the types whose stored samples can fail, each once")
  func affected() throws {
    let all = try changes("override") + changes("enum-used") + changes("override") + changes("names")
    #expect(CatalogDiff.affectedTypes(all) == ["heartRate", "org.example.a"])
    #expect(CatalogDiff.affectedTypes([]) == [])
  }

  @Test("a key that no type names counts for all types")
  func affectedByKey() throws {
    let key = "schema: 1\nmetadata: org.example.key\nvalue: {kind: string}\n"
    let old = try CatalogFixture.load(["org.example.key.yaml": key])
    let new = try CatalogFixture.load(["org.example.key.yaml": key.replacing("string", with: "boolean")])
    let changes = try #require(CatalogDiff.changes(from: old, to: new))
    #expect(CatalogDiff.affectedTypes(changes) == new.registry?.types.map(\.id))
  }

  @Test("a catalog with errors is compared with nothing")
  func broken() throws {
    let base = CatalogFixture.loader.load(layers: [try CatalogFixture.base()])
    let broken = try CatalogFixture.load(["a.yaml": "schema: 1\n"])
    #expect(CatalogDiff.changes(from: base, to: broken) == nil)
    #expect(CatalogDiff.changes(from: broken, to: base) == nil)
  }

  @Test("a catalog is the same as itself")
  func itself() throws {
    let layer = try CatalogSource.layer(
      at: CatalogFixture.root + "/catalog", name: "built-in", displayPath: "catalog", isBuiltIn: true)
    let result = CatalogFixture.loader.load(layers: [layer])
    #expect(CatalogDiff.changes(from: result, to: result) == [])
  }
}
