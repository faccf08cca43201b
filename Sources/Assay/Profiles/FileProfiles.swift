import AssayPlatform
public import HealthFormats
public import HealthModel

/// The profiles of plugins, by which files of other programs are recognized and read.
///
/// ```swift
/// var inputs = ProjectInputs()
/// inputs.profiles = try FileProfiles(plugins: ["plugins/fitbit"])
/// for case .found(let input) in try inputs.inputs(["Takeout"]).inputs {
///   print(input.path, inputs.profiles.name(for: input) ?? "Assay's own form")
/// }
/// ```
public struct FileProfiles: Sendable {
  /// The profiles, in the order in which their plugins were named.
  package let profiles: [FileProfile]
  private let forms: [InputLayout]

  /// Creates no profiles.
  public init() { self.init([FileProfile]()) }

  package init(_ profiles: [FileProfile]) {
    self.profiles = profiles
    forms = profiles.map { InputLayout($0.data.layout, $0.mark) }
  }

  /// Reads the profiles of plugins.
  ///
  /// - Parameter folders: the folders of plugins, or folders with plugins in them.
  /// - Throws: `Failure` with the status `usage` for a folder without a plugin, and a manifest or a profile with
  ///   errors; `diagnostics` has their places.
  public init(plugins folders: [String]) throws(Failure) {
    try self.init(folders.map { PluginLocation(path: $0, origin: .option) }, within: nil)
  }

  package init(_ places: [PluginLocation], within boundary: FolderBoundary?) throws(Failure) {
    var profiles: [FileProfile] = []
    do throws(Failure) {
      for folder in try PluginList(places, builtIn: StoreBackends.builtIn.plugins, within: boundary).folders {
        profiles += try folder.profiles(within: boundary)
      }
    } catch {
      throw Failure(error)
    }
    self.init(profiles)
  }

  /// Reads the profiles of a project's plugins, and of those that an option names.
  ///
  /// Plugins of a configuration that was found bring profiles as they bring types; only those that have a folder of
  /// profiles are looked at.
  package init(project: Project?, own: [PluginLocation]) throws(Failure) {
    let named = project.map(PluginLocation.places(of:)) ?? []
    var profiles = try FileProfiles(own + named, within: nil).profiles
    if let project, let boundary = project.boundary {
      let found = project.configuration.plugins.map { project.absolute($0.value) }
        .flatMap(ProfileReader.folders(at:))
        .map { PluginLocation(path: $0, origin: .configuration(project.configuration.path)) }
      let known = Set(profiles.map(\.plugin))
      profiles += try FileProfiles(found, within: boundary).profiles.filter { !known.contains($0.plugin) }
    }
    self.init(profiles)
  }

  /// The name of the profile by which an input is read, `fitbit/steps`; `nil` if none is.
  ///
  /// - Parameter input: an input that `ProjectInputs` found.
  /// - Returns: the plugin's name and the profile's.
  public func name(for input: ResolvedInput) -> String? { input.profile?.name }

  /// The profile that recognizes an input.
  ///
  /// - Returns: the profile; `nil` if none recognizes it, or its format is not one that profiles are for.
  package func profile(for input: ResolvedInput) throws(Failure) -> FileProfile? {
    guard case .profile(let index) = try match(input) else { return nil }
    return profiles[index]
  }

  fileprivate func form(_ index: Int) -> InputLayout { forms[index] }

  /// The members of a zip archive that profiles or plugins that read are for, and those that hold samples.
  ///
  /// - Returns: the members, the export that the archive is besides, and what else is in it; `nil` for what is not a zip
  ///   archive or has no such members, so that it is read as without profiles.
  func members(
    ofArchive path: String, _ formats: FormatList, within boundary: FolderBoundary?, set: DataSet?
  ) throws(Failure) -> ArchiveMatch? {
    let mayHold = !profiles.isEmpty || !formats.plugins.isEmpty || path.lowercased().hasSuffix(".zip")
    guard mayHold, case .file = FolderEntry.kind(of: path),
      let members = try? ResolvedInput.members(ofArchive: path, formats, within: boundary)
    else { return nil }
    var found = ArchiveMatch(path: path, packed: members.packed)
    var (read, others): (Set<String>, [String]) = ([], [])
    var hasExport = false
    for member in members.inputs {
      var input = try member.read(by: self, set: set)
      input.recognizeDialect(formats)
      if input.profile != nil || input.fault != nil || input.format.converted != nil || input.hasSamples(formats) {
        found.inputs.append(.found(input))
        read.insert(input.displayPath)
      } else {
        others.append(input.displayPath)
      }
    }
    found.count = found.inputs.count
    others += members.exports
    do throws(InputError) {
      if let whole = try ResolvedInput.export(inArchive: path, formats, within: boundary) {
        // The files of an export are read with it: what looks like a published form there is not read once more.
        found.inputs.removeAll { file in
          guard case .found(let input) = file, input.dialect != nil else { return false }
          return whole.paths.contains(input.displayPath)
        }
        found.inputs.insert(.found(whole.input), at: 0)
        (read, hasExport) = (read.union(whole.paths), true)
        found.count = found.inputs.count
      }
    } catch {
      // Of an archive with nothing else, reading says what is wrong.
      guard found.count > 0 else { return nil }
      found.inputs.insert(.unreadable(Failure(error), path: path), at: 0)
    }
    others.removeAll(where: read.contains)
    // Only an export: it is read without a list of members.
    if found.count == 0 || hasExport && found.count == 1 && others.isEmpty { return nil }
    found.others = others.map { String($0.dropFirst(path.count + 1)) }
    return found
  }
}

extension ResolvedInput {
  /// Whether it begins like samples of Assay's own form or of a published one; what is damaged counts, since nobody sees
  /// what was in it.
  func hasSamples(_ formats: FormatList) -> Bool {
    do throws(InputError) {
      guard let bytes = try beginning() else { return false }
      return SampleDetection.isLikely(bytes, format: format, formats)
    } catch {
      if case .damaged = error { return true }
      return false
    }
  }

  /// The input as a profile says that it is read.
  ///
  /// - Returns: the input, the same if no profile is for it; one that cannot be read if its name is that of a profile
  ///   and its content neither the profile's nor samples.
  func read(by profiles: FileProfiles, set: DataSet?) throws(Failure) -> ResolvedInput {
    guard set.map({ $0.layout == TableLayout() }) ?? true else { return self }
    switch try profiles.match(self) {
    case .profile(let index): return reading(by: profiles.form(index))
    case .named(let words):
      if let beginning = try? beginning(), SampleDetection.isLikely(beginning, format: format) { return self }
      return failing(.damaged(path: displayPath, code: .form, reason: words))
    case .damaged(let error): return fault == nil ? failing(error) : self
    case .none: return self
    }
  }
}

/// What is read of a zip archive, and what is passed over.
struct ArchiveMatch {
  let path: String
  /// The inputs: the export that the archive is besides, if it is one, and the members that are
  /// read.
  var inputs: [NamedInput] = []
  var count = 0
  /// The files that may hold samples, and that neither a profile nor a plugin recognizes.
  var others: [String] = []
  /// The members that are archives or compressed, which are not unpacked.
  let packed: [String]

  /// What was passed over, for people, with the first names or all; `nil` if nothing was.
  func note(listsAll: Bool) -> Diagnostic? {
    var parts: [String] = []
    if !others.isEmpty {
      parts.append(
        "of the files in it that may hold samples \(GroupedDigits.string(count)) read, "
          + "\(GroupedDigits.string(others.count)) passed over, which nothing recognizes: "
          + PassedNames.list(others, listsAll: listsAll))
    }
    if !packed.isEmpty {
      let are = packed.count == 1 ? "file in it is" : "files in it are"
      parts.append(
        "\(GroupedDigits.string(packed.count)) compressed \(are) not unpacked: "
          + PassedNames.list(packed, listsAll: listsAll))
    }
    guard !parts.isEmpty else { return nil }
    return Diagnostic(
      code: .formatUnknown, message: parts.joined(separator: "; "), location: SourceLocation(path: path))
  }
}

/// The names of files that are passed over, as notes list them.
enum PassedNames {
  private static let shownNames = 3
  private static let shownCharacters = 80

  static func list(_ names: [String], listsAll: Bool) -> String {
    let shown = (listsAll ? names[...] : names.prefix(shownNames)).map { "`\(end(of: $0, listsAll: listsAll))`" }
    let rest = names.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? " and \(GroupedDigits.string(rest)) more (-v lists them)" : "")
  }

  /// The end of a path, which says more than its beginning.
  private static func end(of path: String, listsAll: Bool) -> String {
    let count = path.unicodeScalars.count
    guard !listsAll, count > shownCharacters else { return TextEscaping.escaped(path, limit: 4096) }
    var tail = String.UnicodeScalarView()
    tail.append(contentsOf: path.unicodeScalars.suffix(shownCharacters - 1))
    return "…" + TextEscaping.escaped(String(tail), limit: shownCharacters)
  }
}
