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

  /// A store's name, its project and its types, known before anything is opened.
  struct Place {
    let url: StorageURL
    let project: Project?
    let registry: Registry
  }

  /// Reads the names and the catalog.
  ///
  /// - Throws: `Failure`.
  func place(destroys: Bool = false) async throws -> Place {
    let project = try project.project()
    guard !destroys || store.location != nil else {
      throw Failure.usage("name the store with --store: what deletes does not take it from assay.yaml")
    }
    let url = try store.url(project)
    return Place(url: url, project: project, registry: try await store.registry(url, catalog, project))
  }

  /// Opens the store, does something with it, and closes it.
  func withStore<Result>(
    _ place: Place, isReadOnly: Bool, owner: String? = nil,
    _ body: (any StorageBackend) async throws -> Result
  ) async throws -> Result {
    let backend = try await store.open(
      place.url, place.registry, plugins: catalog.plugins, isReadOnly: isReadOnly, makesStore: false, owner: owner,
      project: place.project)
    return try await OpenStore.closing(backend) {
      do {
        return try await body(backend)
      } catch let error as StorageError {
        throw Failure(error)
      }
    }
  }
}
