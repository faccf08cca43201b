import Benchmark

/// Adds a benchmark.
///
/// - Parameters:
///   - name: its name, without blanks: it is the name of a file of thresholds too.
///   - scale: how many times an iteration does what is measured; figures are shown for one.
///   - state: makes what is worked on, in the process that measures, before it measures.
///   - body: an iteration.
func measure<State>(
  _ name: String, scale: BenchmarkScalingFactor = .one, on state: @escaping () async throws -> State,
  _ body: @escaping (Benchmark, State) throws -> Void
) {
  Benchmark(name, configuration: .init(scalingFactor: scale), closure: body, setup: state)
}

/// Adds a benchmark whose iterations wait.
func measureWaiting<State>(
  _ name: String, on state: @escaping () async throws -> State,
  _ body: @escaping (Benchmark, State) async throws -> Void
) {
  Benchmark(name, configuration: .init(), closure: body, setup: state)
}

/// Why a benchmark measures nothing.
struct NotMeasured: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
