import Foundation
import HealthCatalog
import HealthModel
import Testing

@Suite("Names of the built-in catalog") struct BuiltInNameTests {
  private static let root: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  private static func registry() throws -> Registry {
    let layer = try CatalogSource.layer(
      at: root + "/catalog", name: "built-in", displayPath: "catalog", isBuiltIn: true)
    let result = CatalogLoader(readsExamples: false, hash: { _ in "" }).load(layers: [layer])
    return try #require(result.registry)
  }

  /// The names that declarations of a text have, by the words before them.
  private static func declared(in text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      var words = line.split(separator: " ")[...]
      let modifiers: Set<Substring> = ["public", "package", "final", "indirect", "@frozen"]
      let isVisible = words.first == "public" || words.first == "@frozen"
      while let word = words.first, modifiers.contains(word) { words.removeFirst() }
      guard isVisible, let kind = words.popFirst(), let name = words.first,
        ["struct", "enum", "class", "actor", "protocol", "typealias"].contains(kind)
      else { return nil }
      return String(name.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    }
  }

  @Test("no enum of cases has the name of a type of the library") func collisions() throws {
    let names = Self.declared(in: CatalogCode(try Self.registry()).text)
    #expect(names.count > 60)
    var others: Set<String> = []
    for folder in ["Sources", "plugins"] {
      for case let path as String in FileManager.default.enumerator(atPath: Self.root + "/" + folder) ?? .init()
      where path.hasSuffix(".swift") && !path.contains(".build") {
        others.formUnion(
          Self.declared(in: try String(contentsOfFile: "\(Self.root)/\(folder)/\(path)", encoding: .utf8)))
      }
    }
    #expect(others.contains("Severity"))
    #expect(Set(names).intersection(others) == [])
    #expect(names.contains("SeverityValue") && names.contains("SleepAnalysis"))
  }

  @Test("every type, case and key is there") func complete() throws {
    let registry = try Self.registry()
    let text = CatalogCode(registry).text
    let cases = registry.enums.values.flatMap { $0.cases.map(\.name) }
    for word in registry.types.map(\.id) + registry.metadataKeys.map(\.key) + cases {
      #expect(text.contains("\"\(word)\""), "\(word)")
    }
    #expect(text == CatalogCode(try Self.registry()).text)
  }

  @Test("a part of the catalog has its own types only") func part() throws {
    let registry = try Self.registry()
    let text = CatalogCode(registry, only: ["./catalog/correlations/"]).text
    #expect(text.contains("var bloodPressure: Self"))
    #expect(!text.contains("\"stepCount\""))
    #expect(!CatalogCode.isDefinition(of: try #require(registry.type(named: "bloodPressure")), in: "catalog/corr"))
  }
}
