import Foundation
import Testing

@testable import HealthFormats

/// A compressed file is told by its content, however late that begins.
@Suite("Beginnings of compressed inputs")
struct PackedBeginningTests {
  private static let table = Array(
    ("type,value,unit\n" + (0..<8000).map { "heartRate,\(50 + $0 % 100),count/min\n" }.joined()).utf8)
  /// Files from whose first 64 KiB nothing can be inflated.
  private static let late: [(name: String, bytes: [UInt8])] = [
    ("table.csv.zst", PackedFiles.zstandard(table, block: 120_000)),
    ("table.csv.gz", PackedFiles.gzip(table, name: 70_000)),
  ]
  /// A file from whose first 256 KiB nothing can be inflated.
  private static let tooLate = PackedFiles.gzip(table, name: 300_000)

  private func records(_ input: ResolvedInput) throws -> [String] {
    let table = try ReadTable(AnyChunks(input.makeChunks(size: 1 << 20)), of: Self.table)
    #expect(table.error == nil)
    return table.records
  }

  @Test("a file is inflated until its content begins")
  func files() throws {
    let expected = ReadTable(Self.table).records
    #expect(expected.count == 8000)
    for (name, bytes) in Self.late + [("table.csv.gz", Self.tooLate)] {
      try PackedFiles.withFile(name, bytes) { path in
        let input = try ResolvedInput.resolve(path: path)
        #expect(input.format == .csv)
        #expect(try records(input) == expected)
      }
    }
  }

  @Test("a pipe is read on until its content begins, and loses nothing")
  func pipes() throws {
    let expected = ReadTable(Self.table).records
    for (_, bytes) in Self.late {
      try PackedFiles.withPipe(bytes) { path in
        let input = try ResolvedInput.resolve(path: path)
        #expect(input.format == .csv)
        #expect(try records(input) == expected)
      }
    }
  }

  @Test("what is read ahead of a pipe is bounded; its format can be given then")
  func outOfReach() throws {
    try PackedFiles.withPipe(Self.tooLate) { path in
      do throws(InputError) {
        _ = try ResolvedInput.resolve(path: path)
        Issue.record("resolved")
      } catch {
        guard case .unknownFormat(_, let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(reason.contains("inside of gzip, its first 256 KiB inflate to nothing"))
      }
    }
    try PackedFiles.withPipe(Self.tooLate) { path in
      let input = try ResolvedInput.resolve(path: path, format: .csv)
      #expect(try records(input) == ReadTable(Self.table).records)
    }
  }

  @Test("what is read ahead is the pipe's beginning, and no more than it takes", arguments: [1, 4096, 1 << 20])
  func prefix(_ most: Int) throws {
    let step = FormatSniffer.prefixLength
    for (bytes, length) in [
      (Self.late[0].bytes, 2 * step), (Self.late[1].bytes, 3 * step), (Self.tooLate, 4 * step),
      (PackedFiles.gzip([]), step), (Array(Self.late[0].bytes[..<70_000]), 2 * step),
    ] {
      var pipe = SlowSource(bytes, most: most)
      var prefix = try pipe.prefix(step)
      let compression = try #require(Compression(prefix: prefix))
      _ = try PackedBeginning(ofPipe: &pipe, prefix: &prefix, compression, path: "pipe")
      let rest = try pipe.prefix(bytes.count)
      #expect(prefix.count == min(length, bytes.count))
      #expect(prefix + rest == bytes)
    }
  }

  @Test("a pipe or file that is cut before its content is damaged")
  func cut() throws {
    let bytes = Array(Self.late[0].bytes[..<70_000])
    try PackedFiles.withPipe(bytes) { try checkCut($0) }
    try PackedFiles.withFile("table.csv.zst", bytes) { try checkCut($0) }
  }

  private func checkCut(_ path: String) throws {
    let input = try ResolvedInput.resolve(path: path)
    do throws(InputError) {
      _ = try input.makeByteSource()
      Issue.record("opened")
    } catch {
      guard case .damaged(_, .truncated, _) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(
    "a window of 8 MiB is read, a larger one is refused with what to do",
    arguments: [(0x67, false), (0x68, false), (0x69, true), (0x88, true), (0xF8, true)] as [(UInt8, Bool)])
  func window(_ descriptor: UInt8, _ isRefused: Bool) throws {
    let packed = PackedFiles.zstandard(Self.table, block: 1000, window: descriptor)
    try PackedFiles.withFile("table.csv.zst", packed) { path in
      let input = try ResolvedInput.resolve(path: path)
      do throws(InputError) {
        _ = try input.makeByteSource()
        #expect(!isRefused)
      } catch {
        guard case .damaged(_, .unsupported, let reason) = error else {
          Issue.record("\(error)")
          return
        }
        #expect(isRefused)
        #expect(reason.contains("a window of more than 8 MiB"))
        #expect(reason.contains("`zstd --long=27 -dc FILE | assay validate -`"))
      }
    }
  }
}
