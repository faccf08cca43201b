import ArgumentParser
import Assay

/// How a store remembers the definitions of types that are not built in.
struct DefinitionOptions: ParsableArguments {
  @Flag(
    name: .customLong("new-definitions"),
    help: "Let the store remember changed definitions although samples in it may not pass them.")
  var acceptsBreaking = false

  var keeping: DefinitionKeeping {
    var keeping = BuiltInCatalog.definitionKeeping
    keeping.acceptsBreaking = acceptsBreaking
    return keeping
  }
}
