import Foundation
import HealthModel
import HealthStorage
import HealthTestKit

@testable import JSONLStore

/// A folder for one test's store, removed with the value that holds it.
final class Place {
  let folder: String
  /// The store's folder.
  var store: String { folder + "/store" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/assay-jsonl-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A place with a copy of the store.
  func copy() throws -> Place {
    let other = try Place()
    try FileManager.default.copyItem(atPath: store, toPath: other.store)
    return other
  }

  func open(_ change: (inout StorageOptions) -> Void = { _ in }) async throws -> StepwiseStore {
    var options = StorageOptions(waitMilliseconds: 200)
    change(&options)
    let url = StorageURL(scheme: "jsonl", location: store + "/")
    return StepwiseStore(try await JSONLPlugin.factory.open(url, try Bench.workbench().context(options)))
  }

  // MARK: - Files

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: store + "/" + name)))
  }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

  /// The lines of a file.
  func lines(_ name: String) throws -> [String] { try text(name).split(separator: "\n").map(String.init) }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: store + "/" + name))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: store + "/" + name) }

  /// The paths of all files in the store, sorted.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: store).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: store + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  /// The paths of all files but the index's, which say nothing that the others do not.
  func lasting() throws -> [String] { try names().filter { !$0.hasPrefix("index/") } }

  /// All files but the index's with their bytes.
  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in try lasting() { contents[name] = try bytes(name) }
    return contents
  }

  /// Whether any file holds a text.
  func holds(_ text: String) throws -> Bool {
    try names().contains { Data(try bytes($0)).range(of: Data(text.utf8)) != nil }
  }
}

/// What all tests share: the built-in types, loaded once.
enum Bench {
  private static let shared = Result { try SampleWorkbench() }

  static func workbench() throws -> SampleWorkbench { try shared.get() }

  static func batch(_ lines: [String]) throws -> SampleBatch { try workbench().batch(lines.joined(separator: "\n")) }

  /// A heart rate at so many seconds after the beginning of 2026.
  static func heartRate(_ value: Int, at second: Int, lasting length: Int = 0, more: String = "") -> String {
    """
    {"type":"heartRate","value":\(value),"unit":"count/min","start":"\(time(second))","end":"\(time(second + length))"\(more)}
    """
  }

  static func steps(_ value: Int, at second: Int) -> String {
    #"{"type":"stepCount","value":\#(value),"unit":"count","start":"\#(time(second))"}"#
  }

  static func pressure(_ systolic: Int, _ diastolic: Int, at second: Int) -> String {
    """
    {"type":"bloodPressure","start":"\(time(second))","members":[\
    {"type":"bloodPressureSystolic","value":\(systolic),"unit":"mmHg"},\
    {"type":"bloodPressureDiastolic","value":\(diastolic),"unit":"mmHg"}]}
    """
  }

  /// A time as the normal form writes it.
  static func time(_ second: Int) -> String { TimestampWriter.string(microseconds(second)) }

  /// So many seconds after the beginning of 2026, in microseconds since 1970.
  static func microseconds(_ second: Int) -> Int64 { (1_767_225_600 + Int64(second)) * 1_000_000 }

  /// The seconds of a day.
  static let day = 86_400
}

extension StepwiseStore {
  /// Appends samples and returns their outcomes: `+` accepted, `=` duplicate, `!` conflict, `-` refused.
  func append(_ lines: [String]) async throws -> String {
    try await append(Bench.batch(lines)).outcomes.map { outcome in
      switch outcome {
      case .accepted: "+"
      case .duplicate: "="
      case .conflict: "!"
      case .refused: "-"
      }
    }.joined()
  }

  /// Appends samples that must be new, and commits them.
  func keep(_ lines: [String]) async throws {
    _ = try await append(lines)
    try await commit(nil)
  }

  /// What a query answers, in normal form.
  func lines(_ change: (inout SampleQuery) -> Void = { _ in }) async throws -> [String] {
    var query = SampleQuery()
    query.omitsMembers = true
    change(&query)
    return try await lines(query)
  }

  func lines(_ query: SampleQuery) async throws -> [String] {
    let workbench = try Bench.workbench()
    var lines: [String] = []
    try await self.query(query) { batch in
      lines += workbench.lines(of: batch)
      return true
    }
    return lines
  }

  /// Changes as text: `1: 2 added; 2: 1 deleted`.
  func history(since anchor: Int64 = 0) async throws -> String {
    var history: [Int64: (added: Int, deleted: Int)] = [:]
    _ = try await changes(ChangeQuery(since: ChangeAnchor(commit: anchor), omitsMembers: true)) { page in
      let heads = page.added.correlation.filter { $0 < 0 }.count
      let known = history[page.commit] ?? (0, 0)
      history[page.commit] = (known.added + heads, known.deleted + page.deleted.count)
      return true
    }
    return history.sorted { $0.key < $1.key }.map { commit, counts in
      "\(commit): " + (counts.added > 0 ? "\(counts.added) added" : "\(counts.deleted) deleted")
    }.joined(separator: "; ")
  }
}

/// Samples as the normal form writes them, in the order they are given.
func normal(_ lines: [String]) throws -> [String] { try Bench.workbench().lines(of: Bench.batch(lines)) }
