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
    "a file that is replaced keeps its permissions, whatever the mask",
    arguments: [("022", 0o664), ("077", 0o644), ("077", 0o666), ("000", 0o600), ("027", 0o640)])
  func replaced(_ mask: String, _ mode: Int) throws {
    try TemporaryFolder.with { folder in
      let path = try folder.write("all.ndjson", "old\n")
      #expect(chmod(path, mode_t(mode)) == 0)
      let result = try AssayBinary.shell(
        "umask \(mask); exec assay export --store memory: --output all.ndjson", folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try TestFile.bytes(path).isEmpty)
      #expect(permissions(path) == mode)
    }
  }

  @Test("a new file has what the mask leaves", arguments: [("022", 0o644), ("077", 0o600), ("027", 0o640)])
  func made(_ mask: String, _ mode: Int) throws {
    try TemporaryFolder.with { folder in
      let result = try AssayBinary.shell(
        "umask \(mask); exec assay export --store memory: --output all.ndjson", folder: folder.path)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(permissions(folder.path(of: "all.ndjson")) == mode)
    }
  }
}
