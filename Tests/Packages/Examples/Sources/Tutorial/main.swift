// step open
import AssayKit

let store = try await HealthStore("memory:", source: SourceRevision(name: "Ring", bundle: "com.example.ring"))
// step time
let morning = store.now
let bedtime = morning - .seconds(8 * 3600)
// step samples
let rates = (0..<8).map { hour in
  NewSample.quantity(.heartRate, 60 - Double(hour), .count / .minute, from: bedtime + .seconds(hour * 3600))
}
let sleep = NewSample.category(.sleepAnalysis, .asleepCore, from: bedtime, to: morning)
// step save
try await store.save(rates + [sleep]).check()
// step refused
let wrong = try await store.save(.quantity(.heartRate, 60, .kilogram, from: morning))
for case .refused(let findings) in wrong.outcomes {
  for finding in findings { print(finding.code, finding.message) }
}
// step again
let again = try await store.save(rates + [sleep])
print("stored again:", again.storedCount)
// step ask
for sample in try await store.samples(.heartRate, from: bedtime, sort: .descending, limit: 3) {
  print(sample.quantity?.description ?? "")
}
// step condition
let high = try SampleQuery.samples(of: "heartRate")
  .withQuantity(.greater, Quantity(58, .count / .minute), in: store)
print("above 58:", try await store.samples(matching: high).count)
// step statistics
let average = try await store.statistics(.heartRate, from: bedtime)?.averageQuantity
print("average:", average?.description ?? "none")
// step follow
let beginning = ChangeAnchor.beginning
for try await change in store.observe(["sleepAnalysis"], since: beginning, follows: false) {
  print("changes:", change.added.count)
}
try await store.close()
