import HealthModel
import HealthPlugins
import HealthStorage
import JSONLStore
import SQLiteStore

#if canImport(Glibc)
  import Glibc
#endif

/// The measurement.
enum Bench {
  static func open(
    _ name: String, _ path: String, _ context: StorageContext
  ) async throws -> any StorageBackend {
    switch name {
    case "sqlite": try await SQLitePlugin.factory.open(StorageURL(scheme: "sqlite", location: path), context)
    case "jsonl": try await JSONLPlugin.factory.open(StorageURL(scheme: "jsonl", location: path), context)
    default: NullStore(registry: context.registry)
    }
  }

  static func run(_ stores: [String], samples: Int, rounds: Int, _ context: StorageContext) async throws {
    let batches = Batches(samples: samples, registry: context.registry)
    for name in stores {
      var own: [Double] = []
      var others: [String: [Double]] = [:]
      for round in 0..<rounds {
        let folder = try Folder()
        let near = try await open(name, folder.path + "/near-\(round)", context)
        own.append(try await seconds(near, batches))
        for form in forms {
          let program = PluginExecutable(
            name: "bench", path: CommandLine.arguments[0],
            arguments: ["serve", name, folder.path + "/\(form)-\(round)", form])
          let far = try await ProcessStore.open(
            program, url: StorageURL(scheme: "process", location: "bench"), context: context, limits: ProcessLimits(),
            log: { print($0) })
          others[form, default: []].append(try await seconds(far, batches))
        }
      }
      let near = own.sorted()[rounds / 2]
      print("\(name): here \(Int(Double(samples) / near)) samples/s", terminator: "")
      for form in forms {
        let far = others[form, default: []].sorted()[rounds / 2]
        print(
          ", by \(form) in another process \(Int(Double(samples) / far)), ratio "
            + "\(Double(Int(near / far * 1000)) / 1000)", terminator: "")
      }
      print()
    }
  }

  private static let forms = ["lines", "columns"]

  private static func seconds(_ store: any StorageBackend, _ batches: Batches) async throws -> Double {
    let begun = ContinuousClock.now
    var accepted = 0
    var pending = 0
    let transaction = try await store.begin()
    for batch in batches.all {
      accepted += try await transaction.append(batch).count(of: .accepted)
      pending += batch.count
      if pending >= min(50_000, store.commitSize) {
        pending = 0
        try await transaction.commit()
      }
    }
    try await transaction.finish()
    let took = (ContinuousClock.now - begun).components
    guard accepted == batches.count else { fatalError("\(accepted) of \(batches.count) accepted") }
    try await store.close()
    return Double(took.seconds) + Double(took.attoseconds) / 1e18
  }
}

/// A folder that goes with its value.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/assay-bench-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StorageError(.failed, "no folder") }
    path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { system("rm -rf \(path)") }
}
