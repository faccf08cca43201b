package import HealthModel
package import HealthStorage

/// The pages of `Documentation/diagnostics`, compiled in.
package enum CodePages {
  package static func text(of code: DiagnosticCode) -> String? { text(named: code.name) }

  package static func text(of failure: StorageError.Code) -> String? { text(named: failure.rawValue) }

  private static func text(named name: String) -> String? {
    let path = name + ".md"
    for file in EmbeddedFiles(Embedded.codePages) where file.path.elementsEqual(path.utf8) {
      return String(decoding: file.bytes, as: UTF8.self)
    }
    return nil
  }
}
