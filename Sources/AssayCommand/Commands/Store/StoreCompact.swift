import ArgumentParser
import HealthModel
import HealthStorage

/// `assay store compact`.
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
