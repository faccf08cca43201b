import ArgumentParser
import HealthJSON
import HealthModel
import HealthReports
import HealthStorage

/// `assay store info`.
struct StoreInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Say what is in a store: format, size, samples by type, imports.")

  @OptionGroup var access: StoreAccess

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let place = try await access.place()
    let form = try await access.withStore(place, isReadOnly: true) { store in
      StoreInfoForm(
        url: place.url, levels: store.capabilities.levelNames, information: try await store.information(),
        types: try await store.counts(), imports: try await store.imports())
    }
    try StandardOutput.write(isJSON ? form.json : form.text)
  }
}

/// A store's information about itself, as text and as JSON.
struct StoreInfoForm {
  let url: StorageURL
  let levels: [String]
  let information: StoreInformation
  let types: [StoredTypeCount]
  let imports: [ImportProgress]

  private var total: Int { types.reduce(0) { $0 + $1.count } }

  /// The form for people.
  var text: String {
    var facts = [("store", url.shown), ("format", information.format), ("levels", levels.joined(separator: ", "))]
    if let bytes = information.byteCount { facts.append(("size", "\(GroupedDigits.string(Int(bytes))) bytes")) }
    facts.append(("last commit", GroupedDigits.string(Int(information.lastCommit))))
    facts.append(("deleted", GroupedDigits.string(information.deletions)))
    facts += information.details.map { ($0.name, $0.value) }
    var lines = facts.map { Self.line([$0.0, $0.1], [14]) }
    lines += ["", Self.line(["samples", GroupedDigits.string(total)], [40, -14])]
    for type in types { lines.append(Self.line(["  " + type.type, GroupedDigits.string(type.count)], [40, -14])) }
    if !imports.isEmpty {
      let widths = [-12, -12, -12, -12, -12, 13]
      let names = ["read", "accepted", "duplicates", "conflicts", "refused", "  state"]
      lines += ["", Self.line(names + ["import"], widths)]
      for item in imports {
        let counts = item.counts
        let numbers = [counts.read, counts.accepted, counts.duplicates, counts.conflicts, counts.refused]
        lines.append(
          Self.line(numbers.map { GroupedDigits.string($0) } + ["  " + Self.state(item), item.path], widths))
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The form for machines.
  var json: String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("store", url.shown)
      json.member("format", information.format)
      json.member("levels", texts: levels)
      json.member("bytes", information.byteCount)
      json.member("last_commit", Int(information.lastCommit))
      json.member("deletions", information.deletions)
      json.key("details")
      json.object { details in for detail in information.details { details.member(detail.name, detail.value) } }
      json.member("samples", total)
      json.key("types")
      json.object { list in for type in types { list.member(type.type, type.count) } }
      json.key("imports")
      json.array { list in for item in imports { Self.append(item, to: &list) } }
    }
    return json.textLine
  }

  private static func append(_ item: ImportProgress, to list: inout JSONBuilder) {
    list.object { json in
      json.member("path", item.path)
      json.member("read", item.counts.read)
      json.member("accepted", item.counts.accepted)
      json.member("duplicates", item.counts.duplicates)
      json.member("conflicts", item.counts.conflicts)
      json.member("refused", item.counts.refused)
      json.member("finished", item.isFinished)
      json.member("incomplete", item.isIncomplete)
      json.member("byte_offset", Int(item.position.byteOffset))
      json.member("catalog", item.catalogHash)
      json.member("version", item.version)
    }
  }

  private static func state(_ item: ImportProgress) -> String {
    item.isFinished ? item.isIncomplete ? "incomplete" : "done" : "interrupted"
  }

  /// Cells in columns.
  ///
  /// A width below zero sets the text to the right. The last cell takes what is left.
  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = TextEscaping.escaped(cell, limit: 1000)
      guard index < widths.count else {
        line += text
        continue
      }
      let padding = String(repeating: " ", count: max(0, abs(widths[index]) - text.count))
      line += widths[index] < 0 ? padding + text : text + padding
      if index + 1 == widths.count, index + 1 < cells.count { line += " " }
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
