import AssayKit
import CAllocationCount

/// A handler of requests whose bodies are samples, on one thread.
struct ServerHandler {
  private let bodies: BodyValidator
  private let body: [UInt8]
  private let samples: Int
  private let format: BodyFormat

  init(_ types: HealthTypes, samples: Int, format: BodyFormat) {
    bodies = BodyValidator(types)
    self.samples = samples
    self.format = format
    let lines = (0..<samples).map { MadeValue(at: $0).line }
    body = Array((format == .json ? "[" + lines.joined(separator: ",") + "]" : lines.joined(separator: "\n")).utf8)
  }

  /// Validates the body again and again, and prints what one costs.
  func run(forSeconds seconds: Double) {
    let now = Instant.now
    // The first ones make what the others use again.
    for _ in 0..<100 { check(bodies.validate(body, as: format, now: now)) }
    let allocations = allocation_count()
    let begun = ProcessorTime.ofProcess()
    var requests = 0
    var took = 0.0
    while took < seconds {
      for _ in 0..<max(1, 10_000 / samples) {
        check(bodies.validate(body, as: format, now: now))
        requests += 1
      }
      took = ProcessorTime.ofProcess() - begun
    }
    let each = Double(allocation_count() - allocations) / Double(requests)
    print(
      "\(samples) samples as \(format): \(Int(Double(requests) / took)) bodies and "
        + "\(Int(Double(requests * samples) / took)) samples a CPU second, "
        + "\((each * 100).rounded() / 100) allocations a body, \(body.count) bytes")
  }

  private func check(_ verdict: BodyVerdict) {
    guard verdict.isAccepted, verdict.count == samples, verdict.findings.isEmpty else {
      fatalError("\(verdict.acceptedCount) of \(samples) accepted: \(verdict.findings.first?.diagnostic.message ?? "")")
    }
  }
}
