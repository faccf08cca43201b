import Assay
import Benchmark
import HealthCatalog
import HealthModel
import HealthValidation

/// *registry*: how a run gets its types where the form that is compiled in does not do alone: a folder of the same files
/// is compared with it, other files are read; and the rules that are bound to them.
///
/// A process decodes the compiled form once, so `peers/` measures it with a start.
func registryStart() {
  measure(
    "registry.folder",
    on: { CatalogBuilder() },
    { _, builder in blackHole(try compiled(by: builder).types.count) })
  measure(
    "registry.yaml",
    on: { CatalogBuilder(builtIn: .embedded) },
    { _, builder in
      guard let registry = try builder.load(readsExamples: false).registry else { throw NotMeasured("no catalog") }
      blackHole(registry.types.count)
    })
  measure(
    "registry.rules",
    on: { try MadeSample.registry() },
    { _, registry in
      let options = ValidationOptions(now: MadeSample.now)
      blackHole(Validator(registry: registry, options: options).registry.types.count)
    })
}

private func compiled(by builder: CatalogBuilder) throws -> Registry {
  guard let registry = builder.compiledRegistry() else {
    throw NotMeasured("the compiled catalog is not that of the files: build anew, without ASSAY_CATALOG")
  }
  return registry
}

extension MadeSample {
  /// The types that samples are of: the built-in ones.
  static func registry() throws -> Registry {
    let builder = CatalogBuilder(builtIn: .embedded)
    if let registry = builder.compiledRegistry() { return registry }
    guard let registry = try builder.load(readsExamples: false).registry else { throw NotMeasured("no catalog") }
    return registry
  }

  /// The rules as they are without options.
  static func validator(normalizes: Bool) throws -> Validator {
    Validator(registry: try registry(), options: ValidationOptions(now: now, normalizes: normalizes))
  }
}
