import Assay
import Foundation
import HealthModel

/// A project's folder in a place of its own, gone with this value.
final class ConfigurationFolder {
  /// The absolute path, without links.
  let path: String

  /// Makes a folder with files of a few bytes; a name that ends in `/` is a folder.
  init(_ names: [String] = []) throws {
    let place = URL(fileURLWithPath: NSTemporaryDirectory()).resolvingSymlinksInPath().path
    path = place + "/assay-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for name in names { try add(name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a file or a folder, with the folders above it.
  func add(_ name: String) throws {
    let target = URL(fileURLWithPath: path + "/" + name)
    if name.hasSuffix("/") {
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    } else {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("{}\n".utf8).write(to: target)
    }
  }

  /// Makes a link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  /// A configuration of this folder with globs of data.
  func configuration(_ globs: [String], exclude: [String] = [], below folder: String = "") -> ProjectConfiguration {
    let mark = CatalogMark(path: "assay.yaml", line: 1, column: 1)
    var configuration = ProjectConfiguration(path: "assay.yaml", folder: path + folder)
    configuration.data = globs.map { DataSet(path: Located($0, at: mark)) }
    configuration.exclude = exclude.map { Located($0, at: mark) }
    return configuration
  }
}
