import Assay
import AssayPlatform

/// How many samples are appended before a commit.
enum CommitSize {
  /// Takes `ASSAY_COMMIT_SIZE`: small commits are for tests that interrupt; a larger size is not faster.
  static func apply(to environment: inout RunEnvironment) {
    if let size = EnvironmentVariables.value(of: "ASSAY_COMMIT_SIZE").flatMap({ Int($0) }), size > 0 {
      environment.commitSize = size
    }
  }
}
