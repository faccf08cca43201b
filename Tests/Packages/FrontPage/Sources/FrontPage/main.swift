import AssayKit

let name = CommandLine.arguments.dropFirst().first ?? "health.db"
let store = try await HealthStore(name, source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
let now = store.now
let night = now - .seconds(8 * 3600)

let receipt = try await store.save(
  .quantity(.heartRate, 64, .count / .minute, from: now),
  .category(.sleepAnalysis, .asleepCore, from: night, to: now),
  .characteristic(.dateOfBirth, CivilDate(year: 1990, month: 4, day: 12)),
  .correlation(
    .bloodPressure, from: now, .quantity(.bloodPressureSystolic, 120, .millimetersOfMercury),
    .quantity(.bloodPressureDiastolic, 80, .millimetersOfMercury)))
try receipt.check()

for sample in try await store.samples(.heartRate, from: night, sort: .descending, limit: 20) {
  print(sample.id, sample.quantity?.description ?? "")
}
let average = try await store.statistics(.heartRate, from: night)?.averageQuantity
let birth = try await store.value(of: .dateOfBirth)
print(average?.description ?? "none", birth?.year ?? 0)
try await store.close()
