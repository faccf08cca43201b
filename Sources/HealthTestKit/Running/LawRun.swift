import HealthModel
import HealthStorage

/// Runs the steps of one law with one store, or with two openings of it.
struct LawRun: Sendable {
  let bench: CaseBench
  private let law: Law
  private let book: LawBook
  /// The open stores: the one that steps are about, and `second`.
  private var stores: [String: OpenedStore] = [:]
  private var waiting: [Task<Void, any Error>] = []

  init(_ law: Law, _ bench: CaseBench, in book: LawBook = .embedded) {
    self.law = law
    self.bench = bench
    self.book = book
  }

  /// Runs the steps up to the first that fails; of steps that ask in a row, the first four that fail are reported.
  mutating func run() async throws {
    var faults: [String] = []
    for step in law.steps {
      let isQuestion = ["find", "scan", "statistics"].contains(step.text.cut(at: " ").0)
      if !faults.isEmpty, !isQuestion || faults.count == 4 { break }
      do {
        try await take(step.text)
      } catch let failure as CaseFailure where failure.isSkip {
        throw failure
      } catch {
        faults.append("\(step.place): \(CaseFailure.words(for: error))")
        if !isQuestion { break }
      }
    }
    if !faults.isEmpty { throw CaseFailure(faults.joined(separator: "; ")) }
  }

  /// The store that steps are about; it is opened where that was not done.
  mutating func store(_ name: String = "") async throws -> OpenedStore {
    if let store = stores[name] { return store }
    let store = try await bench.open(try samples())
    stores[name] = store
    return store
  }

  private func samples(_ sets: [String]? = nil, _ workbench: SampleWorkbench? = nil) throws -> NamedSamples {
    var lines = sets == nil ? law.lines : []
    if lines.isEmpty {
      lines = try (sets ?? law.sets).flatMap { name in
        guard let lines = book.samples[name] else { throw CaseFailure("no samples are named \(name)") }
        return lines
      }
    }
    return try NamedSamples(lines.joined(separator: "\n"), workbench ?? bench.workbench)
  }

  private mutating func take(_ text: String, on name: String = "") async throws {
    let (verb, words) = text.cut(at: " ")
    let rest = String(words)
    switch verb {
    case "if", "unless":
      let (names, step) = rest.cut(at: ": ")
      let needed = StorageCapabilities(names: names.split(separator: " ").map(String.init))
      guard bench.capabilities.isSuperset(of: needed) == (verb == "if") else { return }
      try await take(String(step), on: name)
    case "second:": try await take(rest, on: "second")
    case "fails:": try await expectFailure(of: rest, code: nil, on: name)
    case "fails":
      let (code, step) = rest.cut(at: ": ")
      try await expectFailure(of: String(step), code: String(code), on: name)
    case "meanwhile":
      let now = self
      waiting.append(
        Task {
          var run = now
          try await run.take(rest, on: name)
        })
      for _ in 0..<20 { await Task.yield() }
    case "wait":
      for task in waiting { try await task.value }
      waiting = []
    case "open": try await open(rest, name)
    case "reopen":
      try await bench.close(try await store(name))
      try await open(rest, name)
    case "close":
      try await bench.close(try await store(name))
      stores[name] = nil
    case "kill":
      await bench.kill(try await store(name))
      try await open(rest, name)
    case "no":
      let word = String(rest.dropFirst("file has ".count))
      try bench.expectNoFile(holds: word, "the text `\(word)`")
    case "remember": try await remember(rest, try await store(name))
    case "definitions": try await expectDefinitions(rest, try await store(name))
    case "check":
      let number = rest.split(separator: " ").last.flatMap { Int($0) }
      let title = number == nil ? rest : String(rest[..<(rest.lastIndex(of: " ") ?? rest.endIndex)])
      guard let check = LawChecks.all[title] else { throw CaseFailure("there is no check of \(title)") }
      try await check(&self, number ?? 0)
    default: try await store(name).take(verb, rest)
    }
  }

  /// Opens a store: `read-only`, `restoring`, `owner BUNDLE`, `types …` that change, `samples …` of them.
  private mutating func open(_ text: String, _ name: String) async throws {
    var options = StorageOptions()
    var registry: Registry?
    var sets: [String]?
    for clause in text.split(separator: "; ") {
      let (key, rest) = clause.cut(at: " ")
      let words = rest.split(separator: " ").map(String.init)
      switch key {
      case "read-only": options.isReadOnly = true
      case "restoring": options.restoresDeleted = true
      case "owner": options.owner = String(rest)
      case "types": registry = try book.registry(bench.workbench.registry, with: words)
      case "samples": sets = words
      default: throw CaseFailure("`\(clause)` says nothing of an opening")
      }
    }
    let workbench = registry.map { SampleWorkbench(registry: $0) }
    let samples = registry != nil && sets == nil ? nil : try samples(sets, workbench)
    stores[name] = try await bench.open(samples, options, registry: registry)
  }

  private mutating func expectFailure(of step: String, code: String?, on name: String) async throws {
    do {
      try await take(step, on: name)
    } catch let error as StorageError {
      guard let code else { return }
      return try CaseFailure.compare(error.code.rawValue, "store-" + code, "the error of `\(step)`")
    }
    throw CaseFailure("`\(step)` is done, and must be refused")
  }

  /// Remembers definitions, which leaves the number of the last commit, and compares what is kept; a store need not keep
  /// any.
  private func remember(_ text: String, _ store: OpenedStore) async throws {
    let (names, kept) = LawText.parts(text)
    let commit = try await store.backend.information().lastCommit
    try await store.backend.remember(try definitions(names))
    if try await store.backend.definitions().isEmpty { throw CaseFailure.skip("the store keeps no definitions") }
    try await expectDefinitions("-> \(kept ?? "")", store)
    try CaseFailure.compare(try await store.backend.information().lastCommit, commit, "the number of the last commit")
  }

  private func expectDefinitions(_ text: String, _ store: OpenedStore) async throws {
    let wanted = try definitions(LawText.parts(text).wanted ?? "")
    try CaseFailure.compare(try await store.backend.definitions(), wanted, "the definitions")
  }

  private func definitions(_ names: String) throws -> [StoredDefinition] {
    try names.split(separator: " ").map { name in
      guard let definition = book.definitions[String(name)] else { throw CaseFailure("no definition is named \(name)") }
      return definition
    }
  }
}

/// The notations of steps.
enum LawText {
  /// What is before ` -> ` and after it; `nothing` is an empty text.
  static func parts(_ text: String) -> (subject: String, wanted: String?) {
    func whole(_ text: Substring) -> String { text == "nothing" ? "" : String(text) }
    guard let arrow = text.ranges(of: "->").last else { return (whole(text[...]), nil) }
    let wanted = text[arrow.upperBound...].drop { $0 == " " || $0 == "\n" }
    return (whole(text[..<arrow.lowerBound].dropLast()), whole(wanted))
  }

  /// The progress of an import, `/a at 200 finished path P details JSON`; most of it is the same in all laws.
  static func progress(_ text: some StringProtocol) throws -> ImportProgress {
    let (head, details) = String(text).cut(at: " details ")
    var words = head.quotedWords.map(\.text)[...]
    var progress = progress(of: words.popFirst() ?? "")
    if !details.isEmpty { progress.details = String(details) }
    while let word = words.popFirst() {
      switch word {
      case "at": progress.position.byteOffset = words.popFirst().flatMap { Int64($0) } ?? 0
      case "path": progress.path = words.popFirst() ?? ""
      case "finished": progress.isFinished = true
      default: throw CaseFailure("`\(word)` says nothing of progress")
      }
    }
    return progress
  }

  static func progress(of input: String, at offset: Int64 = 100) -> ImportProgress {
    var counts = ImportCounts()
    counts.read = 10
    counts.accepted = 4
    counts.duplicates = 3
    counts.conflicts = 2
    counts.refused = 1
    return ImportProgress(
      input: input, path: "a.ndjson", position: ReadPosition(byteOffset: offset, line: 11, column: 5),
      prefixHash: [1, 2, 3], counts: counts, details: #"{"read":10}"#, quarantineLength: 77, unsupportedLength: 88,
      catalogHash: "cafe", version: "1.0")
  }

  /// Statistics with times in minutes of 2026-01-01; those of categories and correlations have no values.
  static func statistics(_ statistics: SampleStatistics, hasValues: Bool) -> String {
    func shown(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "none" }
    func minute(_ time: Int64) -> Int64 { (time - 1_767_225_600_000_000) / 60_000_000 }
    var parts = ["\(statistics.count)"]
    if hasValues {
      parts.append("sum \(statistics.sum)")
      parts.append("\(shown(statistics.minimum))...\(shown(statistics.maximum))")
      parts.append("recent \(shown(statistics.mostRecent))")
    }
    parts.append("from \(shown(statistics.firstStart.map(minute))) to \(shown(statistics.lastStart.map(minute)))")
    parts.append("\(statistics.duration / 60_000_000) min")
    return parts.joined(separator: ", ")
  }
}

extension OpenedStore {
  /// Takes one step, and compares what comes of it with what the step says after the arrow.
  fileprivate func take(_ verb: Substring, _ rest: String) async throws {
    let (subject, wanted) = LawText.parts(rest)
    switch verb {
    case "append": try await append(subject, wanted)
    case "keep": try await keep(subject)
    case "commit": try await backend.commit(subject.isEmpty ? nil : try LawText.progress(subject))
    case "rollback": await rollback()
    case "delete": try await delete(subject, wanted)
    case "compact":
      let receipt = try await backend.compact()
      guard receipt.bytesBefore >= 0, receipt.bytesAfter >= 0 else { throw CaseFailure("a size is below zero") }
    case "texts": try await expectTexts(subject)
    case "stored": try await expectAll(subject)
    case "counts": try await expectCounts(subject)
    case "sound": try await expectSound()
    case "find":
      let answer = try await answer(try question(subject).query)
      if let wanted { try CaseFailure.compare(answer.text, wanted, "the answer to `\(subject)`") }
    case "text":
      let (name, part) = subject.cut(at: " has ")
      let line = try await answer(try question("ids \(name)").query).lines.first ?? ""
      guard line.contains(part) else { throw CaseFailure("`\(name)` comes back without `\(part)`: \(line)") }
    case "pages": try await expectPages(subject)
    case "changes": try await expectChanges(subject, wanted)
    case "change":
      let found = try await changes(try question(String(subject.cut(at: " ").1)).changes).feed.lines
      let lines = workbench.lines(of: try samples.batch(wanted ?? ""))
      try CaseFailure.compare(lines: Array(found.prefix(lines.count)), lines, "the changes")
    case "last": try await CaseFailure.compare("\(backend.information().lastCommit)", wanted, "the last commit")
    case "deletions": try await CaseFailure.compare("\(backend.information().deletions)", wanted, "the deletions")
    case "scan": try await expectScan(subject, wanted ?? "")
    case "statistics":
      let found = try await backend.statistics(try question(subject).query)
      let text = LawText.statistics(found, hasValues: wanted?.contains("sum") ?? true)
      try CaseFailure.compare(text, wanted, "the statistics of `\(subject)`")
    case "subjects":
      guard let found = try await backend.subjects(limit: 10) else {
        throw CaseFailure.skip("the store does not list subjects")
      }
      try CaseFailure.compare(found.joined(separator: " "), wanted, "the list of subjects")
    case "progress": try await expectProgress(String(subject.cut(at: " ").1), wanted ?? "")
    case "imports":
      let items = try (wanted ?? "").split(separator: ", ").map { try LawText.progress($0) }
      try CaseFailure.compare(try await backend.imports(), items, "the list of imports")
    case "forget": try await forget(subject, wanted)
    default: throw CaseFailure("no law has the step `\(verb)`")
    }
  }

  private func question(_ text: String) throws -> LawQuery { try LawQuery(text, samples, workbench.registry) }

  private func append(_ names: String, _ wanted: String?) async throws {
    guard let wanted else { return _ = try await append(try samples.batch(names)) }
    guard names.hasPrefix("by ") else { return try await append(names, gives: wanted) }
    let (size, list) = names.dropFirst(3).cut(at: ": ")
    let items = list.split(separator: " ")
    let outcomes = wanted.split(separator: " ")
    for start in stride(from: 0, to: items.count, by: Int(size) ?? 1) {
      let part = start..<min(start + (Int(size) ?? 1), items.count)
      try await append(items[part].joined(separator: " "), gives: outcomes[part].joined(separator: " "))
    }
  }

  /// Deletes `rest run` or `where types heartRate`; after the arrow is how many go, and the number of the commit: `2 at 3`.
  private func delete(_ text: String, _ wanted: String?) async throws {
    let numbers = (wanted ?? "").split(separator: " at ").map { Int64($0) }
    let anchor = numbers.count > 1 ? numbers[1] : nil
    guard text.hasPrefix("where") else {
      return try await delete(text, count: Int(numbers.first.flatMap { $0 } ?? 0), anchor: anchor)
    }
    let query = try question(String(text.cut(at: " ").1)).query
    guard let count = numbers.first.flatMap({ $0 }) else { return _ = try await backend.delete(query) }
    try await delete(query, count: Int(count), anchor: anchor)
  }

  /// The answer in pages of some sizes must be the whole answer: `of 1 2 3: sort descending`.
  private func expectPages(_ text: String) async throws {
    let (sizes, rest) = text.cut(at: ": ")
    let query = try question(String(rest)).query
    let whole = try await answer(query).text
    for size in sizes.split(separator: " ").compactMap({ Int($0) }) {
      try CaseFailure.compare(try await pages(of: query, size: size), whole, "the answer in pages of \(size)")
    }
  }

  /// The heads of all pages, requested one after another.
  private func pages(of query: SampleQuery, size: Int) async throws -> String {
    var query = query
    query.limit = size
    var heads: [String] = []
    // A store that ignores the token would go on for ever.
    for _ in 0..<100 {
      let page = try await answer(query)
      heads += page.heads
      guard page.heads.count == size, let token = page.token else { return heads.joined(separator: " ") }
      query.after = token
    }
    throw CaseFailure("the pages do not end")
  }

  private func expectChanges(_ text: String, _ wanted: String?) async throws {
    let query = try question(text).changes
    guard let wanted else { return _ = try await changes(query) }
    let (feed, anchor) = wanted.cut(at: " (anchor ")
    try await expectChanges(query, feed == "nothing" ? "" : String(feed), anchor: Int64(anchor.dropLast()) ?? -1)
  }

  /// A scan has the same samples whatever columns are requested, unless the step says which.
  private func expectScan(_ text: String, _ wanted: String) async throws {
    let (kind, rest) = text.cut(at: " ")
    let isOfSamples = kind == "types"
    let asked = try question(isOfSamples ? text : String(rest))
    var scan = SampleScan(asked.query, cuts: asked.cuts)
    if kind == "origins" {
      scan.columns = [.sources, .zones]
      return try CaseFailure.compare(try await origins(scan), wanted, "the origins in a scan")
    }
    if kind == "subjects" {
      scan.columns = asked.columns ?? .subjects
      return try CaseFailure.compare(try await subjects(scan), wanted, "the subjects in a scan")
    }
    for columns in asked.columns.map({ [$0] }) ?? [[], .sources, .zones, [.sources, .zones]] {
      scan.columns = columns
      try await expect(scan, gives: wanted, "the scan of `\(text)`")
    }
  }

  private func expectProgress(_ input: String, _ wanted: String) async throws {
    let name = input.quotedWords.first?.text ?? ""
    let item = wanted == "none" ? nil : try LawText.progress("\(input) \(wanted)")
    try CaseFailure.compare(try await backend.progress(of: name), item, "the progress of `\(name)`")
  }

  /// Forgets imports, and compares how many are gone; a store need not be able to.
  private func forget(_ inputs: String, _ wanted: String?) async throws {
    let forgotten: Int
    do {
      forgotten = try await backend.forget(imports: Set(inputs.split(separator: " ").map(String.init)))
    } catch let error as StorageError where error.code == .unsupported {
      throw CaseFailure.skip("the store cannot forget imports")
    }
    try CaseFailure.compare("\(forgotten)", wanted, "the number of imports that are gone")
  }
}
