import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Sudden ends at every step, and a full disk: what was committed is there, and nothing else.
enum InterruptionChecks {
  static let all: [String: LawChecks.Check] = [
    "an end after step": { run, number in
      try await end(behind: number - 1, try await run.store(), run.bench)
    },
    "an end within commits": { run, _ in
      let groups = (0..<8).map { number in
        """
        g\(number) {"type":"bloodPressure","start":"2026-01-01T08:0\(number):00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
        """
      }
      var store = try await run.bench.open(try run.bench.samples(groups.joined(separator: "\n")))
      for number in 0..<8 {
        let before = (0..<number).map { "g\($0)" }.joined(separator: " ")
        let behind = (0...number).map { "g\($0)" }.joined(separator: " ")
        try await store.append("g\(number)", gives: "+++")
        let ended = store
        async let committing = commits(ended)
        for _ in 0..<number * 4 { await Task.yield() }
        await run.bench.kill(ended)
        let isCommitted = await committing
        store = try await run.bench.open(store.samples)
        let heads = try await store.answer(SampleQuery()).heads
        let isThere = heads.contains { $0.hasPrefix("g\(number)(") }
        if isCommitted, !isThere { throw CaseFailure("a commit that had returned is lost") }
        try await store.expectTexts(isThere ? behind : before)
        try await store.append("g\(number)", gives: isThere ? "===" : "+++")
        try await store.commit()
      }
      try await store.expectSound()
    },
    "a full disk": { run, _ in
      let transactions = (0..<20).map { transaction($0) }
      let samples = try run.bench.samples(transactions.map(\.text).joined(separator: "\n"))
      var store = try await run.bench.open(samples)
      try await store.keep(transactions[0].names)
      let filler = try DiskFiller(beside: run.bench.slot.folder, leaving: 1 << 20, most: 1 << 28)
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
      store = try await run.bench.reopen(store)
      try await expect(kept, transactions, store)
      try await store.expectSound()
      for number in kept..<min(kept + 2, transactions.count) { try await store.keep(transactions[number].names) }
      try await store.append(transactions[0].names, gives: String(repeating: "=", count: 11))
      await store.rollback()
      try await expect(min(kept + 2, transactions.count), transactions, store)
      try await store.expectSound()
    },
  ]

  private enum Step: Sendable {
    case append(String, outcomes: String)
    /// The position that is committed, and everything that is stored then, in the order of answers.
    case commit(Int64, stored: String)
    case rollback
  }

  private static let steps: [Step] = [
    .append("rest twin", outcomes: "+ +"), .append("g", outcomes: "+=+"), .commit(1, stored: "g rest"),
    .append("run rest", outcomes: "+ ="), .append("walk", outcomes: "+"), .rollback,
    .append("walk h", outcomes: "+ +++"),
    .commit(2, stored: "g h rest walk"), .append("g run", outcomes: "=== +"), .commit(3, stored: "g h rest run walk"),
    .append("hike", outcomes: "+"),
  ]

  /// Runs the steps up to one, ends the store, and goes on from what was committed.
  private static func end(behind last: Int, _ opened: OpenedStore, _ bench: CaseBench) async throws {
    var store = opened
    var position: Int64 = 0
    var stored = ""
    var next = 0
    for (place, step) in steps[...last].enumerated() {
      try await run(step, store)
      if case .commit(let number, let names) = step {
        position = number
        stored = names
        next = place + 1
      }
    }
    await bench.kill(store)
    store = try await bench.open(store.samples)
    try await store.expectTexts(stored, "what is stored after the end")
    if bench.capabilities.contains(.resume) {
      let found = try await store.backend.progress(of: input)?.position.byteOffset ?? 0
      try CaseFailure.compare(found, position, "the position after the end")
    }
    for step in steps[next...] { try await run(step, store) }
    try await store.commit()
    try await store.expectTexts("g h rest run walk hike")
    try await store.append("twin hike walk h g run rest", gives: "= = = === === = =")
    await store.rollback()
    try await store.expectSound()
  }

  private static let input = "/data/a.ndjson"

  private static func run(_ step: Step, _ store: OpenedStore) async throws {
    switch step {
    case .append(let names, let outcomes): try await store.append(names, gives: outcomes)
    case .commit(let position, _): try await store.backend.commit(LawText.progress(of: input, at: position))
    case .rollback: await store.rollback()
    }
  }

  private static func commits(_ store: OpenedStore) async -> Bool {
    do {
      try await store.commit()
      return true
    } catch {
      return false
    }
  }

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
