import HealthModel

extension SourceLocation {
  /// The text after the path that says where in the file it is: `:3:1`, or the name of the place in an input that is not
  /// lines of text; empty for a whole file.
  var inFile: String { line > 0 ? ":\(line):\(column)" : place.map { ": " + $0 } ?? "" }
}
