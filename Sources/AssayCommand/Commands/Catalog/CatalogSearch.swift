import ArgumentParser
import HealthModel
import HealthReports
import HealthUnits

/// `assay catalog search`.
struct CatalogSearch: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find types by words in their definitions, the best first.",
    discussion: """
      Names, titles, aliases, identifiers, units, cases, fields, metadata keys and summaries are searched. All words \
      must be there, in any case. A word that no type has is taken for the nearest one. The status is 1 if no type has \
      them all.

      Example: assay catalog search heart rate
      """)

  /// How types are listed.
  enum Form: String, CaseIterable {
    case text, json, csv
  }

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var project: ProjectOptions

  @Argument(help: "Words, or parts of words.")
  var words: [String]

  @Option(
    name: .customLong("output-format"), help: "text, json or csv.", completion: .list(Form.allCases.map(\.rawValue)))
  var outputFormat = "text"

  mutating func run() async throws {
    guard let form = Form(rawValue: outputFormat) else {
      throw Failure.usage("--output-format takes text, json or csv")
    }
    let found = try catalog.registry(project: project.project()).search(words)
    if found.isCorrected, !found.hits.isEmpty {
      let shown = found.words.map { TextEscaping.escaped($0) }.joined(separator: " ")
      StandardError.write("no type has all words as written; these have: \(shown)\n")
    }
    if found.hits.isEmpty { StandardError.write("no type has these words; `assay catalog list` shows all types\n") }
    try StandardOutput.write(Self.text(found.hits, form))
    if found.hits.isEmpty { throw ExitCode(ExitStatus.refused) }
  }

  private static func text(_ hits: [RegistrySearch.Hit], _ form: Form) -> String {
    switch form {
    case .text:
      return hits.map { hit in
        let match = hit.part.word.map { "  (\($0): \(TextEscaping.escaped(hit.text, limit: 60)))" } ?? ""
        return TypeSummary.line(hit.type) + match + "\n"
      }.joined()
    case .json:
      var json = JSONBuilder()
      json.array { list in
        for hit in hits {
          list.object { item in
            item.member("type", hit.type.id)
            item.member("kind", hit.type.kind.rawValue)
            item.member("title", hit.type.title)
            item.member("unit", hit.type.shape.quantity?.unit.unitString)
            item.member("match", hit.part.word ?? "name")
            item.member("text", hit.text)
          }
        }
      }
      return json.textLine
    case .csv:
      var bytes = Array("type,kind,title,unit,match,text\n".utf8)
      for hit in hits {
        let unit = hit.type.shape.quantity?.unit.unitString ?? ""
        let cells = [
          hit.type.id, hit.type.kind.rawValue, hit.type.title, unit, hit.part.word ?? "name", hit.text,
        ]
        for (index, cell) in cells.enumerated() {
          if index > 0 { bytes.append(UInt8(ascii: ",")) }
          StatsCSV.append(text: cell, to: &bytes)
        }
        bytes.append(UInt8(ascii: "\n"))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
