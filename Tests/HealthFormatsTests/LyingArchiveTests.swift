import HealthModel
import Testing

@testable import HealthFormats

@Suite("Archives that lie")
struct LyingArchiveTests {
  private static let content = Array("0123456789abcdef".utf8)

  /// A number of a record that is not the truth.
  enum Number: CaseIterable {
    case checksum, compressedSize, size, sizes

    func change(_ claims: inout PackedArchive.Claims, by delta: Int) {
      switch self {
      case .checksum: claims.checksum = UInt32(truncatingIfNeeded: Int(claims.checksum) + delta)
      case .compressedSize: claims.compressedSize = UInt64(Int(claims.compressedSize) + delta)
      case .size: claims.size = UInt64(Int(claims.size) + delta)
      case .sizes:
        Number.compressedSize.change(&claims, by: delta)
        Number.size.change(&claims, by: delta)
      }
    }
  }

  /// The content of an archive's only member.
  private func read(_ bytes: [UInt8]) throws -> Result<[UInt8], InputError> {
    try PackedFiles.withFile("lie.zip", bytes) { path in
      do throws(InputError) {
        let archive = try ZipArchive(path: path)
        guard let member = archive.members.first else { return .success([]) }
        var source = try archive.source(of: member)
        var content: [UInt8] = []
        while try source.read(into: &content, count: 7) > 0 {}
        return .success(content)
      } catch {
        return .failure(error)
      }
    }
  }

  @Test("an archive that tells the truth is read", arguments: PackedArchive.Form.allCases, [false, true])
  func truth(_ form: PackedArchive.Form, _ isStored: Bool) throws {
    let archive = PackedArchive(Self.content, form, isStored: isStored)
    #expect(try read(archive.bytes) == .success(Self.content))
  }

  @Test(
    "a size or checksum that is off by one is seen in each record, and in all of them",
    arguments: PackedArchive.Form.allCases, [false, true])
  func offByOne(_ form: PackedArchive.Form, _ isStored: Bool) throws {
    for records in form.records.map({ [$0] }) + [form.records] {
      for number in Number.allCases {
        for delta in [-1, 1] {
          var archive = PackedArchive(Self.content, form, isStored: isStored)
          for record in records { archive.lie(in: record) { number.change(&$0, by: delta) } }
          let result = try read(archive.bytes)
          guard case .failure(.damaged(_, .damaged, _)) = result else {
            Issue.record("\(records) \(number) \(delta): \(result)")
            continue
          }
        }
      }
    }
  }

  @Test(
    "an archive with a flipped bit is refused, or read as before",
    arguments: [.plain, .zip64, .descriptor] as [PackedArchive.Form])
  func flippedBit(_ form: PackedArchive.Form) throws {
    let good = PackedArchive(Self.content, form, isStored: false).bytes
    for place in good.indices {
      for bit in 0..<8 {
        var bytes = good
        bytes[place] ^= 1 << UInt8(bit)
        if case .success(let content) = try read(bytes) {
          #expect(content == Self.content, "bit \(bit) of byte \(place)")
        }
      }
    }
  }

  @Test("compressed data that lacks its last byte is damaged, and what came before counts")
  func cutStream() throws {
    var bytes = try TestFiles.bytes("Fixtures/apple-health/export.zip")
    let truth = bytes[18..<22]
    // Once in the local header and once in the directory.
    let places = bytes.indices.filter { bytes[$0...].starts(with: truth) }
    #expect(places.count == 2)
    for place in places { bytes[place] -= 1 }
    let export = try PackedFiles.withFile("cut.zip", bytes) { path in
      var export = ReadExport()
      do throws(InputError) {
        export = try ReadExport(AnyChunks(ResolvedInput.resolve(path: path).makeChunks(size: 4096)))
      } catch {
        export.error = error
      }
      return export
    }
    #expect(!export.samples.isEmpty)
    guard case .damaged(_, .damaged, let reason)? = export.error else {
      Issue.record("\(String(describing: export.error))")
      return
    }
    #expect(reason.hasSuffix("the member's compressed data ends too early"))
  }
}
