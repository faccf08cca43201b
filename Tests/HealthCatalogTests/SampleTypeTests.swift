import HealthModel
import Testing

@Suite("Names of types in code") struct SampleTypeTests {
  @Test("a date is read as it is written") func dates() {
    for days in stride(from: -719_162, through: 2_932_896, by: 997) {
      let date = CivilDate(daysSince1970: days)
      #expect(date.sampleText.utf8.count == 10)
      #expect(CivilDate(sampleText: date.sampleText) == date)
    }
  }

  @Test(
    "what is not a date is none",
    arguments: [
      "", "1990-4-12", "1990-02-30", "0000-01-01", "1990-04-12 ", "+990-04-12", "1990-0412-", "--19900412", "१९९०",
    ])
  func notDates(_ text: String) {
    #expect(CivilDate(sampleText: text) == nil)
  }

  @Test("a case that the compiler does not know is named by its text") func untyped() {
    let mood = CategoryType("aa.study.mood")
    let value: CategoryCase = CategoryCase("calm")
    #expect("\(mood) \(value)" == "aa.study.mood calm")
    #expect(CategoryCase(sampleText: value.sampleText) == value)
  }

  @Test("a metadata key finds and sets its value") func metadata() {
    var values = ["HKTimeZone": 1]
    #expect(values[MetadataKey("HKTimeZone")] == 1)
    values[MetadataKey("HKTimeZone")] = nil
    values[MetadataKey("own")] = 2
    #expect(values == ["own": 2])
  }
}
