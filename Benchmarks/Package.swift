// swift-tools-version: 6.2
// What is measured by hand, apart from the tests: `make bench-stores`.
import PackageDescription

let package = Package(
  name: "assay-benchmarks",
  dependencies: [.package(name: "assay", path: "..")],
  targets: [
    // The same store in this process and in another one.
    .executableTarget(
      name: "StoreThroughput",
      dependencies: [
        .product(name: "Assay", package: "assay"),
        .product(name: "HealthPluginKit", package: "assay"),
        .product(name: "HealthStores", package: "assay"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
