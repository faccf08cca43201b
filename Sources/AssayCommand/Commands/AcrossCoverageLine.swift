import Assay

/// The line about how far the rules over several samples looked: printed when that left something out, or on request.
enum AcrossCoverageLine {
  /// Writes the line to standard error.
  static func write(_ across: AcrossRun?, isVerbose: Bool, isQuiet: Bool) {
    guard let across else { return }
    write(across.coverage, leftWindow: across.leftWindow, isVerbose: isVerbose, isQuiet: isQuiet)
  }

  /// Writes the line of a run that ended.
  static func write(_ coverage: String, leftWindow: Bool, isVerbose: Bool, isQuiet: Bool) {
    guard !isQuiet, isVerbose || leftWindow else { return }
    StandardError.write("across samples: \(coverage)\n")
  }
}
