import Foundation
import HealthModel
import Testing

@testable import HealthFormats

/// Archives that are written read back, by our own checks of archives.
@Suite("Writing of archives") struct ZipWriterTests {
  /// Packs members, in pieces of a size.
  private func archive(_ members: [(name: String, text: [UInt8])], piece: Int, isLarge: Bool) throws -> [UInt8] {
    let zip = try #require(ZipWriter())
    var bytes: [UInt8] = []
    for (name, text) in members {
      zip.begin(name, isLarge: isLarge, to: &bytes)
      var start = 0
      while start < text.count {
        zip.append(Array(text[start..<min(text.count, start + piece)]), to: &bytes)
        start += piece
      }
    }
    zip.finish(to: &bytes)
    return bytes
  }

  private func path(of bytes: [UInt8]) throws -> String {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("assay-zip-\(UUID().uuidString).zip")
    try Data(bytes).write(to: url)
    return url.path
  }

  private static let noise = (0..<300_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) }
  private static let members: [(name: String, text: [UInt8])] = [
    ("folder/empty.txt", []), ("folder/short.txt", Array("text".utf8)), ("folder/ünï.txt", noise),
    ("last", Array(repeating: 0x41, count: 1_000_000)),
  ]

  @Test("what is packed is read, member by member", arguments: [false, true]) func roundTrip(_ isLarge: Bool) throws {
    let path = try path(of: archive(Self.members, piece: 70_000, isLarge: isLarge))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let zip = try ZipArchive(path: path)
    #expect(zip.members.map(\.name) == Self.members.map(\.name))
    for (member, expected) in zip.members.map({ $0 }).enumerated().map({ ($1, Self.members[$0].text) }) {
      var source = try zip.source(of: member)
      var content: [UInt8] = []
      while try source.read(into: &content, count: 64 * 1024) > 0 {}
      #expect(content == expected, "\(member.name)")
    }
  }

  @Test("equal members give equal bytes, in whatever pieces they come") func sameBytes() throws {
    let one = try archive(Self.members, piece: 70_000, isLarge: false)
    #expect(try archive(Self.members, piece: 70_000, isLarge: false) == one)
    #expect(try archive(Self.members, piece: 333, isLarge: false) == one)
  }

  @Test("more members than the usual records count are counted by Zip64") func many() throws {
    let zip = try #require(ZipWriter())
    var bytes: [UInt8] = []
    for number in 0..<70_000 { zip.begin("m/\(number)", to: &bytes) }
    zip.finish(to: &bytes)
    let path = try path(of: bytes)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let archive = try ZipArchive(path: path)
    #expect(archive.members.count == 70_000)
    #expect(archive.members.last?.name == "m/69999")
  }

  @Test("an archive without members is one") func empty() throws {
    let path = try path(of: archive([], piece: 1, isLarge: false))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try ZipArchive(path: path).members.isEmpty)
  }
}
