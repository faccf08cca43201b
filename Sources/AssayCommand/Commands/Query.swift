import ArgumentParser
import HealthFormats
import HealthModel
import HealthReports
import HealthStorage
import HealthUnits

/// `assay query`: prints stored samples as a table or as NDJSON.
struct QueryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query", abstract: "Print stored samples.")

  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions
  @OptionGroup var options: QueryOptions

  @Option(name: .customLong("output-format"), help: "table or jsonl.", completion: .list(["table", "jsonl"]))
  var outputFormat = "table"

  @Option(help: "Work by this configuration: its definitions and plugins.")
  var config: String?

  mutating func run() async throws {
    guard outputFormat == "table" || outputFormat == "jsonl" else {
      throw CommandFailure.usage("--output-format takes table or jsonl")
    }
    let url = try store.url()
    let project = try ProjectOptions.project(config)
    let registry = try catalog.registry(project: project)
    let query = try options.query(registry)
    let backend = try await store.open(
      url, registry, plugins: catalog.plugins, isReadOnly: true, project: project)
    let output = ByteOutput.standardOutput()
    let writer = SampleJSONWriter(registry: registry)
    let table = SampleTable(registry: registry)
    let isTable = outputFormat == "table"
    do {
      if isTable { try output.append(table.header + "\n") }
      var text: [UInt8] = []
      try await backend.query(query) { batch in
        if isTable {
          for row in 0..<batch.count { try output.append(table.line(row, of: batch) + "\n") }
        } else {
          text.removeAll(keepingCapacity: true)
          writer.append(batch, to: &text)
          try output.append(text)
        }
        return ProcessSignals.pending() == nil
      }
      try output.flush()
      try await backend.close()
    } catch let error as OutputError {
      throw error
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// Stored samples as lines of a table.
struct SampleTable {
  let registry: Registry

  var header: String { row("start", "end", "type", "value", "unit", "source") }

  func line(_ index: Int, of batch: SampleBatch) -> String {
    let type = registry.types[Int(batch.type[index])]
    var value = ""
    var unit = ""
    switch type.shape {
    case .quantity(let shape):
      value = DecimalWriter.string(batch.value[index])
      unit = shape.unit.unitString
    case .category(let list), .characteristic(.values(let list)):
      let item = Int(batch.enumCase[index])
      value = item >= 0 && item < list.cases.count ? list.cases[item].name : ""
    case .characteristic: value = batch.string(batch.text[index])
    case .correlation: value = "(members follow)"
    }
    let name = (batch.correlation[index] >= 0 ? "  " : "") + type.id
    return row(
      time(batch.start[index]), time(batch.end[index]), name, TextEscaping.escaped(value), unit, source(index, batch))
  }

  private func time(_ microseconds: Int64) -> String {
    microseconds == SampleBatch.noTime ? "-" : TimestampWriter.string(microseconds)
  }

  private func source(_ index: Int, _ batch: SampleBatch) -> String {
    guard batch.source[index] >= 0 else { return "-" }
    let json = JSONDocument(batch.arena[batch.sources.ranges[Int(batch.source[index])].indices])
    return TextEscaping.escaped(json?["name"]?.text ?? json?["bundle"]?.text ?? "-")
  }

  private func row(_ cells: String...) -> String {
    let widths = [21, 21, 30, 12, 12, 0]
    return zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.count))
    }.joined(separator: " ").trimmedEnd
  }
}

extension String {
  /// Without blanks at the end.
  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
