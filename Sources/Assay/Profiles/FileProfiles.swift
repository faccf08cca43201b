import AssayPlatform
public import HealthFormats
package import HealthModel

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
  /// What inputs are read by, for each profile.
  private let forms: [InputForm]

  /// Creates no profiles.
  public init() { self.init([FileProfile]()) }

  package init(_ profiles: [FileProfile]) {
    self.profiles = profiles
    forms = profiles.map { InputForm($0.data.layout, $0.mark) }
  }

  /// Reads the profiles of plugins.
  ///
  /// - Parameter folders: the folders of plugins, or folders with plugins in them.
  /// - Throws: `RunFailure` with the status `usage` for a folder without a plugin, and a manifest or a profile with
  ///   errors; `diagnostics` has their places.
  public init(plugins folders: [String]) throws(RunFailure) {
    try self.init(folders.map { PluginPlace(path: $0, origin: .option) }, within: nil)
  }

  /// Reads the profiles of the plugins at some places.
  ///
  /// - Parameters:
  ///   - places: the places.
  ///   - boundary: the folder that the profiles' files must be in.
  /// - Throws: `RunFailure` for a folder without a plugin, and a manifest or a profile with errors.
  package init(_ places: [PluginPlace], within boundary: FolderBoundary?) throws(RunFailure) {
    var profiles: [FileProfile] = []
    do throws(PluginFault) {
      for folder in try PluginList(places, builtIn: StoreBackends.builtIn.plugins, within: boundary).folders {
        profiles += try folder.profiles(within: boundary)
      }
    } catch {
      throw RunFailure(error)
    }
    self.init(profiles)
  }

  /// Reads the profiles of a project's plugins, and of those that an option names.
  ///
  /// Plugins of a configuration that was found bring profiles as they bring types; only those that have a folder of
  /// profiles are looked at.
  ///
  /// - Parameters:
  ///   - project: the project.
  ///   - own: the places that an option names.
  /// - Throws: `RunFailure` for a folder without a plugin, and a manifest or a profile with errors.
  package init(project: Project?, own: [PluginPlace]) throws(RunFailure) {
    let named = project.map(PluginPlace.places(of:)) ?? []
    var profiles = try FileProfiles(own + named, within: nil).profiles
    if let project, let boundary = project.boundary {
      let found = project.configuration.plugins.map { project.absolute($0.value) }
        .flatMap(ProfileReader.folders(at:))
        .map { PluginPlace(path: $0, origin: .configuration(project.configuration.path)) }
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
  /// - Parameter input: the input; pipes are recognized by their beginning and the name that they were given.
  /// - Returns: the profile; `nil` if none recognizes it, or its format is not one that profiles are for.
  /// - Throws: `RunFailure` with the status `usage` if several do.
  package func profile(for input: ResolvedInput) throws(RunFailure) -> FileProfile? {
    try index(for: input).map { profiles[$0] }
  }

  /// What an input is read by: the form of the profile that recognizes it; `nil` if none does.
  fileprivate func form(for input: ResolvedInput) throws(RunFailure) -> InputForm? {
    try index(for: input).map { forms[$0] }
  }

  private func index(for input: ResolvedInput) throws(RunFailure) -> Int? {
    guard !profiles.isEmpty, [.csv, .json, .jsonLines].contains(input.format) else { return nil }
    let path = input.contentPath
    let name = PathText.name(of: path)
    let named = profiles.indices.filter { index in
      let profile = profiles[index]
      return profile.recognition.takes(path: path, name: name)
        && (profile.data.layout.records == nil) == (input.format == .csv)
    }
    guard !named.isEmpty else { return nil }
    let beginning: [UInt8]
    do throws(InputError) {
      beginning = try input.beginning() ?? []
    } catch {
      return nil
    }
    var keys: Set<[UInt8]>?
    let found = named.filter { index in
      let profile = profiles[index]
      let wanted = profile.recognition
      if !wanted.columns.isEmpty {
        let columns = FormBeginning.columns(in: beginning, by: profile.data.layout)
        guard wanted.columns.allSatisfy(columns.contains) else { return false }
      }
      guard !wanted.keys.isEmpty else { return true }
      let known = keys ?? FormBeginning.keys(in: beginning)
      keys = known
      return wanted.keys.allSatisfy { known.contains(Array($0.utf8)) }
    }
    guard found.count < 2 else {
      throw .usage(
        "\(TextEscaping.escaped(input.displayPath, limit: 1000)): the profiles \(profiles[found[0]].shownName) and "
          + "\(profiles[found[1]].shownName) both recognize it; name the plugin of one of them alone, or say in assay.yaml how the "
          + "file is read")
    }
    return found.first
  }
}

extension FileProfiles {
  /// The members of a zip archive that profiles recognize.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - boundary: the folder that the archive must be in, links resolved.
  ///   - set: the data set of the archive.
  /// - Returns: the members, and the number of the other tables and JSON files in it; `nil` for what is not a zip archive
  ///   or has no such members, so that it is read as without profiles.
  /// - Throws: `RunFailure` if several profiles recognize a member.
  func members(
    ofArchive path: String, within boundary: FolderBoundary?, set: DataSet?
  ) throws(RunFailure) -> (inputs: [NamedInput], others: Int)? {
    guard !profiles.isEmpty, case .file = FolderEntry.kind(of: path),
      let members = try? ResolvedInput.members(ofArchive: path, within: boundary)
    else { return nil }
    var found: [NamedInput] = []
    for member in members {
      let input = try member.read(by: self, set: set)
      if input.profile != nil { found.append(.found(input)) }
    }
    return found.isEmpty ? nil : (found, members.count - found.count)
  }
}

extension ResolvedInput {
  /// The input as a profile says that it is read.
  ///
  /// - Parameters:
  ///   - profiles: the profiles.
  ///   - set: the data set of the file: one that says how records become samples goes before profiles.
  /// - Returns: the input, the same if no profile recognizes it.
  /// - Throws: `RunFailure` if several profiles do.
  func read(by profiles: FileProfiles, set: DataSet?) throws(RunFailure) -> ResolvedInput {
    guard set.map({ $0.layout == TableLayout() }) ?? true, let form = try profiles.form(for: self) else { return self }
    return reading(by: form)
  }
}
