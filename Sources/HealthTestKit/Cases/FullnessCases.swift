import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// A full disk: nothing half written, nothing lost, and work goes on once there is space again.
enum FullnessCases {
  /// A transaction's samples: some heart rates with 32 KiB of text each, and a group.
  private static func transaction(_ number: Int) -> (names: String, text: String) {
    let minute = number < 10 ? "0\(number)" : "\(number)"
    var names = "g\(number)"
    var lines = [
      """
      g\(number) {"type":"bloodPressure","start":"2026-01-01T08:\(minute):00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """
    ]
    var random = SeededGenerator(seed: UInt64(number))
    for place in 0..<8 {
      // Words that no file system makes smaller.
      let word = (0..<2_048).map { _ in String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16) }.joined()
      names += " h\(number)x\(place)"
      lines.append(
        """
        h\(number)x\(place) {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:\(minute):0\(place)Z","metadata":{"k":"\(word)"}}
        """)
    }
    return (names, lines.joined(separator: "\n"))
  }

  static let all: [ConformanceCase] = [
    ConformanceCase(
      "a full disk loses nothing that was committed and leaves nothing half", .durable, needs: .query,
      facility: .smallFolder
    ) { bench in
      let transactions = (0..<20).map { transaction($0) }
      let samples = try bench.samples(transactions.map(\.text).joined(separator: "\n"))
      var store = try await bench.open(samples)
      try await store.keep(transactions[0].names)
      let filler = try DiskFiller(beside: bench.slot.folder, leaving: 1 << 20, most: 1 << 28)
      defer { filler.remove() }
      var kept = 1
      var failure: (any Error)?
      while kept < transactions.count, failure == nil {
        do {
          try await store.keep(transactions[kept].names)
          kept += 1
        } catch let error as StorageError {
          failure = error
        }
      }
      guard failure != nil else { throw CaseFailure("5 MiB were accepted with space for one") }
      await store.rollback()
      try await expect(kept, transactions, store)
      filler.remove()
      store = try await bench.reopen(store)
      try await expect(kept, transactions, store)
      try await store.expectSound()
      for number in kept..<min(kept + 2, transactions.count) { try await store.keep(transactions[number].names) }
      try await store.append(transactions[0].names, gives: String(repeating: "=", count: 11))
      await store.rollback()
      try await expect(min(kept + 2, transactions.count), transactions, store)
      try await store.expectSound()
    }
  ]

  /// The store must have exactly the first transactions, up to a number.
  private static func expect(
    _ count: Int, _ transactions: [(names: String, text: String)], _ store: OpenedStore
  ) async throws {
    let words = transactions[..<count].flatMap { $0.names.split(separator: " ").map(String.init) }
    let groups = words.filter { $0.hasPrefix("g") }
    let others = words.filter { !$0.hasPrefix("g") }
    try await store.expectTexts((groups + others).joined(separator: " "), "what is stored at the full disk")
  }
}

/// A file that fills a file system except for a rest.
struct DiskFiller {
  private let path: String

  /// Fills the file system of a folder.
  ///
  /// - Throws: `CaseFailure.skip` if there is more free space than that.
  init(beside folder: String, leaving rest: UInt64, most: UInt64) throws {
    path = folder + ".filler"
    guard let free = try? FileTree.freeBytes(at: folder) else {
      throw CaseFailure("the free space of \(folder) is not known")
    }
    guard free <= most else { throw CaseFailure.skip("the small file system has \(free >> 20) MiB") }
    guard let file = try? Descriptor(writing: path, .new) else { throw CaseFailure("\(path) cannot be made") }
    let block = [UInt8](repeating: 0x55, count: 1 << 14)
    while let free = try? FileTree.freeBytes(at: folder), free > rest + UInt64(block.count) {
      guard (try? block.withUnsafeBytes { try file.write($0) }) != nil else { break }
    }
    try? file.synchronize()
  }

  func remove() { try? FileTree.removeFile(path) }
}
