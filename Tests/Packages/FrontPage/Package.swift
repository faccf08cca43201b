// swift-tools-version: 6.2
// The program of Documentation/library.md as a package of its own, which depends on Assay as an app does. `make front-page`
// builds and runs it.
import PackageDescription

let package = Package(
  name: "FrontPage",
  dependencies: [
    // Named, because the folder that holds it may have any name.
    .package(name: "assay", path: "../../..")
  ],
  targets: [
    .executableTarget(name: "FrontPage", dependencies: [.product(name: "AssayKit", package: "assay")])
  ],
  swiftLanguageModes: [.v6]
)
