import AssayPlatform
public import HealthFormats
public import HealthModel

/// Finds out what the paths of a request stand for, and how each of them is read.
public struct ProjectInputs: Sendable {
  /// The project whose data sets say how files are read, and which files there are.
  public var project: Project?
  /// The format that was named; `nil` for that of the data set, or to find it out.
  public var format: InputFormat?
  /// How findings name standard input.
  public var stdinName: String?

  /// The published form of JSON that was named.
  package var dialect: JSONDialect?

  /// The formats among which that of a file is found out.
  public var formats = FormatList.core

  /// The profiles by which files of other programs are recognized, unless a data set or a format says how they are
  /// read.
  public var profiles = FileProfiles()

  /// Whether notes list all files that are passed over; otherwise the first few.
  package var listsAll = false

  /// Whether notes suggest a profile for files that look like those of other programs.
  package var suggestsProfiles = true

  /// Creates the inputs of a project, or of none.
  public init(project: Project? = nil, format: InputFormat? = nil, stdinName: String? = nil) {
    self.project = project
    self.format = format
    self.stdinName = stdinName
  }

  private struct File {
    let path: String
    /// Whether the request names it; otherwise the configuration does.
    let isNamed: Bool
    /// The folder that it must be in, if a configuration names it that was found.
    let boundary: FolderBoundary?
    var fault: InputError?
  }

  /// The inputs of paths: a folder stands for the files of the project's data sets that are in it.
  ///
  /// An unreadable file is reported when its turn comes, so that it does not stop the others. A file of a data set
  /// whose format is unknown is treated the same way, since the user did not name it.
  ///
  /// - Parameter paths: files, folders, or `-` for standard input; `nil` for all files of the data sets.
  /// - Returns: the inputs in their order, and notes: data sets without files, or whose keys for tables are never used,
  ///   and files of a named folder that are passed over.
  /// - Throws: `Failure` for a path that is not there or of no format, and a folder that cannot be read.
  public func inputs(_ paths: [String]?) throws(Failure) -> (inputs: [NamedInput], notes: [Diagnostic]) {
    try find(paths)
  }

  /// Finds the inputs of paths; those of lint are the files of the project, of which one of no known format is a finding.
  package func find(
    _ paths: [String]?, isLint: Bool = false
  ) throws(Failure) -> (inputs: [NamedInput], notes: [Diagnostic]) {
    var files: [File] = []
    var notes: [Diagnostic] = []
    if isLint {
      files = (paths ?? []).map { path in
        File(path: project?.absolute(path) ?? path, isNamed: false, boundary: project?.boundary)
      }
    } else if let paths {
      for path in paths { files += try self.files(at: path, notes: &notes) }
    } else if let project {
      files = try ofDataSets(of: project, notes: &notes)
    }
    var uses = TableUses()
    var inputs: [NamedInput] = []
    for file in files {
      if let members = try members(of: file) {
        inputs += members.inputs
        if var note = members.note(listsAll: listsAll) {
          if isLint {
            note.severity = .note
            inputs.append(.finding(note))
          } else {
            notes.append(note)
          }
        }
        continue
      }
      var found: (input: ResolvedInput, set: DataSet?)?
      do throws(InputError) {
        if let fault = file.fault { throw fault }
        let set = project.flatMap { project in project.relativePath(of: file.path).flatMap(project.dataSet) }
        var input = try resolved(file, set, isLint)
        if let dialect {
          try dialect.check(input)
          input.dialect = dialect
        } else if format == nil {
          input.dialect = set?.dialect.flatMap(formats.dialect(named:))
        }
        uses.add(input, of: set)
        found = (input, set)
      } catch {
        let failure = Failure(error)
        guard failure.status == .environment || !file.isNamed else { throw failure }
        switch error {
        case .unknownFormat(_, let reason) where isLint, .ambiguous(_, let reason) where isLint:
          inputs.append(
            .finding(
              Diagnostic(
                code: .formatUnknown, message: TextEscaping.escaped(reason), location: SourceLocation(path: file.path),
                hint: "name its format in assay.yaml, or exclude it")))
        default: inputs.append(.unreadable(failure, path: file.path))
        }
      }
      guard let found else { continue }
      var input = found.input
      if dialect == nil {
        input = try input.read(by: profiles, set: found.set)
        if format == nil, found.set?.format == nil { input.recognizeDialect(formats) }
        if !isLint, format == nil, suggestsProfiles, let note = Self.note(on: input) { notes.append(note) }
      }
      inputs.append(.found(input))
    }
    return (inputs, notes + uses.findings)
  }

  /// An input of a file; with profiles one whose content tells no format has that of its name.
  private func resolved(_ file: File, _ set: DataSet?, _ isLint: Bool) throws(InputError) -> ResolvedInput {
    do throws(InputError) {
      return try ResolvedInput.resolve(
        path: file.path, format: (format ?? set?.format)?.read(by: formats), formats: formats, stdinName: stdinName,
        layout: set?.layout ?? TableLayout(), within: file.boundary)
    } catch {
      switch error {
      case .unknownFormat: break
      case .ambiguous where isLint: break
      default: throw error
      }
      guard format == nil, set?.format == nil,
        let input = profiles.input(named: file.path, within: file.boundary)
      else { throw error }
      return input
    }
  }

  /// What is said of an input that looks like one of another program, and is read as samples.
  private static func note(on input: ResolvedInput) -> Diagnostic? {
    guard input.profile == nil, input.dialect == nil, input.fault == nil, input.layout == TableLayout(),
      [.csv, .json, .jsonLines].contains(input.format), let beginning = (try? input.beginning(8192)) ?? nil,
      ForeignFormat.isLikely(beginning, input.format)
    else { return nil }
    return Diagnostic(
      code: .formatUnknown, message: ForeignFormat.advice, location: SourceLocation(path: input.displayPath))
  }

  /// The members of a zip archive that profiles or plugins read; `nil` for what is not one, or has none, so that it is read as
  /// without profiles.
  private func members(of file: File) throws(Failure) -> ArchiveMatch? {
    guard format == nil, dialect == nil, file.fault == nil else { return nil }
    let set = project.flatMap { project in project.relativePath(of: file.path).flatMap(project.dataSet) }
    guard set?.format == nil, set?.dialect == nil else { return nil }
    return try profiles.members(ofArchive: file.path, formats, within: file.boundary, set: set)
  }

  /// The files that a path of a request means: the file itself; for a folder the files of the project's data sets in
  /// it, else the export that it is, else the files in it that can be read.
  private func files(at path: String, notes: inout [Diagnostic]) throws(Failure) -> [File] {
    let named = [File(path: path, isNamed: true, boundary: nil)]
    guard path != "-", FileTree.isFolder(path) else { return named }
    do throws(InputError) {
      if let project {
        let files = try project.dataFiles(in: path)
        if !files.isEmpty { return files.map { File(path: $0, isNamed: false, boundary: project.boundary) } }
      }
      let export = try export(in: path)
      if export != nil, format != nil { return named }
      let all = try FolderFiles(path, format: format, formats, profiles, unpacks: format == nil && dialect == nil) {
        file in
        guard let project, let relative = project.relativePath(of: file) else { return false }
        return project.configuration.excludedGlobs.contains { $0.matches(relative) }
      }
      let found = export.map { all.besides($0.displayPaths) } ?? all
      // Of a folder without samples the export that is missing is the error.
      guard export != nil || !found.samples.isEmpty || !found.damaged.isEmpty else { return named }
      if let note = found.note(listsAll: listsAll) { notes.append(note) }
      return (export == nil ? [] : named) + found.samples.map { File(path: $0, isNamed: false, boundary: nil) }
        + found.damaged.map { File(path: $0, isNamed: false, boundary: nil, fault: .damagedName($0)) }
    } catch {
      throw Failure(error)
    }
  }

  private func export(in folder: String) throws(InputError) -> ResolvedInput? {
    do throws(InputError) {
      return try ResolvedInput.resolve(path: folder, format: format, formats: formats.compiled)
    } catch .unknownFormat {
      return nil
    } catch .ambiguous {
      return nil
    } catch {
      throw error
    }
  }

  private func ofDataSets(of project: Project, notes: inout [Diagnostic]) throws(Failure) -> [File] {
    let found = try Failure.meaning {
      try DataFiles.matches(of: project.configuration, within: project.boundary)
    }
    notes += ProjectCheck.unmatched(found.unmatched, in: project.configuration)
    return found.files.map { File(path: project.absolute($0.path), isNamed: false, boundary: project.boundary) }
  }
}

/// The files of a folder that is neither an export nor covered by data sets: those that can be read, and the others.
struct FolderFiles {
  /// The files that hold samples, in the order of their paths as bytes.
  private(set) var samples: [String] = []
  private(set) var others: [String] = []
  /// The paths whose names are not UTF-8, made readable: files that cannot be read, or folders of such.
  private(set) var damaged: [String] = []
  /// How many links, and how many pipes and devices, were passed over.
  private let passed: (links: Int, specials: Int)
  private let hasProfiles: Bool
  private let folder: String

  /// Looks at the beginning of every file in a folder and below.
  ///
  /// Links to folders and names that begin with a dot are passed over, as for data sets; configurations are not data.
  init(
    _ folder: String, format: InputFormat?, _ formats: FormatList, _ profiles: FileProfiles, unpacks: Bool = true,
    leavesOut: (String) -> Bool
  ) throws(InputError) {
    self.folder = folder
    hasProfiles = !profiles.profiles.isEmpty
    let found = try DataFiles.all(in: folder)
    passed = found.passed
    damaged = found.damaged.map { PathText.join(folder, $0) }.filter { !leavesOut($0) }
    for file in found.files {
      let path = PathText.join(folder, file)
      if leavesOut(path) || ConfigurationLocation.names.contains(PathText.name(of: path)) { continue }
      if hasProfiles || !formats.plugins.isEmpty || path.lowercased().hasSuffix(".zip"),
        Self.isClaimed(path, format, formats, profiles, unpacks: unpacks)
      {
        samples.append(path)
      } else if Self.isReadable(path, format, formats) {
        samples.append(path)
      } else {
        others.append(path)
      }
    }
  }

  /// Whether a file can be read as samples; what the system does not read is reported when its turn comes.
  private static func isReadable(_ path: String, _ format: InputFormat?, _ formats: FormatList) -> Bool {
    do throws(InputError) {
      if let format { return try ResolvedInput.resolve(path: path, formats: formats).format == format }
      return try SampleDetection.isLikely(path, formats)
    } catch {
      switch error {
      case .unreadable, .ambiguous: return true
      default: return false
      }
    }
  }

  /// Whether a profile is for a file, or several are, which is reported when its turn comes.
  private static func isClaimed(
    _ path: String, _ format: InputFormat?, _ formats: FormatList, _ profiles: FileProfiles, unpacks: Bool
  ) -> Bool {
    if unpacks, let members = try? ResolvedInput.members(ofArchive: path, formats, within: nil) {
      return members.inputs.contains { $0.format.converted != nil || $0.hasSamples(formats) || isClaimed($0, profiles) }
    }
    let named = { profiles.input(named: path, within: nil) }
    guard let input = (try? ResolvedInput.resolve(path: path, formats: formats)) ?? named(),
      format.map({ $0 == input.format }) ?? true
    else { return false }
    return isClaimed(input, profiles)
  }

  private static func isClaimed(_ input: ResolvedInput, _ profiles: FileProfiles) -> Bool {
    do throws(Failure) {
      return try profiles.match(input).isClaimed
    } catch {
      // Only reading it tells which of several profiles is meant.
      return true
    }
  }

  /// The files without those of an export that is read with its folder, and without archives of such exports.
  func besides(_ own: Set<String>) -> FolderFiles {
    var files = self
    files.samples.removeAll { own.contains($0) || Self.isAppleHealth($0) }
    files.others += samples.filter { !own.contains($0) && Self.isAppleHealth($0) }
    files.others.removeAll { own.contains($0) || $0.lowercased().hasSuffix("/export_cda.xml") }
    return files
  }

  private static func isAppleHealth(_ path: String) -> Bool {
    (try? ResolvedInput.resolve(path: path))?.format == .appleHealth
  }

  /// What was passed over, for people, with the first names or all; `nil` if nothing was.
  func note(listsAll: Bool) -> Diagnostic? {
    var parts: [String] = []
    if !others.isEmpty {
      let reason =
        hasProfiles
        ? ", which no profile recognizes and in which nothing looks like health samples: "
        : ", in which nothing looks like health samples: "
      parts.append(
        "\(Self.count(samples)) read, \(Self.count(others)) passed over" + reason
          + PassedNames.list(others, listsAll: listsAll))
    }
    if passed.links > 0 {
      let links = GroupedDigits.string(passed.links)
      parts.append(passed.links == 1 ? "1 link is not followed" : "\(links) links are not followed")
    }
    if passed.specials > 0 {
      parts.append(
        passed.specials == 1
          ? "1 pipe, device or broken link is not read"
          : "\(GroupedDigits.string(passed.specials)) pipes, devices and broken links are not read")
    }
    guard !parts.isEmpty else { return nil }
    return Diagnostic(
      code: .formatUnknown, message: parts.joined(separator: "; "), location: SourceLocation(path: folder),
      hint: "make them a data set in assay.yaml, which says what their columns are")
  }

  private static func count(_ files: [String]) -> String {
    "\(GroupedDigits.string(files.count)) file" + (files.count == 1 ? "" : "s")
  }
}

/// Whether a table or JSON that is read as samples was more likely written by another program.
enum ForeignFormat {
  static let advice =
    "it has no `type`, as samples of Assay have; if another program wrote it, `assay profile FILE` shows what is in it, "
    + "and `assay init` writes an assay.yaml that reads it (or name a profile by `--plugin`)"

  /// Whether the beginning of a text has a form without the field that all samples have.
  ///
  /// - Returns: `false` for what has no columns and no keys at all, of which the findings say enough.
  static func isLikely(_ bytes: [UInt8], _ format: InputFormat) -> Bool {
    guard FormBeginning.foreignEncoding(of: bytes) == nil else { return false }
    if format == .csv {
      guard bytes.contains(UInt8(ascii: "\n")) else { return false }
      let columns = FormBeginning.columns(in: bytes, by: TableLayout())
      return columns.count > 1 && !columns.contains("type")
    }
    let keys = FormBeginning.keys(in: bytes)
    return keys.count > 1 && !keys.contains(Array("type".utf8))
  }
}

/// An input as it was named: found, not readable, or not to be read for a reason that is a finding.
public enum NamedInput: Sendable {
  /// An input that is ready to be read.
  case found(ResolvedInput)
  /// An input that the system does not read, or that is of no format.
  case unreadable(Failure, path: String)
  /// An input that is not read, and the finding that says why.
  case finding(Diagnostic)
}

/// The key by which a store identifies an input: its absolute path; a pipe has none.
public enum InputKey {
  /// The key of an input; `nil` for a pipe and a device.
  ///
  /// That of a member of an archive, `Takeout.zip!Takeout/steps.csv`, is the archive's with the member's name.
  public static func key(for path: String) -> String? {
    guard path != "-", !path.hasPrefix("/dev/") else { return nil }
    if let real = try? RealPath(of: path) { return real.shown }
    var place = path.startIndex
    while let mark = path[place...].firstIndex(of: "!") {
      if let archive = try? RealPath(of: String(path[..<mark])) { return archive.shown + path[mark...] }
      place = path.index(after: mark)
    }
    return nil
  }
}

/// Files that a run reads, which none of its outputs may replace.
package struct ProtectedFiles {
  private let files: PathSelection
  private let definitions: PathSelection

  package init(paths: [String], folders: [String], project: Project?) {
    let read = paths + (project.map { [$0.configuration.path] } ?? [])
    files = PathSelection(read.map(PathText.resolved))
    definitions = PathSelection(((project?.catalogFolders ?? []) + folders).map(PathText.resolved))
  }

  package func check(_ path: String) throws(Failure) {
    guard path != "-", let real = RealPath.text(of: path) else { return }
    let isDefinition = (real.hasSuffix(".yaml") || real.hasSuffix(".yml")) && definitions.contains(real)
    guard files.contains(real) || isDefinition else { return }
    throw .usage("\(TextEscaping.escaped(path, limit: 1000)) is read by this run; write to another file")
  }
}
