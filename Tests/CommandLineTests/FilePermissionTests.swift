import Foundation
import Glibc
import Testing

/// The permissions of files that are written: those of the file that is replaced, else what the user's mask leaves.
@Suite("Permissions of outputs") struct FilePermissionTests {
  private func permissions(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_mode & 0o7777) : nil
  }

  @Test(
    "a file system that sets no permissions takes the file all the same; any other fault leaves what was there",
    .enabled(if: FaultSweepTests.canTrace, "strace cannot trace here"),
    arguments: [("EPERM", 0), ("EOPNOTSUPP", 0), ("ENOSYS", 0), ("EINVAL", 0), ("EIO", 3), ("EROFS", 3)])
  func withoutPermissions(_ error: String, _ status: Int32) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("all.ndjson", "old\n")
      #expect(chmod(path, 0o644) == 0)
      let result = try AssayBinary.shell(
        "strace -f -o /dev/null -e inject=fchmod:error=\(error) assay export --store memory: --output all.ndjson",
        folder: folder.path)
      #expect(result.status == status, "\(result.errorText)")
      #expect(try String(decoding: TestFile.bytes(path), as: UTF8.self) == (status == 0 ? "" : "old\n"))
      #expect(TestFile.names(in: folder.path) == ["all.ndjson"])
      // Nobody reads it who could not before.
      #expect(permissions(path) == (status == 0 ? 0o600 : 0o644))
    }
  }
}
