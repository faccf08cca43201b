import AssayPlatform
package import HealthReports

/// The JSON Schemas that an editor checks the files of authors by, and how an editor is pointed at them.
package enum EditorSchemas {
  package struct Schema: Sendable, Hashable {
    package let name: String
    package let subject: String

    package var fileName: String { name + ".schema.json" }

    package var text: String? {
      EmbeddedSchemas.files.first { $0.path == fileName }.map { $0.text.hasSuffix("\n") ? $0.text : $0.text + "\n" }
    }
  }

  package static let all: [Schema] = [
    Schema(name: "definition", subject: "a definition of any kind"),
    Schema(name: "type", subject: "a type of samples, with its rules, or a change of one"),
    Schema(name: "enum", subject: "cases that several definitions share"),
    Schema(name: "metadata", subject: "a metadata key"), Schema(name: "unit", subject: "a unit of measure"),
    Schema(name: "pending", subject: "names without a type"),
    Schema(name: "assay-yaml", subject: "the configuration, assay.yaml"),
    Schema(name: "plugin", subject: "the manifest of a plugin, plugin.yaml"),
  ]

  /// The schemas that those of definitions refer to, the one of types first.
  package static var ofDefinitions: [Schema] {
    ["type", "enum", "metadata", "unit"].compactMap { name in all.first { $0.name == name } }
  }

  /// Writes schemas into a folder, which is made if it is not there.
  ///
  /// - Returns: the paths of the files, in the order of the schemas.
  package static func write(
    _ schemas: [Schema] = all, to folder: String, keepsExisting: Bool = false
  ) throws(OutputError) -> [String] {
    let output = try OutputFolder(folder)
    var paths: [String] = []
    for schema in schemas {
      let path = folder + "/" + schema.fileName
      guard let text = schema.text else { continue }
      if !keepsExisting || !FileTree.exists(path) { try output.write(schema.fileName, Array(text.utf8)) }
      paths.append(path)
    }
    return paths
  }

  /// How an editor is pointed at the schemas of a folder, as text for people.
  package static func instructions(schemas folder: String, definitions: [String]) -> String {
    let globs = definitions.map { "\"\($0 == "." ? "" : $0 + "/")**/*.yaml\"" }.joined(separator: ", ")
    return """
      Any editor with yaml-language-server reads the schema that a file's first line names, from the file's folder:
        # yaml-language-server: $schema=\(folder)/definition.schema.json

      VS Code with its YAML extension reads them from .vscode/settings.json, without that line:
        "yaml.schemas": {
          "\(folder)/definition.schema.json": [\(globs)],
          "\(folder)/assay-yaml.schema.json": ["assay.yaml", "assay.yml"],
          "\(folder)/plugin.schema.json": ["plugin.yaml"]
        }

      """
  }
}
