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
    set { form = InputLayout(newValue, form.profile) }
  }
  package var profile: InputProfile? { form.profile }
  /// The published form of JSON that it is said to be of, and that its layout is not from yet.
  package var dialect: JSONDialect?
  /// The layout and the profile, which the many inputs of one form share.
  var form: InputLayout
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
    _ place: Place, path: String, shown: String, format: InputFormat, size: Int64?, compression: Compression? = nil,
    layout: TableLayout = TableLayout(), files: ExportFiles = .none, within boundary: FolderBoundary? = nil
  ) {
    self.files = files
    self.place = place
    self.boundary = boundary
    self.compression = compression
    form = layout == TableLayout() ? .plain : InputLayout(layout)
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
  ///   - formats: the formats among which it is found out.
  ///   - stdinName: how findings name standard input.
  ///   - layout: how the columns of a table become fields.
  ///   - boundary: the folder that the input must be in, links resolved; `-` is the name of a file then.
  /// - Returns: the input, ready to be read.
  /// - Throws: `InputError` if the input does not exist, or its format is not supported.
  public static func resolve(
    path: String, format: InputFormat? = nil, formats: FormatList = .core, stdinName: String? = nil,
    layout: TableLayout = TableLayout(), within boundary: FolderBoundary? = nil
  ) throws(InputError) -> ResolvedInput {
    if path == "-", boundary == nil { return try stream(path, name: stdinName ?? path, format, formats, layout) }
    guard !path.utf8.contains(0) else { throw .unreadable(path: path, reason: "the path holds a NUL character") }
    // A part of a file, such as a sheet of a workbook, is named after the file: `study.xlsx!Weights`.
    let mark = FileTree.exists(path) ? nil : path.lastIndex(of: "!")
    let place = mark.map { String(path[..<$0]) } ?? path
    let part = mark.map { String(path[path.index(after: $0)...]) }
    let status = try InputError.opening(path) { () throws(SystemError) in try FileStatus(of: place) }
    switch status.kind {
    case _ where part != nil && status.kind != .file: throw .notFound(path: path)
    case .folder: return try folder(path, format, boundary)
    case .file:
      let input = try file(place, format, formats, size: status.size, layout, boundary)
      if let table = try input.table(part, named: path) { return table }
      guard part == nil else { throw .notFound(path: path) }
      return input
    case _ where boundary != nil: throw .notAFile(path: path)
    default: return try stream(path, name: path, format, formats, layout)
    }
  }

  /// The input as the table that its format makes of it, or of a part of it; `nil` for other formats.
  package func table(_ part: String? = nil, named path: String) throws(InputError) -> ResolvedInput? {
    guard let format = format.converted, let text = try format.table(of: ConvertedInput(self, types: nil), part: part)
    else { return nil }
    return ResolvedInput(
      .text(text), path: path, shown: path, format: .csv, size: Int64(text.count), layout: layout, within: boundary)
  }

  package func reading(as format: InputFormat) -> ResolvedInput {
    ResolvedInput(
      place, path: path, shown: displayPath, format: format, size: size, compression: compression, layout: layout,
      files: files, within: boundary)
  }

  package var syntax: RawSyntax { format.syntax(by: layout) }

  /// The input's bytes, inflated and as UTF-8; a pipe can be read once.
  package func makeByteSource() throws(InputError) -> any ByteSource {
    let source = try makePlainSource()
    return layout.encoding.map { TranscodedSource(source, $0) } ?? source
  }

  private func makePlainSource() throws(InputError) -> any ByteSource {
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

  /// Whether it is text in memory, which has no file of its name.
  package var isText: Bool { if case .text = place { true } else { false } }

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
    return ExportFileChunks(files, in: archive, within: boundary, owners: owners, base: base, from: offset)
  }

  /// Cuts a source of the input's bytes into chunks; `offset` is where its first byte is.
  package func chunks(
    of source: some ByteSource, size: Int, offset: Int64, beginning: [UInt8] = []
  ) -> any ChunkSource {
    format.chunks(of: source, size: size, layout: layout, offset: offset, beginning: beginning)
  }

  package func limited(to range: LineRange) throws(InputError) -> ResolvedInput {
    guard case .file = place else {
      throw .unknownFormat(path: displayPath, reason: "a range is for a file that can be read from any place")
    }
    guard compression == nil else {
      throw .unknownFormat(path: displayPath, reason: "it is compressed; a range is for a plain file of JSON lines")
    }
    guard format == .jsonLines else {
      throw .unknownFormat(path: displayPath, reason: "it is read as \(format.rawValue); a range is for JSON lines")
    }
    var result = self
    result.range = range
    return result
  }

  /// The bytes of the lines of the input's range; `nil` if it has none and is read whole.
  package func makeLineSource() throws(InputError) -> LineRangeSource<FileSource>? {
    guard let range, case .file(let path) = place else { return nil }
    let source = try FileSource(path: path, within: boundary)
    try source.seek(to: LineRangeSource<FileSource>.place(before: range))
    return try LineRangeSource(source, range: range)
  }
}

extension ResolvedInput {
  static func folder(
    _ path: String, _ format: InputFormat?, _ boundary: FolderBoundary?
  ) throws(InputError) -> ResolvedInput {
    if let format, format != .appleHealth {
      throw .unknownFormat(
        path: path, reason: "it is a folder; only an Apple Health export can be one; \(ExportFolder.otherFilesHint)")
    }
    try boundary?.check(folder: path)
    let (main, files) = try ExportFolder.locate(path, within: boundary)
    let size = (try? FileStatus(of: main))?.size
    return ResolvedInput(
      .file(main), path: path, shown: main, format: .appleHealth, size: size, files: files, within: boundary)
  }

  static func file(
    _ path: String, _ format: InputFormat?, _ formats: FormatList, size: Int64, _ layout: TableLayout,
    _ boundary: FolderBoundary?
  ) throws(InputError) -> ResolvedInput {
    var source = try FileSource(path: path, within: boundary)
    let prefix = try source.prefix(FormatSniffer.prefixLength)
    if prefix.isEmpty, !(format ?? FormatSniffer.promised(by: path, formats)).definition.maybeEmpty {
      let reason = "the file is empty, as after a download or copy that broke off"
      return ResolvedInput(
        .damaged(.damaged(path: path, code: .truncated, reason: reason)), path: path, shown: path,
        format: format ?? FormatSniffer.promised(by: path, formats), size: nil)
    }
    if let compression = Compression(prefix: prefix) {
      let beginning = try PackedBeginning(of: PrefixedSource(prefix, source), compression, path: path)
      return try compressed(
        compression, beginning, .file(path), path: path, shown: path, format, formats, layout, boundary)
    }
    let outcome = FormatSniffer.sniff(prefix: prefix, path: path, formats: formats)
    if outcome == .zip {
      // Of a damaged archive, reading says what is wrong.
      let exports =
        format == nil
        ? (try? ZipArchive(path: path, within: boundary)).map {
          ArchiveExports($0, formats: formats.all)
        } : nil
      try exports?.checkOne(path)
      let found = format ?? exports?.format
      if let found, found.converted != nil {
        return ResolvedInput(
          .file(path), path: path, shown: path, format: found, size: size, layout: layout, within: boundary)
      }
      if let format, format != .appleHealth {
        throw .unknownFormat(path: path, reason: "it is a zip archive, not \(format.rawValue)")
      }
      if exports?.isWorkbook ?? false {
        throw .unknownFormat(
          path: path,
          reason:
            "it is a workbook of Excel; read it with `--plugin excel`, whose README says what it needs, or save the "
            + "sheet as CSV UTF-8")
      }
      return try archive(path, boundary)
    }
    return try ResolvedInput(
      .file(path), path: path, shown: path, format: known(outcome, format, path), size: size, layout: layout,
      within: boundary)
  }

  /// A file or pipe that is compressed as a whole: its format is that of its content.
  private static func compressed(
    _ compression: Compression, _ beginning: PackedBeginning, _ place: Place, path: String, shown: String,
    _ format: InputFormat?, _ formats: FormatList, _ layout: TableLayout, _ boundary: FolderBoundary? = nil
  ) throws(InputError) -> ResolvedInput {
    let outcome: FormatSniffer.Outcome
    switch beginning {
    case .content(let content):
      let inner = Compression.innerPath(of: shown)
      outcome =
        content.isEmpty
        ? .format(FormatSniffer.promised(by: inner, formats))
        : FormatSniffer.sniff(prefix: content, path: inner, formats: formats)
    case .outOfReach:
      outcome = .unknown(
        reason: "its first \(PackedBeginning.reach / 1024) KiB inflate to nothing, so its format cannot be detected "
          + "from a pipe; save it to a file and name that, or say its format with --format")
    case .damaged(let error):
      return ResolvedInput(.damaged(error), path: path, shown: shown, format: format ?? .jsonLines, size: nil)
    }
    if outcome == .zip {
      throw .unknownFormat(path: shown, reason: "it is a zip archive inside of \(compression.name); unpack it first")
    }
    if format == nil, case .unknown(let reason) = outcome {
      throw .unknownFormat(path: shown, reason: "inside of \(compression.name), \(reason)")
    }
    return try ResolvedInput(
      place, path: path, shown: shown, format: known(outcome, format, shown), size: nil, compression: compression,
      layout: layout, within: boundary)
  }

  private static func archive(_ path: String, _ boundary: FolderBoundary?) throws(InputError) -> ResolvedInput {
    do {
      let archive = try ZipArchive(path: path, within: boundary)
      let main = try MainFile.find(in: archive)
      return ResolvedInput(
        .member(main, archive: path), path: path, shown: archive.displayPath(of: main), format: .appleHealth,
        size: main.size, files: MainFile.files(beside: main, in: archive), within: boundary)
    } catch {
      guard case .damaged = error else { throw error }
      return ResolvedInput(.damaged(error), path: path, shown: path, format: .appleHealth, size: nil)
    }
  }

  static func stream(
    _ path: String, name: String, _ format: InputFormat?, _ formats: FormatList, _ layout: TableLayout
  ) throws(InputError) -> ResolvedInput {
    var source = try FileSource(path: path)
    var prefix = try source.prefix(FormatSniffer.prefixLength)
    if let compression = Compression(prefix: prefix) {
      let beginning = try PackedBeginning(ofPipe: &source, prefix: &prefix, compression, path: name)
      return try compressed(
        compression, beginning, .stream(path, prefix: prefix), path: path, shown: name, format, formats, layout)
    }
    let outcome: FormatSniffer.Outcome =
      prefix.isEmpty
      ? .format(FormatSniffer.promised(by: name, formats))
      : FormatSniffer.sniff(prefix: prefix, path: name, formats: formats)
    guard outcome != .zip else {
      throw .unknownFormat(
        path: name,
        reason: "a zip archive cannot be read from a pipe, since its table of contents is at its end; "
          + "save it to a file and name that")
    }
    return try ResolvedInput(
      .stream(path, prefix: prefix), path: path, shown: name, format: known(outcome, format, name), size: nil,
      layout: layout)
  }

  /// The requested format, or else the detected one.
  private static func known(
    _ outcome: FormatSniffer.Outcome, _ format: InputFormat?, _ path: String
  ) throws(InputError) -> InputFormat {
    if let format { return format }
    switch outcome {
    case .format(let found): return found
    case .unknown(let reason): throw .unknownFormat(path: path, reason: reason)
    case .ambiguous(let reason): throw .ambiguous(path: path, reason: reason)
    case .zip: return .appleHealth
    }
  }

  /// An input whose text is in memory, as an editor has it before it is saved.
  ///
  /// - Parameters:
  ///   - text: the bytes, not compressed.
  ///   - path: the path that it is judged by, as that of a file.
  ///   - displayPath: how findings name it; `nil` for the path.
  ///   - format: how it is read.
  ///   - layout: how the columns of a table become fields.
  public init(
    text: [UInt8], path: String, displayPath: String? = nil, format: InputFormat, layout: TableLayout = TableLayout()
  ) {
    self.init(
      .text(text), path: path, shown: displayPath ?? path, format: format, size: Int64(text.count), layout: layout)
  }

  /// The first bytes of the input, inflated; `nil` if only reading it says what they are, as for an archive.
  ///
  /// - Returns: the bytes; reading the input later begins with them again.
  package func beginning(_ count: Int = FormatSniffer.prefixLength) throws(InputError) -> [UInt8]? {
    switch place {
    case .stream(_, let prefix): return compression == nil ? prefix : nil
    case .text(let bytes): return Array(bytes.prefix(count))
    case .damaged, .member: return nil
    case .shared(let member, let archive): return try archive.prefix(of: member, count: count)
    case .file:
      var source = try makeByteSource()
      return try source.prefixAsFarAsSound(count)
    }
  }

  /// Whether the input has the same bytes each time that it is read: it is not a pipe.
  package var canBeReadAgain: Bool {
    if case .stream = place { return false }
    return true
  }
}

/// The files of an export beside its main file, a chunk each, whose content is read by whoever reads the chunk.
@usableFromInline package struct ExportFileChunks: ChunkSource {
  private let files: [ExportFile]
  private let archive: ZipArchive?
  private let members: Set<ZipMember>
  private let boundary: FolderBoundary?
  private let owners: [Int: ExportFileOwner]
  private let end: Int64
  private var place = 0
  private var offset: Int64
  private var index = 0

  init(
    _ files: ExportFiles, in archive: ZipArchive?, within boundary: FolderBoundary?, owners: [Int: ExportFileOwner],
    base: Int64, from start: Int64
  ) {
    self.files = files.files
    self.archive = archive
    members = Set(archive?.members ?? [])
    self.boundary = boundary
    self.owners = owners
    offset = base
    end = start
  }

  /// The next file, without its content, which `InputChunk.loaded()` gets; `nil` after the last.
  package mutating func next() throws(InputError) -> InputChunk? {
    while place < files.count {
      let number = place
      let file = files[number]
      place += 1
      guard file.kind == .electrocardiogram || owners[number] != nil else { continue }
      let start = offset
      offset += file.size
      if start < end { continue }
      defer { index += 1 }
      if let member = file.member, !members.contains(member) {
        throw .unreadable(path: file.displayPath, reason: "the archive changed while it was read")
      }
      let pending = UnreadFile(archive: archive, boundary: boundary, owner: owners[number])
      return InputChunk(of: file, pending, offset: start, index: index)
    }
    return nil
  }
}

/// The first bytes of a compressed input, inflated to determine its format.
enum PackedBeginning {
  /// The content's first bytes.
  case content([UInt8])
  /// The bytes that may be read ahead of a pipe are too few to inflate any content.
  case outOfReach
  /// The input is damaged before its first byte.
  case damaged(InputError)

  /// How many bytes of a pipe are read ahead: a block of Zstandard has at most half of them.
  static let reach = 256 * 1024

  init(of source: some ByteSource, _ compression: Compression, path: String) throws(InputError) {
    var content = try compression.source(of: source, path: path)
    do {
      self = .content(try content.prefixAsFarAsSound(FormatSniffer.prefixLength))
    } catch {
      guard case .damaged = error else { throw error }
      self = .damaged(error)
    }
  }

  /// The beginning of a pipe, which is read as far as detection needs.
  init(
    ofPipe pipe: inout some ByteSource, prefix: inout [UInt8], _ compression: Compression, path: String
  ) throws(InputError) {
    while true {
      let beginning = try PackedBeginning(of: MemorySource(prefix), compression, path: path)
      switch beginning {
      case .content(let bytes) where bytes.count >= FormatSniffer.prefixLength: break
      case .content, .damaged(.damaged(path: _, code: .truncated, reason: _)):
        // It breaks off where the prefix does.
        if prefix.count >= Self.reach {
          if case .content(let bytes) = beginning, !bytes.isEmpty { self = beginning } else { self = .outOfReach }
          return
        }
        let count = prefix.count
        prefix += try pipe.prefix(min(FormatSniffer.prefixLength, Self.reach - count))
        if prefix.count > count { continue }
      case .damaged, .outOfReach: break
      }
      self = beginning
      return
    }
  }
}

/// The members of a zip archive that profiles and plugins that read may be for.
extension ResolvedInput {
  /// The tables, the JSON and the files of plugins' formats in a zip archive, an input for each.
  ///
  /// The archive stays open, so that its table of contents is read once. What a member is follows from its name, and only
  /// for formats of plugins from its first bytes.
  ///
  /// - Returns: the inputs, in the order of the table of contents; the paths of members that may be exports by
  ///   themselves; and the names of members that are archives or compressed, which are not unpacked. `nil` for what is
  ///   not a zip archive.
  package static func members(
    ofArchive path: String, _ formats: FormatList, within boundary: FolderBoundary?
  ) throws(InputError) -> (inputs: [ResolvedInput], exports: [String], packed: [String])? {
    var source = try FileSource(path: path, within: boundary)
    guard try source.prefix(4).starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
    let archive = try ZipArchive(path: path, within: boundary)
    let inputs = archive.members.compactMap { member -> ResolvedInput? in
      let shown = archive.displayPath(of: member)
      guard !member.isFolder, let (format, fault) = Self.format(of: member, in: archive, formats) else { return nil }
      return ResolvedInput(
        fault.map { .damaged($0) } ?? .shared(member, in: archive), path: shown, shown: shown, format: format,
        size: member.size, within: boundary)
    }
    let packed = archive.members.filter { !$0.isFolder && isPacked($0.name.lowercased()) }.map(\.name)
    let exports = archive.members.filter {
      !$0.isFolder && (MainFile.isCandidate($0.name) || ArchiveExports.isDatabase($0.name))
    }
    return (inputs, exports.map(archive.displayPath), packed)
  }

  /// The format of a member, and why it cannot be read; `nil` for one that neither its name nor a plugin knows.
  private static func format(
    of member: ZipMember, in archive: ZipArchive, _ formats: FormatList
  ) -> (InputFormat, InputError?)? {
    let named = formats.format(ofFile: member.name)
    var known: (InputFormat, InputError?)?
    if let named, [.csv, .json, .jsonLines].contains(named) || formats.plugins.contains(named) { known = (named, nil) }
    // Of a member that is damaged, reading says what is wrong.
    guard !formats.plugins.isEmpty, let prefix = try? archive.prefix(of: member, count: FormatSniffer.prefixLength)
    else {
      return known
    }
    switch FormatSniffer.sniff(prefix: prefix, path: member.name, formats: formats) {
    case .format(let found) where formats.plugins.contains(found): return (found, nil)
    case .ambiguous(let reason):
      return (named ?? .jsonLines, .ambiguous(path: archive.displayPath(of: member), reason: reason))
    default: return known
    }
  }

  private static func isPacked(_ name: String) -> Bool {
    [".zip", ".gz", ".tgz", ".zst", ".tar", ".7z", ".xz", ".bz2"].contains { name.hasSuffix($0) }
  }

  /// Why reading the input fails at once, as for a damaged archive; `nil` if that is not known.
  package var fault: InputError? {
    if case .damaged(let error) = place { return error }
    return nil
  }

  /// The paths that findings name the input and the files beside it by.
  package var displayPaths: Set<String> { Set(files.files.map(\.displayPath)).union([displayPath]) }

  package func failing(_ error: InputError) -> ResolvedInput {
    ResolvedInput(.damaged(error), path: path, shown: displayPath, format: format, size: nil, within: boundary)
  }

  package var filePath: String {
    if case .shared(_, let archive) = place { return archive.path }
    return path
  }
}
