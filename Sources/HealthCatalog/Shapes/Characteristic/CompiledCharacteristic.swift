import HealthModel

/// Characteristics in a compiled catalog and in the content hash.

extension CompiledWriter {
  mutating func characteristic(_ shape: CharacteristicShape) {
    switch shape {
    case .values(let list): enumeration(list)
    case .text(.date): break
    case .text(.free(let maximum)): int(maximum)
    }
  }
}

extension CompiledReader {
  /// The characteristic that a word announces; `shape(of:)` refuses other words.
  mutating func characteristic(_ word: String) -> CharacteristicShape {
    switch word {
    case "values": return .values(enumeration())
    case "date": return .text(.date)
    case "text": return .text(.free(maximumLength: int()))
    default: return .text(.date)
    }
  }
}

extension CanonicalForm {
  mutating func append(_ shape: CharacteristicShape) {
    switch shape {
    case .values(let values): append(values)
    case .text(.date): field("value", "date")
    case .text(.free(let length)): integer("value", length)
    }
  }
}
