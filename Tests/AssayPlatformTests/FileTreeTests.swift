import AssayPlatform
import Foundation
import Testing

@Suite("Names of files")
struct FileTreeTests {
  @Test("a listing has every name once, and says which ones are not UTF-8") func listing() throws {
    let folder = try TemporaryFolder()
    try folder.file("a")
    try folder.file(".hidden")
    try FileTree.makeFolder(folder.path("b"), mode: 0o700)
    try FileManager.default.createSymbolicLink(atPath: folder.path("c"), withDestinationPath: "nowhere")
    let damaged = folder.path("d").utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xFF), 0]
    let number = creat(damaged, 0o600)
    try #require(number >= 0)
    close(number)
    defer { unlink(damaged) }
    let items = try FolderItem.all(in: folder.path).sorted { $0.name < $1.name }
    #expect(items.map(\.name) == [".hidden", "a", "b", "c", "d\u{FFFD}"])
    #expect(items.map(\.isUTF8) == [true, true, true, true, false])
    // A file system need not tell.
    let kinds: [FileStatus.Kind] = [.file, .file, .folder, .link, .file]
    for (item, kind) in zip(items, kinds) { #expect(item.kind ?? kind == kind, "\(item.name)") }
    #expect(throws: SystemError.notDirectory) { try FolderItem.all(in: folder.path("a")) }
    #expect(throws: SystemError.noSuchFile) { try FolderItem.all(in: folder.path("e")) }
  }

  @Test("a folder is removed with all in it, and what links in it lead to stays") func removal() throws {
    let folder = try TemporaryFolder()
    try FileTree.makeFolders(folder.path("a/b/c"))
    try FileTree.makeFolders(folder.path("a/b/c"))
    try folder.file("kept", "text")
    try FileTree.makeFolders(folder.path("other"))
    try folder.file("other/kept", "text")
    try folder.file("a/b/c/file")
    for (name, target) in [("a/file", "kept"), ("a/b/folder", "other")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path(name), withDestinationPath: folder.path(target))
    }
    FileTree.removeAll(folder.path("a"))
    #expect(Set(try FolderItem.all(in: folder.path).map(\.name)) == ["kept", "other"])
    #expect(try folder.text("kept") == "text")
    #expect(try folder.text("other/kept") == "text")
  }

  @Test("folders are made on the way, but not through a file") func folders() throws {
    let folder = try TemporaryFolder()
    try folder.file("a")
    #expect(throws: SystemError.notDirectory) { try FileTree.makeFolders(folder.path("a/b")) }
    #expect(throws: SystemError.fileExists) { try FileTree.makeFolder(folder.path, mode: 0o700) }
  }

  @Test("a path is followed to the place it leads to, and a name that is not UTF-8 is told") func real() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "./a")
    #expect(try RealPath(of: folder.path("link")).text == path)
    #expect(try RealPath(of: folder.path + "/../" + folder.path.split(separator: "/").last!).text == folder.path)
    #expect(throws: SystemError.noSuchFile) { try RealPath(of: folder.path("b")) }
  }

  @Test("two names of a file have one identity, and a file in its place has another") func identity() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a")
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("b"))
    let identity = FileIdentity(of: path)
    #expect(identity != nil && identity == FileIdentity(of: folder.path("b")))
    #expect(try Descriptor(reading: path).status().identity == identity)
    try folder.file("c")
    try FileTree.rename(folder.path("c"), to: path)
    #expect(FileIdentity(of: path) != identity)
    #expect(FileIdentity(of: folder.path("d")) == nil)
  }

  @Test("a temporary file has no name, and only its owner's permissions") func temporary() throws {
    let folder = try TemporaryFolder()
    let file = try TemporaryPath.makeFile(in: folder.path, prefix: "x")
    #expect(try FolderItem.all(in: folder.path).isEmpty)
    #expect(try file.status().permissions == 0o600)
    let made = try TemporaryPath.makeFolder(in: folder.path, prefix: "y")
    #expect(try FileStatus(of: made).permissions == 0o700)
    #expect(throws: SystemError.self) { _ = try TemporaryPath.makeFile(in: folder.path("no"), prefix: "x") }
  }

  @Test("a lock is held once, free with its value, and not one on a file that lost its name") func lock() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("lock")
    var first = try FileLock.attempt(path)
    #expect(first != nil)
    #expect(try FileLock.attempt(path) == nil)
    try FileTree.removeFile(path)
    #expect(try FileLock.attempt(path) != nil)
    try folder.file("second")
    first = try FileLock.attempt(folder.path("second"))
    #expect(first != nil)
    first = nil
    // A process that another test starts has a copy of the descriptor until its program begins.
    var isFree = false
    for _ in 0..<1000 where !isFree {
      isFree = try FileLock.attempt(folder.path("second")) != nil
      if !isFree { SystemThread.sleep(milliseconds: 1) }
    }
    #expect(isFree)
    #expect(throws: SystemError.noSuchFile) { try FileLock.attempt(folder.path("no/lock")) }
  }
}
