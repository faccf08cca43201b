package import AssayKit
package import HealthFormats
package import HealthQueries

/// A verb of the command that a plugin adds; its type is listed where the command lists its plugins.
package protocol PluginVerb {
  /// Does the verb's work in place of `run`.
  mutating func run(in program: ProgramContext) async throws
}

/// What a program works with, whatever it is asked for.
package struct ProgramContext: Sendable {
  package var builtIn = CatalogLocation.embedded
  package var compiled = CompiledTypes()
  package var formats: FormatList
  package var zones = TimeZoneDatabase.system()
  /// How many threads judge samples.
  package var jobs = 1
  package var now: @Sendable () -> Int64

  package init(formats: FormatList, now: @escaping @Sendable () -> Int64) {
    self.formats = formats
    self.now = now
  }
}
