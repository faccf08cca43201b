import AssayPlatform
import HealthModel

extension LanguageServer {
  /// Answers a request of an editor.
  func request(_ method: String, _ message: EditorMessage) {
    switch method {
    case "textDocument/hover": answer(message, hover)
    case "textDocument/completion": answer(message, completion)
    case "textDocument/definition": answer(message, definition)
    default: refuse(message, .methodNotFound, "there is no method \(TextEscaping.escaped(method, limit: 100))")
    }
  }

  /// A document, the place in it that is asked about, and what is known there.
  private struct Question {
    var document: EditorDocument
    var path: String
    var offset: Int
    var project: EditorProject
    var registry: Registry

    /// The part of the text that is one document of JSON.
    var sample: Range<Int> {
      path.hasSuffix(".json") ? document.bytes.indices : document.line(at: offset)
    }

    func text(_ range: Range<Int>) -> String { String(decoding: document.bytes[range], as: UTF8.self) }
  }

  private func answer(
    _ message: EditorMessage, _ body: (Question, inout JSONBuilder) -> Bool
  ) {
    guard let uri = message.uri, let position = message.parameters?["position"],
      let line = position["line"]?.int, let character = position["character"]?.int
    else {
      return refuse(message, .invalidParameters, "the request needs `textDocument.uri` and `position`")
    }
    var json = JSONBuilder.openObject()
    var isAnswered = false
    if let document = documents[uri], document.bytes.count <= EditorInput.maximumSize, let path = document.path,
      let project = project(of: document), let registry = project.registry ?? Self.registry(whileBroken: path)
    {
      let offset = document.offset(of: EditorDocument.Position(line: line, character: character), encoding)
      isAnswered = body(
        Question(document: document, path: path, offset: offset, project: project, registry: registry), &json)
    }
    outbox.append(
      EditorMessage.answer(message.id) { $0.value(json: isAnswered ? json.finished : Array("null".utf8)) })
  }

  /// The types for a file while there are none: no types for a configuration, whose keys can be completed without.
  private static func registry(whileBroken path: String) -> Registry? {
    ConfigurationLocation.names.contains(PathText.name(of: path)) ? try? Registry(types: []) : nil
  }

  // MARK: What a name means

  /// What the word at a place names, and where the word is.
  private func subject(_ question: Question) -> (subject: EditorSubject, range: Range<Int>)? {
    let found: EditorSubject?
    let range: Range<Int>
    if EditorDocument.isYAML(question.path) {
      range = DefinitionCursor(at: question.offset, in: question.document).text
      found = EditorSubject(word: question.text(range), in: question.registry)
    } else {
      let place = SampleCursor(at: question.offset, in: question.sample, of: question.document.bytes)
      range = place.text
      found = EditorSubject(place, word: question.text(range), in: question.registry)
    }
    return found.map { (subject: $0, range: range) }
  }

  private func hover(_ question: Question, _ json: inout JSONBuilder) -> Bool {
    guard let (subject, range) = self.subject(question) else { return false }
    json.key("contents")
    json.object { contents in
      contents.member("kind", showsMarkdown ? "markdown" : "plaintext")
      contents.member("value", showsMarkdown ? subject.markdown : subject.plainText)
    }
    append(range, question.document, to: &json)
    return true
  }

  private func definition(_ question: Question, _ json: inout JSONBuilder) -> Bool {
    guard let mark = self.subject(question)?.subject.mark(in: question.project.entries) else { return false }
    let path = absolute(mark.path, in: question.project)
    guard FileTree.exists(path) else { return false }
    json.member("uri", uri(of: path))
    let place = EditorDocument.Position(line: max(0, mark.line - 1), character: max(0, mark.column - 1))
    Self.append(place, place, to: &json)
    return true
  }

  // MARK: Which names there are

  private func completion(_ question: Question, _ json: inout JSONBuilder) -> Bool {
    let words = EditorWords(registry: question.registry)
    var range: Range<Int>
    var isQuoted = true
    var list: [EditorWords.Word]
    if EditorDocument.isYAML(question.path) {
      let place = DefinitionCursor(at: question.offset, in: question.document)
      range = place.text
      let isConfiguration = ConfigurationLocation.names.contains(PathText.name(of: question.path))
      list =
        isConfiguration
        ? words.words(inConfiguration: place)
        : words.words(inDefinition: place, of: DefinitionCursor.topLevel("type", in: question.document))
    } else {
      let place = SampleCursor(at: question.offset, in: question.sample, of: question.document.bytes)
      range = place.text
      isQuoted = place.isQuoted
      list = words.words(at: place)
    }
    json.member("isIncomplete", false)
    json.key("items")
    json.array { items in
      for (index, word) in list.enumerated() {
        items.object { item in
          item.member("label", word.text)
          item.member("kind", word.kind.rawValue)
          item.member("detail", word.detail)
          item.member("sortText", Self.order(index))
          item.key("textEdit")
          item.object { edit in
            append(range, question.document, to: &edit)
            edit.member("newText", isQuoted ? word.text : "\"\(word.text)\"")
          }
        }
      }
    }
    return true
  }

  /// A text that keeps the order of the list, in which an editor would sort words.
  private static func order(_ index: Int) -> String {
    let digits = String(index)
    return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
  }
}
