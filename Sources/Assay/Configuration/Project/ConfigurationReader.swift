import AssayPlatform
import HealthCatalog
public import HealthModel

/// Reads `assay.yaml`.
public enum ConfigurationReader {
  /// Reads a file's bytes; everything that is wrong with them comes at once.
  ///
  /// - Parameters:
  ///   - bytes: what the file holds.
  ///   - path: how messages name the file.
  ///   - folder: the folder that the file's paths begin at.
  ///   - boundary: the folder that the file's paths must stay in; `nil` for a configuration that was named.
  /// - Returns: the configuration, or none when there is any error, and the findings.
  public static func read(
    _ bytes: [UInt8], path: String, folder: String, within boundary: FolderBoundary? = nil
  ) -> ConfigurationResult {
    let reading = YAMLReader.read(bytes, path: path)
    guard let root = reading.root else {
      return ConfigurationResult(configuration: nil, diagnostics: reading.diagnostics.map(own), settings: [])
    }
    var decoder = ConfigurationDecoder()
    var configuration = decoder.configuration(root, path: path, folder: folder)
    if let read = configuration, let boundary {
      let place = RealPath.text(of: folder.isEmpty ? "." : folder) ?? boundary.root
      let refusals = ConfigurationBounds(boundary: boundary, folder: place).refusals(read)
      for refusal in refusals { decoder.report(refusal) }
      if !refusals.isEmpty { configuration = nil }
    }
    let diagnostics = decoder.diagnostics.sorted { first, second in
      (first.location.line, first.location.column) < (second.location.line, second.location.column)
    }
    return ConfigurationResult(
      configuration: configuration, diagnostics: diagnostics,
      settings: configuration.map { ConfigurationSetting.all(in: root, of: $0) } ?? [])
  }

  /// A file without content is not a catalog here.
  private static func own(_ diagnostic: Diagnostic) -> Diagnostic {
    guard diagnostic.code == .catalogEmpty else { return diagnostic }
    return Diagnostic(
      code: .configSyntax, message: diagnostic.message, location: diagnostic.location, hint: "begin with `schema: 1`")
  }
}

/// The result of reading `assay.yaml`.
public struct ConfigurationResult: Sendable {
  /// The configuration; `nil` when a finding is an error.
  public var configuration: ProjectConfiguration?
  /// The findings, in the file's order.
  public var diagnostics: [Diagnostic]
  /// The settings in effect: the keys of the file in its order, then the defaults; none without a configuration.
  package var settings: [ConfigurationSetting]
}
