// swift-tools-version: 6.2
// Programs that articles and the tutorial show or name, as a package that depends on Assay as an app does. `make examples`
// builds and runs them.
import PackageDescription

let package = Package(
  name: "Examples",
  dependencies: [
    // Named, because the folder that holds it may have any name.
    .package(name: "assay", path: "../../..")
  ],
  targets: [
    .executableTarget(
      name: "Converter",
      dependencies: ["Assay", "AssayKit", "HealthFormats", "HealthReports", "HealthValidation"].map {
        .product(name: $0, package: "assay")
      }),
    .executableTarget(
      name: "SampleServer", dependencies: [.product(name: "AssayKit", package: "assay")],
      // What is visible by the one import, and nothing that other modules show by accident.
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
    .executableTarget(
      name: "StudyApp",
      dependencies: ["Assay", "AssayKit", "HealthFormats"].map {
        .product(name: $0, package: "assay")
      },
      exclude: ["catalog"]),
    .executableTarget(name: "Tutorial", dependencies: [.product(name: "AssayKit", package: "assay")]),
  ],
  swiftLanguageModes: [.v6]
)
