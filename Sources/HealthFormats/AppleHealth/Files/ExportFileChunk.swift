public import HealthModel

/// The file of an export that a chunk holds, beside the main file.
public struct ExportFileChunk: Sendable {
  /// The file.
  public let file: ExportFile
  /// Where the text of the element that names the file is; empty when none does.
  let element: Range<Int>
  /// Where the id of the sample is that the element's belongs to; empty when that is not known.
  let parent: Range<Int>
  /// Texts that the reader needs.
  let texts: FileTexts
  /// Why the content is not here, or not whole.
  let fault: FileFault?
}

/// Why the content of a file is not in its chunk.
enum FileFault: Sendable {
  /// It is longer than the limit.
  case tooLong
  /// It cannot be read to its end.
  case damaged
}

/// The element that names a file, and the sample that the element's belongs to.
public struct ExportFileOwner: Sendable {
  /// The element's text.
  public var element: [UInt8]
  /// The id of the sample that the element's belongs to; `nil` when it belongs to none, or ids are not made.
  public var parent: SampleID?

  /// Creates an owner.
  public init(element: [UInt8], parent: SampleID?) {
    self.element = element
    self.parent = parent
  }
}

extension InputChunk {
  /// Creates the chunk of one file: its content, and after it what the reader needs.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - content: its bytes; empty when there is a fault.
  ///   - fault: why they are not here.
  ///   - owner: the element that names it.
  ///   - offset: where it begins among the bytes of all files of the export.
  ///   - index: the chunk's number.
  init(
    of file: ExportFile, _ content: consuming [UInt8], _ fault: FileFault?, owner: ExportFileOwner?, offset: Int64,
    index: Int
  ) {
    let count = content.count
    var appendix = ChunkAppendix(start: count)
    appendix.add(at: count, for: nil)
    var bytes = content
    bytes.reserveCapacity(count + 1024 + (owner?.element.count ?? 0))
    let texts = FileTexts(appendedTo: &bytes)
    let parent = bytes.count
    owner?.parent?.append(to: &bytes)
    let element = bytes.count
    bytes.append(contentsOf: owner?.element ?? [])
    let part = ExportFileChunk(
      file: file, element: element..<bytes.count, parent: parent..<element, texts: texts, fault: fault)
    self.init(
      bytes: bytes, offset: offset, skipped: max(0, file.size - Int64(count)), index: index,
      context: ChunkContext(isFirst: false, isLast: false, isOverlong: fault == .tooLong))
    self.appendix = appendix
    self.file = part
  }
}
