package import AssayKit
import AssayPlatform
public import HealthCatalog
import HealthDigest
public import HealthModel
public import HealthStorage

/// Loads the catalog's layers: the built-in one first, then folders and files in the order they are named.
public struct CatalogBuilder: Sendable {
  /// Where the built-in catalog is: the copy in the program, unless another place was named.
  public var builtIn: CatalogLocation
  package var compiled = CompiledTypes()
  /// Further layers: folders or single files.
  public var folders: [String]
  /// Layers of a project's configuration, which come before `folders`.
  private let projectFolders: [String]
  /// The folder that the files of `projectFolders` must be in.
  private let boundary: FolderBoundary?
  /// Definitions that a store remembers; those that the other layers define as well are passed over.
  public var remembered: [StoredDefinition] = []
  /// Whether folders without definitions, and folders that are not there, are passed over: a new type may be their first.
  package var passesOverEmptyFolders = false
  /// The folder that paths in findings begin at, as far as they are in it; `nil` for paths as they are named.
  package var shownFrom: String?
  /// Texts in place of those of files, by the paths that findings name: what an editor has not saved.
  package var drafts: [String: [UInt8]] = [:]

  /// Creates a builder that reads the built-in catalog, then the further layers in the order given.
  public init(builtIn: CatalogLocation = .embedded, folders: [String] = []) {
    self.init(builtIn: builtIn, project: nil, folders: folders)
  }

  /// Creates a builder that reads the built-in catalog, a project's layers, then the further ones.
  ///
  /// Definitions of the project that a further layer contains too are read once.
  ///
  /// - Parameters:
  ///   - builtIn: where the built-in catalog is.
  ///   - project: the project, if there is one.
  ///   - folders: further layers: folders or single files.
  public init(builtIn: CatalogLocation = .embedded, project: Project?, folders: [String]) {
    self.builtIn = builtIn
    boundary = project?.boundary
    let named = PathSelection(folders.map(PathText.resolved))
    projectFolders = (project?.catalogFolders ?? []).filter { !named.contains(PathText.resolved($0)) }
    let own = PathSelection(projectFolders.map(PathText.resolved))
    self.folders = projectFolders.isEmpty ? folders : folders.filter { !own.contains(PathText.resolved($0)) }
  }

  package func layers() throws(Failure) -> [CatalogLayer] {
    var layers: [CatalogLayer] = []
    switch builtIn {
    case .folder(let path):
      layers.append(try CatalogSource.layer(at: path, name: "built-in", displayPath: "catalog", isBuiltIn: true))
    case .embedded:
      layers.append(CatalogLayer(name: "built-in", isBuiltIn: true, files: EmbeddedCatalog.files))
    }
    for folder in projectFolders { try add(folder, within: boundary, to: &layers) }
    for folder in folders { try add(folder, within: nil, to: &layers) }
    if !remembered.isEmpty { layers.insert(contentsOf: RememberedLayer.layers(of: remembered, beside: layers), at: 1) }
    return drafts.isEmpty ? layers : layers.map(withDrafts)
  }

  private func withDrafts(_ layer: CatalogLayer) -> CatalogLayer {
    var layer = layer
    for index in layer.files.indices where !layer.isBuiltIn {
      if let draft = drafts[layer.files[index].path] { layer.files[index].bytes = draft }
    }
    return layer
  }

  /// The definitions of the layers beyond the built-in catalog, for a store to remember, ordered by name; none without
  /// such layers.
  ///
  /// - Throws: `Failure` when a folder or file cannot be read.
  public func ownDefinitions() throws(Failure) -> [StoredDefinition] {
    if folders.isEmpty, projectFolders.isEmpty { return [] }
    return RememberedLayer.definitions(in: try layers())
  }

  private func add(
    _ folder: String, within boundary: FolderBoundary?, to layers: inout [CatalogLayer]
  ) throws(Failure) {
    if passesOverEmptyFolders, !FolderEntry.exists(folder) { return }
    let shown = shownFrom.flatMap { PathText.relative(PathText.normalized(folder, from: $0), to: $0) } ?? folder
    let layer = try CatalogSource.layer(at: folder, name: shown, displayPath: shown, within: boundary)
    if !passesOverEmptyFolders || !layer.files.isEmpty { layers.append(layer) }
  }

  /// Reads and resolves everything.
  ///
  /// - Parameter readsExamples: whether the types' examples are read; runs that only judge samples need none.
  /// - Returns: the registry, or none when a finding is an error, and the findings.
  /// - Throws: `Failure` when a folder or file cannot be read.
  public func load(readsExamples: Bool = true) throws(Failure) -> CatalogResult {
    load(try layers(), readsExamples: readsExamples)
  }

  /// The types of the built-in catalog without their examples, from the compiled form when the files are those it was
  /// made of, to the byte.
  ///
  /// - Returns: the registry, as `load` gives it; `nil` if there are further layers or other files; call `load` for
  ///   those.
  public func compiledRegistry() -> Registry? {
    guard folders.isEmpty, projectFolders.isEmpty, remembered.isEmpty else { return nil }
    if case .folder(let path) = builtIn, !EmbeddedCatalog.isCopy(of: path) { return nil }
    return compiled.registry
  }

  func requiredRegistry() throws(Failure) -> Registry {
    if let registry = compiledRegistry() { return registry }
    let result: CatalogResult
    do {
      result = try load(readsExamples: false)
    } catch {
      throw Failure(error)
    }
    if let registry = result.registry { return registry }
    var failure = Failure.usage("the catalog has errors; `assay catalog lint` shows them")
    failure.diagnostics = result.diagnostics.filter { $0.severity == .error }
    throw failure
  }

  package func load(_ layers: [CatalogLayer], readsExamples: Bool = true) -> CatalogResult {
    let loader = CatalogLoader(
      version: AssayVersion.current, readsExamples: readsExamples, hash: { SHA256Digest(of: $0).hexadecimal })
    return loader.load(layers: layers)
  }
}
