// Appends made-up samples to a store in this process and to the same store in another one, which gets lines or columns, in
// turn, and prints how many a second each took and the ratios of the medians.
//
//   StoreThroughput [SAMPLES] [ROUNDS] [STORE …]              stores: sink null sqlite jsonl
//   StoreThroughput serve STORE PATH lines|columns            what it starts itself
//   StoreThroughput scan EXECUTABLE URL TYPE                  reads the samples of a type as statistics do

import Assay
import AssayKit
import HealthCatalog
import HealthModel
import HealthPlugins
import HealthStorage
import JSONLStore
import SQLiteStore

#if canImport(Glibc)
  import Glibc
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
guard let registry = try CatalogBuilder().load(readsExamples: false).registry else {
  print("no catalog")
  exit(2)
}
let context = StorageContext(registry: registry, lines: NormalizedLines(registry: registry))

if arguments.first == "serve", arguments.count == 4 {
  let takesColumns = arguments[3] == "columns"
  if arguments[1] == "sink" { exit(PluginServer.run(Sink(takesColumns: takesColumns))) }
  let backend = try await Bench.open(arguments[1], arguments[2], context)
  exit(PluginServer.run(BackendLineStore(backend, registry: registry, takesColumns: takesColumns)))
}

if arguments.first == "scan", arguments.count == 4 {
  try await ScanBench.run(plugin: arguments[1], url: arguments[2], type: arguments[3], context)
  exit(0)
}

let samples = arguments.first.flatMap { Int($0) } ?? 500_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 5
let stores = arguments.count > 2 ? Array(arguments[2...]) : ["sink", "null", "sqlite", "jsonl"]
try await Bench.run(stores, samples: samples, rounds: rounds, context)
