import HealthPluginKit
import HealthStorage

/// What a plugin is started with.
struct PluginPlan: Sendable {
  var executable: PluginExecutable
  var hello: HostHello
  var limits: ProcessLimits
  /// What is left out of everything that the plugin says.
  var secrets: StoreSecrets
  var log: @Sendable (String) -> Void
}
