import HealthFormats
import HealthModel
import HealthReports

/// The files of an export that elements of its main file name, gathered while that is read.
///
/// They are read after the main file, when the ids are known of the samples that theirs belong to.
final class NamedFiles {
  /// The elements by the numbers of their files.
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

extension InputRun {
  /// Gathers the elements that name files in the part of the main file that an earlier run read.
  func gatherNamedFiles(before offset: Int64) async throws {
    let (validator, files) = (validator, input.files)
    let pipeline = ChunkPipeline(jobs: environment.jobs, inputSize: input.size) {
      ChunkWorker(validator: validator, writer: nil, keepsRefused: false, files: files)
    }
    let source = try input.makeChunks(size: ChunkPipeline.chunkSize(jobs: environment.jobs))
    try await pipeline.run(source, format: input.format) { result in
      _ = named.take(result, before: offset)
      return result.chunk.offset + Int64(result.chunk.contentCount) + result.chunk.skipped < offset
    }
  }

  /// Whether the main file was read before, and what is left are files beside it.
  var isPastMainFile: Bool {
    guard !input.files.files.isEmpty, let size = input.size else { return false }
    return position.byteOffset >= size
  }

  /// Where the files are beside an export's main file, which was read to its end, and from where on to read them;
  /// `nil` where there are none.
  var filePlan: FilePlan? {
    guard !isBroken, !input.files.files.isEmpty else { return nil }
    return FilePlan(
      owners: named.owners, base: mainFileEnd ?? input.size ?? position.byteOffset, offset: position.byteOffset)
  }

  /// Counts the files that nothing names, when all others were read.
  func countUnnamedFiles() {
    guard !isBroken else { return }
    for (number, file) in input.files.files.enumerated()
    where file.kind != .electrocardiogram && named.owners[number] == nil {
      summary.unsupported[file.kind.title, default: 0] += 1
    }
  }
}
