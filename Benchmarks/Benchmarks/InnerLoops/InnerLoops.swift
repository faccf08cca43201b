import Benchmark

/// The inner loops, one group a file; a name begins with its group and says how much an iteration does.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .throughput, .peakMemoryResident],
    warmupIterations: 2,
    maxDuration: .milliseconds(1500),
    maxIterations: 1000,
    thresholds: tolerances)
  jsonLines()
  xmlElements()
  dates()
  numbers()
  units()
  typeLookup()
  judging()
  writing()
  appending()
  statistics()
  registryStart()
}

/// How far a run may be from the recorded one before `thresholds check` says so, in percent of it.
///
/// The clock of processor time ticks every 10 ms, so three ticks are no difference. Throughput says what the clock says.
private var tolerances: [BenchmarkMetric: BenchmarkThresholds] {
  [
    .wallClock: BenchmarkThresholds(relative: [.p50: 25, .p90: 30]),
    .cpuTotal: BenchmarkThresholds(absolute: [.p50: 30_000_000, .p90: 30_000_000]),
    .throughput: BenchmarkThresholds(),
    .peakMemoryResident: BenchmarkThresholds(relative: [.p50: 20, .p90: 20]),
  ]
}
