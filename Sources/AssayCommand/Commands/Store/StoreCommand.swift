import ArgumentParser
import Assay
import HealthModel
import HealthStorage

/// `assay store`: looks after a store.
struct StoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Maintain a store: what is in it, whether it is valid, deleting, compacting.",
    subcommands: [StoreInfo.self, StoreVerify.self, StoreDelete.self, StoreCompact.self])
}

/// Which store, and the types and plugins it is opened with.
struct StoreAccess: ParsableArguments {
  @OptionGroup var catalog: CatalogOptions
  @OptionGroup var store: StoreOptions

  @OptionGroup var project: ProjectOptions

  /// The store, its project and its types, known before anything is opened.
  func place(destroys: Bool = false) async throws -> StorePlace {
    let project = try project.project()
    guard !destroys || store.location != nil else {
      throw Failure.usage("name the store with --store: what deletes does not take it from assay.yaml")
    }
    return try await StorePlace(store, catalog, project)
  }
}
