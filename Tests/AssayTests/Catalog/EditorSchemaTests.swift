import Assay
import Foundation
import HealthCatalog
import HealthModel
import Testing

/// The schemas that editors check definitions by know what the loader reads.
@Suite("Schemas for editors") struct EditorSchemaTests {
  private func object(_ text: String?) throws -> [String: Any] {
    let bytes = Data(try #require(text).utf8)
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  @Test("there is a schema for each file of catalog/schema, and each is JSON of its name") func all() throws {
    let names = try ProjectFiles.names(in: "catalog/schema", ending: ".json")
    #expect(EditorSchemas.all.map(\.fileName).sorted() == names)
    for schema in EditorSchemas.all {
      let id = try object(schema.text)["$id"] as? String
      #expect(id == schema.fileName, "\(schema.name)")
    }
  }

  @Test("the schema of a kind of file has every key that files of the catalog have") func keys() throws {
    var found: [String: Set<String>] = [:]
    for folder in try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.root + "/catalog").sorted() {
      guard let names = try? ProjectFiles.names(in: "catalog/" + folder, ending: ".yaml") else { continue }
      for name in names {
        let text = String(decoding: try ProjectFiles.bytes("catalog/\(folder)/\(name)"), as: UTF8.self)
        let keys = text.matches(of: #/(?m)^([a-z_]+):/#).map { String($0.1) }
        let kinds = ["type", "enum", "metadata", "unit", "pending"]
        // A type has `metadata` and `unit`, too: the key that is first says the kind.
        let kind = try #require(keys.first { kinds.contains($0) }, "\(name)")
        found[kind, default: []].formUnion(keys)
      }
    }
    #expect(found.keys.sorted() == ["enum", "metadata", "pending", "type"])
    for (kind, keys) in found {
      let schema = EditorSchemas.all.first { $0.name == kind }
      let known = try #require(try object(schema?.text)["properties"] as? [String: Any])
      #expect(keys.subtracting(known.keys).sorted() == [], "\(kind)")
    }
  }

  @Test("notes may be in every kind of definition, as the loader takes them", arguments: ["enum", "metadata", "unit"])
  func notes(_ kind: String) throws {
    let schema = EditorSchemas.all.first { $0.name == kind }
    let known = try #require(try object(schema?.text)["properties"] as? [String: Any])
    #expect(Set(["title", "summary", "visibility", "sources", "since"]).subtracting(known.keys) == [])
  }

  @Test("the schema of any definition leads to each of them") func definition() throws {
    let text = try #require(EditorSchemas.all.first { $0.name == "definition" }?.text)
    let led = Set(text.matches(of: #/"\$ref": "([a-z]+)\.schema\.json"/#).map { String($0.1) })
    #expect(led == ["type", "enum", "metadata", "unit", "pending"])
  }

  @Test("the lines for an editor are JSON and name the folder") func instructions() throws {
    let text = EditorSchemas.instructions(schemas: "schema", definitions: ["types", "."])
    let setting = try #require(text.firstRange(of: "\"yaml.schemas\"")).lowerBound
    let value = try object("{" + text[setting...] + "}")["yaml.schemas"] as? [String: [String]]
    #expect(value?["schema/definition.schema.json"] == ["types/**/*.yaml", "**/*.yaml"])
    #expect(value?["schema/assay-yaml.schema.json"] == ["assay.yaml", "assay.yml"])
    #expect(text.contains("# yaml-language-server: $schema=schema/definition.schema.json\n"))
  }
}
