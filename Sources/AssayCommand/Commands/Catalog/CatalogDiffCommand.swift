import ArgumentParser
import Assay
import AssayPlatform
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

      Example: assay catalog diff origin/main:types types
      """)

  @Argument(help: "A folder, or COMMIT:FOLDER.", completion: .directory)
  var old: String

  @Argument(help: "A folder, or COMMIT:FOLDER.", completion: .directory)
  var new: String

  @Option(help: "The folder of definitions at commits that name none.", completion: .directory)
  var folder: String?

  @Option(
    name: .customLong("fail-on"),
    help: "End with status 1 if a change is at least this severe: breaking (default), risky, safe or never.",
    completion: .list(["breaking", "risky", "safe", "never"]))
  var failOn = "breaking"

  @Option(
    name: .customLong("output-format"), help: "text, json or markdown.",
    completion: .list(["text", "json", "markdown"]))
  var outputFormat = "text"

  @Option(help: "Count the samples of this store that NEW would refuse.", completion: .file())
  var store: String?

  @OptionGroup var plugins: PluginOptions

  mutating func run() async throws {
    guard let limit = CatalogImpact(rawValue: failOn).map(Optional.some) ?? (failOn == "never" ? .some(nil) : nil)
    else {
      throw Failure.usage("--fail-on takes breaking, risky, safe or never")
    }
    guard let form = CatalogDiffFormat(rawValue: outputFormat) else {
      throw Failure.usage("--output-format takes text, json or markdown")
    }
    let before = try await CatalogSide(old, folder: folder)
    let after = try await CatalogSide(new, folder: folder)
    let changes = CatalogDiff.changes(from: before.result, to: after.result) ?? []
    let counts = try await storedCounts(before.registry, after.registry, changes)
    try StandardOutput.write(form.text(changes, stored: counts))
    let highest = changes.map(\.impact).max()
    let refused = counts?.contains { $0.refused > 0 } ?? false
    StandardError.write(CatalogDiffFormat.summary(changes) + "\n")
    if let limit, let highest, highest >= limit || (refused && limit <= .breaking) {
      throw ExitCode(ExitStatus.refused)
    }
  }

  private func storedCounts(
    _ old: Registry, _ new: Registry, _ changes: [CatalogChange]
  ) async throws -> [StoredSampleCheck.Count]? {
    guard let store else { return nil }
    let opening = StoreOpening.command(plugins.places(nil))
    let backend = try await opening.open(
      try StoreOptions.url(store), old, StorageOptions(isReadOnly: true, temporaryFolder: TemporaryPath.folder))
    do {
      let counts = try await StoredSampleCheck(from: old, to: new).counts(
        in: backend, types: CatalogDiff.affectedTypes(changes), goesOn: { StopSignals.pending() == nil })
      try await backend.close()
      guard let counts else {
        throw Failure("stopped by a signal", status: .stopped(by: StopSignals.pending() ?? 0))
      }
      return counts
    } catch {
      try? await backend.close()
      throw Failure(error)
    }
  }
}

/// How a comparison is written.
enum CatalogDiffFormat: String {
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

  static func summary(_ changes: [CatalogChange]) -> String {
    CatalogImpact.allCases.map { impact in "\(changes.count { $0.impact == impact }) \(impact.rawValue)" }
      .joined(separator: ", ")
  }

  private static func lines(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var text = ""
    for change in changes {
      let place = change.newMark ?? change.oldMark
      text += place.map { "\(TextEscaping.escaped($0.description, limit: 1000)): " } ?? ""
      text += "\(change.impact.rawValue)[\(change.kind.rawValue)]: \(TextEscaping.escaped(change.subject)): "
      text += TextEscaping.escaped(change.message, limit: 1000) + "\n"
    }
    for count in stored ?? [] {
      text +=
        "stored \(TextEscaping.escaped(count.type)): \(GroupedDigits.string(count.refused)) of \(GroupedDigits.string(count.read)) samples would be refused\n"
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
    return json.textLine
  }

  private static func markdown(_ changes: [CatalogChange], _ stored: [StoredSampleCheck.Count]?) -> String {
    var text = "# Catalog changes: \(summary(changes))\n\n"
    if !changes.isEmpty { text += "| impact | change | subject | what |\n|---|---|---|---|\n" }
    for change in changes {
      let cells = [change.subject, change.message].map { MarkdownSentence.cell($0) }
      text += "| \(change.impact.rawValue) | \(change.kind.rawValue) | \(cells.joined(separator: " | ")) |\n"
    }
    if let stored, !stored.isEmpty {
      text += "\n| stored type | samples | would be refused |\n|---|---:|---:|\n"
      for count in stored {
        text +=
          "| \(MarkdownSentence.cell(count.type)) | \(GroupedDigits.string(count.read)) | \(GroupedDigits.string(count.refused)) |\n"
      }
    }
    return text
  }
}

/// One side of a comparison: a folder of definitions, or what a git commit has of one.
struct CatalogSide {
  let result: CatalogResult
  let registry: Registry

  /// Loads a side.
  ///
  /// Definitions are on the built-in catalog, unless they are one themselves.
  ///
  /// - Throws: `Failure` when the side cannot be read or has errors.
  init(_ name: String, folder: String?) async throws {
    let layer = try await Self.layer(name, folder: folder)
    var layers: [CatalogLayer]
    do {
      layers = Self.isWhole(layer) ? [] : try BuiltInCatalog.builder().layers()
    } catch {
      throw Failure(error)
    }
    var own = layer
    own.isBuiltIn = layers.isEmpty
    layers.append(own)
    let result = BuiltInCatalog.builder().load(layers, readsExamples: false)
    guard let registry = result.registry else {
      let errors = result.diagnostics.filter { $0.severity == .error }
      for diagnostic in errors.prefix(10) { StandardError.write(TextLines.concise(diagnostic)) }
      throw Failure.usage(
        "\(TextEscaping.escaped(name, limit: 1000)) has \(errors.count) error\(errors.count == 1 ? "" : "s"), "
          + "so there is nothing to compare")
    }
    self.result = result
    self.registry = registry
  }

  private static func layer(_ name: String, folder: String?) async throws -> CatalogLayer {
    do {
      if FileTree.exists(name) { return try CatalogSource.layer(at: name, name: name) }
      let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
      let path = parts.count == 2 ? parts[1] : folder
      guard let reference = parts.first, let path else {
        throw Failure.usage(
          "`\(TextEscaping.escaped(name, limit: 1000))` is not a folder; for a git commit write COMMIT:FOLDER, or name the "
            + "folder with --folder")
      }
      return try await GitRepository(folder: ".").catalogLayer(at: reference, path: path, name: name)
    } catch let error as GitError {
      throw Failure.usage(error.description)
    } catch {
      throw Failure(error)
    }
  }

  /// Whether a layer is a whole catalog, as Assay's own is: most of what it defines has no dot in its name, which a
  /// team's definitions have.
  private static func isWhole(_ layer: CatalogLayer) -> Bool {
    let dotless = layer.files.count { !PathText.name(of: $0.path).dropLast(5).contains(".") }
    return dotless > 50 && dotless * 2 > layer.files.count
  }
}
