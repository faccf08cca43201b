import ArgumentParser
import Assay
import HealthJSON
import HealthModel
import HealthReports

/// `assay plugins list`.
struct PluginsList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the plugins: name, version, kind, what they bring, place. None is run.")

  @OptionGroup var plugins: PluginOptions

  @Option(help: "Look into the plugins of this configuration, too.", completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @Option(name: .customLong("output-format"), help: "text or json.", completion: .list(["text", "json"]))
  var outputFormat = "text"

  mutating func run() async throws {
    guard ["text", "json"].contains(outputFormat) else {
      throw CommandFailure.usage("--output-format takes text or json")
    }
    let cards = PluginCard.all(in: try plugins.list(try ProjectOptions.project(named: config)))
    if outputFormat == "json" {
      var json = JSONBuilder()
      json.array { list in for card in cards { card.append(to: &list) } }
      return try StandardOutput.write(String(decoding: json.bytes, as: UTF8.self) + "\n")
    }
    let rows = cards.map { [$0.name, $0.version, $0.kind.rawValue, $0.provided, $0.shownPlace] }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for row in rows {
      for (cell, width) in zip(row, widths) { text += cell + String(repeating: " ", count: width - cell.count + 2) }
      text += row[4] + "\n"
    }
    try StandardOutput.write(text)
  }
}
