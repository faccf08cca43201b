package import HealthModel

/// The content of `plugin.yaml`: the kind of a plugin, its parts and how to start it.
package struct PluginManifest: Sendable, Hashable {
  /// How a plugin's parts come into the program.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Type definitions, loaded when the program runs; no code.
    case data
    /// An executable that speaks the storage protocol.
    case process
    case swift
  }

  package enum Types: Sendable, Hashable {
    case nothing
    /// Whatever its `types/` defines.
    case all
    case listed([String])
  }

  /// Which profiles of other programs' files a plugin brings.
  package enum Profiles: Sendable, Hashable {
    case nothing
    /// Whatever there is in its `profiles/`.
    case all
    case listed([String])
  }

  /// A parameter of the store's URL, `process:NAME?key=value`.
  package struct Parameter: Sendable, Hashable {
    package var name: String
    /// The meaning, for people.
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  /// A rule that a plugin judges samples by.
  package struct Rule: Sendable, Hashable {
    /// Its name; findings carry `NAME/code`.
    package var code: String
    /// The severity of its findings, unless a finding has its own.
    package var severity: Severity
    /// A sentence for listings.
    package var title: String
    /// What is wrong and what to do, for people.
    package var page: String?
    /// The names of the types that it judges; empty for all.
    package var types: [Located<String>] = []
    /// The members of a sample that it looks at beside the type; empty for all.
    package var fields: [String] = []
  }

  /// What `assay plugins test` judges by the rules of a plugin.
  package struct RuleExample: Sendable, Hashable {
    /// A file of samples in the plugin's folder.
    package var samples: String
    /// The file with the findings that are expected, a line each.
    package var findings: String
  }

  package struct Reader: Sendable, Hashable {
    /// The name that `--format` takes.
    package var format: String
    /// A sentence for listings.
    package var title: String?
    /// How names of its files end, in lower case.
    package var suffixes: [String]
    /// Bytes that tell its files, any of which is enough.
    package var magic: [Magic]
  }

  /// Bytes at a place of a file.
  package struct Magic: Sendable, Hashable {
    package var bytes: [UInt8]
    package var offset: Int

    /// Creates a mark of these bytes.
    package init(bytes: [UInt8], offset: Int) {
      self.bytes = bytes
      self.offset = offset
    }
  }

  /// The name: a lower-case word with dashes.
  package var name: String
  package var version: String
  /// One sentence for listings.
  package var summary: String
  package var types = Types.nothing
  package var profiles = Profiles.nothing
  /// The schemes of the stores that it opens, each with its place.
  package var storage: [Located<String>] = []
  /// The rules that it judges samples by, in the file's order.
  package var rules: [Rule] = []
  /// The formats that it reads, in the file's order.
  package var readers: [Reader] = []
  /// What of it a program has compiled in, by name: the formats that it reads or writes, and its verbs.
  package var compiled: [String] = []
  /// A file in its folder that `assay plugins test` has it read.
  package var testInput: String?
  /// The samples that its rules are tested with.
  package var ruleExample: RuleExample?
  /// The version of the storage protocol that its executable speaks.
  package var protocolVersion: Int?
  /// The executable's path in the plugin's folder, then its arguments; empty when there is none.
  package var command: [Located<String>] = []
  /// The names of environment variables that are passed on to the executable.
  package var environment: [String] = []
  /// The parameters of the store's URL, in the file's order.
  package var parameters: [Parameter] = []
  /// The parameters that `assay plugins test` opens a store with, in the file's order; `{folder}` stands for an empty
  /// folder of the test, `{store}` for a word that is new for each case.
  package var testParameters: [Parameter] = []

  package init(name: String, version: String, summary: String) {
    self.name = name
    self.version = version
    self.summary = summary
  }

  /// How the plugin's parts come into the program, told from what there is.
  package var kind: Kind {
    if !command.isEmpty { return .process }
    return storage.isEmpty && compiled.isEmpty ? .data : .swift
  }
}
