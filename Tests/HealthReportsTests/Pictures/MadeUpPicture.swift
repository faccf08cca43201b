import HealthModel

@testable import HealthReports

/// Pictures of made-up samples, small enough to read their goldens.
enum MadeUpPicture {
  /// 2026-01-01T22:30:00Z.
  static let evening: Int64 = 1_767_306_600 * Instant.second
  private static let minute: Int64 = 60 * Instant.second

  private static func picture(
    _ title: String, _ captions: [String] = [], _ form: SamplePlot.Form
  ) -> SamplePlot {
    SamplePlot(title: title, period: "2026-01-01 08:00, UTC", captions: captions, form: form)
  }

  /// Twelve seconds at ten points a second, in two rows, with a gap.
  private static let strip: SamplePlot.Form? = StripPlot(
    leads: [StripPlot.Lead(name: "voltage", millivolts: (0...120).map(millivolt))], rate: 10
  ).map { .strip($0) }

  private static func millivolt(_ index: Int) -> Double {
    if index == 55 { return .nan }
    switch index % 9 {
    case 4: return 1.2
    case 5: return -0.3
    default: return 0.05 * Double(index % 3)
    }
  }

  /// No points.
  private static let nothing = SamplePlot.Form.lines(LinesPlot(places: [], isTimed: true, columns: []))

  /// A truth value, a number with gaps, and a column without numbers.
  private static let columns = LinesPlot(
    places: beats, isTimed: true,
    columns: [
      LinesPlot.Column(
        name: "gap", unit: "1: true", values: (0..<24).map { (index: Int) -> Double in index == 9 ? 1 : 0 }),
      LinesPlot.Column(
        name: "rate", unit: "count/min",
        values: (0..<24).map { (index: Int) -> Double in
          index == 7 || index == 9 ? Double.nan : 60 + Double(index * 7 % 13)
        }),
      LinesPlot.Column(name: "nothing", unit: "m", values: Array(repeating: Double.nan, count: 24)),
    ])

  /// Seven places around a block, one without an altitude, one without a place.
  private static let route = RoutePlot(
    latitudes: [48.1, 48.101, 48.102, .nan, 48.102, 48.1, 48.1],
    longitudes: [11.5, 11.5, 11.501, 11.502, 11.504, 11.504, 11.5005],
    altitudes: [519, 521.5, .nan, 530, 526, 523, 519.5])

  private static let beats = (0..<24).map { Double($0) * 0.9 + 0.4 }

  private static func stage(_ start: Int64, _ minutes: Int64, _ lane: Int, _ source: String) -> StagesPlot.Stage {
    StagesPlot.Stage(
      start: evening + start * minute, end: evening + (start + minutes) * minute, lane: lane, source: source,
      subject: "P01")
  }

  /// Two nights of a watch, the first with a phone, whose name means something to XML and to terminals, and a nap.
  private static let nights = StagesPlot(
    lanes: ["inBed", "unspecified", "awake", "core", "deep"], session: 0,
    stages: [
      stage(0, 300, 0, "Watch"), stage(10, 60, 3, "Watch"), stage(70, 50, 4, "Watch"), stage(120, 5, 2, "Watch"),
      stage(125, 170, 3, "Watch"), stage(1440, 240, 0, "Watch"), stage(1450, 200, 3, "Watch"),
      stage(1700, 0, 2, "Watch"), stage(2300, 15, 3, "Watch"), stage(5, 290, 0, "<b>\"R&D\"\u{1B}[31m phone"),
    ], clock: ChartClock())

  private static let frequencies: [Double] = [125, 250, 500, 1000, 2000, 4000, 8000]

  /// Both ears, a masked tone each, and one that the right ear was not asked for.
  private static let audiogram = AudiogramPlot(
    left: frequencies.enumerated().map { index, frequency in
      AudiogramPlot.Tone(frequency: frequency, level: Double(index * 7 + 5), isMasked: index == 5)
    },
    right: frequencies.enumerated().filter { $0.offset != 3 }.map { index, frequency in
      AudiogramPlot.Tone(frequency: frequency, level: Double(index * 3), isMasked: index == 6)
    })

  /// All of them by the names of their goldens.
  static let all: [(name: String, picture: SamplePlot)] = [
    (
      "strip",
      picture(
        "Electrocardiogram", ["classification: sinusRhythm", "averageHeartRate: 66 count/min"],
        strip ?? nothing)
    ),
    ("route", picture("Workout route", [], .route(route))),
    (
      "dateline",
      picture(
        "Ferry", [],
        .route(RoutePlot(latitudes: [-17, -16.9, -16.8], longitudes: [179.9, -179.95, -179.8], altitudes: [])))
    ),
    ("place", picture("One place", [], .route(RoutePlot(latitudes: [-17], longitudes: [180], altitudes: [3])))),
    ("nowhere", picture("No place", [], .route(RoutePlot(latitudes: [], longitudes: [], altitudes: [])))),
    ("columns", picture("Beats", [], .lines(columns))),
    ("moments", picture("Times alone", [], .lines(LinesPlot(places: beats, isTimed: true, columns: [])))),
    ("nothing", picture("No points", [], nothing)),
    ("audiogram", picture("Audiogram", [], .audiogram(audiogram))),
    ("silence", picture("Audiogram", [], .audiogram(AudiogramPlot(left: [], right: [])))),
    ("nights", SamplePlot(title: "Sleep analysis", stages: nights)),
    (
      "no-nights",
      SamplePlot(
        title: "Sleep analysis", period: "",
        form: .stages(StagesPlot(lanes: ["awake"], session: nil, stages: [], clock: ChartClock())))
    ),
  ]
}
