import HealthCatalog

/// Questions on the terminal: prompts on standard error, a line of standard input for each answer.
struct TerminalConversation: DraftConversation {
  mutating func ask(_ prompt: String) -> String? {
    StandardError.write(prompt)
    return readLine()
  }

  mutating func say(_ problem: String) { StandardError.write("assay: \(problem)\n") }
}
