import AssayKit

let name = CommandLine.arguments.dropFirst().first ?? "health.db"
let store = try await HealthStore(name, source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
let now = store.now
let night = now.advanced(by: .seconds(-8 * 3600))

let receipt = try await store.save(
  .quantity(QuantityType("heartRate"), 64, try UnitOfMeasure("count/min"), from: now),
  .category(CategoryType("sleepAnalysis"), CategoryCase("asleepCore"), from: night, to: now),
  .characteristic(CharacteristicType<CivilDate>("dateOfBirth"), CivilDate(year: 1990, month: 4, day: 12)),
  .correlation(
    CorrelationType("bloodPressure"), from: now,
    .quantity(QuantityType("bloodPressureSystolic"), 120, try UnitOfMeasure("mmHg")),
    .quantity(QuantityType("bloodPressureDiastolic"), 80, try UnitOfMeasure("mmHg"))))
try receipt.check()

for sample in try await store.samples(QuantityType("heartRate"), from: night, sort: .descending, limit: 20) {
  print(sample.id, sample.quantity?.description ?? "")
}
let average = try await store.statistics(QuantityType("heartRate"), from: night)?.averageQuantity
let birth = try await store.value(of: CharacteristicType<CivilDate>("dateOfBirth"))
print(average?.description ?? "none", birth?.year ?? 0)
try await store.close()
