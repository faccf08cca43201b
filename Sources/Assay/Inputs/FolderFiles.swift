import AssayPlatform
import HealthFormats
import HealthModel

/// The files of a folder that is neither an export nor covered by data sets: those that can be read, and the others.
struct FolderFiles {
  /// The files that hold samples, in the order of their paths as bytes.
  private(set) var samples: [String] = []
  /// The files in which nothing looks like samples.
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
    _ folder: String, format: InputFormat?, _ readers: [InputFormat] = [], _ profiles: FileProfiles = FileProfiles(),
    unpacks: Bool = true, leavesOut: (String) -> Bool
  ) throws(InputError) {
    self.folder = folder
    hasProfiles = !profiles.profiles.isEmpty
    let found = try DataFiles.all(in: folder)
    passed = found.passed
    damaged = found.damaged.map { PathText.join(folder, $0) }.filter { !leavesOut($0) }
    for file in found.files {
      let path = PathText.join(folder, file)
      if leavesOut(path) || ConfigurationLocation.names.contains(PathText.name(of: path)) { continue }
      if hasProfiles || !readers.isEmpty || path.lowercased().hasSuffix(".zip"),
        Self.isClaimed(path, format, readers, profiles, unpacks: unpacks)
      {
        samples.append(path)
      } else if Self.isReadable(path, format, readers) {
        samples.append(path)
      } else {
        others.append(path)
      }
    }
  }

  /// Whether a file can be read as samples; what the system does not read is reported when its turn comes.
  private static func isReadable(_ path: String, _ format: InputFormat?, _ readers: [InputFormat]) -> Bool {
    do throws(InputError) {
      if let format { return try ResolvedInput.resolve(path: path, format: nil, further: readers).format == format }
      return try SampleDetection.isLikely(path, readers)
    } catch {
      switch error {
      case .unreadable, .ambiguous: return true
      default: return false
      }
    }
  }

  /// Whether a profile is for a file, or several are, which is reported when its turn comes.
  private static func isClaimed(
    _ path: String, _ format: InputFormat?, _ readers: [InputFormat], _ profiles: FileProfiles, unpacks: Bool
  ) -> Bool {
    if unpacks, let members = try? ResolvedInput.members(ofArchive: path, readers, within: nil) {
      return members.inputs.contains { $0.format.converted != nil || $0.hasSamples || isClaimed($0, profiles) }
    }
    let named = { profiles.input(named: path, within: nil) }
    guard let input = (try? ResolvedInput.resolve(path: path, format: nil, further: readers)) ?? named(),
      format.map({ $0 == input.format }) ?? true
    else { return false }
    return isClaimed(input, profiles)
  }

  private static func isClaimed(_ input: ResolvedInput, _ profiles: FileProfiles) -> Bool {
    do throws(RunFailure) {
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
