import Assay
import HealthCatalog
import HealthModel

/// Prompts for values that the options of `assay catalog new` leave open; repeats the prompt after a wrong answer.
struct CatalogInterview {
  private var id: String?
  private var kind: String?
  private var title: String?
  private var unit: String?
  private var values: [String]
  private var members: [String]
  private let command: CatalogNew

  /// Begins with the command's options.
  init(_ command: CatalogNew) {
    self.command = command
    (id, kind, title, unit) = (command.id, command.kind, command.title, command.unit)
    (values, members) = (command.values, command.members)
  }

  /// The definition that the options and answers describe.
  ///
  /// - Throws: `CommandFailure` for an option that the kind does not take, or for a missing one without a terminal to
  ///   prompt on.
  func template(_ registry: Registry) throws -> CatalogTemplate {
    for limit in [command.min, command.max].compactMap({ $0 }) where !limit.isFinite || limit.magnitude > 1e15 {
      throw CommandFailure.usage("--min and --max take numbers up to 1e15")
    }
    var interview = self
    while true {
      do {
        return try interview.attempt(registry)
      } catch let error as CatalogTemplateError {
        guard TerminalQuestion.canAsk, interview.forget(what: error) else {
          throw CommandFailure.usage(error.description)
        }
        StandardError.write("assay: \(error)\n")
      }
    }
  }

  private mutating func attempt(_ registry: Registry) throws -> CatalogTemplate {
    let id = try answer(id, "name the type's id", "The type's id, such as org.study.gripStrength") {
      try CatalogTemplate.check(id: $0, in: registry)
    }
    self.id = id
    let words = "Its kind: quantity, category, characteristic, correlation, composite or series"
    let word = try answer(kind, "give --kind", words) { _ = try Self.kind($0) }
    kind = word
    let kind = try Self.kind(word)
    let title = try answer(title, "give --title", "A name for people, in sentence case") {
      try CatalogTemplate.check(title: $0)
    }
    self.title = title
    switch CatalogTemplate.requirement(of: kind) {
    case .unit: unit = try answer(unit, "give --unit", "The canonical unit, such as kg or count/min")
    case .values:
      guard values.isEmpty else { break }
      values = Self.words(try answer(nil, "give --value", "The cases, with blanks between: mild=0 severe=1"))
    case .members:
      guard members.isEmpty else { break }
      members = Self.words(try answer(nil, "give --member", "The members, with blanks between"))
    case nil: break
    }
    return try CatalogTemplate(
      id: id, kind: kind, title: title, unit: unit, aggregation: command.aggregation,
      allowed: ValueBounds(minimum: command.min, maximum: command.max), values: values, members: members,
      source: command.source, registry: registry)
  }

  /// Forgets the answer that an error is about; false if no question leads to another one.
  private mutating func forget(what error: CatalogTemplateError) -> Bool {
    switch error {
    case .unit where command.unit == nil: unit = nil
    case .value where command.values.isEmpty: values = []
    case .member where command.members.isEmpty: members = []
    default: return false
    }
    return true
  }

  /// A given value, else an answer that passes a check; without a terminal a missing option is a usage error.
  private func answer(
    _ given: String?, _ missing: String, _ words: String, _ check: (String) throws -> Void = { _ in }
  ) throws -> String {
    if let given {
      try Self.checked(given, check)
      return given
    }
    guard TerminalQuestion.canAsk else { throw CommandFailure.usage("\(missing): \(words)") }
    while true {
      StandardError.write(words + ": ")
      guard let line = readLine() else { throw CommandFailure.usage("\(missing): \(words)") }
      if Self.words(line).isEmpty { continue }
      do {
        try Self.checked(line, check)
        return line
      } catch let failure as CommandFailure {
        StandardError.write("assay: \(failure.message)\n")
      }
    }
  }

  private static func checked(_ text: String, _ check: (String) throws -> Void) throws {
    do {
      try check(text)
    } catch let error as CatalogTemplateError {
      throw CommandFailure.usage(error.description)
    }
  }

  private static func kind(_ word: String) throws -> TypeKind {
    guard let kind = TypeKind(rawValue: word) else {
      throw CommandFailure.usage(
        "--kind takes quantity, category, characteristic, correlation, composite or series, got `\(TextEscaping.escaped(word))`"
      )
    }
    return kind
  }

  /// The words between blanks.
  private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
