package import HealthModel

/// The file of an export that a chunk holds, beside the main file.
@usableFromInline package struct ExportFileChunk: Sendable {
  package let file: ExportFile
  /// Where the text of the element that names the file is; empty when none does.
  let element: Range<Int>
  /// Where the id of the sample is that the element's belongs to; empty when that is not known.
  let parent: Range<Int>
  let texts: FileTexts
  /// Why the content is not here, or not whole.
  let fault: FileFault?
  /// How to get the content; `nil` when it is here.
  let pending: UnreadFile?

  package var isWhole: Bool { fault == nil && pending == nil }
}

/// A file that is read when its chunk is: inflating takes as long as judging, and each worker does its own.
struct UnreadFile: Sendable {
  let archive: ZipArchive?
  let boundary: FolderBoundary?
  let owner: ExportFileOwner?

  /// A file's bytes, or why they are not here.
  func content(of file: ExportFile) -> ([UInt8], FileFault?) {
    if file.size > Int64(ExportFiles.maximumSize) { return ([], .tooLong) }
    var bytes: [UInt8] = []
    do {
      bytes = try read(file)
    } catch {
      return ([], .damaged)
    }
    // Stores keep texts of these files, and a text is UTF-8.
    if UTF8Check.firstFault(in: 0..<bytes.count, of: bytes.span.bytes) != nil { return ([], .encoding) }
    // The size is what the listing said: places after the file are counted by it.
    if bytes.count > Int(file.size) { bytes.removeLast(bytes.count - Int(file.size)) }
    return (file.kind == .electrocardiogram ? ElectrocardiogramText.withoutPerson(bytes) : bytes, nil)
  }

  /// How much goes after a file's content: texts, the element that names it.
  static func room(_ owner: ExportFileOwner?) -> Int { 1024 + (owner?.element.count ?? 0) }

  private func read(_ file: ExportFile) throws(InputError) -> [UInt8] {
    guard let member = file.member else {
      var source = try FileSource(path: file.displayPath, within: boundary)
      return try source.prefix(Int(file.size), room: Self.room(owner))
    }
    guard let archive else { return [] }
    var source = try archive.source(of: member)
    var bytes = try source.prefix(Int(member.size), room: Self.room(owner))
    // Its end checks size and checksum.
    var rest: [UInt8] = []
    _ = try source.read(into: &rest, count: 1)
    bytes.append(contentsOf: rest)
    return bytes
  }
}

/// Why the content of a file is not in its chunk.
enum FileFault: Sendable {
  case tooLong
  case damaged
  /// It is not UTF-8.
  case encoding
}

/// The element that names a file, and the sample that the element's belongs to.
@usableFromInline package struct ExportFileOwner: Sendable {
  package var element: [UInt8]
  /// The id of the sample that the element's belongs to; `nil` when it belongs to none, or ids are not made.
  package var parent: SampleID?

  package init(element: [UInt8], parent: SampleID?) {
    self.element = element
    self.parent = parent
  }
}

extension InputChunk {
  /// Creates the chunk of a file whose content is read later; see `loaded()`.
  init(of file: ExportFile, _ pending: UnreadFile, offset: Int64, index: Int) {
    var bytes: [UInt8] = []
    let texts = FileTexts(appendedTo: &bytes)
    self.init(
      bytes: [], offset: offset, skipped: file.size, index: index, context: ChunkContext(isFirst: false, isLast: false))
    self.file = ExportFileChunk(file: file, element: 0..<0, parent: 0..<0, texts: texts, fault: nil, pending: pending)
  }

  /// The chunk with its content, if that is to be read from a file of an export; every other chunk as it is.
  package func loaded() -> InputChunk {
    guard let file, let pending = file.pending else { return self }
    let (content, fault) = pending.content(of: file.file)
    return InputChunk(of: file.file, content, fault, owner: pending.owner, offset: offset, index: index)
  }

  /// Creates the chunk of one file: its content, and after it what the reader needs.
  init(
    of file: ExportFile, _ content: consuming [UInt8], _ fault: FileFault?, owner: ExportFileOwner?, offset: Int64,
    index: Int
  ) {
    let count = content.count
    var appendix = ChunkAppendix(start: count)
    appendix.add(at: count, for: nil)
    var bytes = content
    bytes.reserveCapacity(count + UnreadFile.room(owner))
    let texts = FileTexts(appendedTo: &bytes)
    let parent = bytes.count
    owner?.parent?.append(to: &bytes)
    let element = bytes.count
    bytes.append(contentsOf: owner?.element ?? [])
    let part = ExportFileChunk(
      file: file, element: element..<bytes.count, parent: parent..<element, texts: texts, fault: fault, pending: nil)
    self.init(
      bytes: bytes, offset: offset, skipped: max(0, file.size - Int64(count)), index: index,
      context: ChunkContext(isFirst: false, isLast: false, isOverlong: fault == .tooLong))
    self.appendix = appendix
    self.file = part
  }
}

/// Texts that the readers of an export's files need as slices, since tapes hold slices of one buffer.
///
/// They lie after a file's content in its chunk; the names are those of the attributes in which the main file writes the
/// same, so that a definition needs one name for both.
struct FileTexts {
  enum Name: Int, CaseIterable {
    case location, latitude, longitude, altitude, date, horizontalAccuracy, verticalAccuracy
    case rate, units, microvolt, parent

    var text: StaticString {
      switch self {
      case .location: "Location"
      case .latitude: "latitude"
      case .longitude: "longitude"
      case .altitude: "altitude"
      case .date: "date"
      case .horizontalAccuracy: "horizontalAccuracy"
      case .verticalAccuracy: "verticalAccuracy"
      case .rate: "rate"
      case .units: "units"
      case .microvolt: "mcV"
      case .parent: "parent"
      }
    }
  }

  private var fields = Fixed11<RawField>(repeating: .absent)

  /// Puts the texts at the end of a chunk's bytes.
  init(appendedTo bytes: inout [UInt8]) {
    for name in Name.allCases {
      let start = bytes.count
      name.text.withUTF8Buffer { bytes.append(contentsOf: $0) }
      fields[name.rawValue] = RawField(kind: .string, start: start, end: bytes.count)
    }
  }

  subscript(name: Name) -> RawField { fields[name.rawValue] }
}
