// What a program pays that uses the library: a server that validates bodies, and an app that saves values.
//
//   LibraryThroughput bodies [SECONDS]
//   LibraryThroughput saving [SAMPLES] [ASSAY]     beside `assay import` of the same samples, if its path is given

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
default:
  print("usage: LibraryThroughput bodies [SECONDS] | saving [SAMPLES] [ASSAY]")
  exit(2)
}
