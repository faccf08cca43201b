import HealthModel

/// A folder put before the paths of findings, for reports that are read from another place than the run's.
///
/// Absolute paths and standard input stay as they are.
struct PathPrefix {
  private let start: String

  init(_ folder: String) {
    start = folder.isEmpty || folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  }

  func path(_ path: String) -> String {
    path == "-" || path.utf8.first == UInt8(ascii: "/") ? path : start + path
  }

  /// A finding with its paths after the folder.
  func diagnostic(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !start.isEmpty else { return diagnostic }
    var result = diagnostic
    result.location.path = path(diagnostic.location.path)
    for index in result.related.indices {
      result.related[index].location.path = path(result.related[index].location.path)
    }
    return result
  }

  /// Numbers with their files' paths after the folder.
  func summary(_ summary: Summary) -> Summary {
    guard !start.isEmpty else { return summary }
    var result = summary
    for index in result.files.indices { result.files[index].path = path(result.files[index].path) }
    result.ranges = summary.ranges?.map { range in
      var placed = range
      placed.path = path(range.path)
      return placed
    }
    return result
  }
}
