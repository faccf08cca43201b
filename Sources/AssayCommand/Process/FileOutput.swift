import Assay
import HealthModel
import HealthReports

/// Outputs that an option names.
enum FileOutput {
  /// Makes or replaces a file; `-` is standard output, and devices and pipes are written to as they are.
  ///
  /// - Throws: `Failure` when it cannot be opened.
  static func open(_ path: String) throws -> ByteOutput {
    if path == "-" { return .standardOutput() }
    do {
      return try path.hasPrefix("/dev/") ? ByteOutput.device(path) : ByteOutput.file(path)
    } catch {
      throw Failure(error)
    }
  }
}
