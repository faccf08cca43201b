import HealthCatalog
import HealthModel

/// The text that is compiled in.
///
/// Each build writes it, as an extension: see the plugin `EmbedFiles`.
enum Embedded {}

extension CompiledCatalog {
  /// The form of the built-in catalog that a build writes: its types without their examples.
  package static var builtIn: StaticString { Embedded.registry }
}
