import HealthFormats
import HealthModel
import HealthRules
import HealthStorage
import HealthValidation

/// Rules that are compiled in, on their way through the inputs of a command.
final class CompiledRuleRun: RuleRun {
  private let registry: Registry
  private let redacts: Bool
  let ruleNames: [String]
  private let names: String
  private let tell: (RunFailure) -> Void
  private var judge: RuleJudge
  private var input = 0
  private var isBegun = false
  private var found: [Diagnostic] = []
  private(set) var failure: RuleFailure?

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - rules: the rules.
  ///   - registry: the types of the samples, those that the rules are bound to.
  ///   - redacts: whether findings show nothing of the samples: the title of the rule stands for its words.
  ///   - tell: told when the rules fail.
  init(_ rules: BoundRules, registry: Registry, redacts: Bool, tell: @escaping (RunFailure) -> Void) {
    self.registry = registry
    self.redacts = redacts
    self.tell = tell
    names = rules.names.joined(separator: ", ")
    ruleNames = rules.ruleNames
    judge = RuleJudge(rules)
    guard !rules.isBound(to: registry) else { return }
    let words = "the rules of \(names) are bound to other types than those of the run"
    failure = RuleFailure(words)
    tell(.usage(words))
  }

  func take(_ result: ChunkResult, written: TypeSelection?, at position: ReadPosition, path: String) {
    guard !hasFailed, result.batch.count > 0 else { return }
    if !isBegun {
      judge.begin(input: input)
      isBegun = true
    }
    let room = StorageError.maximumRuleFindings - found.count
    let repeats = Set(result.repeats)
    let items = judge.judge(
      result.batch, leavingOut: { !repeats.isEmpty && repeats.contains($0) }, limit: room)
    guard !items.isEmpty else { return }
    var names = PlaceNames()
    // Counting lines goes over the text of the chunk, so only for one that has a finding.
    let places = result.places(from: position, file: input, &names, redacts: redacts)
    for item in items.prefix(room) { found.append(diagnostic(item, of: result, places, path)) }
    guard items.count > room else { return }
    let error = StorageError.tooManyFindings(self.names)
    failure = RuleFailure(error)
    tell(RunFailure(error))
  }

  func finishInput() -> [Diagnostic] {
    input += 1
    isBegun = false
    defer { found = [] }
    return found
  }

  func finish() {}

  private func diagnostic(
    _ item: RuleJudge.Found, of result: ChunkResult, _ places: [SamplePlace], _ path: String
  ) -> Diagnostic {
    let batch = result.batch
    let place = places[item.row]
    let location =
      result.chunk.converted?.place(at: Int(batch.record[item.row].start), redacts: redacts)?.location(in: path)
      ?? SourceLocation(
        path: path, line: Int(place.line), column: Int(place.column), byteOffset: place.byteOffset)
    let type = Int(batch.type[item.row])
    return judge.diagnostic(
      item, at: location, type: type >= 0 ? registry.types[type].id : nil, id: redacts ? nil : batch.id[item.row])
  }
}
