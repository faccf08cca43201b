import HealthFormats
package import HealthModel
import HealthReports

package enum BaselineFile {
  static let maximumSize = 256 << 20

  package static func read(
    _ path: String, by key: BaselineKey, within boundary: FolderBoundary? = nil
  ) throws(Failure) -> Baseline {
    let baseline: Baseline
    do {
      baseline = try content(of: path, within: boundary)
    } catch {
      throw Failure(error)
    }
    guard baseline.classCount == 0 || baseline.namesFiles == (key == .path) else {
      let other = key == .type ? BaselineKey.path : .type
      throw .usage(
        "\(TextEscaping.escaped(path, limit: 1000)) was written by \(other.rawValue); give `--baseline-by "
          + "\(other.rawValue)` or write it anew with --write-baseline")
    }
    return baseline
  }

  static func content(
    of path: String, within boundary: FolderBoundary?, limit: Int = BaselineFile.maximumSize
  ) throws -> Baseline {
    var source = try FileSource(path: path, within: boundary)
    var reader = BaselineReader(path: path)
    var bytes: [UInt8] = []
    var count = 0
    while try source.read(into: &bytes, count: 64 * 1024) > 0 {
      count += bytes.count
      guard count <= limit else {
        throw Failure.usage(
          "\(TextEscaping.escaped(path, limit: 1000)): a baseline has at most \(limit >> 20) MiB; --baseline-by type "
            + "writes a shorter one")
      }
      try reader.take(bytes[...])
      bytes.removeAll(keepingCapacity: true)
    }
    return try reader.finish()
  }

  package static func write(_ baseline: Baseline, to path: String) throws(Failure) {
    do throws(OutputError) {
      let file = try PendingFile(path)
      try baseline.write(to: file.output)
      try file.finish()
    } catch {
      throw Failure(error)
    }
  }
}
