import Assay
import Foundation
import HealthFormats
import HealthModel
import Testing

/// Every file of `Tests/Cases/plugins`, and what the values come to.
@Suite("Plugin manifests") struct PluginManifestTests {
  @Test("the cases are there") func count() throws {
    #expect(try PluginManifestCase.all(in: "accept").count >= 6)
    #expect(try PluginManifestCase.all(in: "refuse").count >= 25)
  }

  @Test("a refused file names every code and place", arguments: try PluginManifestCase.all(in: "refuse"))
  func refused(_ item: PluginManifestCase) {
    let result = item.result
    let found = result.diagnostics.map { "\($0.code.name) \($0.location.line):\($0.location.column)" }
    #expect(!item.expected.isEmpty)
    #expect(found.sorted() == item.expected.sorted())
    #expect(result.diagnostics.allSatisfy { $0.severity == .error && $0.location.path == "plugin.yaml" })
    #expect(result.manifest == nil)
  }

  @Test("an accepted file has no findings and is of its kind", arguments: try PluginManifestCase.all(in: "accept"))
  func accepted(_ item: PluginManifestCase) {
    let result = item.result
    #expect(result.diagnostics.map(\.message) == [])
    #expect(result.manifest?.kind.rawValue == item.kind)
  }

  @Test("a manifest as the file says") func values() throws {
    let cases = try PluginManifestCase.all(in: "accept")
    let manifest = try #require(cases.first { $0.name == "process" }?.result.manifest)
    #expect(manifest.name == "ring-store")
    #expect(manifest.version == "1.0.0-beta.2+7")
    #expect(manifest.types == .all)
    #expect(manifest.storage.map(\.value) == ["ring", "rings"])
    #expect(manifest.protocolVersion == 1)
    #expect(manifest.command.map(\.value) == ["bin/ring-store", "--fast", "../argument"])
    #expect(manifest.environment == ["PGHOST", "_secret2"])
    #expect(manifest.parameters.map(\.name) == ["path", "size"])
    #expect(manifest.testParameters.map(\.text) == ["{folder}/store.db"])
    let listed = try #require(cases.first { $0.name == "types-listed" }?.result.manifest)
    #expect(listed.types == .listed(["org.study.one", "org.study.two"]))
    #expect(listed.summary == "no")
  }

  @Test("a misspelled key has a suggestion") func words() {
    let misspelled = read("name: a\nversion: 1\nsummary: b\nprovides: {types: true}\nparamters: {}\n")
    #expect(misspelled.diagnostics.first?.hint == "did you mean `parameters`?")
  }

  @Test(
    "a reader has a format of its own, and bytes and endings that can be",
    arguments: [
      ("{format: fit, suffixes: [.fit], magic: [\"2E464954@8\", \"0102\"]}", ""), ("{format: fit}", ""),
      ("{format: csv}", "built in"), ("{format: fhir}", "built in"), ("{format: FIT}", "lower-case"),
      ("{suffixes: [.fit]}", "format"), ("{format: fit, suffixes: [fit]}", "suffixes"),
      ("{format: fit, magic: [\"2\"]}", "magic"), ("{format: fit, magic: [\"+1+2\"]}", "magic"),
      ("{format: fit, magic: [\"0102@5000\"]}", "magic"), ("{format: fit, magic: [\"0102@1@2\"]}", "magic"),
    ])
  func reader(_ text: String, _ words: String) {
    let result = read(
      "name: a\nversion: 1\nsummary: b\nprotocol: 1\nprovides: {reader: [\(text)]}\nexecutable: x\ntest: {input: y}\n")
    #expect(result.diagnostics.isEmpty == words.isEmpty, "\(result.diagnostics.map(\.message))")
    #expect(words.isEmpty || result.diagnostics.contains { $0.message.contains(words) })
    guard text.contains("@8") else { return }
    #expect(result.manifest?.readers.first?.magic.first == PluginManifest.Magic(bytes: [46, 70, 73, 84], offset: 8))
    #expect(result.manifest?.testInput == "y" && result.manifest?.kind == .process)
  }

  @Test("foreign text in findings is escaped") func escaped() {
    let evil = "\"\\e[31m\\u202E::error::\""
    for text in [
      "name: \(evil)", "\(evil): 1", "version: \(evil)", "needs: \(evil)", "provides: {storage: [\(evil), \(evil)]}",
      "executable: [\"../\\e\"]", "environment: \(evil)", "protocol: \(evil)",
    ] {
      let result = read(text + "\n")
      #expect(result.manifest == nil)
      for diagnostic in result.diagnostics {
        let words = diagnostic.message + (diagnostic.hint ?? "")
        let isClean = words.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E && $0.value != 0x1B }
        #expect(isClean, "\(diagnostic.code.name)")
      }
    }
  }

  @Test("the JSON Schema has the keys of the reader") func schema() throws {
    let bytes = try ProjectFiles.bytes("catalog/schema/plugin.schema.json")
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: Any])
    // Whatever the keys hold, the reader knows each of them and not the last one; another `schema` ends the reading.
    let keys = properties.keys.filter { $0 != "schema" }.sorted().map { "\($0): {}\n" }.joined()
    let unknown = read("schema: 1\n" + keys + "colour: red\n").diagnostics.filter { $0.code == .configKeyUnknown }
    #expect(unknown.map(\.message) == ["the key `colour` is not known"])
    #expect(properties.count == 11)
    let provides = try #require((properties["provides"] as? [String: Any])?["properties"] as? [String: Any])
    #expect(provides.keys.sorted() == ["compiled", "profiles", "reader", "rules", "storage", "types"])
  }

  @Test("the manifests of the project's own plugins are sound") func own() throws {
    // A Python package beside them runs Assay instead of being run by it.
    let folders = try ProjectFiles.names(in: "plugins", ending: "")
      .filter { !ProjectFiles.exists("plugins/\($0)/pyproject.toml") }
    #expect(folders.count >= 5)
    for folder in folders {
      let bytes = try ProjectFiles.bytes("plugins/\(folder)/plugin.yaml")
      let result = PluginManifestReader.read(bytes, path: folder, builtIn: ["sqlite", "jsonl"])
      #expect(result.diagnostics.map(\.message) == [], "\(folder)")
      #expect(result.manifest?.name == folder)
    }
  }

  private func read(_ text: String) -> PluginManifestResult {
    PluginManifestReader.read(Array(text.utf8), path: "plugin.yaml", formats: .all)
  }
}

/// A file of `Tests/Cases/plugins/accept` or `refuse`, and what its first lines announce.
struct PluginManifestCase: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  var result: PluginManifestResult {
    PluginManifestReader.read(bytes, path: "plugin.yaml", builtIn: ["sqlite"], formats: .all)
  }

  /// `code line:column` of each finding.
  var expected: [String] { lines(after: "# expect: ") }

  /// The kind that an accepted file is of.
  var kind: String? { lines(after: "# kind: ").first }

  private func lines(after mark: String) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(mark) }.map {
      String($0.dropFirst(mark.count))
    }
  }

  static func all(in folder: String) throws -> [PluginManifestCase] {
    try ProjectFiles.names(in: "Tests/Cases/plugins/" + folder, ending: ".yaml").map { name in
      PluginManifestCase(
        name: String(name.dropLast(5)), bytes: try ProjectFiles.bytes("Tests/Cases/plugins/\(folder)/\(name)"))
    }
  }
}
