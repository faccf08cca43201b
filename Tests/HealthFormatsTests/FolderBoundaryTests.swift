import Foundation
import HealthFormats
import HealthModel
import Testing

/// Files are opened inside a boundary, whatever their path says.
@Suite("Boundary of a folder") struct FolderBoundaryTests {
  @Test(
    "admits what is inside, and no system folder or .git",
    arguments: [
      ("/a/b", "/a/b", true), ("/a/b", "/a/b/c", true), ("/a/b", "/a/bc", false), ("/a/b", "/a", false),
      ("/a/b", "/a/b/.git", false), ("/a/b", "/a/b/c/.git/config", false), ("/a/b", "/a/b/.gitignore", true),
      ("/a/.git/x", "/a/.git/x/y", true), ("/", "/etc/passwd", true), ("/", "/proc/self/environ", false),
      ("/", "/dev/null", false), ("/", "/device", true), ("/sys", "/sys/kernel", false),
    ])
  func admits(_ root: String, _ path: String, _ expected: Bool) {
    #expect(FolderBoundary(root: root).admits(path) == expected)
  }

  @Test("an input is read inside only, also when a folder becomes a link after it was resolved") func swapped() throws {
    let place = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    let root = place + "/assay-boundary-" + UUID().uuidString
    let files = FileManager.default
    defer { try? files.removeItem(atPath: root) }
    for name in ["in/data", "out"] {
      try files.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
      try Data("{}\n".utf8).write(to: URL(fileURLWithPath: "\(root)/\(name)/a.ndjson"))
    }
    let boundary = FolderBoundary(root: root + "/in")
    let path = root + "/in/data/a.ndjson"
    let input = try ResolvedInput.resolve(path: path, within: boundary)
    var bytes: [UInt8] = []
    var source = try input.makeByteSource()
    _ = try source.read(into: &bytes, count: 10)
    #expect(bytes == Array("{}\n".utf8))
    try files.removeItem(atPath: root + "/in/data")
    try files.createSymbolicLink(atPath: root + "/in/data", withDestinationPath: "../out")
    #expect(throws: InputError.self) { try input.makeByteSource() }
    #expect(throws: InputError.self) { try ResolvedInput.resolve(path: path, within: boundary) }
    #expect(throws: InputError.self) { try FileSource(path: "/dev/stdin", within: FolderBoundary(root: "/")) }
    #expect(throws: InputError.self) { try ResolvedInput.resolve(path: "/dev/null", within: FolderBoundary(root: "/")) }
  }
}
