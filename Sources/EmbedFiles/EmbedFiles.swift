import Foundation
import PackagePlugin

/// Writes what modules have compiled in, as Swift files in the build folder: nothing that is generated is in git.
///
/// `CatalogCompiler`, which reads definitions, is compiled for the host as well if the plugin depends on it: up to 6.3, 138 s
/// of processor time in a release build. So its command names the target's program as an input file. The build system that
/// is the default from 6.4 on compiles it once and knows no files of other targets: there the plugin depends on it.
@main struct EmbedFiles: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let embedder = try context.tool(named: "FileEmbedder").url

    func embed(_ folder: EmbeddedFolder, as name: String, of type: String = "Embedded") -> Command {
      let output = output(name)
      return .buildCommand(
        displayName: "Embedding \(name)", executable: embedder,
        arguments: [output.path, "\(type).\(name)", folder.url.path] + folder.paths, inputFiles: folder.files,
        outputFiles: [output])
    }

    func compile(_ folder: EmbeddedFolder, as name: String, of type: String, _ words: [String] = []) -> Command {
      let tool = try? context.tool(named: "CatalogCompiler").url
      // An editor's index compiles modules and links no programs of the target, so there is none to run.
      if tool == nil, context.pluginWorkDirectoryURL.path.contains("/index-build/") {
        return embed(EmbeddedFolder(url: folder.url, paths: []), as: name, of: type)
      }
      // The target's programs are in the same folder as those of the host.
      let compiler = tool ?? embedder.deletingLastPathComponent().appending(path: "CatalogCompiler")
      let output = output(name)
      return .buildCommand(
        displayName: "Compiling \(name)", executable: compiler, arguments: words + [output.path, folder.url.path],
        inputFiles: (tool == nil ? [compiler] : []) + folder.files, outputFiles: [output])
    }

    func output(_ name: String) -> URL {
      context.pluginWorkDirectoryURL.appending(path: "Embedded+\(name).swift")
    }

    func folder(_ link: String, ending: String = "") throws -> EmbeddedFolder {
      try EmbeddedFolder(
        context.package.directoryURL.appending(path: "Sources/EmbedFiles/Folders/\(link)"), ending: ending)
    }

    if target.name == "HealthFormats" {
      return [compile(try folder("health-apps", ending: ".yaml"), as: "text", of: "EmbeddedProfiles", ["profiles"])]
    }
    let catalog = try folder("catalog", ending: ".yaml")
    if target.name == "AssayKit" { return [compile(catalog, as: "registry", of: "EmbeddedTypes")] }
    if target.name == "HealthTestKit" { return [embed(try folder("laws"), as: "laws", of: "EmbeddedLaws")] }
    return [
      embed(catalog, as: "catalog"),
      embed(try folder("catalog/schema", ending: ".json"), as: "schemas"),
      embed(try folder("diagnostics", ending: ".md"), as: "codePages"),
      embed(try folder("python-sqlite"), as: "processPlugin"),
      embed(try folder("new-plugins"), as: "newPlugins"),
    ]
  }
}

/// A folder, and the paths of its files below it.
///
/// It is found by a link in this target's folder. SwiftPM asks for commands anew when a file comes or goes in the folder
/// of a target, and it follows links; in other folders it would not notice.
private struct EmbeddedFolder {
  var url: URL
  var paths: [String]

  var files: [URL] { paths.map { url.appending(path: $0) } }
}

extension EmbeddedFolder {
  fileprivate init(_ link: URL, ending: String) throws {
    let url = link.resolvingSymlinksInPath()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { path in
      guard path.hasSuffix(ending),
        !path.split(separator: "/").contains(where: { $0.first == "." || $0 == "__pycache__" })
      else { return false }
      return try url.appending(path: path).resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
    }
    self.init(url: url, paths: paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
