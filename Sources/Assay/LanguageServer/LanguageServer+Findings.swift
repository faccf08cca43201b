import AssayPlatform
import HealthModel

extension LanguageServer {
  /// The most findings of a document that are published.
  static let maximumFindings = 1000

  /// Judges what changed, and publishes the findings.
  func publish() async {
    for uri in documents.keys.sorted() {
      guard let document = documents[uri], let path = document.path, let project = project(of: document),
        let key = places[PathText.parent(of: path)], !EditorDocument.isYAML(path)
      else { continue }
      // A project is read again when any file is saved, which seldom changes what its samples are judged by.
      let judgment = Judgment(project: key, revision: project.revision)
      guard changed.contains(uri) || judgments[uri] != judgment else { continue }
      judgments[uri] = judgment
      await publishSamples(of: document, path, project)
    }
    changed = []
    for key in stale.sorted() {
      if places.values.contains(key), let project = projects[key] {
        publishProject(project, key)
      } else {
        // No open document belongs to it any more.
        projects[key] = nil
        for uri in published.removeValue(forKey: key)?.sorted() ?? [] { publish([], to: uri, of: documents[uri]) }
      }
    }
    stale = []
  }

  private func publishSamples(of document: EditorDocument, _ path: String, _ project: EditorProject) async {
    let input = EditorInput(document: document, path: path, project: project)
    guard let registry = project.registry, let format = input.format else {
      return publish([], to: document.uri, of: document)
    }
    guard document.bytes.count <= EditorInput.maximumSize else {
      publish([], to: document.uri, of: document)
      return log(
        "\(document.uri) is longer than \(EditorInput.maximumSize >> 20) MiB, so it is not judged here; run assay lint")
    }
    do {
      let found = try await input.findings(format, registry, settings)
      publish(found, to: document.uri, of: document, project)
    } catch {
      log("\(document.uri) was not judged: \(RunFailure(error))")
    }
  }

  /// Publishes the findings in a configuration and in definitions.
  private func publishProject(_ project: EditorProject, _ key: String) {
    for failure in project.failures { log(failure) }
    var byPath: [String: [Diagnostic]] = [:]
    for finding in project.findings { byPath[finding.location.path, default: []].append(finding) }
    var uris: Set<String> = []
    for (shown, findings) in byPath.sorted(by: { $0.key < $1.key }) {
      let path = absolute(shown, in: project)
      let uri = uri(of: path)
      guard uris.insert(uri).inserted else { continue }
      publish(findings, to: uri, of: documents[uri] ?? Self.file(uri, path), project)
    }
    for uri in (published[key] ?? []).subtracting(uris).sorted() { publish([], to: uri, of: documents[uri]) }
    // An open file without findings is said to have none.
    for document in documents.values.sorted(by: { $0.uri < $1.uri }) where !uris.contains(document.uri) {
      guard let path = document.path, EditorDocument.isYAML(path), published[key]?.contains(document.uri) != true,
        places[PathText.parent(of: path)] == key
      else { continue }
      publish([], to: document.uri, of: document)
    }
    published[key] = uris
  }

  /// The text of a file that is not open, for the places in it.
  private static func file(_ uri: String, _ path: String) -> EditorDocument? {
    guard let bytes = try? ConfigurationLocation.read(path) else { return nil }
    return EditorDocument(uri: uri, path: path, version: nil, bytes: bytes)
  }

  /// The file that a finding names.
  func absolute(_ path: String, in project: EditorProject) -> String {
    let root = "catalog/"
    if case .folder(let folder) = settings.builtIn, path.hasPrefix(root),
      !FileTree.exists(project.absolute(path))
    {
      return PathText.join(PathText.resolved(folder), String(path.dropFirst(root.count)))
    }
    return project.absolute(path)
  }

  // MARK: Messages

  /// Tells the editor all findings of a document.
  func publish(_ findings: [Diagnostic], to uri: String, of document: EditorDocument?, _ project: EditorProject? = nil)
  {
    if findings.count > Self.maximumFindings {
      log("\(uri) has more than \(Self.maximumFindings) findings; the first ones are shown")
    }
    outbox.append(
      EditorMessage.notification("textDocument/publishDiagnostics") { json in
        json.member("uri", uri)
        json.member("version", document?.version)
        json.key("diagnostics")
        json.array { list in
          for finding in findings.prefix(Self.maximumFindings) { append(finding, document, project, to: &list) }
        }
      })
  }

  private func append(
    _ finding: Diagnostic, _ document: EditorDocument?, _ project: EditorProject?, to list: inout JSONBuilder
  ) {
    list.object { json in
      append(document?.range(of: finding.location) ?? 0..<0, document, to: &json)
      json.member("severity", Self.number(finding.severity))
      json.member("code", finding.code.name)
      json.member("source", "assay")
      json.member("message", finding.message + (finding.hint.map { "\nhint: \($0)" } ?? ""))
      guard showsRelated, let project else { return }
      var related = finding.related
      if let rule = finding.ruleLocation {
        let place = SourceLocation(path: rule.path, line: rule.line, column: rule.column)
        related.append(RelatedLocation(location: place, message: "the rule"))
      }
      append(related.compactMap { located($0, document, project) }, to: &json)
    }
  }

  /// A place that belongs to a finding, if an editor can go there.
  private func located(
    _ place: RelatedLocation, _ document: EditorDocument?, _ project: EditorProject
  ) -> (uri: String, position: EditorDocument.Position, message: String)? {
    let path = absolute(place.location.path, in: project)
    guard place.location.line > 0, FileTree.exists(path) else { return nil }
    let uri = uri(of: path)
    if let document, document.uri == uri {
      let start = document.range(of: place.location).lowerBound
      return (uri: uri, position: document.position(of: start, encoding), message: place.message)
    }
    let position = EditorDocument.Position(line: place.location.line - 1, character: max(0, place.location.column - 1))
    return (uri: uri, position: position, message: place.message)
  }

  private func append(
    _ related: [(uri: String, position: EditorDocument.Position, message: String)], to json: inout JSONBuilder
  ) {
    guard !related.isEmpty else { return }
    json.key("relatedInformation")
    json.array { list in
      for place in related {
        list.object { entry in
          entry.key("location")
          entry.object { location in
            location.member("uri", place.uri)
            Self.append(place.position, place.position, to: &location)
          }
          entry.member("message", place.message)
        }
      }
    }
  }

  /// Appends a range of bytes as a member `range`.
  func append(_ range: Range<Int>, _ document: EditorDocument?, to json: inout JSONBuilder) {
    let none = EditorDocument.Position(line: 0, character: 0)
    Self.append(
      document?.position(of: range.lowerBound, encoding) ?? none,
      document?.position(of: range.upperBound, encoding) ?? none, to: &json)
  }

  static func append(
    _ start: EditorDocument.Position, _ end: EditorDocument.Position, to json: inout JSONBuilder
  ) {
    json.key("range")
    json.object { range in
      for (name, place) in [("start", start), ("end", end)] {
        range.key(name)
        range.object { inner in
          inner.member("line", place.line)
          inner.member("character", place.character)
        }
      }
    }
  }

  private static func number(_ severity: Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .note: 3
    }
  }
}
