import HealthModel

/// Characteristics in a compiled catalog and in the content hash.

extension CompiledWriter {
  mutating func characteristic(_ shape: CharacteristicShape) {
    switch shape {
    case .values(let list):
      text("values")
      enumeration(list)
    case .text(.date): text("date")
    case .text(.free(let maximum)):
      text("text")
      int(maximum)
    }
  }
}

extension CompiledReader {
  /// The characteristic that a word announces.
  mutating func characteristic(_ word: String) -> CharacteristicShape {
    switch word {
    case "values": return .values(enumeration())
    case "date": return .text(.date)
    case "text": return .text(.free(maximumLength: int()))
    default:
      fail()
      return .text(.date)
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
