import CProcess

/// What the program was started with.
enum ProcessArguments {
  /// The arguments behind the program's name.
  static func all() -> [String] {
    let count = Int(assay_argument_count())
    guard count > 0, let values = assay_arguments() else { return Array(CommandLine.arguments.dropFirst()) }
    return (1..<max(1, count)).compactMap { index in values[index].map { String(cString: $0) } }
  }
}
