import CLibZip

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The C library that archives are read with, libzip, loaded with the first archive.
///
/// It brings a library of ciphers of several megabytes, which takes longer to load than a small file to check. The
/// functions are those of `zip.h`, and so are the types.
public struct ArchiveLibrary: Sendable {
  typealias Archive = OpaquePointer
  typealias Member = OpaquePointer
  typealias Text = UnsafePointer<CChar>

  let open: @Sendable @convention(c) (Int32, Int32, UnsafeMutablePointer<Int32>) -> Archive?
  let discard: @Sendable @convention(c) (Archive) -> Void
  let text: @Sendable @convention(c) (Archive) -> Text?
  let count: @Sendable @convention(c) (Archive, zip_flags_t) -> zip_int64_t
  let initStatus: @Sendable @convention(c) (UnsafeMutablePointer<zip_stat_t>) -> Void
  let status: @Sendable @convention(c) (Archive, zip_uint64_t, zip_flags_t, UnsafeMutablePointer<zip_stat_t>) -> Int32
  let initError: @Sendable @convention(c) (UnsafeMutablePointer<zip_error_t>, Int32) -> Void
  let errorText: @Sendable @convention(c) (UnsafeMutablePointer<zip_error_t>) -> Text?
  let endError: @Sendable @convention(c) (UnsafeMutablePointer<zip_error_t>) -> Void
  let openMember: @Sendable @convention(c) (Archive, zip_uint64_t, zip_flags_t) -> Member?
  let readMember: @Sendable @convention(c) (Member, UnsafeMutableRawPointer?, zip_uint64_t) -> zip_int64_t
  let memberText: @Sendable @convention(c) (Member) -> Text?
  let closeMember: @Sendable @convention(c) (Member) -> Int32
  private let versionText: @Sendable @convention(c) () -> Text?

  /// The library; `nil` where none is installed.
  private static let installed = SharedLibrary(named: ["libzip.so.5", "libzip.so.4", "libzip.5.dylib"])
    .flatMap { ArchiveLibrary($0) }

  /// Its version, such as `1.7.3`; says when it is not installed.
  public static var version: String {
    guard let installed else { return "not installed" }
    return installed.versionText().map { String(cString: $0) } ?? "unknown"
  }

  /// The library, for an archive.
  ///
  /// - Throws: `InputError.unreadable` where none is installed.
  static func load(for path: String) throws(InputError) -> ArchiveLibrary {
    guard let installed else {
      throw .unreadable(
        path: path,
        reason: "archives are read with libzip, which is not installed (Debian: apt-get install libzip4);"
          + " or unpack it and name the file inside")
    }
    return installed
  }

  private init?(_ library: SharedLibrary) {
    do {
      open = try library.function("zip_fdopen")
      discard = try library.function("zip_discard")
      text = try library.function("zip_strerror")
      count = try library.function("zip_get_num_entries")
      initStatus = try library.function("zip_stat_init")
      status = try library.function("zip_stat_index")
      initError = try library.function("zip_error_init_with_code")
      errorText = try library.function("zip_error_strerror")
      endError = try library.function("zip_error_fini")
      openMember = try library.function("zip_fopen_index")
      readMember = try library.function("zip_fread")
      memberText = try library.function("zip_file_strerror")
      closeMember = try library.function("zip_fclose")
      versionText = try library.function("zip_libzip_version")
    } catch {
      return nil
    }
  }
}

/// A library that is loaded when it is wanted, and stays.
private struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  struct MissingFunction: Error {}

  /// Loads the first of these that is installed.
  init?(named names: [String]) {
    for name in names {
      if let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.handle = handle
        return
      }
    }
    return nil
  }

  /// A function by its name, as what the caller knows it to be.
  func function<Function>(_ name: String) throws(MissingFunction) -> Function {
    guard let address = dlsym(handle, name) else { throw MissingFunction() }
    return unsafeBitCast(address, to: Function.self)
  }
}
