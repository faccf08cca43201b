import ArgumentParser
import Assay
import HealthCatalog
import HealthModel
import HealthReports
import HealthStorage

/// `assay catalog diff`.
struct CatalogDiffCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Compare two versions of a catalog by what they mean for samples.",
    discussion: """
      OLD and NEW are folders of definitions, or git commits as COMMIT:FOLDER. Changes are breaking (samples that \
      passed are refused, or stored ones mean something else), risky (new warnings, or a possible misreading) or safe.
      """)

  @Argument(help: "A folder, or COMMIT:FOLDER.")
  var old: String

  @Argument(help: "A folder, or COMMIT:FOLDER.")
  var new: String

  @Option(help: "The folder of definitions at commits that name none.")
  var folder: String?

  @Option(
    name: .customLong("fail-on"), help: "The gravest change that is let pass decides: breaking, risky, safe or never.",
    completion: .list(["breaking", "risky", "safe", "never"]))
  var failOn = "breaking"

  @Option(name: .customLong("output-format"), help: "text, json or markdown.", completion: .list(["text", "json"]))
  var outputFormat = "text"

  @Option(help: "Count the samples of this store that NEW would refuse.")
  var store: String?

  mutating func run() async throws {
    guard let limit = CatalogImpact(rawValue: failOn).map(Optional.some) ?? (failOn == "never" ? .some(nil) : nil) else {
      throw CommandFailure.usage("--fail-on takes breaking, risky, safe or never")
    }
    guard let form = CatalogDiffForm(rawValue: outputFormat) else {
      throw CommandFailure.usage("--output-format takes text, json or markdown")
    }
    let before = try await CatalogSide(old, folder: folder)
    let after = try await CatalogSide(new, folder: folder)
    let changes = CatalogDiff.changes(from: before.result, to: after.result) ?? []
    let counts = try await storedCounts(before.registry, after.registry, changes)
    try StandardOutput.write(form.text(changes, stored: counts))
    let gravest = changes.map(\.impact).max()
    let refused = counts?.contains { $0.refused > 0 } ?? false
    StandardError.write(CatalogDiffForm.summary(changes) + "\n")
    if let limit, let gravest, gravest >= limit || (refused && limit <= .breaking) {
      throw ExitCode(ExitStatus.refused)
    }
  }

  private func storedCounts(
    _ old: Registry, _ new: Registry, _ changes: [CatalogChange]
  ) async throws -> [StoredSampleCheck.Count]? {
    guard let store else { return nil }
    var options = StoreOptions()
    options.location = store
    options.wait = 60
    let backend = try await options.open(try options.url(), old, isReadOnly: true)
    do {
      let counts = try await StoredSampleCheck(from: old, to: new).counts(
        in: backend, types: CatalogDiff.affectedTypes(changes), goesOn: { ProcessSignals.pending() == nil })
      try await backend.close()
      if let signal = ProcessSignals.pending() { throw CommandFailure("stopped by a signal", status: 128 + signal) }
      return counts
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// How a comparison is written.
enum CatalogDiffForm: String {
  case text, json, markdown

  /// The changes, and what a store's samples would come to.
  func text(_ changes: [CatalogChange], stored: [StoredSampleCheck.Count]?) -> String {
    let ordered = changes.enumerated().sorted {
      $0.element.impact != $1.element.impact ? $0.element.impact > $1.element.impact : $0.offset < $1.offset
    }.map(\.element)
    switch self {
    case .text: return Self.lines(ordered, stored)
    case .json: return Self.json(ordered, stored)
    case .markdown: return Self.markdown(ordered, stored)
    }
  }

  /// How many changes of each impact there are.
  static func summary(_ changes: [CatalogChange]) -> String {
    CatalogImpact.allCases.map { impact in "\(changes.count { $0.impact == impact }) \(impact.rawValue)" }
      .joined(separator: ", ")
  }

  private static func lines(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var text = ""
    for change in changes {
      let place = change.newMark ?? change.oldMark
      text += place.map { "\(TextEscaping.escaped($0.description, limit: 1000)): " } ?? ""
      text += "\(change.impact.rawValue)[\(change.kind.rawValue)]: \(TextEscaping.escaped(change.message, limit: 1000))\n"
    }
    for count in stored ?? [] {
      text += "stored \(TextEscaping.escaped(count.type)): \(count.refused) of \(count.read) samples would be refused\n"
    }
    return text
  }

  private static func json(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.key("changes")
      json.array { list in
        for change in changes {
          list.object { item in
            item.member("subject", change.subject)
            item.member("definition", change.definition.rawValue)
            item.member("kind", change.kind.rawValue)
            item.member("impact", change.impact.rawValue)
            item.member("message", change.message)
            item.member("old_location", change.oldMark?.description)
            item.member("new_location", change.newMark?.description)
          }
        }
      }
      if let stored {
        json.key("stored")
        json.array { list in
          for count in stored {
            list.object { item in
              item.member("type", count.type)
              item.member("read", count.read)
              item.member("refused", count.refused)
            }
          }
        }
      }
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  private static func markdown(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    func cell(_ text: String) -> String {
      TextEscaping.escaped(text, limit: 1000).reduce(into: "") { result, character in
        if "\\`*_{}[]<>()#+-.!|&".contains(character) { result += "\\" }
        result.append(character)
      }
    }
    var text = "# Catalog changes: \(summary(changes))\n\n"
    if !changes.isEmpty { text += "| impact | change | subject | what |\n|---|---|---|---|\n" }
    for change in changes {
      text += "| \(change.impact.rawValue) | \(change.kind.rawValue) | \(cell(change.subject)) | \(cell(change.message)) |\n"
    }
    if let stored, !stored.isEmpty {
      text += "\n| stored type | samples | would be refused |\n|---|---:|---:|\n"
      for count in stored { text += "| \(cell(count.type)) | \(count.read) | \(count.refused) |\n" }
    }
    return text
  }
}
