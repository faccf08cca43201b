import HealthCatalog
import HealthModel

/// The text of the built-in catalog that is compiled in.
///
/// Each build writes it, as an extension: see the plugin `EmbedFiles`.
enum EmbeddedTypes {}

extension CompiledCatalog {
  /// The form of the built-in catalog that a build writes: its types without their examples.
  package static var builtIn: StaticString { EmbeddedTypes.registry }
}
