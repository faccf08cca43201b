import AssayKit

// Each line of standard input is the body of a request.
let store = try await HealthStore("memory:", source: SourceRevision(name: "Server"))
let intake = SampleIntake(store)
while let line = readLine() {
  let answer = try await intake.receive(Array(line.utf8), for: "P1")
  print(answer.status, answer.lines.joined(separator: "; "))
}
try await store.close()
