import AssayPlatform
import HealthModel
import HealthStorage
import SeededRandom

/// Whatever is appended, committed, rolled back, deleted and asked: the store does as the one in memory.
enum RandomCases {
  static let all: [ConformanceCase] = (1...20).map { (seed: UInt64) in
    ConformanceCase("the random program of seed \(seed) does as in memory", .query) { bench in
      try await RandomProgram.run(seed: seed, bench)
    }
  }
}
