import AssayPlatform
public import HealthModel

/// An input whose kind is known: a file, the main file of an export's folder or archive, or standard input.
public struct ResolvedInput: Sendable {
  /// The path it was named by.
  public let path: String
  /// How findings name it; inside an archive `export.zip!apple_health_export/export.xml`.
  package let displayPath: String
  /// How it is read.
  public let format: InputFormat
  /// The `origin` its samples have, `apple-health` for exports.
  package let origin: String?
  /// How many bytes it has when it is inflated, if that is known.
  public let size: Int64?
  /// How the columns of a table become fields.
  public internal(set) var layout: TableLayout {
    get { form.layout }
    set { form = InputForm(newValue, form.profile) }
  }
  /// The profile that recognized it, and that the layout is from.
  package var profile: InputProfile? { form.profile }
  /// The published form of JSON that it is said to be of, and that its layout is not from yet.
  package var dialect: JSONDialect?
  /// The layout and the profile, which the many inputs of one form share.
  var form: InputForm
  /// The files of an export beside its main file, if it is not named by itself.
  package let files: ExportFiles
  let compression: Compression?
  let place: Place
  let boundary: FolderBoundary?
  /// Which lines of it are read; `nil` for all of it.
  package internal(set) var range: LineRange?

  /// Where the bytes come from.
  enum Place: Sendable {
    case file(String)
    case text([UInt8])
    case member(ZipMember, archive: String)
    /// A member of an archive that stays open, as one of many that are read.
    case shared(ZipMember, in: ZipArchive)
    /// A pipe, and what was read of it to see what it is.
    case stream(String, prefix: [UInt8])
    /// A damaged archive: reading it says what is wrong.
    case damaged(InputError)
  }

  init(
    _ place: Place, path: String, shown: String, format: InputFormat, size: Int64?,
    compression: Compression? = nil, layout: TableLayout = TableLayout(), files: ExportFiles = .none,
    within boundary: FolderBoundary? = nil
  ) {
    self.files = files
    self.place = place
    self.boundary = boundary
    self.compression = compression
    form = layout == TableLayout() ? .plain : InputForm(layout)
    self.path = path
    displayPath = shown
    self.format = format
    origin = format.definition.origin
    // Progress counts the converted text, whose length is not known.
    self.size = format.converted == nil ? size : nil
  }

  /// Finds out what an input is.
  ///
  /// An archive that is damaged or dangerous resolves, and throws `InputError.damaged` when it is read: it is a finding
  /// about that input, and others are read.
  ///
  /// - Parameters:
  ///   - path: a file, a folder with an export, a zip archive with one, or `-` for standard input.
  ///   - format: the format when it is given and not to be found out.
  ///   - stdinName: how findings name standard input.
  ///   - layout: how the columns of a table become fields.
  ///   - boundary: the folder that the input must be in, links resolved; `-` is the name of a file then.
  /// - Returns: the input, ready to be read.
  /// - Throws: `InputError` if the input does not exist, or its format is not supported.
  public static func resolve(
    path: String, format: InputFormat? = nil, stdinName: String? = nil, layout: TableLayout = TableLayout(),
    within boundary: FolderBoundary? = nil
  ) throws(InputError) -> ResolvedInput {
    try resolve(path: path, format: format, further: [], stdinName: stdinName, layout: layout, within: boundary)
  }

  /// Finds out what an input is, which may be of the format of a plugin.
  package static func resolve(
    path: String, format: InputFormat?, further: [InputFormat], stdinName: String? = nil,
    layout: TableLayout = TableLayout(), within boundary: FolderBoundary? = nil
  ) throws(InputError) -> ResolvedInput {
    if path == "-", boundary == nil { return try stream(path, name: stdinName ?? path, format, further, layout) }
    guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL character") }
    let status: FileStatus
    do {
      status = try FileStatus(of: path)
    } catch {
      throw InputError(error, opening: path)
    }
    switch status.kind {
    case .folder: return try folder(path, format, boundary)
    case .file: return try file(path, format, further, size: status.size, layout, boundary)
    case _ where boundary != nil: throw .notAFile(path: path)
    default: return try stream(path, name: path, format, further, layout)
    }
  }

  /// How the input's text is written.
  package var syntax: RawSyntax { format.syntax(by: layout) }

  /// The input's bytes, inflated; a pipe can be read once.
  package func makeByteSource() throws(InputError) -> any ByteSource {
    switch place {
    case .file(let path): return try inflated(FileSource(path: path, within: boundary))
    case .stream(let path, let prefix): return try inflated(PrefixedSource(prefix, FileSource(path: path)))
    case .text(let bytes): return MemorySource(bytes)
    case .damaged(let error): throw error
    case .shared(let member, let archive): return try archive.source(of: member)
    case .member(let member, let path):
      let archive = try ZipArchive(path: path, within: boundary)
      guard archive.members.contains(member) else {
        throw .damaged(path: displayPath, code: .damaged, reason: "the archive changed while it was read")
      }
      return try archive.source(of: member)
    }
  }

  private func inflated<Source: ByteSource>(_ source: Source) throws(InputError) -> any ByteSource {
    try compression?.source(of: source, path: displayPath) ?? source
  }

  /// The path of a file that can be read from any place: neither a pipe nor compressed as a whole.
  var seekableFile: String? {
    guard compression == nil, case .file(let path) = place else { return nil }
    return path
  }

  /// The text that chunks are cut from: the input's bytes, or what they are converted to.
  package func makeTextSource(types: Registry?) throws(InputError) -> any ByteSource {
    guard format.converted != nil else { return try makeByteSource() }
    return ConvertedText(try makeChunks(size: 256 * 1024, types: types))
  }

  /// Cuts the input into chunks.
  package func makeChunks(
    size: Int, from offset: Int64 = 0, types: Registry? = nil, prefixSink: ((UnsafeRawBufferPointer) -> Void)? = nil
  ) throws(InputError) -> any ChunkSource {
    if let converted = format.converted {
      if case .damaged(let error) = place { throw error }
      return ConvertedChunks(ConvertedInput(self, types: types), converted, size: size, from: offset)
    }
    var source = try makeByteSource()
    var left = offset
    var piece: [UInt8] = []
    var beginning: [UInt8] = []
    // A record means little without what it is in, which is before the place.
    var passed = format == .json && layout.records != nil && offset > 0 ? PassedRecords(layout) : nil
    while left > 0 {
      piece.removeAll(keepingCapacity: true)
      let got = try source.read(into: &piece, count: Int(min(left, 256 * 1024)))
      guard got > 0 else {
        throw .unreadable(path: displayPath, reason: "the input ends before the place where reading should go on")
      }
      if let prefixSink { piece.withUnsafeBytes { prefixSink($0) } }
      // The rows of a table mean nothing without its header, which is before the place.
      if format.hasHeader, beginning.count < TableHeader.reach { beginning.append(contentsOf: piece) }
      left -= Int64(got)
      passed?.pass(piece, isLast: left == 0)
    }
    return format.chunks(
      of: source, size: size, layout: layout, offset: max(0, offset), beginning: beginning, after: passed)
  }

  /// How many bytes the input has with the files beside it, if that is known.
  package var totalSize: Int64? { size.map { files.files.reduce($0) { $0 + $1.size } } }

  /// The files of an export, a chunk each: those that elements name, and all electrocardiograms.
  ///
  /// Their bytes follow the main file's, in the order of their paths, as though all were one input.
  package func makeFileChunks(
    of owners: [Int: ExportFileOwner], base: Int64, from offset: Int64
  ) throws(InputError) -> ExportFileChunks {
    var archive: ZipArchive?
    if case .member(_, let path) = place { archive = try ZipArchive(path: path, within: boundary) }
    return ExportFileChunks(
      files, in: archive, within: boundary, owners: owners, base: base, from: offset)
  }

  /// Cuts a source of the input's bytes into chunks; `offset` is where its first byte is.
  package func chunks(
    of source: some ByteSource, size: Int, offset: Int64, beginning: [UInt8] = []
  ) -> any ChunkSource {
    format.chunks(of: source, size: size, layout: layout, offset: offset, beginning: beginning)
  }
}
