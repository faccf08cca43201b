// Appends made-up samples to a store in this process and to the same store in another one, in turn, and prints how many
// a second each took and the ratio of the medians.
//
//   StoreThroughput [SAMPLES] [ROUNDS]
//   StoreThroughput serve null|sink|sqlite|jsonl [PATH]       what it starts itself
//   StoreThroughput scan EXECUTABLE URL TYPE                  reads the samples of a type as statistics do

import Assay
import AssayKit
import HealthCatalog
import HealthModel
import HealthPluginKit
import HealthProcessStore
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

if arguments.first == "serve", arguments.count > 1 {
  if arguments[1] == "sink" { exit(PluginServer.run(Sink())) }
  let backend = try await Bench.open(arguments[1], arguments.count > 2 ? arguments[2] : "", context)
  exit(PluginServer.run(BackendLineStore(backend, registry: registry)))
}

if arguments.first == "scan", arguments.count == 4 {
  try await ScanBench.run(plugin: arguments[1], url: arguments[2], type: arguments[3], context)
  exit(0)
}

let samples = arguments.first.flatMap { Int($0) } ?? 500_000
let rounds = arguments.dropFirst().first.flatMap { Int($0) } ?? 5
try await Bench.run(samples: samples, rounds: rounds, context)
