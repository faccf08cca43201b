import Foundation
import Testing

/// `assay normalize --with`: where samples were read, and the digests of their content.
@Suite("Samples with their places") struct SampleTraceTests {
  private struct Line: Decodable {
    struct Trace: Decodable {
      var path: String?
      var line: Int?
      var lineBase: String?
      var byteOffset: Int?
      var digest: String?
    }

    var uuid: String
    var members: [Line]?
    var assay: Trace?
  }

  private static let input = "Tests/Fixtures/demo/samples.ndjson"

  private static func normalize(_ options: [String], _ path: String = input) throws -> [String] {
    let result = try AssayBinary.run(["normalize", "--quiet", path] + options)
    #expect(result.status <= 1, "\(result.errorText)")
    return result.text.split(separator: "\n").map(String.init)
  }

  private static func read(_ lines: [String]) throws -> [Line] {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try lines.map { try decoder.decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("a place is that of the record, with any number of jobs") func places() throws {
    let bytes = try TestFile.bytes(Self.input)
    let lines = try Self.normalize(["--with", "place"])
    #expect(try Self.normalize(["--with", "place", "--jobs", "4"]) == lines)
    for line in try Self.read(lines) {
      let trace = try #require(line.assay)
      let offset = try #require(trace.byteOffset)
      #expect(trace.path == Self.input && trace.digest == nil && trace.lineBase == nil)
      #expect(bytes[offset] == UInt8(ascii: "{"))
      #expect(trace.line == 1 + bytes[..<offset].count { $0 == 0x0A })
    }
  }

  @Test("without what is added, the lines are those of the normal form") func plain() throws {
    let plain = try Self.normalize([])
    for with in ["place", "digest", "digest,place"] {
      let traced = try Self.normalize(["--with", with]).map {
        $0.replacingOccurrences(of: #","assay":\{[^}]*\}"#, with: "", options: .regularExpression)
      }
      #expect(traced == plain)
    }
  }

  @Test("readers pass over what is added: the samples are the same") func read() throws {
    try TemporaryFolder.with { folder in
      let traced = try Self.normalize(["--with", "place,digest"])
      let path = try folder.write("traced.ndjson", traced.joined(separator: "\n") + "\n")
      #expect(try Self.normalize([], path) == Self.normalize([]))
      // An array, and a member that is anything else.
      let other = try folder.write(
        "array.json", #"[{"assay":7,"type":"bodyMass","value":70,"unit":"kg","start":"2025-04-01T07:58:12Z"}]"#)
      let result = try AssayBinary.run(["validate", other])
      #expect(result.status == 0 && result.text.isEmpty, "\(result.text)")
    }
  }

  @Test("digests are told apart by content, and members have their own") func digests() throws {
    let lines = try Self.read(try Self.normalize(["--with", "place,digest"]))
    let all = lines + lines.flatMap { $0.members ?? [] }
    let digests = all.compactMap(\.assay?.digest)
    #expect(digests.count == all.count && digests.allSatisfy { $0.count == 16 })
    #expect(Set(digests).count == Set(all.map(\.uuid)).count)
    #expect(all.contains { $0.members != nil })
  }

  @Test("ranges have the places of the file", arguments: [900, 1500]) func ranges(_ cut: Int) throws {
    let whole = try Self.read(try Self.normalize(["--with", "place,digest"]))
    let first = try Self.read(try Self.normalize(["--with", "place,digest", "--range", "0:\(cut)"]))
    let second = try Self.read(try Self.normalize(["--with", "place,digest", "--range", "\(cut):100000"]))
    let parts = first + second
    #expect(parts.map(\.uuid) == whole.map(\.uuid))
    #expect(parts.map(\.assay?.byteOffset) == whole.map(\.assay?.byteOffset))
    #expect(parts.map(\.assay?.digest) == whole.map(\.assay?.digest))
    #expect(first.map(\.assay?.line) == whole.prefix(first.count).map(\.assay?.line))
    #expect(first.allSatisfy { $0.assay?.lineBase == nil } && second.allSatisfy { $0.assay?.lineBase == "range" })
  }

  @Test("columns say the same as lines") func arrow() throws {
    let result = try AssayBinary.run(
      ["normalize", Self.input, "--quiet", "--as", "arrow", "--with", "place,digest"])
    let read = try ReadStream(result.output)
    #expect(read.fields.suffix(4).map(\.name) == ["digest", "path", "line", "byte_offset"])
    let lines = try Self.read(try Self.normalize(["--with", "place,digest"]))
    var wanted: [String] = []
    for line in lines {
      for item in [line] + (line.members ?? []) {
        wanted.append(
          "\(item.assay?.digest ?? "") \(Self.input) \(line.assay?.line ?? 0) \(line.assay?.byteOffset ?? 0)")
      }
    }
    let found = read.rows.map { row in
      row.suffix(4).map { value in
        switch value {
        case .text(let text): String(decoding: text, as: UTF8.self)
        case .integer(let number): String(number)
        default: "?"
        }
      }.joined(separator: " ")
    }
    #expect(found == wanted)
    #expect(try RebuiltLines(read).lines() == Self.normalize([]))
  }

  @Test("another word is a mistake") func unknown() throws {
    let result = try AssayBinary.run(["normalize", Self.input, "--with", "place,time"])
    #expect(result.status == 2 && result.errorText.contains("`time`"), "\(result.errorText)")
  }
}
