import ArgumentParser
import Assay
import AssayPlatform
import HealthModel
import HealthReports
import HealthStorage
import HealthValidation

struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Maintain a store: what is in it, whether it is valid, deleting, compacting.",
    subcommands: [StoreInfo.self, StoreVerify.self, StoreDelete.self, StoreCompact.self])
}

struct StoreAccess: ParsableArguments {
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions

  @OptionGroup var project: ProjectOptions

  func place(destroys: Bool = false) async throws -> StorePlace {
    let project = try project.project()
    guard !destroys || store.location != nil else {
      throw Failure.usage("name the store with --store: what deletes does not take it from assay.yaml")
    }
    return try await StorePlace(store, catalog, project)
  }
}

struct StoreCompact: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compact", abstract: "Free the space that deleted samples take.",
    discussion: "Example: assay store compact --store health.db")

  @OptionGroup var access: StoreAccess

  mutating func run() async throws {
    let receipt = try await access.place().withStore(isReadOnly: false) { try await $0.compact() }
    try StandardOutput.write(
      "\(GroupedDigits.string(Int(receipt.bytesBefore))) bytes before, "
        + "\(GroupedDigits.string(Int(receipt.bytesAfter))) bytes after\n")
  }
}

struct StoreVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check a store: its files, and every sample by the catalog and by its own id.",
    discussion: """
      Nothing is changed. The status is 1 when something is wrong.

      Example: assay store verify --store health.db
      """)

  @OptionGroup var access: StoreAccess

  @OptionGroup var output: TextOrJSON

  mutating func run() async throws {
    let isJSON = try output.isJSON()
    let place = try await access.place()
    let check = StoreVerification(
      registry: place.registry, severities: place.project?.severities(in: nil) ?? SeverityPolicy())
    let outcome = try await place.withStore { store in
      let total = try await store.counts().reduce(0) { $0 + $1.count }
      let bar = StandardError.isTerminal ? CountBar(label: "verifying", total: total) : nil
      defer { bar?.clear() }
      return try await check.run(store) { read in
        bar?.update(read)
        return StopSignals.pending() == nil
      }
    }
    guard let outcome else { throw StopSignals.failure }
    try StandardOutput.write(isJSON ? Self.json(outcome) : Self.text(outcome))
    if !outcome.isSound { throw ExitCode(ExitStatus.refused) }
  }

  private static func text(_ outcome: StoreVerification.Outcome) -> String {
    var lines = outcome.faults.map { "fault: \($0.message)" }
    for type in outcome.types where !type.isSound {
      let name = TextEscaping.escaped(type.type)
      if type.refused > 0 {
        let codes = type.codes.sorted { $0.key < $1.key }.map { "\($0.key) \(GroupedDigits.string($0.value))" }
        lines.append(
          "\(name): the catalog refuses \(GroupedDigits.string(type.refused)) of "
            + "\(GroupedDigits.string(type.read)): \(codes.joined(separator: ", "))")
      }
      if type.changed > 0 {
        lines.append(
          "\(name): \(GroupedDigits.string(type.changed)) of \(GroupedDigits.string(type.read)) do not have the id "
            + "or digest that their content gives")
      }
    }
    let samples = "\(GroupedDigits.string(outcome.read)) sample" + (outcome.read == 1 ? "" : "s")
    lines.append(outcome.isSound ? "valid: \(samples) read" : "not valid: \(samples) read")
    return lines.map { $0 + "\n" }.joined()
  }

  private static func json(_ outcome: StoreVerification.Outcome) -> String {
    var json = JSONBuilder()
    json.object { json in
      json.member("schema", 1)
      json.member("sound", outcome.isSound)
      json.member("read", outcome.read)
      json.member("faults", texts: outcome.faults.map(\.message))
      json.object("types") { types in
        for type in outcome.types {
          types.object(type.type) { item in
            item.member("read", type.read)
            item.member("refused", type.refused)
            item.member("changed", type.changed)
            item.member("by_code", type.codes)
          }
        }
      }
    }
    return json.textLine
  }
}

/// A line on the terminal that says how many of a known number are done.
final class CountBar {
  private let label: String
  private let total: Int
  private let begun = MonotonicTime.seconds()
  private var lastShown = 0.0
  private var isShown = false

  init(label: String, total: Int) {
    self.label = label
    self.total = total
  }

  /// Shows how many are done, from the first second on and at most ten times a second.
  func update(_ count: Int) {
    let now = MonotonicTime.seconds()
    guard now - begun > 1, now - lastShown > 0.1 else { return }
    lastShown = now
    isShown = true
    let facts = "\(GroupedDigits.string(count)) of \(GroupedDigits.string(total)) samples"
    let line = ProgressLine(label: label, share: nil, facts: facts)
    StandardError.write("\r\u{1B}[K" + line.text(columns: StandardError.columns))
  }

  func clear() { if isShown { StandardError.write("\r\u{1B}[K") } }
}
