import AssayKit

/// A made-up sample of a watch, as a Swift value and as a line.
struct MadeValue {
  private let number: Int
  private static let first = Instant(microseconds: 1_735_689_600_000_000)
  static let source = SourceRevision(name: "Watch", bundle: "com.example.watch", version: "1.2")

  init(at number: Int) { self.number = number }

  private var start: Instant { Self.first + .seconds(number * 30) }

  /// The value that an app makes.
  var sample: NewSample {
    switch number % 4 {
    case 0: .quantity(.stepCount, Double(number % 97 + 1), .count, from: start, to: start + .seconds(25))
    case 1:
      .quantity(
        .activeEnergyBurned, Double(number % 900 + 1) / 1000, .kilocalorie, from: start, to: start + .seconds(25))
    default: .quantity(.heartRate, Double(number % 110 + 50), .count / .minute, from: start)
    }
  }

  /// The line of NDJSON that says the same.
  var line: String {
    let end = (start + .seconds(25)).description
    let begin = start.description
    let source = #""source":{"name":"Watch","bundle":"com.example.watch","version":"1.2"}"#
    switch number % 4 {
    case 0:
      return
        #"{"type":"stepCount","value":\#(number % 97 + 1),"unit":"count","start":"\#(begin)","end":"\#(end)",\#(source)}"#
    case 1:
      let value = Double(number % 900 + 1) / 1000
      return
        #"{"type":"activeEnergyBurned","value":\#(value),"unit":"kcal","start":"\#(begin)","end":"\#(end)",\#(source)}"#
    default:
      return
        #"{"type":"heartRate","value":\#(number % 110 + 50),"unit":"count/min","start":"\#(begin)",\#(source)}"#
    }
  }
}
