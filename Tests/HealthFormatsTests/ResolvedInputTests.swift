import Foundation
import Testing

@testable import HealthFormats

@Suite("Inputs")
struct ResolvedInputTests {
  private func failure(_ path: String, format: InputFormat? = nil) -> InputError? {
    do throws(InputError) {
      _ = try ResolvedInput.resolve(path: path, format: format)
      return nil
    } catch {
      return error
    }
  }

  @Test("a folder's main file is found by content, whatever its name")
  func folder() throws {
    let path = TestFiles.path("Fixtures/apple-health/localized-name")
    let input = try ResolvedInput.resolve(path: path)
    #expect(input.format == .appleHealth)
    #expect(input.path == path)
    #expect(input.displayPath == path + "/apple_health_export/导出.xml")
    let export = try ReadExport(AnyChunks(input.makeChunks(size: 4096)))
    #expect(export.samples.count == 3)
  }

  @Test("a folder with many exports, or none, is refused with their names")
  func folders() {
    guard case .ambiguous? = failure(TestFiles.path("Fixtures/apple-health")) else {
      Issue.record("many exports")
      return
    }
    guard case .unknownFormat? = failure(TestFiles.path("Fixtures/jsonlines")) else {
      Issue.record("no export")
      return
    }
    guard case .unknownFormat? = failure(TestFiles.path("Fixtures"), format: .json) else {
      Issue.record("a folder is no JSON")
      return
    }
  }

  @Test("what is not there, no file, or no format is told")
  func failures() {
    let missing = TestFiles.path("Fixtures/none.xml")
    #expect(failure(missing) == .notFound(path: missing))
    #expect(failure(missing + "/below") == .notFound(path: missing + "/below"))
    #expect(failure("/dev/zero") == .notAFile(path: "/dev/zero"))
    guard case .unreadable? = failure("a\0b") else {
      Issue.record("a NUL in a path")
      return
    }
    guard case .unknownFormat? = failure(TestFiles.path("Fixtures/apple-health/not-health.xml")) else {
      Issue.record("another XML")
      return
    }
    guard case .unknownFormat? = failure(TestFiles.path("Fixtures/apple-health/export.zip"), format: .jsonLines) else {
      Issue.record("a zip as NDJSON")
      return
    }
  }

  @Test("a format that is given is not found out")
  func given() throws {
    let path = TestFiles.path("Fixtures/apple-health/not-health.xml")
    let input = try ResolvedInput.resolve(path: path, format: .jsonLines)
    #expect(input.format == .jsonLines)
  }

  @Test("reading goes on at an offset, and what stands before is shown")
  func offset() throws {
    let path = TestFiles.path("Fixtures/demo/export.xml")
    let bytes = try TestFiles.bytes("Fixtures/demo/export.xml")
    let whole = ReadExport(bytes, chunk: 4096)
    let cut = try #require(whole.cuts.first)
    var prefix: [UInt8] = []
    let input = try ResolvedInput.resolve(path: path)
    let chunks = try input.makeChunks(size: 4096, from: cut) { prefix.append(contentsOf: $0) }
    let rest = ReadExport(AnyChunks(chunks))
    #expect(rest.records == whole.records.filter { $0.start >= cut })
    #expect(prefix == Array(bytes[..<Int(cut)]))
  }

  @Test("an offset behind the end is an error")
  func offsetBehindEnd() throws {
    let input = try ResolvedInput.resolve(path: TestFiles.path("Fixtures/demo/samples.ndjson"))
    #expect(throws: InputError.self) { _ = try input.makeChunks(size: 100, from: 1 << 40) }
  }

  @Test("a pipe loses nothing to finding out what it is")
  func pipe() throws {
    let bytes = try TestFiles.bytes("Fixtures/demo/export.xml")
    let pipe = Pipe()
    let number = pipe.fileHandleForReading.fileDescriptor
    // The pipe holds 64 KiB; the file is smaller, so that one thread can write and read it.
    try #require(bytes.count < 60_000)
    try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
    try pipe.fileHandleForWriting.close()
    let input = try ResolvedInput.resolve(path: "/dev/fd/\(number)")
    #expect(input.format == .appleHealth)
    #expect(input.size == nil)
    let export = try ReadExport(AnyChunks(input.makeChunks(size: 4096)))
    #expect(export.records == ReadExport(bytes).records)
    try pipe.fileHandleForReading.close()
  }

  @Test("an archive from a pipe is refused with advice")
  func zipFromPipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(try TestFiles.bytes("Fixtures/apple-health/export.zip")))
    try pipe.fileHandleForWriting.close()
    guard case .unknownFormat(_, let reason)? = failure("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)") else {
      Issue.record("resolved")
      return
    }
    #expect(reason.contains("pipe"))
  }
}
