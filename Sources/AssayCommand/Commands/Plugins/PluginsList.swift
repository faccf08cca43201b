import ArgumentParser
import Assay
import HealthModel
import HealthReports

/// `assay plugins list`.
struct PluginsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plugins: name, version, kind, what they bring, place. None is run.",
    discussion: "Example: assay plugins list --plugin plugins")

  @OptionGroup var plugins: PluginOptions

  @Option(help: "Look into the plugins of this configuration, too.", completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let cards = PluginSummary.all(in: try plugins.list(try ProjectOptions.project(named: config)))
    if isJSON {
      var json = JSONBuilder()
      json.array { list in for card in cards { card.append(to: &list) } }
      return try StandardOutput.write(json.textLine)
    }
    let rows = cards.map { [$0.name, $0.version, $0.kind.rawValue, $0.provided, $0.shownPlace] }
    try StandardOutput.write(TableLayout.lines(rows))
  }
}
