// swift-tools-version: 6.2
// A package with definitions of its own, whose names the build makes constants of. `make study-names` builds and runs it.
import PackageDescription

let package = Package(
  name: "StudyNames",
  dependencies: [
    // Named, because the folder that holds it may have any name.
    .package(name: "assay", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "StudyNames",
      dependencies: [
        .product(name: "HealthModel", package: "assay"), .product(name: "HealthTypeNames", package: "assay"),
      ],
      plugins: [.plugin(name: "GenerateHealthNames", package: "assay")])
  ],
  swiftLanguageModes: [.v6]
)
