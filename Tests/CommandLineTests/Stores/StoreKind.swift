import Foundation
import Glibc

/// The kinds of stores that must behave alike, in this process and in others.
enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case sqlite, jsonl, python, postgresql

  var description: String { rawValue }

  /// Whether samples are kept by a process of the store's own.
  var isPlugin: Bool { self == .python || self == .postgresql }

  /// Those that can be tried here; the others are named on standard error, so that nobody takes them for tried.
  static let present: [StoreKind] = allCases.filter { kind in
    guard let reason = kind.absence else { return true }
    FileHandle.standardError.write(Data("skipped: stores of the kind \(kind): \(reason)\n".utf8))
    return false
  }

  /// What is missing to try it.
  private var absence: String? {
    switch self {
    case .sqlite, .jsonl: return nil
    case .python:
      let found = access("/usr/bin/python3", X_OK) == 0 || (try? AssayBinary.shell("command -v python3").status) == 0
      return found ? nil : "python3 is not installed"
    case .postgresql:
      guard access(PostgreSQLServer.executable, X_OK) == 0 else { return "the plugin is not built (make postgresql)" }
      return PostgreSQLServer.shared == nil ? "no PostgreSQL server can be started here" : nil
    }
  }

  /// A store of the kind that is not there yet.
  func place(_ name: String, in folder: TemporaryFolder) -> PlacedStore {
    let path = folder.path(of: name)
    switch self {
    case .sqlite: return PlacedStore(kind: self, url: "sqlite:\(path).db", quarantine: path + ".refused.ndjson")
    case .jsonl: return PlacedStore(kind: self, url: "jsonl:\(path)/", quarantine: path + ".refused.ndjson")
    case .python:
      return PlacedStore(
        kind: self, url: "process:python-sqlite?path=\(path).db",
        options: ["--plugin", AssayBinary.root + "/plugins/python-sqlite"], quarantine: path + ".refused.ndjson")
    case .postgresql:
      return PlacedStore(
        kind: self, url: PostgreSQLServer.shared?.url(schema: "s" + UUID().uuidString.prefix(8).lowercased()) ?? "",
        options: ["--plugin", AssayBinary.root + "/plugins/postgresql"], quarantine: path + ".refused.ndjson")
    }
  }
}

/// A store, seen through the command only.
struct PlacedStore: Sendable {
  var kind: StoreKind
  var url: String
  /// Options that every command on it needs.
  var options: [String] = []
  var quarantine: String
  /// Variables of every command beside the usual ones.
  var environment: [String: String] = [:]

  /// What lets the process of a plugin be as slow as a machine that runs many.
  private var patience: [String] { kind.isPlugin ? ["--plugin-timeout", "300"] : [] }

  /// The arguments of an import that reports as JSON.
  func importArguments(_ inputs: [String], _ more: [String] = []) -> [String] {
    ["import"] + inputs
      + ["--store", url, "--quarantine", quarantine, "--output-format", "json", "--max-findings", "0"] + options
      + patience
      + more
  }

  /// Imports to the end.
  func importing(_ inputs: String..., more: [String] = []) throws -> ProcessResult {
    try AssayBinary.run(importArguments(inputs, more), environment: environment)
  }

  /// The store's content.
  func export(_ more: String...) throws -> String {
    let result = try AssayBinary.run(["export", "--store", url] + options + patience + more, environment: environment)
    guard result.status == 0 else { throw NoReport(result: result) }
    return result.text
  }

  /// What imports left, as JSON text in which keys are sorted.
  func imports() throws -> [String] {
    let result = try AssayBinary.run(
      ["store", "info", "--store", url, "--output-format", "json"] + options + patience, environment: environment)
    guard result.status == 0,
      let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any],
      let imports = object["imports"] as? [[String: Any]]
    else { throw NoReport(result: result) }
    return try imports.map {
      String(decoding: try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys]), as: UTF8.self)
    }
  }

  /// What is wrong with the store; empty if it is valid.
  func faults() throws -> String {
    let result = try AssayBinary.run(
      ["store", "verify", "--store", url] + options + patience, environment: environment)
    return result.status == 0 ? "" : "status \(result.status): \(result.text)\(result.errorText)"
  }

  /// All that a user, or the next import, could see.
  func trace() throws -> StoreTrace {
    StoreTrace(
      export: try export(), imports: try imports(), quarantine: (try? TestFile.bytes(quarantine)) ?? [],
      faults: try faults())
  }
}

/// What an import left.
struct StoreTrace {
  var export: String
  var imports: [String]
  var quarantine: [UInt8]
  var faults: String

  /// The names of what differs; the content would fill a screen many times.
  func differences(from other: StoreTrace) -> [String] {
    var names: [String] = []
    if export != other.export {
      let lines = export.split(separator: "\n")
      let others = other.export.split(separator: "\n")
      names.append("the export: \(lines.count) lines, \(Set(lines).count) of them unique, instead of \(others.count)")
    }
    if imports != other.imports { names.append("imports: \(imports) instead of \(other.imports)") }
    if quarantine != other.quarantine { names.append("the quarantine file") }
    if !faults.isEmpty { names.append("faults: \(faults)") }
    return names
  }
}
