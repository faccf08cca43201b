import HealthCatalog
import HealthModel
import Testing

/// Names that are known and have no type: found as people write them, unless a type is meant.
@Suite("Names without a type") struct PendingNameTests {
  private static let files: KeyValuePairs<String, String> = [
    "org.example.later.yaml":
      "pending: org.example.later\nidentifiers: [HKRowingTypeIdentifier, HKCategoryTypeIdentifierHeartRate]\n"
  ]

  @Test(
    "a word means a name without a type",
    arguments: [
      ("HKRowingTypeIdentifier", "HKRowingTypeIdentifier"), ("rowing", "HKRowingTypeIdentifier"),
      ("Rowing", "HKRowingTypeIdentifier"), ("HKDataTypeRowing", "HKRowingTypeIdentifier"),
      ("HKCategoryTypeIdentifierHeartRate", "HKCategoryTypeIdentifierHeartRate"),
    ])
  func found(_ word: String, _ name: String) throws {
    #expect(try CatalogFixture.load(Self.files).registry?.pendingName(for: word) == name)
  }

  @Test(
    "a word that is a type's, or nobody's, means none",
    arguments: ["heartRate", "HeartRate", "heartrate", "HKQuantityTypeIdentifierHeartRate", "row", "", "HK"])
  func none(_ word: String) throws {
    let registry = try #require(try CatalogFixture.load(Self.files).registry)
    #expect(registry.pendingName(for: word) == nil)
  }
}
