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
  private let folder: String

  /// How many names of files a note has.
  private static let shownNames = 3

  /// Looks at the beginning of every file in a folder and below.
  ///
  /// Links to folders and names that begin with a dot are passed over, as for data sets; configurations are not data.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - format: the format that was named; files of another one do not count.
  ///   - readers: the formats that plugins read.
  ///   - profiles: the profiles that recognize files.
  ///   - leavesOut: whether a project leaves a file out.
  /// - Throws: `InputError` when a folder cannot be read.
  init(
    _ folder: String, format: InputFormat?, _ readers: [InputFormat] = [], _ profiles: FileProfiles = FileProfiles(),
    leavesOut: (String) -> Bool
  ) throws(InputError) {
    self.folder = folder
    let found = try DataFiles.all(in: folder)
    damaged = found.damaged.map { PathText.join(folder, $0) }.filter { !leavesOut($0) }
    for file in found.files {
      let path = PathText.join(folder, file)
      if leavesOut(path) || ConfigurationLocation.names.contains(PathText.name(of: path)) { continue }
      if Self.isReadable(path, format, readers, profiles) { samples.append(path) } else { others.append(path) }
    }
  }

  /// Whether a file can be read as samples; what the system does not read is reported when its turn comes.
  private static func isReadable(
    _ path: String, _ format: InputFormat?, _ readers: [InputFormat], _ profiles: FileProfiles
  ) -> Bool {
    do throws(InputError) {
      if !profiles.profiles.isEmpty, isRecognized(path, format, readers, profiles) { return true }
      if let format { return try ResolvedInput.resolve(path: path, format: nil, further: readers).format == format }
      return try SampleDetection.isLikely(path, readers)
    } catch .unreadable {
      return true
    } catch {
      return false
    }
  }

  /// Whether a profile recognizes a file, or several do, which is reported when its turn comes.
  private static func isRecognized(
    _ path: String, _ format: InputFormat?, _ readers: [InputFormat], _ profiles: FileProfiles
  ) -> Bool {
    if let members = try? ResolvedInput.members(ofArchive: path, within: nil) {
      // Only reading it tells which of several profiles is meant.
      return members.contains { member in
        do throws(RunFailure) { return try profiles.profile(for: member) != nil } catch { return true }
      }
    }
    guard let input = try? ResolvedInput.resolve(path: path, format: nil, further: readers),
      format.map({ $0 == input.format }) ?? true
    else { return false }
    do throws(RunFailure) {
      return try profiles.profile(for: input) != nil
    } catch {
      return true
    }
  }

  /// What was passed over, for people; `nil` if nothing was.
  var note: Diagnostic? {
    guard !others.isEmpty else { return nil }
    let names = others.prefix(Self.shownNames).map { "`\(TextEscaping.escaped($0, limit: 80))`" }
    let rest = others.count - names.count
    let list = names.joined(separator: ", ") + (rest > 0 ? " and \(GroupedDigits.string(rest)) more" : "")
    return Diagnostic(
      code: .formatUnknown,
      message: "\(Self.count(samples)) read, \(Self.count(others)) passed over, in which "
        + "nothing looks like health samples: \(list)",
      location: SourceLocation(path: folder),
      hint: "make them a data set in assay.yaml, which says what their columns are")
  }

  private static func count(_ files: [String]) -> String {
    "\(GroupedDigits.string(files.count)) file" + (files.count == 1 ? "" : "s")
  }
}
