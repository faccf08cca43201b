package import HealthCatalog
package import HealthModel

/// A new plugin that passes its tests at once, for its author to go on from.
package struct PluginTemplate: Sendable {
  package struct File: Sendable, Hashable {
    /// The path in the plugin's folder.
    package var path: String
    package var text: String
    /// Whether it is a program.
    package var isExecutable = false
  }

  package let files: [File]

  /// A process plugin: the one of `plugins/python-sqlite` under another name.
  package static func process(named name: String) -> PluginTemplate {
    let words: [(old: String, new: String)] = [
      ("plugins/python-sqlite", name), ("python-sqlite", name),
      ("python_sqlite", String(name.map { $0 == "-" ? "_" : $0 })),
    ]
    return PluginTemplate(
      files: EmbeddedText.list(Embedded.processPlugin).map { file in
        let path = replacing(words, in: file.path)
        return File(path: path, text: replacing(words, in: file.text), isExecutable: path.hasSuffix(".py"))
      })
  }

  package static func data(named name: String, registry: Registry) throws(CatalogTemplateError) -> PluginTemplate {
    let type = try CatalogTemplate(
      id: "org.\(name).score", kind: .quantity, title: "Score", unit: "count",
      allowed: ValueBounds(minimum: 0, maximum: 10), registry: registry)
    var files = [
      File(
        path: PluginManifestReader.fileName,
        text: """
          name: \(name)
          version: 0.1.0
          summary: The types of a study.
          provides:
            types: true

          """),
      File(path: "README.md", text: readme(name: name, type: type.id)),
      File(path: "\(PluginFolder.typesName)/\(type.fileName)", text: type.yaml()),
    ]
    if let schema = EmbeddedSchemas.files.first(where: { $0.path == "type.schema.json" }) {
      files.append(File(path: "\(PluginFolder.typesName)/schema/\(schema.path)", text: schema.text))
    }
    return PluginTemplate(files: files)
  }

  private static func readme(name: String, type: String) -> String {
    """
    # \(name): the types of a study

    Data only: whoever loads this folder can check, normalize and store samples of the types in `types/`.

    ```sh
    assay validate --plugin \(name) samples.ndjson
    assay import --plugin \(name) samples.ndjson --store study.db
    assay plugins test \(name)
    ```

    A project names the folder in its `assay.yaml`: `plugins: [\(name)]`.

    | type | what |
    |---|---|
    | `\(type)` | a score; write what it is, its real limits, and where they come from |

    `assay catalog new ID --kind KIND --into \(name)/types` writes another type. Each has examples, valid ones and
    invalid ones with the code that they must raise; `assay plugins test` runs them. What other programs keep must not
    change its meaning: a type whose unit or values change gets a new id.

    """
  }

  /// A text in which words are replaced, the first that fits at each place.
  private static func replacing(_ words: [(old: String, new: String)], in text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let word = words.first(where: { bytes[index...].starts(with: $0.old.utf8) }) {
        output.append(contentsOf: word.new.utf8)
        index += word.old.utf8.count
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
