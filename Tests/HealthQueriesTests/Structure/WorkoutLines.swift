/// Made-up workouts and what belongs to them, as lines of JSON.
enum WorkoutLines {
  static let first = "11111111-1111-4111-8111-111111111111"
  static let second = "22222222-2222-4222-8222-222222222222"

  /// With letters, whose case differs.
  static let lettered = "abcdefab-cdef-4abc-8def-abcdefabcdef"

  /// A workout of some minutes from an hour of 2026-01-01 on.
  static func workout(
    _ id: String, at hour: Int, minutes: Int = 30, subject: String? = nil, source: String = "Watch",
    _ parts: String = #","fields":{"activity":"running"}"#
  ) -> String {
    #"{"uuid":"\#(id)","type":"workout","start":"2026-01-01T\#(two(hour)):00:00Z","#
      + #""end":"2026-01-01T\#(two(hour)):\#(two(minutes)):00Z"\#(of(subject))"#
      + #","source":{"name":"\#(source)"}\#(parts)}"#
  }

  /// A route of two places, a second apart.
  static func route(
    at hour: Int, minute: Int = 1, parent: String? = nil, subject: String? = nil, source: String = "Watch",
    latitude: Double = 48
  ) -> String {
    #"{"type":"workoutRoute","start":"2026-01-01T\#(two(hour)):\#(two(minute)):00Z","#
      + #""end":"2026-01-01T\#(two(hour)):\#(two(minute + 1)):00Z"\#(of(subject)),"source":{"name":"\#(source)"}"#
      + (parent.map { #","parent":"\#($0)""# } ?? "")
      + #","points":{"time":[0,1.5],"units":{"latitude":"deg","longitude":"deg","speed":"km/hr"},"#
      + #""latitude":[\#(latitude),\#(latitude + 0.5)],"longitude":[11,11.5],"speed":[9,null]}}"#
  }

  /// A heart rate at a minute of an hour.
  static func heart(_ value: Int, at hour: Int, _ minute: Int, lasting: Int = 0, subject: String? = nil) -> String {
    #"{"type":"heartRate","value":\#(value),"unit":"count/min","start":"2026-01-01T\#(two(hour)):\#(two(minute)):00Z","#
      + #""end":"2026-01-01T\#(two(hour)):\#(two(minute + lasting)):00Z"\#(of(subject))}"#
  }

  private static func of(_ subject: String?) -> String { subject.map { #","subject":"\#($0)""# } ?? "" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
