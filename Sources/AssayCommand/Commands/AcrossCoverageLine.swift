import Assay

/// The line about how far the rules over several samples looked: printed when that left something out, or on request.
enum AcrossCoverageLine {
  /// Writes the line to standard error.
  static func write(_ across: AcrossRun?, isVerbose: Bool, isQuiet: Bool) {
    guard let across, !isQuiet, isVerbose || across.leftWindow else { return }
    StandardError.write("across samples: \(across.coverage)\n")
  }
}
