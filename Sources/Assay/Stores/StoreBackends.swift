import AssayKit
import AssayPlatform
public import HealthModel
public import HealthStorage

/// The kinds of stores that a program has compiled in.
public struct StoreBackends: Sendable {
  package let factories: [StorageBackendFactory]

  /// Lists backends; of two for one scheme the first counts.
  public init(_ factories: [StorageBackendFactory]) { self.factories = factories }

  /// What comes with Assay.
  public static let builtIn = StoreBackends(StorageBackendFactory.builtIn)

  package var plugins: [BuiltInPlugin] {
    factories.map { BuiltInPlugin(name: $0.scheme, summary: $0.summary, location: $0.location) }
  }

  package func factory(for scheme: String) -> StorageBackendFactory? { factories.first { $0.scheme == scheme } }

  /// Parses a store's name and checks its syntax.
  ///
  /// Whether a plugin for it exists is known only when the store is opened.
  ///
  /// - Throws: `Failure` for a text that names no store.
  public func url(_ location: String) throws(Failure) -> StorageURL {
    guard let url = StorageURL(location) else {
      throw .usage(
        "`\(StorageURL.shown(location))` names no store; write sqlite:PATH, jsonl:FOLDER, or a path ending in .db, "
          + ".sqlite or .sqlite3")
    }
    if let factory = factory(for: url.scheme) {
      guard factory.location.isEmpty || !url.location.isEmpty else { throw .usage("\(url.scheme): needs a path") }
    } else if url.scheme == "process" {
      guard !url.pluginName.isEmpty else {
        throw .usage("process: needs the name of a plugin, as in process:NAME?path=FILE")
      }
      guard url.parameters != nil else {
        throw .usage("\(url.shown): after `?` write KEY=VALUE&…, each key once, `&` and `%` as %XX")
      }
    }
    return url
  }
}

extension StoreBackends {
  /// The path of a store, without slashes at its end; `nil` for one that is not a file or folder.
  public func path(of store: StorageURL) -> String? {
    guard factory(for: store.scheme)?.keepsFiles == true else { return nil }
    var path = store.location[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return path.isEmpty ? nil : String(path)
  }

  package func isSame(_ first: StorageURL, _ second: StorageURL) -> Bool {
    if first == second { return true }
    guard first.scheme == second.scheme, let one = path(of: first), let other = path(of: second) else { return false }
    return PathText.resolved(one) == PathText.resolved(other)
  }

  /// The folder on whose disk a store is, for what is written beside it for a while.
  package func folder(of store: StorageURL, temporary: String) -> String {
    path(of: store).map(PathText.parent) ?? temporary
  }

  /// The folder in which imports into a store keep what is not stored; `nil` for a store that is not a file or folder.
  public func quarantineFolder(of store: StorageURL) -> String? { path(of: store).map { $0 + ".quarantine" } }
}

extension StorageURL {
  /// The text between `process:` and the parameters.
  var pluginName: String { location.prefix { $0 != "?" }.lowercased() }
}
