import AssayPlatform
import HealthModel

/// Finds out what a path stands for.
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
    _ path: String, _ format: InputFormat?, _ further: [InputFormat], size: Int64, _ layout: TableLayout,
    _ boundary: FolderBoundary?
  ) throws(InputError) -> ResolvedInput {
    var source = try FileSource(path: path, within: boundary)
    let prefix = try source.prefix(FormatSniffer.prefixLength)
    if prefix.isEmpty, !(format ?? FormatSniffer.promised(by: path, further: further)).definition.maybeEmpty {
      let reason = "the file is empty, as after a download or copy that broke off"
      return ResolvedInput(
        .damaged(.damaged(path: path, code: .truncated, reason: reason)), path: path, shown: path,
        format: format ?? FormatSniffer.promised(by: path, further: further), size: nil)
    }
    if let compression = Compression(prefix: prefix) {
      let beginning = try PackedBeginning(of: PrefixedSource(prefix, source), compression, path: path)
      return try compressed(
        compression, beginning, .file(path), path: path, shown: path, format, further, layout, boundary)
    }
    let outcome = FormatSniffer.sniff(prefix: prefix, path: path, further: further)
    if outcome == .zip {
      // Of a damaged archive, reading says what is wrong.
      let exports =
        format == nil
        ? (try? ZipArchive(path: path, within: boundary)).map {
          ArchiveExports($0, formats: InputFormat.allCases + further)
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
      return try archive(path, boundary)
    }
    return try ResolvedInput(
      .file(path), path: path, shown: path, format: known(outcome, format, path), size: size, layout: layout,
      within: boundary)
  }

  /// A file or pipe that is compressed as a whole: its format is that of its content.
  private static func compressed(
    _ compression: Compression, _ beginning: PackedBeginning, _ place: Place, path: String, shown: String,
    _ format: InputFormat?, _ further: [InputFormat], _ layout: TableLayout, _ boundary: FolderBoundary? = nil
  ) throws(InputError) -> ResolvedInput {
    let outcome: FormatSniffer.Outcome
    switch beginning {
    case .content(let content):
      let inner = Compression.innerPath(of: shown)
      outcome =
        content.isEmpty
        ? .format(FormatSniffer.promised(by: inner, further: further))
        : FormatSniffer.sniff(prefix: content, path: inner, further: further)
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
    do throws(InputError) {
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
    _ path: String, name: String, _ format: InputFormat?, _ further: [InputFormat], _ layout: TableLayout
  ) throws(InputError) -> ResolvedInput {
    var source = try FileSource(path: path)
    var prefix = try source.prefix(FormatSniffer.prefixLength)
    if let compression = Compression(prefix: prefix) {
      let beginning = try PackedBeginning(ofPipe: &source, prefix: &prefix, compression, path: name)
      return try compressed(
        compression, beginning, .stream(path, prefix: prefix), path: path, shown: name, format, further, layout)
    }
    let outcome: FormatSniffer.Outcome =
      prefix.isEmpty
      ? .format(FormatSniffer.promised(by: name, further: further))
      : FormatSniffer.sniff(prefix: prefix, path: name, further: further)
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
}
