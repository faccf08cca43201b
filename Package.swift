// swift-tools-version: 6.2
// The architecture as a table: one target a line, arrows only downward. `make build` passes
// `--explicit-target-dependency-import-check error`, so an import that is not written here does not compile.
import PackageDescription

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
// Apple's systems have SHA-256 of their own.
let openSSL: Target.Dependency = .target(name: "CCrypto", condition: .when(platforms: [.linux, .windows, .android]))

// What the plugin `EmbedFiles` depends on, and why not always on both.
#if compiler(>=6.4)
  let embedding: [Target.Dependency] = ["FileEmbedder", "CatalogCompiler"]
#else
  let embedding: [Target.Dependency] = ["FileEmbedder"]
#endif

let package = Package(
  name: "assay",
  // The first with `Mutex` and 128-bit integers: see Documentation/platforms.md.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "assay", targets: ["AssayCommand"]),
    // A product, because what builds `Assay` builds and runs it: see the plugin `EmbedFiles`.
    .executable(name: "CatalogCompiler", targets: ["CatalogCompiler"]),
    .library(name: "Assay", targets: ["Assay"]),
    .library(name: "AssayKit", targets: ["AssayKit"]),
    .library(name: "FHIR", targets: ["FHIR"]),
    .library(name: "HealthCatalog", targets: ["HealthCatalog"]),
    .library(name: "HealthConnect", targets: ["HealthConnect"]),
    .library(name: "HealthFormats", targets: ["HealthFormats"]),
    .library(name: "HealthFoundation", targets: ["HealthFoundation"]),
    .library(name: "HealthModel", targets: ["HealthModel"]),
    .library(name: "HealthPlugins", targets: ["HealthPlugins"]),
    .library(name: "HealthQueries", targets: ["HealthQueries"]),
    .library(name: "HealthReports", targets: ["HealthReports"]),
    .library(name: "HealthStorage", targets: ["HealthStorage"]),
    .library(name: "HealthTestKit", targets: ["HealthTestKit"]),
    .library(name: "HealthTypeNames", targets: ["HealthTypeNames"]),
    .library(name: "OpenMHealth", targets: ["OpenMHealth"]),
    .plugin(name: "GenerateHealthNames", targets: ["GenerateHealthNames"]),
    .library(name: "HealthStores", targets: ["HealthStorage", "HealthPlugins", "SQLiteStore", "JSONLStore"]),
    .library(name: "HealthUnits", targets: ["HealthUnits"]),
    .library(name: "HealthValidation", targets: ["HealthValidation"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    // Floor 0: units of measure, of the standard library alone; the platform, for this package only, and the part of it
    // that Windows has as well; the C library under both by one name.
    .target(name: "HealthUnits"),
    .target(name: "AssayPlatform", dependencies: ["AssayPortable", "CLibrary", "CPlatform", systemPackage]),
    .target(name: "AssayPortable", dependencies: ["CLibrary"]),
    .target(name: "CLibrary"),
    // Floor 0: content digests.
    .target(name: "HealthDigest", dependencies: ["AssayPortable", openSSL]),
    // Floor 1: the shared vocabulary. Values, no I/O.
    .target(name: "HealthModel", dependencies: ["AssayPortable", "HealthUnits"]),
    // Floor 1, above it: the names of the built-in catalog, which the build writes.
    .target(name: "HealthTypeNames", dependencies: ["HealthModel"], plugins: ["GenerateHealthNames"]),
    .plugin(
      name: "GenerateHealthNames", capability: .buildTool(), dependencies: embedding,
      path: "Sources/GenerateHealthNames"),
    // Floor 2: beside each other, never importing each other.
    .target(
      name: "HealthCatalog",
      dependencies: ["AssayPlatform", "HealthModel", "HealthUnits", "CLibYAML"]),
    .target(
      name: "HealthValidation",
      dependencies: ["HealthModel", "HealthDigest", "HealthUnits"]),
    .target(
      name: "HealthFormats",
      dependencies: ["AssayPlatform", "HealthModel", "HealthUnits", "CZLib", "CZstd"],
      plugins: ["EmbedFiles"]),
    .target(
      name: "HealthStorage",
      dependencies: ["AssayPlatform", "HealthModel", "HealthUnits"]),
    // Floor 3: questions to stores, what is said about the work, and stores in other processes.
    .target(
      name: "HealthQueries",
      dependencies: ["AssayPlatform", "HealthModel", "HealthUnits", "HealthStorage", "HealthValidation"]),
    // Dates, UUIDs, measurements and coding for apps. The library itself does without Foundation.
    .target(name: "HealthFoundation", dependencies: ["HealthModel", "HealthQueries", "HealthUnits"]),
    .target(
      name: "HealthReports",
      dependencies: ["AssayPlatform", "HealthCatalog", "HealthDigest", "HealthModel", "HealthUnits"]),
    // Programs as plugins: their protocol, the side of the host, and the kit for their authors.
    .target(
      name: "HealthPlugins",
      dependencies: ["AssayPlatform", "HealthModel", "HealthStorage", "HealthUnits"]),
    // Plugins: formats of others, which the command lists; the core depends on none of them.
    .target(
      name: "FHIR", dependencies: ["HealthFormats", "HealthModel", "HealthUnits"], path: "plugins/fhir/Sources"),
    .target(
      name: "OpenMHealth", dependencies: ["HealthFormats", "HealthModel", "HealthUnits"],
      path: "plugins/open-mhealth/Sources"),
    .target(
      name: "HealthConnect", dependencies: ["AssayPlatform", "HealthFormats", "HealthModel", "HealthUnits", "CSQLite"],
      path: "plugins/health-connect/Sources"),
    // Plugins: stores, built only through the public interface.
    .target(
      name: "JSONLStore", dependencies: ["AssayPlatform", "HealthModel", "HealthStorage", "SQLiteStore"],
      path: "plugins/jsonl/Sources"),
    .target(
      name: "SQLiteStore",
      dependencies: ["AssayPlatform", "HealthModel", "HealthStorage", "HealthUnits", "CSQLite"],
      path: "plugins/sqlite/Sources"),
    // Floor 4: the front door of apps: the built-in types, and stores by their names. One import.
    .target(
      name: "AssayKit",
      dependencies: [
        "HealthCatalog", "HealthModel", "HealthQueries", "HealthStorage", "HealthTypeNames", "HealthUnits",
        "HealthValidation", "JSONLStore", "SQLiteStore",
      ],
      plugins: ["EmbedFiles"]),
    // Floor 5: composition root.
    .target(
      name: "Assay",
      dependencies: [
        "AssayKit", "AssayPlatform", "HealthDigest", "HealthModel", "HealthCatalog", "HealthValidation",
        "HealthFormats", "HealthStorage", "HealthQueries", "HealthReports", "HealthPlugins",
      ],
      plugins: ["EmbedFiles"]),
    // A plugin: a verb of the command.
    .target(
      name: "LanguageServer",
      dependencies: [
        "Assay", "AssayPlatform", "HealthCatalog", "HealthFormats", "HealthModel", "HealthReports", "HealthValidation",
        argumentParser,
      ],
      path: "plugins/language-server/Sources"),
    // What these have compiled in: files of the package as they are, and the catalog as it is read at a start.
    .plugin(name: "EmbedFiles", capability: .buildTool(), dependencies: embedding, path: "Sources/EmbedFiles"),
    .executableTarget(name: "FileEmbedder"),
    .executableTarget(name: "CatalogCompiler", dependencies: ["HealthCatalog", "HealthDigest", "HealthModel"]),
    // Random numbers of tests.
    .target(name: "SeededRandom", dependencies: ["AssayPlatform"]),
    // What authors of plugins test with.
    .target(
      name: "HealthTestKit",
      dependencies: [
        "AssayKit", "AssayPlatform", "Assay", "HealthModel", "HealthCatalog", "HealthFormats", "HealthPlugins",
        "HealthStorage", "HealthValidation", "SeededRandom",
      ],
      exclude: ["Laws"],
      plugins: ["EmbedFiles"]),
    // Floor 6: the command.
    .executableTarget(
      name: "AssayCommand",
      dependencies: [
        "AssayKit", "AssayPlatform", "Assay", "HealthUnits", "HealthModel", "HealthCatalog", "HealthValidation",
        "HealthFormats", "HealthStorage", "HealthQueries", "HealthReports", "HealthPlugins", "HealthTestKit",
        "FHIR", "HealthConnect", "LanguageServer", "OpenMHealth", "SQLiteStore", argumentParser,
      ]),
    // Tests: cases and goldens are data under Tests/.
    .testTarget(name: "AssayPlatformTests", dependencies: ["AssayPlatform", "SeededRandom"]),
    .testTarget(name: "HealthDigestTests", dependencies: ["HealthDigest"]),
    .testTarget(name: "HealthModelTests", dependencies: ["HealthModel", "HealthUnits", "SeededRandom"]),
    .testTarget(name: "HealthUnitsTests", dependencies: ["HealthModel", "HealthUnits", "SeededRandom"]),
    .testTarget(
      name: "HealthCatalogTests", dependencies: ["HealthCatalog", "HealthModel", "HealthUnits", "SeededRandom"]),
    .testTarget(
      name: "HealthConnectTests",
      dependencies: ["AssayKit", "HealthConnect", "HealthFormats", "HealthModel", "HealthQueries"]),
    .testTarget(
      name: "HealthFormatsTests",
      dependencies: ["HealthFormats", "HealthModel", "HealthTestKit", "HealthUnits", "SeededRandom"]),
    .testTarget(
      name: "HealthFoundationTests",
      dependencies: [
        "HealthFoundation", "HealthModel", "HealthQueries", "HealthUnits", "SeededRandom",
      ]),
    .testTarget(name: "HealthReportsTests", dependencies: ["HealthReports", "HealthModel", "SeededRandom"]),
    .testTarget(
      name: "AssayTests",
      dependencies: [
        "Assay", "AssayKit", "HealthModel", "HealthUnits", "HealthCatalog", "HealthValidation", "HealthFormats",
        "HealthStorage", "HealthQueries", "HealthReports", "HealthTestKit", "SQLiteStore", "SeededRandom", "FHIR",
        "HealthConnect", "LanguageServer", "OpenMHealth",
      ]),
    .testTarget(
      name: "AssayKitTests",
      dependencies: [
        "Assay", "AssayKit", "HealthCatalog", "HealthModel", "HealthPlugins", "HealthTestKit",
        "HealthValidation", "SeededRandom",
      ]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["AssayCommand", "HealthModel", "SeededRandom"], exclude: ["Oracle"]),
    .testTarget(
      name: "SQLiteStoreTests",
      dependencies: ["SQLiteStore", "HealthModel", "HealthStorage", "HealthUnits", "HealthTestKit", "SeededRandom"]),
    .testTarget(
      name: "HealthTestKitTests",
      dependencies: [
        "HealthTestKit", "HealthStorage", "HealthModel", "HealthCatalog", "Assay", "AssayKit", "SQLiteStore",
        "JSONLStore",
      ]),
    .testTarget(
      name: "HealthQueriesTests",
      dependencies: [
        "HealthQueries", "HealthModel", "HealthStorage", "HealthUnits", "HealthCatalog", "HealthTestKit", "Assay",
        "SQLiteStore", "SeededRandom",
      ]),
    .testTarget(
      name: "JSONLStoreTests",
      dependencies: ["JSONLStore", "HealthModel", "HealthStorage", "HealthTestKit", "SeededRandom"]),
    .testTarget(
      name: "ProcessStoreTests",
      dependencies: ["HealthPlugins", "HealthStorage", "HealthModel", "HealthCatalog", "HealthTestKit", "SeededRandom"]),
    // System libraries.
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CLibYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
    .systemLibrary(name: "CPlatform"),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
  ],
  swiftLanguageModes: [.v6]
)

// `make test` builds the plugin for PostgreSQL, a package of its own, from the modules that are there anyway.
if Context.environment["ASSAY_POSTGRESQL"] == "1" {
  package.products.append(.executable(name: "assay-storage-postgresql", targets: ["AssayStoragePostgreSQL"]))
  package.targets += [
    .executableTarget(
      name: "AssayStoragePostgreSQL", dependencies: ["CLibPQ", "HealthModel", "HealthStorage", "HealthPlugins"],
      path: "plugins/postgresql/Sources/AssayStoragePostgreSQL"),
    .testTarget(
      name: "AssayStoragePostgreSQLTests",
      dependencies: ["AssayStoragePostgreSQL", "HealthModel", "HealthStorage", "HealthPlugins"],
      path: "plugins/postgresql/Tests/AssayStoragePostgreSQLTests"),
    .systemLibrary(name: "CLibPQ", path: "plugins/postgresql/Sources/CLibPQ", pkgConfig: "libpq"),
  ]
}

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system && target.type != .plugin { target.swiftSettings = strict }
// Says how long the spans live that it returns where the standard library's are too new: see Documentation/platforms.md.
for target in package.targets where target.name == "AssayPortable" {
  target.swiftSettings = strict + [.enableExperimentalFeature("Lifetimes")]
}
// What `make build` and `make test` build: optimized sources, and the tests as they are.
if Context.environment["ASSAY_OPTIMIZED"] != nil {
  for target in package.targets where target.type == .regular || target.type == .executable {
    target.swiftSettings =
      (target.swiftSettings ?? []) + [.unsafeFlags(["-O", "-whole-module-optimization", "-num-threads", "2"])]
  }
}
