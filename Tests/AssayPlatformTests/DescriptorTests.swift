import AssayPlatform
import Foundation
import Testing

@Suite("Files that are open")
struct DescriptorTests {
  @Test("a file is closed with its value, and one of somebody else stays open") func lifetime() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a", "text")
    do {
      let file = try Descriptor(reading: path)
      #expect(try descriptors(to: path) == 1)
      do { _ = Descriptor(borrowing: file.number) }
      #expect(try descriptors(to: path) == 1)
      let shared = SharedDescriptor(Descriptor(taking: try file.duplicate()))
      #expect(try descriptors(to: path) == 2)
      #expect(try shared.file.bytes(limit: 2) == Array("te".utf8))
    }
    #expect(try descriptors(to: path) == 0)
  }

  @Test("a file whose status cannot be taken, or that an opening refuses, leaves nothing open") func refused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a")
    #expect(throws: SystemError.fileExists) { _ = try Descriptor(writing: path, .new) }
    #expect(throws: SystemError.notDirectory) { _ = try Descriptor(folder: path) }
    #expect(throws: SystemError.noSuchFile) { _ = try Descriptor(reading: path + "b") }
    #expect(try descriptors(to: path) == 0)
  }

  struct Opening: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var beginning: Descriptor.Beginning
    /// What the file holds after `new` was written; `nil` for a refusal.
    var onFile: String?
    /// The same where there was no file.
    var onNothing: String?
  }

  @Test(arguments: [
    Opening(testDescription: "new", beginning: .new, onFile: nil, onNothing: "new"),
    Opening(testDescription: "empty", beginning: .empty, onFile: "new", onNothing: "new"),
    Opening(testDescription: "kept", beginning: .kept, onFile: "newtext", onNothing: "new"),
    Opening(testDescription: "existing", beginning: .existing, onFile: "newtext", onNothing: nil),
  ]) func beginnings(_ opening: Opening) throws {
    let folder = try TemporaryFolder()
    try folder.file("there", "oldtext")
    for (name, expected) in [("there", opening.onFile), ("nothing", opening.onNothing)] {
      var isWritten = false
      do {
        let file = try Descriptor(writing: folder.path(name), opening.beginning)
        try Array("new".utf8).withUnsafeBytes { try file.write($0) }
        isWritten = true
      } catch {
        #expect(expected == nil, "\(name): \(error)")
      }
      #expect(isWritten == (expected != nil), "\(name)")
      if let expected { #expect(try folder.text(name) == expected) }
      if name == "there", expected == nil { #expect(try folder.text(name) == "oldtext") }
    }
  }

  @Test("what is written follows no link") func links() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("a", "text")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: path)
    for beginning in [Descriptor.Beginning.new, .empty, .kept, .existing] {
      #expect(throws: SystemError.self) { _ = try Descriptor(writing: folder.path("link"), beginning) }
    }
    #expect(throws: SystemError.tooManyLinks) { _ = try Descriptor(reading: folder.path("link"), followsLinks: false) }
    #expect(try Descriptor(reading: folder.path("link")).bytes(limit: 10) == Array("text".utf8))
  }

  @Test("reading and writing at a place are whole, and end where the file does") func places() throws {
    let folder = try TemporaryFolder()
    let file = try Descriptor(writing: folder.path("a"), .new, isRead: true)
    try Array("0123456789".utf8).withUnsafeBytes { try file.write($0, at: 3) }
    var space = [UInt8](repeating: 0xFF, count: 8)
    let count = try space.withUnsafeMutableBytes { try file.read(into: $0, at: 7) }
    #expect(count == 6 && space.prefix(6).elementsEqual("456789".utf8))
    try file.truncate(to: 5)
    try file.synchronize(contentOnly: true)
    try file.synchronize()
    #expect(try file.status().size == 5)
    try file.seek(to: 0)
    #expect(try file.bytes(limit: 100) == [0, 0, 0] + Array("01".utf8))
  }

  @Test("a pipe of a file's name is opened without waiting for it") func pipe() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(try Descriptor(reading: folder.path("pipe")).status().kind == .pipe)
    #expect(try FileStatus(of: folder.path("pipe")).kind == .pipe)
  }
}
