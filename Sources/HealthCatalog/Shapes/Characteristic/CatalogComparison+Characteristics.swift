import HealthModel

extension CatalogComparison {
  mutating func compareCharacteristics(
    _ old: CharacteristicShape, _ new: CharacteristicShape, in subject: ChangeSubject
  ) {
    switch (old, new) {
    case (.values(let before), .values(let after)): compareValues(before, after, in: subject, at: "values")
    case (.text(.date), .text(.date)): break
    case (.text(.free(let before)), .text(.free(let after))):
      guard before != after else { return }
      let isNarrowed = after < before
      add(
        isNarrowed ? .allowedNarrowed : .allowedWidened, isNarrowed ? .breaking : .safe,
        "texts were at most \(before) bytes long, are at most \(after)", in: subject, at: "value.max_length")
    case (.values, .text), (.text, .values), (.text(.date), .text(.free)), (.text(.free), .text(.date)):
      add(.kindChanged, .breaking, "the value is of another kind", in: subject, at: "value")
    }
  }
}
