import HealthCatalog
package import HealthModel
import Synchronization

/// The types of the built-in catalog, from the form that is compiled in: decoded by who asks first, while others who ask
/// wait no longer than that takes.
package final class CompiledTypes: Sendable {
  /// The registry: not requested yet, or requested; then `nil` if the form cannot be read.
  private let decoded = Mutex<Registry??>(.none)

  package init() {}

  /// The types; `nil` if the compiled form cannot be read.
  package var registry: Registry? {
    decoded.withLock { decoded in
      if let known = decoded { return known }
      let registry = CompiledCatalog.builtIn.withUTF8Buffer {
        CompiledCatalog.registry(UnsafeRawBufferPointer($0))
      }
      decoded = .some(registry)
      return registry
    }
  }
}
