// What a program pays that uses the library: a server that validates bodies, and an app that saves values.
//
//   LibraryThroughput bodies [SECONDS]
//   LibraryThroughput saving [SAMPLES] [ASSAY]     beside `assay import` of the same samples, if its path is given
//   LibraryThroughput rules FILE [ROUNDS]          validating a file with a trivial rule of all types, beside without it

import AssayKit

#if canImport(Glibc)
  import Glibc
#endif

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "bodies":
  let seconds = arguments.dropFirst().first.flatMap { Double($0) } ?? 3
  let types = try HealthTypes.builtIn()
  for (count, format) in [(1, BodyFormat.json), (1, .lines), (1000, .json), (1000, .lines)] {
    ServerHandler(types, samples: count, format: format).run(forSeconds: seconds)
  }
case "saving":
  let samples = arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
  try await Saving(samples: samples).run(beside: arguments.dropFirst(2).first)
case "rules":
  guard let file = arguments.dropFirst().first else { exit(2) }
  try await TrivialRule.measure(file, rounds: arguments.dropFirst(2).first.flatMap { Int($0) } ?? 5)
default:
  print("usage: LibraryThroughput bodies [SECONDS] | saving [SAMPLES] [ASSAY] | rules FILE [ROUNDS]")
  exit(2)
}
