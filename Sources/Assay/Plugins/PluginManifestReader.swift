import HealthCatalog
package import HealthFormats
package import HealthModel

/// Reads `plugin.yaml`.
package enum PluginManifestReader {
  /// The name of the file in a plugin's folder.
  package static let fileName = "plugin.yaml"

  /// Reads a file's bytes; everything that is wrong with them comes at once.
  ///
  /// - Returns: the manifest, or none when there is any error, and the findings.
  package static func read(
    _ bytes: [UInt8], path: String, builtIn: Set<String> = [], formats: FormatList = .core,
    version: String = AssayVersion.current
  ) -> PluginManifestResult {
    let reading = YAMLReader.read(bytes, path: path)
    guard let root = reading.root else {
      return PluginManifestResult(manifest: nil, diagnostics: reading.diagnostics.map(own))
    }
    var decoder = PluginManifestDecoder(builtIn: builtIn, formats, version: version)
    let manifest = decoder.manifest(root)
    let diagnostics = decoder.diagnostics.sorted { first, second in
      (first.location.line, first.location.column) < (second.location.line, second.location.column)
    }
    return PluginManifestResult(manifest: manifest, diagnostics: diagnostics)
  }

  /// A file without content is not a catalog here.
  private static func own(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.code == .catalogEmpty else { return diagnostic }
    return Diagnostic(
      code: .configSyntax, message: diagnostic.message, location: diagnostic.location,
      hint: "begin with `name:`, the plugin's name")
  }
}

/// The result of reading `plugin.yaml`.
package struct PluginManifestResult: Sendable {
  /// The manifest; `nil` when a finding is an error.
  package var manifest: PluginManifest?
  /// The findings, in the file's order.
  package var diagnostics: [Diagnostic]
}
