import HealthFormats

/// What makes two files of others alike: the columns of tables, the paths of JSON.
struct FileShape: Sendable, Hashable {
  let format: InputFormat
  /// The names of the columns, or the paths.
  let columns: [String]

  /// How many bytes of a file say it.
  static let reach = 256 * 1024

  /// Looks at the beginning of a file.
  init(of input: ResolvedInput) throws(InputError) {
    format = input.format
    guard input.canBeReadAgain else {
      columns = []
      return
    }
    columns = try ForeignProfile.survey([input], limit: Self.reach).lists.flatMap(\.columns).filter(\.isOwn).map(
      \.shown)
  }

  /// What a comment calls such a file.
  static func name(of profile: ForeignProfile) -> String {
    profile.format == .csv ? "a table" : profile.format == .json ? "JSON" : "JSON, a record a line"
  }
}
