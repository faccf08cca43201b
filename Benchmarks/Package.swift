// swift-tools-version: 6.2
// What is measured by hand, apart from the tests: `make bench-stores`, and `make bench-loops` for the inner loops.
import PackageDescription

// What is measured is not what users call: these programs see what the package above sees, which knows itself by the name
// of its folder. Without `packageAccess` the name is given once, here.
let folder = Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""
let identity = String(folder.map { $0.isLetter || $0.isNumber ? $0 : "_" })
let inside: [SwiftSetting] = [.unsafeFlags(["-package-name", identity])]

let package = Package(
  name: "assay-benchmarks",
  dependencies: [
    .package(name: "assay", path: ".."),
    // Without traits: counting allocations needs libraries that are not everywhere.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // The same store in this process and in another one.
    .executableTarget(
      name: "StoreThroughput",
      dependencies: [
        .product(name: "Assay", package: "assay"),
        .product(name: "AssayKit", package: "assay"),
        .product(name: "HealthPlugins", package: "assay"),
        .product(name: "HealthStores", package: "assay"),
      ],
      packageAccess: false, swiftSettings: inside),
    // What a server pays to validate bodies, and an app to save values.
    .executableTarget(
      name: "LibraryThroughput",
      dependencies: [
        "CAllocationCount",
        .product(name: "AssayKit", package: "assay"),
      ]),
    // Counts allocations in the program that links it.
    .target(name: "CAllocationCount"),
    // Reading alone: every field of every line, and nothing made of it.
    .executableTarget(
      name: "ParseFloor",
      dependencies: [
        .product(name: "HealthFormats", package: "assay"),
        .product(name: "HealthModel", package: "assay"),
      ],
      packageAccess: false, swiftSettings: inside),
    // What is done once for each sample, or at each start. The plugin looks for targets in a folder `Benchmarks`.
    .executableTarget(
      name: "InnerLoops",
      dependencies: [
        .product(name: "Assay", package: "assay"),
        .product(name: "AssayKit", package: "assay"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "HealthCatalog", package: "assay"),
        .product(name: "HealthFormats", package: "assay"),
        .product(name: "HealthModel", package: "assay"),
        .product(name: "HealthQueries", package: "assay"),
        .product(name: "HealthStores", package: "assay"),
        .product(name: "HealthUnits", package: "assay"),
        .product(name: "HealthValidation", package: "assay"),
      ],
      path: "Benchmarks/InnerLoops", packageAccess: false, swiftSettings: inside,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
