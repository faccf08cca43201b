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
        for hit in hits { list.object { json in for column in columns { column.append(hit, to: &json) } } }
      }
      return json.textLine
    case .csv: return RowTable.text(hits, columns, .csv)
    }
  }

  private static var columns: [Column<RegistrySearch.Hit>] {
    [
      Column("type") { .text($0.type.id) }, Column("kind") { .text($0.type.kind.rawValue) },
      Column("title") { .text($0.type.title) }, Column("unit") { Cell($0.type.shape.quantity?.unit.unitString) },
      Column("match") { .text($0.part.word ?? "name") }, Column("text") { .text($0.text) },
    ]
  }
}
