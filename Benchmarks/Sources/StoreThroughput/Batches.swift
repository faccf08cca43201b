import Assay
import AssayKit
import HealthModel
import HealthStorage

/// Made-up heart rates in batches as the reader of a file makes them.
struct Batches {
  let all: [SampleBatch]
  let count: Int

  init(samples: Int, registry: Registry) {
    let coding = NormalizedLines(registry: registry)
    var all: [SampleBatch] = []
    var count = 0
    let size = 2700
    while count < samples {
      var text: [UInt8] = []
      let number = min(size, samples - count)
      for index in count..<(count + number) {
        text += Array(Self.line(index).utf8)
      }
      guard let batch = try? coding.samples(text, groups: Array(repeating: 1, count: number)) else {
        fatalError("made-up samples are refused")
      }
      all.append(batch)
      count += number
    }
    self.all = all
    self.count = count
  }

  private static func line(_ index: Int) -> String {
    let time = TimestampWriter.string(1_767_225_600_000_000 + Int64(index) * 5_000_000)
    return """
      {"type":"heartRate","value":\(50 + index % 90),"unit":"count/min","start":"\(time)",\
      "source":{"name":"Made-up Watch","bundle":"org.example.watch","version":"11.3.1","product":"W1,1"},\
      "device":{"name":"Made-up Watch","manufacturer":"Example","model":"Watch","hardware":"W1,1"},\
      "metadata":{"HKMetadataKeyHeartRateMotionContext":\(index % 3)}}

      """
  }
}
