import Assay
import AssayPlatform
import HealthFormats
import HealthModel
import HealthQueries
import HealthReports
import HealthStorage
import HealthValidation

/// Answers questions of statistics from lines of samples that are sorted by subject, type and start: no store is needed,
/// and no more is in memory than the samples of one subject and type, and the answers.
///
/// What a correlation has as members is of another type than the correlation itself: the samples of such types are kept
/// until the subject ends.
struct StatsStream {
  private let questions: [StatsQuestion]
  private let registry: Registry
  private let validator: Validator
  private let path: String
  private var uses: [Use]
  /// The samples of one type, and those that wait for the end of their subject.
  private var alone: SampleBatch?
  private var waiting: SampleBatch?
  private var last: (subject: [UInt8], type: Int32, start: Int64)?
  /// What the questions were answered, in the order of the subjects.
  private(set) var answers: [StatsAnswer]
  /// The places in the priority's order of the sources that samples had.
  private(set) var listed: Set<Int> = []
  private var seen: Set<[UInt8]> = []

  private static let longest = 256 << 20

  private enum Use { case none, alone, waiting }

  init(_ questions: [StatsQuestion], _ registry: Registry, path: String) throws {
    self.questions = questions
    self.registry = registry
    self.path = path
    var settings = JudgingSettings(now: try JudgingOptions.moment())
    settings.zones = ZoneFolders.database
    validator = Validator(registry: registry, options: try settings.options(normalizes: true))
    answers = questions.map { StatsAnswer(question: $0) }
    let asked = Set(questions.map(\.type.id))
    var members: Set<String> = []
    for type in registry.types { for member in type.shape.members ?? [] { members.insert(member.type) } }
    uses = registry.types.map { type in
      if type.shape.members?.contains(where: { asked.contains($0.type) }) == true { return .waiting }
      guard asked.contains(type.id) else { return .none }
      return members.contains(type.id) || type.shape.members != nil ? .waiting : .alone
    }
  }

  mutating func answerAll() async throws {
    var source = try FileSource(path: path)
    var text: [UInt8] = []
    var lines = 0
    var isAtEnd = false
    while !isAtEnd {
      isAtEnd = try source.read(into: &text, count: 1 << 20) == 0
      try StopSignals.check()
      let end = isAtEnd ? text.count : text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      guard text.count <= Self.longest else { throw Failure.usage("a line of --input is longer than 256 MiB") }
      guard end > 0 else { continue }
      let block = Array(text[..<end])
      text.removeSubrange(..<end)
      try await judge(block, after: lines)
      lines += block.count { $0 == UInt8(ascii: "\n") }
    }
    try await finishSubject()
  }

  private mutating func judge(_ block: [UInt8], after lines: Int) async throws {
    let judged = JudgedLines(block, by: validator)
    if judged.total.refused > 0 {
      var failure = Failure("--input has lines that are not valid samples; normalize them first", status: .refused)
      failure.diagnostics = judged.diagnostics(path: path).filter { $0.severity == .error }.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.location.line += lines
        return diagnostic
      }
      throw failure
    }
    let batch = judged.batch
    var row = 0
    while row < batch.count {
      let group = batch.group(at: row)
      try await begin(row, of: batch, in: block, after: lines)
      switch uses[Int(batch.type[row])] {
      case .none: break
      case .alone: alone = Self.adding(group, of: batch, to: alone)
      case .waiting: waiting = Self.adding(group, of: batch, to: waiting)
      }
      row = group.upperBound
    }
  }

  private static func adding(_ group: Range<Int>, of batch: SampleBatch, to other: SampleBatch?) -> SampleBatch {
    var result = other ?? SampleBatch()
    let head = Int32(truncatingIfNeeded: result.count)
    for row in group { result.append(row, of: batch, correlation: row == group.lowerBound ? -1 : head) }
    return result
  }

  /// Checks that a sample comes after the one before it, and ends a type or a subject where another one begins.
  private mutating func begin(_ row: Int, of batch: SampleBatch, in block: [UInt8], after lines: Int) async throws {
    let index = Int(batch.subject[row])
    let subject = index < 0 ? [] : Array(batch.arena[batch.subjects.ranges[index].indices])
    let (type, start) = (batch.type[row], batch.start[row])
    guard let last else {
      self.last = (subject, type, start)
      seen.insert(subject)
      return
    }
    if last.subject == subject, last.type == type, start >= last.start {
      self.last?.start = start
      return
    }
    let isLater =
      last.subject == subject
      ? last.type != type
        && registry.types[Int(last.type)].id.utf8.lexicographicallyPrecedes(registry.types[Int(type)].id.utf8)
      : last.subject.lexicographicallyPrecedes(subject)
    guard isLater else {
      let place = Int(batch.record[row].start)
      let line = lines + 1 + block.prefix(place).count { $0 == UInt8(ascii: "\n") }
      throw Failure.usage(
        "line \(line) of --input is out of order; sort the lines by subject, type and start, those without a subject first"
      )
    }
    try await finishType()
    if last.subject != subject {
      try await finishSubject()
      seen.insert(subject)
    }
    self.last = (subject, type, start)
  }

  private mutating func finishType() async throws {
    guard let batch = alone, let type = last?.type else { return }
    alone = nil
    let id = registry.types[Int(type)].id
    try await answer(batch) { $0.type.id == id }
  }

  private mutating func finishSubject() async throws {
    try await finishType()
    guard let batch = waiting else { return }
    waiting = nil
    let (uses, registry) = (uses, registry)
    try await answer(batch) { question in
      registry.typeIndex(named: question.type.id).map { uses[$0] == .waiting } ?? false
    }
  }

  private mutating func answer(_ batch: SampleBatch, where isMeant: (StatsQuestion) -> Bool) async throws {
    let store = MemoryStore(registry: registry)
    _ = try await store.write { try await $0.append(batch) }
    let health = HealthStore(store, zones: ZoneFolders.database)
    for index in questions.indices where isMeant(questions[index]) {
      var question = questions[index]
      // Rows of intervals without samples depend on all subjects.
      question.fillsGaps = false
      var rows: [Statistics] = []
      let end = try await question.answer(health) { rows.append($0) }
      if !rows.isEmpty, !question.showsSubject, let first = answers[index].rows.first, first.subject != rows[0].subject
      {
        throw Failure.usage(
          "--input has several subjects; name one by --subject, or answer for each by --separate-by-subject")
      }
      answers[index].rows += rows
      answers[index].explanations += end.explanations
      listed.formUnion(end.listed)
    }
  }

  func ordered() throws -> [StatsAnswer] {
    try answers.map { answer in
      var answer = answer
      let rows = answer.rows.enumerated().sorted { left, right in
        if answer.question.interval != nil, left.element.start != right.element.start {
          return left.element.start < right.element.start
        }
        let subjects = (Array((left.element.subject ?? "").utf8), Array((right.element.subject ?? "").utf8))
        if subjects.0 != subjects.1 { return subjects.0.lexicographicallyPrecedes(subjects.1) }
        return left.offset < right.offset
      }
      answer.rows = try answer.question.filled(rows.map(\.element))
      return answer
    }
  }

  /// The subjects that questions name and no sample has, as notes.
  var missing: [String] {
    var noted: Set<[UInt8]> = []
    return questions.flatMap { question in
      question.predicate.subjects ?? question.predicate.subject.map { [$0] } ?? []
    }.filter { !seen.contains(Array($0.utf8)) && noted.insert(Array($0.utf8)).inserted }
      .map { "no sample is of the subject `\(TextEscaping.escaped($0, limit: 200))`" }
  }
}

extension StatsCommand {
  func answer(_ path: String, _ form: RowFormat, _ registry: Registry, _ project: Project?) async throws {
    guard !options.isWide || !options.types.isEmpty else {
      throw Failure.usage("--input needs --type with --wide: which types there are is known at its end")
    }
    let people = try options.people.isAsked(options.timezone) ? options.people.zones(project) : nil
    let questions = try options.questions(registry, people)
    let health = HealthStore(MemoryStore(registry: registry), zones: ZoneFolders.database)
    for question in questions { try question.check(for: health) }
    var stream = try StatsStream(questions, registry, path: path)
    try await stream.answerAll()
    let printer = try StatsPrinter(form, questions, plot: plot, explains: options.explain, isWide: options.isWide)
    for answer in try stream.ordered() {
      printer.begin(answer.question)
      for row in answer.rows { try printer.add(row) }
      try printer.finish(answer.explanations)
    }
    try printer.end()
    try MissingNames.end(stream.missing)
  }
}
