import ArgumentParser
import Assay
import FHIR
import HealthConnect
import HealthFormats
import LanguageServer
import OpenMHealth

/// What the command has compiled in beside the core: the one list of plugins.
///
/// Without its line here, its folder and its targets in `Package.swift`, a plugin is gone, and nothing else misses it.
enum CompiledIn {
  static let formats = FormatList([
    FHIRPlugin.formats,
    OpenMHealthPlugin.formats,
    HealthConnectPlugin.formats,
  ])

  static let stores = StoreBackends.builtIn

  static let verbs: [any ParsableCommand.Type] = [
    LanguageServerCommand.self
  ]
}
