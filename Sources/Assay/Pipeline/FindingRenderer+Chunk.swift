import HealthFormats
import HealthModel
import HealthReports
import HealthValidation

/// Makes diagnostics of what workers found, as a command's runs show it.
extension FindingRenderer {
  init(
    validator: Validator, path: String, chunk: InputChunk, at position: ReadPosition, redacts: Bool = false,
    _ hints: HintBudget = HintBudget()
  ) {
    self.init(validator: validator, path: path, chunkStart: position)
    self.hints = hints
    self.redacts = redacts
    if let table = chunk.table {
      dateFormat = table.dateFormat
      columnNames = table.headerNames
      hasZones = table.hasZones
      let bytes = chunk.bytes
      emptyPlace = { field, row in table.emptyCell(of: field, in: row, of: bytes.span.bytes) }
    }
    if let records = chunk.records {
      dateFormat = records.dateFormat
      hasZones = records.hasZones
      recordPointer = { records.pointer(at: $0) }
      missingPath = { records.path(of: $0) }
    }
    if let places = chunk.converted {
      originalPlace = { [redacts] offset, path in
        places.place(at: offset, redacts: redacts)?.location(in: path) ?? SourceLocation(path: path)
      }
    }
    if let appendix = chunk.appendix {
      contentCount = appendix.start
      contentOffset = { appendix.contentOffset(of: $0) }
      if let table = chunk.table {
        let bytes = chunk.bytes
        cellPlace = { offset, row in table.cell(ofText: offset - appendix.start, in: row, of: bytes.span.bytes) }
      }
    }
  }

  /// The diagnostic of one of a chunk's findings; what a store said of a sample is added.
  mutating func diagnostic(
    _ index: Int, of result: ChunkResult, in bytes: RawSpan, syntax: RawSyntax, withExcerpt: Bool = true
  ) -> Diagnostic {
    var diagnostic = diagnostic(result.findings[index], in: bytes, syntax: syntax, withExcerpt: withExcerpt)
    if !result.reasons.isEmpty, !redacts, let reason = result.reasons[index] {
      diagnostic.message += ": " + TextEscaping.escaped(reason, limit: 400)
    }
    return diagnostic
  }
}
