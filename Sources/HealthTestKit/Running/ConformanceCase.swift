import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// One law, as a program that throws when a store breaks it.
struct ConformanceCase: Sendable {
  /// The facility that a case needs from the caller.
  enum Facility: Sendable, Hashable {
    /// A way to end a backend suddenly.
    case interruption
    /// A folder on a nearly full disk.
    case smallFolder
  }

  /// The law, as a sentence.
  let name: String
  let level: ConformanceLevel
  /// The capabilities without which the law cannot be looked at, beside its level.
  let needs: StorageCapabilities
  let facility: Facility?
  let check: @Sendable (CaseBench) async throws -> Void

  init(
    _ name: String, _ level: ConformanceLevel, needs: StorageCapabilities = [], facility: Facility? = nil,
    check: @escaping @Sendable (CaseBench) async throws -> Void
  ) {
    self.name = name
    self.level = level
    self.needs = needs
    self.facility = facility
    self.check = check
  }

  /// All cases, in the order of the suite.
  static let all: [ConformanceCase] = themes.flatMap { $0 }

  private static let themes: [[ConformanceCase]] = [
    AppendCases.all, RefusedContentCases.all, TransactionCases.all, GroupCases.all, GroupConflictCases.all,
    BatchCases.all, OrderCases.all,
    ContentCases.all, TimeCases.all, ConditionCases.all, TextConditionCases.all, MemberCases.all, PagingCases.all,
    ChangeCases.all, DeletionFeedCases.all, DeletionCases.all, TombstoneCases.all, OwnerCases.all, ScanCases.all,
    StatisticsCases.all, ProgressCases.all, ForgettingCases.all, DefinitionCases.all, ReopeningCases.all,
    RegistryCases.all,
    ForeignBatchCases.all, CompositeCases.all, SeriesCases.all, StructureKeepingCases.all,
    StructuredConditionCases.all, StructuredConditionCases.random,
    ConcurrencyCases.all, WriterCases.all, InterruptionCases.all, FullnessCases.all, RandomCases.all,
  ]

  /// Whether a list of parts of names and of levels asks for the case; an empty one asks for all.
  func isMeant(by words: [String]) -> Bool {
    words.isEmpty || words.contains { $0 == level.rawValue || (!$0.isEmpty && name.contains($0)) }
  }

  /// Why the case cannot be run with a store; `nil` when it can.
  func obstacle(_ store: StorageUnderTest, _ capabilities: StorageCapabilities) -> String? {
    if !capabilities.isSuperset(of: level.capabilities) { return "the store does not declare \(level.rawValue)" }
    for (level, name) in StorageCapabilities.names where needs.contains(level) && !capabilities.contains(level) {
      return "it takes \(name), which the store does not declare"
    }
    switch facility {
    case .interruption: return store.interrupt == nil ? "the caller gave no way to end the store suddenly" : nil
    case .smallFolder: return store.smallFolder == nil ? "the caller gave no folder on a small file system" : nil
    case nil: return nil
    }
  }
}

extension ConformanceLevel {
  /// The capabilities that a backend of the level declares.
  fileprivate var capabilities: StorageCapabilities {
    switch self {
    case .write: []
    case .query: .query
    case .changes: .changes
    case .delete: .delete
    case .statistics: .statistics
    case .resume: .resume
    case .durable: .durable
    case .compact: .compact
    case .composites, .series: []
    }
  }
}

/// Where batches and transactions begin, and how large they are, changes nothing.
enum BatchCases {
  private static let text = #"""
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"heartRate","value":62,"unit":"count/min","start":"2026-01-01T08:01:00Z"}
    twin {"type":"bloodPressureSystolic","value":120,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    g {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
    low {"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    h {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"bloodPressureSystolic","value":130,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":90,"unit":"mmHg"}]}
    high {"type":"bloodPressureDiastolic","value":90,"unit":"mmHg","start":"2026-01-01T08:00:00Z"}
    blood {"type":"bloodType","value":"aPositive"}
    other {"type":"bloodType","value":"oNegative"}
    """#

  /// Samples in the order they come, with their outcomes.
  private static let sequence: [(name: String, outcomes: String)] = [
    ("rest", "+"), ("twin", "+"), ("g", "+=+"), ("rest", "="), ("given", "+"), ("edited", "!"), ("low", "="),
    ("h", "!!!"), ("blood", "+"), ("g", "==="), ("high", "+"), ("h", "!!="), ("other", "!"), ("given", "="),
    ("twin", "="), ("blood", "="), ("edited", "!"),
  ]

  static let all: [ConformanceCase] = [
    ConformanceCase("what becomes of samples does not depend on where batches begin", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      for size in [sequence.count, 1, 2, 3, 5, 8] {
        try await append(to: store, size: size)
        await store.rollback()
      }
      try await append(to: store, size: 4)
      try await store.commit()
      try await store.expectTexts("g high blood rest given")
    },
    ConformanceCase("what becomes of samples does not depend on where transactions begin", .write) { bench in
      let store = try await bench.open(try bench.samples(text))
      for item in sequence {
        try await store.append(item.name, gives: item.outcomes)
        try await store.commit()
      }
      try await store.expectTexts("g high blood rest given")
    },
    ConformanceCase("20,000 samples may come in one batch", .write) { bench in
      let count = 20_000
      let batch = try bench.workbench.batch(heartRates(count))
      let store = try await bench.open()
      try Outcomes.compare(try await store.append(batch), String(repeating: "+", count: count), "the batch")
      try await store.commit()
      try Outcomes.compare(try await store.append(batch), String(repeating: "=", count: count), "the batch again")
      try await store.commit()
      try await store.expectCounts("heartRate \(count)")
      guard bench.capabilities.contains(.query) else { return }
      var wanted = batch.id[...]
      try await store.backend.query(SampleQuery()) { answer in
        guard wanted.starts(with: answer.id) else { throw CaseFailure("the answer is not in the order of time") }
        wanted.removeFirst(answer.count)
        return true
      }
      try CaseFailure.compare(wanted.count, 0, "the number of samples that are missing at the end of the answer")
    },
  ]

  private static func append(to store: OpenedStore, size: Int) async throws {
    for start in stride(from: 0, to: sequence.count, by: size) {
      let items = sequence[start..<min(start + size, sequence.count)]
      try await store.append(
        items.map(\.name).joined(separator: " "), gives: items.map(\.outcomes).joined(separator: " "))
    }
  }

  /// One a second, from 2026 on.
  private static func heartRates(_ count: Int) -> String {
    let tail = ",\"unit\":\"count/min\",\"start\":\"2026-01-01T"
    let lines = (0..<count).map { number in
      "{\"type\":\"heartRate\",\"value\":\(50 + number % 100)\(tail)\(digits(number / 3600)):"
        + "\(digits(number / 60 % 60)):\(digits(number % 60))Z\"}"
    }
    return lines.joined(separator: "\n")
  }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// Definitions that a store remembers: each name once, beside the samples, for good.
enum DefinitionCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    """#

  private static let grip = StoredDefinition(name: "type/org.study.grip", text: "schema: 1\ntype: org.study.grip\n")
  private static let hand = StoredDefinition(name: "enum/org.study.hand", text: "enum: \"é \\\" \\\\ 😀\"\n\t# :\n")
  private static let other = StoredDefinition(name: "type/org.study.grip", text: "# changed\n")

  static let all: [ConformanceCase] = [
    ConformanceCase("definitions are remembered, each name once, beside samples that stay", .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("a", gives: "+")
      try await store.backend.commit(nil)
      let commit = try await store.backend.information().lastCommit
      try await remember([grip, hand], in: store, gives: [hand, grip])
      try await remember([other], in: store, gives: [hand, other])
      try await remember([], in: store, gives: [hand, other])
      try CaseFailure.compare(try await store.backend.information().lastCommit, commit, "the number of the last commit")
      try CaseFailure.compare(try await store.backend.imports(), [], "the list of imports")
      try await store.append("b", gives: "+")
      try await store.backend.commit(nil)
      try await store.expectTexts("a b")
      try CaseFailure.compare(try await store.backend.definitions(), [hand, other], "the definitions")
      try await store.expectSound()
    },
    ConformanceCase("definitions are there when the store is opened again", .resume, needs: .durable) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await remember([grip, hand], in: store, gives: [hand, grip])
      try await store.append("a", gives: "+")
      await store.backend.rollback()
      try await bench.close(store)
      store = try await bench.open(store.samples)
      try CaseFailure.compare(try await store.backend.definitions(), [hand, grip], "the definitions")
      try await store.expectTexts("")
      try await store.expectSound()
    },
  ]

  /// Remembers definitions, and compares what is kept; a store need not keep any.
  private static func remember(
    _ definitions: [StoredDefinition], in store: OpenedStore, gives kept: [StoredDefinition]
  ) async throws {
    try await store.backend.remember(definitions)
    let found = try await store.backend.definitions()
    if found.isEmpty { throw CaseSkip(reason: "the store keeps no definitions") }
    try CaseFailure.compare(found, kept, "the definitions")
  }
}

/// Forgetting imports: their names and counts are gone, and their samples stay.
enum ForgettingCases {
  private static let text = #"""
    a {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    b {"type":"heartRate","value":61,"unit":"count/min","start":"2026-01-01T09:00:00Z"}
    """#

  static let all: [ConformanceCase] = [
    ConformanceCase("a forgotten import is gone, and its samples and the other imports stay", .resume) { bench in
      let store = try await bench.open(try bench.samples(text))
      let inputs = ["/z", "/a", "/m"].map { ProgressCases.progress($0, isFinished: true) }
      try await store.append("a b", gives: "++")
      for item in inputs { try await store.backend.commit(item) }
      try await forget(["/a", "/none"], gives: 1, in: store)
      try CaseFailure.compare(try await store.backend.progress(of: "/a"), nil, "the progress of a forgotten import")
      try CaseFailure.compare(try await store.backend.imports(), [inputs[0], inputs[2]], "the list of imports")
      try await store.expectTexts("a b")
      try await forget(["/a"], gives: 0, in: store)
      try await forget([], gives: 0, in: store)
      // The same input again begins anew, as the last one.
      try await store.append("a b", gives: "==")
      try await store.backend.commit(inputs[1])
      try CaseFailure.compare(
        try await store.backend.imports(), [inputs[0], inputs[2], inputs[1]], "the list of imports")
      try await forget(["/z", "/a", "/m"], gives: 3, in: store)
      try CaseFailure.compare(try await store.backend.imports(), [], "the list of imports")
      try await store.expectSound()
    },
    ConformanceCase("a forgotten import is in no file of the store", .resume, needs: .durable) { bench in
      let word = "tell-nobody-of-this-word"
      var store = try await bench.open(try bench.samples(text))
      var item = ProgressCases.progress("/data/\(word).ndjson")
      item.path = "\(word).ndjson"
      item.details = #"{"subject":"\#(word)"}"#
      try await store.append("a", gives: "+")
      try await store.backend.commit(item)
      item.isFinished = true
      try await store.backend.commit(item)
      try await forget([item.input], gives: 1, in: store)
      if bench.capabilities.contains(.compact) { _ = try await store.backend.compact() }
      try await bench.close(store)
      try bench.expectNoFile(holds: word, "the name of the forgotten import")
      store = try await bench.open(store.samples)
      try CaseFailure.compare(try await store.backend.imports(), [], "the list of imports")
      try await store.expectTexts("a")
      try await store.expectSound()
    },
  ]

  /// Forgets imports, and compares how many are gone; a store need not be able to.
  private static func forget(_ inputs: Set<String>, gives count: Int, in store: OpenedStore) async throws {
    let forgotten: Int
    do {
      forgotten = try await store.backend.forget(imports: inputs)
    } catch let error as StorageError where error.code == .unsupported {
      throw CaseSkip(reason: "the store cannot forget imports")
    }
    try CaseFailure.compare(forgotten, count, "the number of imports that are gone")
  }
}

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

/// Deletions by an app, which owns the samples of its bundle alone.
enum OwnerCases {
  private static let owner = "com.example.mine"

  /// Whose the samples are is in their names; `mixed` is mine with a foreign member, `guest` the other way round, and
  /// `lent` has a member that `hers` has as well.
  private static let text = #"""
    mine {"type":"heartRate","value":1,"unit":"count/min","start":"2026-01-01T08:00:00Z","source":{"name":"Mine","bundle":"com.example.mine"}}
    foreign {"type":"heartRate","value":2,"unit":"count/min","start":"2026-01-01T08:01:00Z","source":{"name":"Other","bundle":"com.example.other"}}
    named {"type":"heartRate","value":3,"unit":"count/min","start":"2026-01-01T08:02:00Z","source":{"name":"com.example.mine"}}
    longer {"type":"heartRate","value":4,"unit":"count/min","start":"2026-01-01T08:03:00Z","source":{"bundle":"com.example.mine.app"}}
    nobody {"type":"heartRate","value":5,"unit":"count/min","start":"2026-01-01T08:04:00Z"}
    mixed {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","source":{"bundle":"com.example.mine"},"members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg","source":{"bundle":"com.example.other"}}]}
    guest {"type":"bloodPressure","start":"2026-01-01T09:00:00Z","source":{"bundle":"com.example.other"},"members":[{"type":"bloodPressureSystolic","value":121,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":81,"unit":"mmHg","source":{"bundle":"com.example.mine"}}]}
    all {"type":"bloodPressure","start":"2026-01-01T10:00:00Z","source":{"bundle":"com.example.mine"},"members":[{"type":"bloodPressureSystolic","value":122,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":82,"unit":"mmHg"}]}
    lent {"type":"kit.sitting","start":"2026-01-01T11:00:00Z","source":{"bundle":"com.example.mine"},"members":[{"type":"heartRate","role":"before","value":90,"unit":"count/min"},{"type":"heartRate","role":"after","value":91,"unit":"count/min"}]}
    hers {"type":"kit.sitting","start":"2026-01-01T11:00:00Z","end":"2026-01-01T11:10:00Z","source":{"bundle":"com.example.other"},"members":[{"type":"heartRate","role":"before","value":90,"unit":"count/min","start":"2026-01-01T11:00:00Z","source":{"bundle":"com.example.mine"}}]}
    """#

  private static var options: StorageOptions {
    var options = StorageOptions()
    options.owner = owner
    return options
  }

  private static let foreigners = "mixed guest foreign named longer nobody"

  static let all: [ConformanceCase] = [
    ConformanceCase("an owner deletes its own samples only", .delete, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text), options)
      try await store.keep("\(foreigners) mine all")
      try await store.delete(SampleQuery(), count: 4, anchor: 2)
      try await store.expectTexts("mixed guest foreign named longer nobody")
      try await store.append("mine all", gives: "= ===")
      await store.rollback()
      try await store.delete(SampleQuery(), count: 0, anchor: 2)
      try await store.expectSound()
    },
    ConformanceCase("a foreign sample is not there for an owner's deletion", .delete, needs: .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples, options)
      try await store.keep("\(foreigners) mine")
      let names = ["foreign", "named", "longer", "nobody", "guest.1", "mixed.2", "guest"]
      let ids = try names.map { try samples.id($0) }
      try await store.delete(SampleQuery { $0.ids = ids }, count: 0, anchor: 1)
      try await store.delete(SampleQuery { $0.ids = [SampleID(high: 1, low: 1)] }, count: 0, anchor: 1)
      try await store.expectTexts("mixed guest mine foreign named longer nobody")
    },
    ConformanceCase("a correlation with a foreign sample stays whole", .delete, needs: .query) { bench in
      let samples = try bench.samples(text)
      let store = try await bench.open(samples, options)
      try await store.keep("mixed guest mine")
      for names in ["mixed", "mixed.1", "guest.2", "mixed mixed.1 guest.2"] {
        try await store.delete(names, count: 0, anchor: 1)
      }
      try await store.delete("mixed guest.2 mine", count: 1, anchor: 2)
      try await store.expectTexts("mixed guest")
    },
    ConformanceCase("a member that a foreign correlation has as well stays", .delete, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text), options)
      try await store.append("lent hers mine", gives: "+++ += +")
      try await store.commit()
      try await store.delete("lent.1", count: 2, anchor: 2)
      try await store.expectAll("mine lent.1 hers(lent.1)")
      try await store.expectTexts("mine hers")
      try await store.delete(SampleQuery(), count: 1, anchor: 3)
      try await store.expectAll("lent.1 hers(lent.1)")
    },
    ConformanceCase("who owns all deletes all", .delete, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("\(foreigners) mine all")
      try await store.delete(SampleQuery { $0.source = owner }, count: 11, anchor: 2)
      try await store.expectTexts("foreign longer nobody")
    },
  ]
}

/// Whatever is appended, committed, rolled back, deleted and asked: the store does as the one in memory.
enum RandomCases {
  static let all: [ConformanceCase] = (1...20).map { (seed: UInt64) in
    ConformanceCase("the random program of seed \(seed) does as in memory", .query) { bench in
      try await RandomProgram.run(seed: seed, bench)
    }
  }
}

/// A store keeps nothing of samples that it does not store.
enum RefusedContentCases {
  private static let word = "tell-nobody-of-this-word"

  private static let text = """
    given {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":5,"unit":"count","start":"2026-01-01T08:00:00Z"}
    derived {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"stepCount","value":6,"unit":"count","start":"2026-01-01T08:00:00Z","subject":"\(word)","source":{"name":"\(word)"},"device":{"name":"\(word)"},"metadata":{"k":"\(word)"}}
    again {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z","device":{"name":"\(word)"}}
    """

  static let all: [ConformanceCase] = [
    ConformanceCase("a subject whose samples all conflict is not a subject of the store", .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("given derived", gives: "++")
      try await store.append("edited again", gives: "!=")
      try await store.commit()
      guard let subjects = try await store.backend.subjects(limit: 10) else {
        throw CaseSkip(reason: "the store does not list subjects")
      }
      try CaseFailure.compare(subjects, [], "the list of subjects")
    },
    ConformanceCase("nothing of a sample that is not stored is in any file of the store", .write, needs: .durable) {
      bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("given derived", gives: "++")
      try await store.append("edited again", gives: "!=")
      try await store.commit()
      try await bench.close(store)
      try bench.expectNoFile(holds: word, "a text of a conflict or of a duplicate")
    },
  ]
}

/// A file that fills a file system except for a rest.
struct DiskFiller {
  private let path: String

  /// Fills the file system of a folder.
  ///
  /// - Throws: `CaseSkip` if there is more free space than that.
  init(beside folder: String, leaving rest: UInt64, most: UInt64) throws {
    path = folder + ".filler"
    guard let free = try? FileTree.freeBytes(at: folder) else {
      throw CaseFailure("the free space of \(folder) is not known")
    }
    guard free <= most else { throw CaseSkip(reason: "the small file system has \(free >> 20) MiB") }
    guard let file = try? Descriptor(writing: path, .new) else { throw CaseFailure("\(path) cannot be made") }
    let block = [UInt8](repeating: 0x55, count: 1 << 14)
    while let free = try? FileTree.freeBytes(at: folder), free > rest + UInt64(block.count) {
      guard (try? block.withUnsafeBytes { try file.write($0) }) != nil else { break }
    }
    try? file.synchronize()
  }

  /// Frees the space.
  func remove() { try? FileTree.removeFile(path) }
}

/// Structured samples in what happens to a store over time: changes, deletions, opening again.
enum StructureKeepingCases {
  private static let text = #"""
    outing {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","fields":{"activity":"run"},"lists":{"labels":["glad"]}}
    edited {"uuid":"6B9A4D10-5E0F-4C57-9C55-000000000001","type":"kit.outing","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","fields":{"activity":"walk"},"lists":{"labels":["glad"]}}
    track {"type":"kit.track","start":"2026-01-01T08:00:00Z","end":"2026-01-01T09:00:00Z","parent":"6b9a4d10-5e0f-4c57-9c55-000000000001","points":{"time":[0,1],"units":{"altitude":"m"},"altitude":[1,2.5]}}
    alone {"type":"kit.track","start":"2026-01-01T07:59:00Z","end":"2026-01-01T09:00:00Z","points":{"time":[0,1],"units":{"altitude":"m"},"altitude":[1,2.5]}}
    lost {"type":"kit.track","start":"2026-01-01T08:30:00Z","end":"2026-01-01T09:00:00Z","parent":"6B9A4D10-5E0F-4C57-9C55-0000000000FF","points":{"time":[0,1],"units":{"altitude":"m"},"altitude":[1,2.5]}}
    strip {"type":"kit.strip","start":"2026-01-01T08:00:00Z","points":{"rate":{"value":1,"unit":"Hz"},"units":{"voltage":"mV"},"voltage":[1,2,3]}}
    rest {"type":"heartRate","value":60,"unit":"count/min","start":"2026-01-01T08:00:00Z"}
    """#

  private static let order = "rest outing strip"

  static let all: [ConformanceCase] = [
    ConformanceCase("a sample keeps the sample that it belongs to, stored or not", .series, needs: .query) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.append("lost track alone track", gives: "+ + + =")
      try await store.commit()
      try await store.append("outing", gives: "+")
      try await store.commit()
      let found = try await store.answer(SampleQuery { $0.types = ["kit.track"] })
      let wanted = bench.workbench.lines(of: try store.samples.batch("alone track lost"))
      try CaseFailure.compare(lines: found.lines.sorted(), wanted.sorted(), "what is stored")
    },
    ConformanceCase("structured samples are among the changes", .composites, needs: [.query, .changes]) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing rest")
      try await store.keep("strip track")
      try await store.expectChanges("1: rest outing; 2: strip track", anchor: 2)
      let feed = try await store.changes(ChangeQuery(since: ChangeAnchor(commit: 1)))
      let wanted = bench.workbench.lines(of: try store.samples.batch("strip track"))
      try CaseFailure.compare(lines: feed.feed.lines, wanted, "the changes of the second commit")
    },
    ConformanceCase("a deleted structured sample is gone", .composites, needs: [.query, .delete]) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing track strip rest")
      try await store.delete("outing", count: 1)
      try await store.expectTexts("rest strip track")
      try await store.append("outing edited", gives: "= =")
      try await store.commit()
      try await store.delete(SampleQuery { $0.types = ["kit.strip", "kit.track"] }, count: 2)
      try await store.expectTexts("rest")
      try await store.append("strip track alone", gives: "= = +")
      try await store.commit()
      try await store.expectCounts("heartRate 1, kit.track 1")
      try await store.expectSound()
    },
    ConformanceCase("structured samples are there again", .composites, needs: [.query, .durable]) { bench in
      var store = try await bench.open(try bench.samples(text))
      try await store.keep("outing track strip rest")
      store = try await bench.reopen(store)
      try await store.expectTexts("rest outing strip track")
      try await store.append("track edited strip rest lost", gives: "= ! = = +")
      try await store.commit()
      store = try await bench.reopen(store)
      try await store.expectTexts("rest outing strip track lost")
    },
    ConformanceCase(
      "structured samples of types that the registry lacks are not left out", .composites, needs: [.query, .durable]
    ) { bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing strip rest")
      try await bench.close(store)
      let old = bench.workbench.registry
      let registry = try Registry(
        types: old.types.filter { $0.shape.structure == nil }, metadataKeys: old.metadataKeys, enums: old.enums,
        units: old.units, contentHash: old.contentHash + " changed")
      let plain = try await bench.open(nil, registry: registry)
      do {
        let answer = try await plain.answer(SampleQuery())
        throw CaseFailure("the store answers `\(answer.text)` and leaves samples out")
      } catch let error as StorageError {
        try CaseFailure.compare(error.code.rawValue, StorageError.Code.incompatible.rawValue, "the error")
      }
      try await bench.close(plain)
      let again = try await bench.open(try bench.samples(text))
      try await again.expectTexts(order)
    },
    ConformanceCase("compacting leaves structured samples as they were", .composites, needs: [.query, .compact]) {
      bench in
      let store = try await bench.open(try bench.samples(text))
      try await store.keep("outing track strip rest")
      if bench.capabilities.contains(.delete) { try await store.delete("track", count: 1) }
      _ = try await store.backend.compact()
      try await store.expectTexts(bench.capabilities.contains(.delete) ? order : order + " track")
      try await store.expectSound()
    },
  ]
}
