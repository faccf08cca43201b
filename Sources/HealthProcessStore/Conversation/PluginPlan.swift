import HealthPluginKit
import HealthStorage

/// The parameters to start a plugin with.
struct PluginPlan: Sendable {
  var executable: PluginExecutable
  var hello: HostHello
  var limits: ProcessLimits
  /// The secrets to remove from all output of the plugin.
  var secrets: StoreSecrets
  var log: @Sendable (String) -> Void
}
