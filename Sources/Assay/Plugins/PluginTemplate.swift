import HealthCatalog
package import HealthModel

/// A new plugin that passes its tests at once, for its author to go on from.
package struct PluginTemplate: Sendable {
  package struct File: Sendable, Hashable {
    package var path: String
    package var text: String
    package var isExecutable = false
  }

  package let files: [File]

  /// A process plugin: the one of `plugins/python-sqlite` under another name.
  package static func process(named name: String) -> PluginTemplate {
    let words: [(old: String, new: String)] = [
      ("plugins/python-sqlite", name), ("python-sqlite", name),
      ("python_sqlite", String(name.map { $0 == "-" ? "_" : $0 })),
    ]
    return PluginTemplate(files: files(of: Embedded.processPlugin, words))
  }

  package static func data(named name: String, registry: Registry) throws -> PluginTemplate {
    let type = try CatalogTemplate(
      id: "org.\(name).score", kind: .quantity, title: "Score", unit: "count",
      allowed: ValueBounds(minimum: 0, maximum: 10), registry: registry)
    var files = made("data", name).files
    files.append(File(path: "\(PluginFolder.typesName)/\(type.fileName)", text: type.yaml()))
    if let schema = EmbeddedSchemas.files.first(where: { $0.path == "type.schema.json" }) {
      files.append(File(path: "\(PluginFolder.typesName)/schema/\(schema.path)", text: schema.text))
    }
    return PluginTemplate(files: files)
  }

  /// A data plugin with a profile of a small table, its example, and the lines that are expected of it.
  package static func profile(named name: String) -> PluginTemplate { made("profile", name) }
  /// A plugin that reads a small format of its own, in Python without libraries.
  package static func reader(named name: String) -> PluginTemplate { made("reader", name) }
  /// A plugin with a rule of its own, in Python without libraries.
  package static func rule(named name: String) -> PluginTemplate { made("rule", name) }

  /// The plugin of a folder of `Sources/EmbedFiles/Folders/new-plugins` under another name.
  private static func made(_ kind: String, _ name: String) -> PluginTemplate {
    PluginTemplate(
      files: files(of: Embedded.newPlugins, [("plugin-name", name)]).compactMap { file in
        guard file.path.hasPrefix(kind + "/") else { return nil }
        return File(
          path: String(file.path.dropFirst(kind.count + 1)), text: file.text, isExecutable: file.isExecutable)
      })
  }

  private static func files(of text: StaticString, _ words: [(old: String, new: String)]) -> [File] {
    EmbeddedText.list(text).map { file in
      let path = replacing(words, in: file.path)
      return File(path: path, text: replacing(words, in: file.text), isExecutable: path.hasSuffix(".py"))
    }
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
