import Foundation
import PackagePlugin

/// Writes the names of a catalog as Swift code for the target that has the plugin: nothing that is generated is in git.
///
/// `HealthTypeNames` gets those of the built-in catalog. A target of another package gets those of the definitions in its
/// folder `catalog`, which may be a link, and depends on the products `HealthTypeNames` and `HealthModel`.
///
/// The program is `CatalogCompiler`. How it is found, and why the plugin does not always depend on it: see `EmbedFiles`.
@main struct GenerateHealthNames: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let embedder = try context.tool(named: "FileEmbedder").url
    let tool = try? context.tool(named: "CatalogCompiler").url
    // An editor's index compiles modules and links no programs of the target, so there is none to run.
    if tool == nil, context.pluginWorkDirectoryURL.path.contains("/index-build/") { return [] }
    let compiler = tool ?? embedder.deletingLastPathComponent().appending(path: "CatalogCompiler")

    // By a link in this folder, so that SwiftPM asks for commands anew when a definition comes or goes.
    let builtIn = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Folders/catalog")
      .resolvingSymlinksInPath()
    let output = context.pluginWorkDirectoryURL.appending(path: "\(target.name)+Names.swift")
    var arguments = ["names", output.path, builtIn.path]
    var inputs = try definitions(in: builtIn)
    if tool == nil { inputs.append(compiler) }
    if target.name != "HealthTypeNames" {
      let own = target.directoryURL.appending(path: "catalog").resolvingSymlinksInPath()
      arguments.append(own.path)
      inputs += try definitions(in: own)
    }
    return [
      .buildCommand(
        displayName: "Naming types for \(target.name)", executable: compiler, arguments: arguments, inputFiles: inputs,
        outputFiles: [output])
    ]
  }

  /// The files of definitions below a folder, in the order of their paths.
  private func definitions(in folder: URL) throws -> [URL] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".yaml") }
    return paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { folder.appending(path: $0) }
  }
}
