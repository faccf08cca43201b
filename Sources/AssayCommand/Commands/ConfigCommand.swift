import ArgumentParser
import Assay
import HealthModel
import HealthReports

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show the configuration that commands work by here, and its schema.",
    subcommands: [ConfigShow.self, ConfigSchema.self])
}

struct ConfigShow: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show every setting that holds here.",
    discussion: "Example: assay config show --origin")

  @OptionGroup var project: ProjectOptions

  @Flag(help: "Name the place of each setting: a line of the file, or the default.")
  var origin = false

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    guard let file = try project.file() else {
      if project.ignoresConfiguration {
        throw Failure.usage("--no-config leaves no configuration to show; leave it out")
      }
      throw Failure.usage("no assay.yaml here or above; `assay init` writes one")
    }
    let settings = try ProjectOptions.read(file).settings
    if isJSON {
      var json = JSONBuilder()
      json.rows(
        settings,
        [
          Column("key") { .text($0.key) }, Column("value") { .text($0.value) },
          Column("origin") { .text($0.origin) },
        ])
      return try StandardOutput.write(json.textLine)
    }
    var text = ""
    for setting in settings {
      let line = "\(setting.key): \(setting.value)"
      text += TextEscaping.escaped(line, limit: 1000)
      if origin { text += "\t" + TextEscaping.escaped(setting.origin, limit: 1000) }
      text += "\n"
    }
    try StandardOutput.write(text)
  }
}

struct ConfigSchema: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema of assay.yaml, for editors.",
    discussion: "Example: assay config schema > assay-yaml.schema.json")

  mutating func run() async throws {
    guard let schema = EmbeddedSchemas.files.first(where: { $0.path == "assay-yaml.schema.json" }) else {
      throw Failure("this build has no schema of assay.yaml", status: .init(rawValue: 70))
    }
    try StandardOutput.write(schema.text)
  }
}
