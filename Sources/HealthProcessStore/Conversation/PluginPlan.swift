import HealthPluginKit

/// What a plugin is started with.
struct PluginPlan: Sendable {
  var executable: PluginExecutable
  var hello: HostHello
  var limits: ProcessLimits
  var log: @Sendable (String) -> Void
}
