// swift-tools-version: 6.2
// A separate package, so that nothing else links libpq. `make postgresql` builds it into bin/.
import PackageDescription

let model: Target.Dependency = .product(name: "HealthModel", package: "assay")
let storage: Target.Dependency = .product(name: "HealthStorage", package: "assay")
let pluginKit: Target.Dependency = .product(name: "HealthPlugins", package: "assay")

let package = Package(
  name: "assay-storage-postgresql",
  products: [.executable(name: "assay-storage-postgresql", targets: ["AssayStoragePostgreSQL"])],
  dependencies: [
    // Named, because the folder that holds it may have any name.
    .package(name: "assay", path: "../..")
  ],
  targets: [
    .executableTarget(name: "AssayStoragePostgreSQL", dependencies: ["CLibPQ", model, storage, pluginKit]),
    .testTarget(
      name: "AssayStoragePostgreSQLTests", dependencies: ["AssayStoragePostgreSQL", model, storage, pluginKit]),
    .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
  ],
  swiftLanguageModes: [.v6]
)

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system { target.swiftSettings = strict }
