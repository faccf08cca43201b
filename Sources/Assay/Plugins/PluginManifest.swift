import HealthCatalog
package import HealthFormats
package import HealthModel

/// The content of `plugin.yaml`: the kind of a plugin, its parts and how to start it.
package struct PluginManifest: Sendable, Hashable {
  /// How a plugin's parts come into the program.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Type definitions, loaded when the program runs; no code.
    case data
    case process
    case swift
  }

  /// Which types, or profiles of other programs' files, a plugin brings.
  package enum Parts: Sendable, Hashable {
    case nothing
    /// Whatever there is in its folder of them.
    case all
    case listed([String])
  }

  /// A parameter of the store's URL, `process:NAME?key=value`.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    package var text: String
  }

  /// A rule that a plugin judges samples by.
  package struct Rule: Sendable, Hashable {
    /// Its name; findings carry `NAME/code`.
    package var code: String
    /// The severity of its findings, unless a finding has its own.
    package var severity: Severity
    package var title: String
    package var page: String?
    /// The names of the types that it judges; empty for all.
    package var types: [Located<String>] = []
    /// The members of a sample that it looks at beside the type; empty for all.
    package var fields: [String] = []
  }

  /// What `assay plugins test` judges by the rules of a plugin.
  package struct RuleExample: Sendable, Hashable {
    package var samples: String
    package var findings: String
  }

  package struct Reader: Sendable, Hashable {
    /// The name that `--format` takes.
    package var format: String
    package var title: String?
    /// How names of its files end, in lower case.
    package var suffixes: [String]
    package var magic: [Magic]
    /// Names of members by which zip archives are its files.
    package var members: [String]
    /// Whether it makes a table of a file, in place of samples.
    package var isTable: Bool
  }

  /// Bytes at a place of a file.
  package struct Magic: Sendable, Hashable {
    package var bytes: [UInt8]
    package var offset: Int

    package init(bytes: [UInt8], offset: Int) {
      self.bytes = bytes
      self.offset = offset
    }
  }

  package var name: String
  package var version: String
  package var summary: String
  package var types = Parts.nothing
  package var profiles = Parts.nothing
  package var storage: [Located<String>] = []
  package var rules: [Rule] = []
  package var readers: [Reader] = []
  /// What of it a program has compiled in, by name: the formats that it reads or writes, and its verbs.
  package var compiled: [String] = []
  /// A file in its folder that `assay plugins test` has it read.
  package var testInput: String?
  package var ruleExample: RuleExample?
  /// The version of the storage protocol that its executable speaks.
  package var protocolVersion: Int?
  /// The executable's path in the plugin's folder, then its arguments; empty when there is none.
  package var command: [Located<String>] = []
  package var environment: [String] = []
  package var parameters: [Parameter] = []
  /// The parameters that `assay plugins test` opens a store with, in the file's order; `{folder}` stands for an empty
  /// folder of the test, `{store}` for a word that is new for each case.
  package var testParameters: [Parameter] = []

  /// How the plugin's parts come into the program, told from what there is.
  package var kind: Kind {
    if !command.isEmpty { return .process }
    return storage.isEmpty && compiled.isEmpty ? .data : .swift
  }
}

/// Reads `plugin.yaml`.
package enum PluginManifestReader {
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
      return PluginManifestResult(
        manifest: nil, diagnostics: reading.diagnostics.ofConfiguration(hint: "begin with `name:`, the plugin's name"))
    }
    var decoder = PluginManifestDecoder(builtIn: builtIn, formats, version: version)
    let manifest = decoder.manifest(root)
    return PluginManifestResult(manifest: manifest, diagnostics: decoder.diagnostics.inOrder)
  }
}

/// The result of reading `plugin.yaml`.
package struct PluginManifestResult: Sendable {
  package var manifest: PluginManifest?
  package var diagnostics: [Diagnostic]
}
