import Foundation
import HealthModel
import Testing

@testable import HealthFormats

@Suite("Compressed inputs")
struct CompressionTests {
  static let cases = DocumentCase.rows(of: "compressed/streams.tsv")
  private static let table = """
    type,value,unit,start
    heartRate,72,count/min,2026-01-01T08:00:00Z
    stepCount,9,count,2026-01-01T08:00:00Z

    """

  /// Inflates bytes to their end, or as far as they can be.
  private func inflate(
    _ bytes: [UInt8], _ compression: Compression, most: Int = 1 << 20, count: Int = 1 << 16
  ) throws -> (bytes: [UInt8], fault: ArchiveFault?) {
    var source = try compression.source(of: SlowSource(bytes, most: most), path: "packed")
    var output: [UInt8] = []
    do throws(InputError) {
      while try source.read(into: &output, count: count) > 0 {}
      return (output, nil)
    } catch {
      guard case .damaged(let path, let fault, let reason) = error else { throw error }
      #expect(path == "packed")
      #expect(!reason.isEmpty)
      // An input that broke off stays so.
      do throws(InputError) {
        _ = try source.read(into: &output, count: count)
        Issue.record("went on")
      } catch {
        #expect(error == .damaged(path: path, code: fault, reason: reason))
      }
      return (output, fault)
    }
  }

  @Test("the file of cases is there")
  func count() { #expect(Self.cases.count >= 25) }

  @Test("each file gives all of the table, or its beginning and what is wrong", arguments: CompressionTests.cases)
  func streams(_ row: DocumentCase) throws {
    let compression = row.name.hasPrefix("gzip") ? Compression.gzip : .zstandard
    for (most, count) in [(1, 1), (1, 4096), (7, 5), (1 << 20, 1), (1 << 20, 1 << 20)] {
      let (bytes, fault) = try inflate(row.bytes, compression, most: most, count: count)
      #expect(Array(Self.table.utf8).starts(with: bytes))
      switch row.verdict {
      case "ok":
        #expect(fault == nil)
        #expect(bytes == Array(Self.table.utf8))
      case "truncated": #expect(fault == .truncated)
      case "damaged": #expect(fault == .damaged)
      case "unsupported": #expect(fault == .unsupported)
      default: Issue.record("unknown verdict \(row.verdict)")
      }
    }
  }

  /// 256 KiB of line feeds, which any number of may follow each other.
  private static func bomb(_ compression: Compression) -> [UInt8] {
    let zstandard = "KLUv/QBoTAAACAoBAPz/ORACAwAQCg=="
    let gzip =
      "H4sIAAAAAAAC/+3BIQEAAADDIL/+ga/fASgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
      + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgDd+Tg5ZAAAEAA=="
    let text = compression == .gzip ? gzip : zstandard
    return Data(base64Encoded: text).map { Array($0) } ?? []
  }

  @Test("16 MiB may come of nothing, beyond that the ratio is 200", arguments: [(64, false), (65, true)])
  func ratio(_ times: Int, _ isRefused: Bool) throws {
    for compression in [Compression.gzip, .zstandard] {
      let packed = Array(repeatElement(Self.bomb(compression), count: times).joined())
      let (bytes, fault) = try inflate(packed, compression)
      #expect(bytes.count == 16 << 20)
      #expect(fault == (isRefused ? .ratio : nil))
    }
  }

  @Test(
    "the content decides, and the extension under that of the compression",
    arguments: [
      ("a.csv.gz", "x,y\n1,2\n", .csv), ("a.gz", "type,value\nheartRate,1\n", .csv), ("a.json.GZ", "{\"a\":1}", .json),
      ("a.ndjson.gz", "{\"a\":1}", .jsonLines), ("a.xml.gz", "<HealthData>", .appleHealth), ("a.gz", "", .jsonLines),
      ("a", "{\"a\":1}\n{}\n", .jsonLines),
    ] as [(name: String, text: String, format: InputFormat)])
  func formats(_ row: (name: String, text: String, format: InputFormat)) throws {
    try PackedFiles.withFile(row.name, PackedFiles.gzip(Array(row.text.utf8))) { path in
      let input = try ResolvedInput.resolve(path: path)
      #expect(input.format == row.format)
      #expect(input.displayPath == path)
      #expect(input.size == nil)
      var source = try input.makeByteSource()
      var bytes: [UInt8] = []
      while try source.read(into: &bytes, count: 100) > 0 {}
      #expect(bytes == Array(row.text.utf8))
    }
  }

  @Test("an export and a table read packed as they do unpacked, from any cut on")
  func inputs() throws {
    let export = try TestFiles.bytes("Fixtures/demo/export.xml")
    try PackedFiles.withFile("export.xml.gz", PackedFiles.gzip(export)) { path in
      let input = try ResolvedInput.resolve(path: path)
      #expect(input.origin == "apple-health")
      let whole = ReadExport(export, chunk: 4096)
      let packed = try ReadExport(AnyChunks(input.makeChunks(size: 4096)))
      #expect(packed == whole)
      let cut = try #require(whole.cuts.first)
      let rest = try ReadExport(AnyChunks(input.makeChunks(size: 4096, from: cut)))
      #expect(rest.records == whole.records.filter { $0.start >= cut })
    }
    let row = Self.cases.first(where: { $0.name == "Zstandard" })
    let packed = try #require(row)
    try PackedFiles.withFile("table.csv.zst", packed.bytes) { path in
      let input = try ResolvedInput.resolve(path: path)
      #expect(input.format == .csv)
      let document = Array(Self.table.utf8)
      let whole = ReadTable(document, chunk: 10)
      let table = try ReadTable(AnyChunks(input.makeChunks(size: 10)), of: document)
      #expect(table == whole)
      let cut = try #require(whole.cuts.dropFirst().first)
      let rest = try ReadTable(AnyChunks(input.makeChunks(size: 10, from: cut)), of: document)
      #expect(rest.records == Array(whole.records.dropFirst()))
    }
  }

  @Test("a compressed pipe is read")
  func pipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(PackedFiles.gzip(Array(Self.table.utf8))))
    try pipe.fileHandleForWriting.close()
    let input = try ResolvedInput.resolve(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(input.format == .csv)
    let document = Array(Self.table.utf8)
    let table = try ReadTable(AnyChunks(input.makeChunks(size: 50)), of: document)
    #expect(table.records == ReadTable(document).records)
    try pipe.fileHandleForReading.close()
  }

  @Test("what stands before a wrong checksum counts, in every format")
  func checksum() throws {
    let rows = Array(Self.table.utf8)
    try PackedFiles.withFile("a.csv.gz", PackedFiles.gzip(rows, hasGoodChecksum: false)) { path in
      let table = try ReadTable(
        AnyChunks(ResolvedInput.resolve(path: path).makeChunks(size: 1 << 20)), of: rows)
      #expect(table.records == ReadTable(rows).records)
      #expect(table.error.flatMap(Self.fault) == .damaged)
    }
    for (name, text) in [("a.ndjson", "{\"a\":1}\n{\"b\":2}\n"), ("a.json", "[{\"a\":1},{\"b\":2}]")] {
      let packed = PackedFiles.gzip(Array(text.utf8), hasGoodChecksum: false)
      try PackedFiles.withFile(name + ".gz", packed) { path in
        var chunks = try ResolvedInput.resolve(path: path).makeChunks(size: 1 << 20)
        let first = try chunks.next()
        let chunk = try #require(first)
        #expect(text.utf8.starts(with: chunk.bytes))
        #expect(chunk.bytes.contains(UInt8(ascii: "2")))
        #expect(!chunk.context.isLast)
        #expect(throws: InputError.self) { _ = try chunks.next() }
      }
    }
  }

  @Test("a file that is damaged from its beginning on resolves, and says so when it is read")
  func damaged() throws {
    let bytes: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 6]
    try PackedFiles.withFile("a.csv.gz", bytes) { path in
      let input = try ResolvedInput.resolve(path: path)
      #expect(throws: InputError.self) { _ = try input.makeByteSource() }
    }
  }

  @Test("what is packed and not read is named")
  func unknown() throws {
    var tar = [UInt8](repeating: 0, count: 1024)
    tar.replaceSubrange(257..<262, with: Array("ustar".utf8))
    let zip = try TestFiles.bytes("Fixtures/apple-health/export.zip")
    for (bytes, words) in [
      (tar, "tar archive"), (zip, "zip archive"), (Array("words\n".utf8), "inside of gzip, it is text"),
      (PackedFiles.gzip(tar), "compressed with gzip"),
    ] {
      try PackedFiles.withFile("a.gz", PackedFiles.gzip(bytes)) { path in
        do throws(InputError) {
          _ = try ResolvedInput.resolve(path: path)
          Issue.record("resolved: \(words)")
        } catch {
          guard case .unknownFormat(_, let reason) = error else {
            Issue.record("\(error)")
            return
          }
          #expect(reason.contains(words), "\(reason)")
        }
      }
    }
  }

  private static func fault(_ error: InputError) -> ArchiveFault? {
    guard case .damaged(_, let fault, _) = error else { return nil }
    return fault
  }
}
