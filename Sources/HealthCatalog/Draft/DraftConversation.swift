/// Where the questions of a draft are asked: a terminal, or the lines of a test.
package protocol DraftConversation {
  /// Asks; `nil` when nobody answers any more.
  mutating func ask(_ prompt: String) -> String?
  /// Says why an answer cannot be taken.
  mutating func say(_ problem: String)
}

extension CatalogDraft {
  /// Asks for what is missing, step by step; a wrong answer is refused with the reason, and its question asked again.
  ///
  /// When nobody answers any more, optional parts are passed over, and the first other part that is missing ends the
  /// questions.
  ///
  /// - Returns: the question that nobody answered; `nil` when the draft is complete.
  package mutating func complete(asking conversation: inout some DraftConversation) -> DraftQuestion? {
    while let question {
      guard let line = conversation.ask(question.prompt) else {
        guard question.isOptional else { return question }
        try? answer("", to: question)
        continue
      }
      do throws(CatalogTemplateError) {
        try answer(line, to: question)
        if question.part == .kind, let problem = forgetID() { conversation.say(problem.description) }
      } catch {
        conversation.say(error.description)
      }
    }
    return nil
  }
}
