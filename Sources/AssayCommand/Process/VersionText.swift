import Assay

/// What `assay --version` prints.
enum VersionText {
  static let current = "assay \(AssayVersion.current)"
}
