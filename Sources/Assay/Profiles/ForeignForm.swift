import HealthFormats
import HealthModel

/// Whether a table or JSON that is read as samples was more likely written by another program.
enum ForeignForm {
  /// What to do with it.
  static let advice =
    "it has no `type`, as Assay's own form has; if another program wrote it, read it with a profile: `--plugin` names "
    + "one, and `assay profile --guess` writes one (Documentation/profiles.md)"

  /// Whether the beginning of a text has a form without the field that all samples have.
  ///
  /// - Returns: `false` for what has no columns and no keys at all, of which the findings say enough.
  static func isLikely(_ bytes: [UInt8], _ format: InputFormat) -> Bool {
    guard FormBeginning.foreignEncoding(of: bytes) == nil else { return false }
    if format == .csv {
      guard bytes.contains(UInt8(ascii: "\n")) else { return false }
      let columns = FormBeginning.columns(in: bytes, by: TableLayout())
      return columns.count > 1 && !columns.contains("type")
    }
    let keys = FormBeginning.keys(in: bytes)
    return keys.count > 1 && !keys.contains(Array("type".utf8))
  }
}
