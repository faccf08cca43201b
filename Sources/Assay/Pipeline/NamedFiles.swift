import HealthFormats
import HealthModel
import HealthReports

/// The files of an export that elements of its main file name, gathered while that is read.
///
/// They are read after the main file, when the ids are known of the samples that theirs belong to.
final class NamedFiles {
  private(set) var owners: [Int: ExportFileOwner] = [:]
  private var length = 0

  /// The most bytes of elements that are kept: over fifty thousand routes.
  private static let maximumLength = 32 << 20

  /// Takes up the elements of a chunk that name files.
  ///
  /// - Returns: the names of elements that are not read, since another one names their file, or there are too many.
  func take(_ result: ChunkResult, before end: Int64 = .max) -> [String] {
    var unread: [String] = []
    for item in result.companions where result.chunk.offset + Int64(item.start) < end {
      if owners[item.file] == nil, length + item.element.count <= Self.maximumLength {
        owners[item.file] = ExportFileOwner(element: item.element, parent: item.parent.map { result.batch.id[$0] })
        length += item.element.count
      } else {
        let name = item.element.dropFirst().prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">") }
        unread.append(String(decoding: name, as: UTF8.self))
      }
    }
    return unread
  }
}

/// What the files beside an export's main file are read with.
struct FilePlan: Sendable {
  let owners: [Int: ExportFileOwner]
  let base: Int64
  let offset: Int64

  func chunks(of input: ResolvedInput) throws(InputError) -> ExportFileChunks {
    try input.makeFileChunks(of: owners, base: base, from: offset)
  }
}
