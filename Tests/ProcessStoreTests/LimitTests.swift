import HealthModel
import HealthPlugins
import HealthStorage
import HealthTestKit
import Testing

/// Limits of any size are taken: what is beyond their bounds counts as the bound.
@Suite(.enabled(if: Bench.hasPython, "python3 is not here"), .timeLimit(.minutes(10)))
struct LimitTests {
  private static func limits(of number: Int, restarts: Int) -> ProcessLimits {
    ProcessLimits(
      helloMilliseconds: number, answerMilliseconds: number, workingTimes: number, shutdownMilliseconds: number,
      killMilliseconds: number, maximumLine: number, maximumSample: number, maximumAsides: number,
      maximumAsideBytes: number,
      restarts: restarts, pauses: [number])
  }

  @Test("a plugin works under limits without end", arguments: [Int.max, Int.max - 1, Int.max / 2, 1 << 53])
  func withoutEnd(_ number: Int) async throws {
    try await Bench.withFolder { folder in
      let store = try await Bench.open(
        "line_store.py", store: folder + "/store.json", limits: Self.limits(of: number, restarts: number))
      _ = try await store.append(try Bench.batch(Bench.pulse(), Bench.pressure))
      try await store.commit(Bench.progress(9))
      #expect(try await Bench.lines(store) { $0.types = ["heartRate"] }.count == 1)
      try await store.close()
    }
  }

  /// The time to say hello is over before it begins.
  @Test("limits below their bounds end a plugin in an orderly way", arguments: [Int.min, -1, 0])
  func withoutTime(_ number: Int) async throws {
    try await Bench.withFolder { folder in
      let error = await #expect(throws: StorageError.self) {
        let store = try await Bench.open(
          "line_store.py", store: folder + "/store.json", limits: Self.limits(of: number, restarts: number))
        try await store.close()
      }
      #expect(error?.code == .pluginTimeout, "\(error?.description ?? "")")
    }
  }
}
