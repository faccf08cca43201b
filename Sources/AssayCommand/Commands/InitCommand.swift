import ArgumentParser
import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthReports

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration.verb(
    "init", abstract: "Write a first assay.yaml for the files of a folder.",
    discussion: """
      The files are found by what is in them. Tables and JSON of other programs get a profile that is guessed as by \
      `assay profile --guess`; what only you know, such as a time zone, is a question in a comment. A configuration that \
      is there is never overwritten.

      Examples: assay init --dry-run; assay init study && cd study && assay lint
      """)

  @Argument(help: "The folder; default: the current one.", completion: .directory)
  var folder = "."

  private static let shownQuestions = 20

  @Flag(name: .customLong("dry-run"), help: "Print the file and write nothing.")
  var isDryRun = false

  mutating func run() async throws {
    let shown = TextEscaping.escaped(folder, limit: 1000)
    guard FileTree.isFolder(folder) else { throw Failure.usage("there is no folder \(shown)") }
    if !isDryRun, let name = ConfigurationLocation.names.first(where: { FileTree.exists(PathText.join(folder, $0)) }) {
      throw Self.present(PathText.join(folder, name))
    }
    let registry = try CatalogOptions.parse([]).registry()
    let draft = try ProjectDraft(
      folder: folder, registry: registry, formats: CompiledIn.formats, zones: ZoneFolders.database)
    if isDryRun { return try StandardOutput.write(draft.text) }
    let path = folder == "." ? "assay.yaml" : PathText.join(folder, "assay.yaml")
    do {
      try ByteOutput.write(draft.text, toNew: path)
    } catch {
      guard error.code == SystemError.fileExists.code else { throw error }
      throw Self.present(path)
    }
    try StandardOutput.write(TextEscaping.escaped(path, limit: 1000) + "\n")
    let lines = draft.questionLines
    for item in lines.prefix(Self.shownQuestions) {
      StandardError.write("  line \(item.line): \(TextEscaping.escaped(item.text, limit: 200))\n")
    }
    if lines.count > Self.shownQuestions {
      StandardError.write("  and \(lines.count - Self.shownQuestions) more lines\n")
    }
    let count = draft.questions
    let asked = count == 0 ? "check it" : "answer the \(count) question\(count == 1 ? "" : "s") in its comments"
    StandardError.write("next: \(asked), then `assay lint` in that folder\n")
  }

  private static func present(_ path: String) -> Failure {
    .usage(
      "\(TextEscaping.escaped(path, limit: 1000)) already exists; nothing was written. --dry-run prints the draft"
    )
  }
}
