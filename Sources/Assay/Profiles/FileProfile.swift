package import HealthFormats
import HealthModel
import HealthValidation

/// How files of another program are recognized and read, as a file in the folder `profiles` of a plugin says.
package struct FileProfile: Sendable, Hashable {
  package struct Example: Sendable, Hashable {
    package var file: Located<String>
    package var samples: Located<String>
    /// The zone that `--timezone` names; `nil` for none.
    package var timeZone: String?
    package var refused: Int
  }

  package var plugin: String
  /// The profile's name: that of its file, without `.yaml`.
  package var name: String
  package var title: String
  package var recognition: FileRecognition
  /// Whether its times have no offset, and the user says their zone.
  package var needsTimeZone: Bool
  package var data: DataSet
  package var examples: [Example]

  /// The name in messages, `fitbit/steps`.
  package var shownName: String { "\(plugin)/\(name)" }

  package var mark: InputProfile {
    InputProfile(
      name: shownName, at: data.timeZone?.mark ?? data.path.mark, timeZone: data.timeZone?.value,
      needsTimeZone: needsTimeZone, units: data.units?.rawValue)
  }
}

/// Which files a profile is for: what their names look like, and what they begin with.
package struct FileRecognition: Sendable, Hashable {
  /// Globs, one of which matches the file's name, or, with a slash, the end of its path; empty for any name.
  package var names: [String] = [] {
    didSet { globs = names.compactMap { GlobPattern($0.utf8.contains(UInt8(ascii: "/")) ? "**/" + $0 : $0) } }
  }
  private var globs: [GlobPattern] = []
  package var columns: [String] = []
  /// Keys that JSON has somewhere in its first 16 KiB.
  package var keys: [String] = []

  package init() {}

  func takes(path: String, name: String) -> Bool {
    names.isEmpty
      || zip(globs, names).contains { glob, text in
        glob.matches(text.utf8.contains(UInt8(ascii: "/")) ? path : name)
      }
  }
}
