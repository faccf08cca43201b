package import HealthModel

/// The result of reading a file: the tree if it is valid, otherwise the findings.
package struct YAMLReading: Sendable {
  package var root: YAMLNode?
  package var diagnostics: [Diagnostic]
}

/// Reads one YAML document of the strict subset: no anchors, aliases, merge keys, tags, directives, second document or
/// duplicate keys, all within `YAMLLimits`.
package enum YAMLReader {
  /// Reads a file's bytes; a file without content is `catalog-empty`.
  package static func read(_ bytes: [UInt8], path: String) -> YAMLReading {
    var builder = YAMLTreeBuilder(path: path)
    do throws(YAMLRefusal) {
      let text = try YAMLTextCheck.checked(bytes, path: path)
      var layout = YAMLLayoutCheck(text, path: path)
      let accept: (YAMLEvent) -> Bool = { event in
        guard let fault = layout.fault(upTo: event) else { return builder.accept(event) }
        builder.diagnostics.append(fault)
        return false
      }
      if !text.isEmpty, let failure = YAMLEvents.scan(text, accept) {
        builder.diagnostics.append(failure.diagnostic(path: path, text: text))
      }
    } catch {
      builder.diagnostics.append(Diagnostic(error.code, error.message, at: error.mark))
    }
    if builder.diagnostics.isEmpty, builder.root?.isBlank ?? true {
      builder.diagnostics.append(
        Diagnostic(.catalogEmpty, "the file is empty", at: CatalogMark(path: path, line: 0, column: 0)))
    }
    return YAMLReading(
      root: builder.diagnostics.isEmpty ? builder.root : nil, diagnostics: builder.diagnostics)
  }
}
