import AssayPlatform
import CLibZip
public import HealthModel

/// A zip archive, opened for reading: members are streamed, nothing is ever unpacked to disk.
public struct ZipArchive {
  /// The archive's path, as given.
  public let path: String
  /// The members, in the order of the table of contents, all of which passed its checks.
  public let members: [ZipMember]
  private let handle: ZipHandle

  /// Opens an archive and checks its table of contents.
  ///
  /// - Parameters:
  ///   - path: the archive.
  ///   - boundary: the folder that the archive must be in, links resolved.
  /// - Throws: `InputError.damaged` for what is wrong with it, before any member is read.
  public init(path: String, within boundary: FolderBoundary? = nil) throws(InputError) {
    self.path = path
    let file = try ArchiveFile(path: path, within: boundary)
    members = try CentralDirectory.members(of: file)
    handle = try ZipHandle(file)
    guard handle.count == members.count else { throw file.damaged("its table of contents can be read in two ways") }
  }

  /// A member's content as a stream.
  public func source(of member: ZipMember) throws(InputError) -> ZipMemberSource {
    guard handle.agrees(with: member) else {
      throw .damaged(
        path: displayPath(of: member), code: .damaged,
        reason: "the archive is refused: its table of contents can be read in two ways")
    }
    return try ZipMemberSource(member, of: handle, path: displayPath(of: member))
  }

  /// The beginning of a member's content.
  public func prefix(of member: ZipMember, count: Int) throws(InputError) -> [UInt8] {
    var source = try source(of: member)
    return try source.prefixAsFarAsSound(count)
  }

  /// How a member is named in findings: `export.zip!apple_health_export/export.xml`.
  public func displayPath(of member: ZipMember) -> String { "\(path)!\(member.name)" }
}

/// An archive of libzip, closed with its last user; one thread at a time uses it.
final class ZipHandle {
  let library: ArchiveLibrary
  let pointer: ArchiveLibrary.Archive

  init(_ file: ArchiveFile) throws(InputError) {
    let library = try ArchiveLibrary.load(for: file.path)
    let descriptor = try file.duplicate()
    var code: Int32 = 0
    guard let opened = library.open(descriptor, 0, &code) else {
      _ = Descriptor(taking: descriptor)
      throw file.damaged(Self.text(of: code, library))
    }
    self.library = library
    pointer = opened
  }

  deinit { library.discard(pointer) }

  /// How many entries libzip sees.
  var count: Int { Int(library.count(pointer, 0)) }

  /// Whether libzip reads the same of an entry as we do.
  func agrees(with member: ZipMember) -> Bool {
    var status = zip_stat_t()
    library.initStatus(&status)
    guard library.status(pointer, zip_uint64_t(member.index), 0, &status) == 0 else { return false }
    return UInt64(status.size) == UInt64(member.size) && UInt64(status.comp_size) == UInt64(member.compressedSize)
      && UInt32(status.crc) == member.crc
  }

  private static func text(of code: Int32, _ library: ArchiveLibrary) -> String {
    var error = zip_error_t()
    library.initError(&error, code)
    defer { library.endError(&error) }
    guard let text = library.errorText(&error) else { return "error \(code)" }
    return String(cString: text)
  }
}
