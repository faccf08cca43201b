// Generated from catalog/ by `make bless`: the copy a program without its catalog folder uses. Do not edit.
// swift-format-ignore-file
import HealthCatalog
import HealthModel

/// The built-in catalog, compiled in; its marks name `catalog/…` like the files'.
enum EmbeddedCatalog {
  /// The definition files. A line that begins with U+0001 names the file that follows.
  static var files: [CatalogFile] {
    var files: [CatalogFile] = []
    text.withUTF8Buffer { bytes in
      for part in bytes.split(separator: 1) {
        guard let lineEnd = part.firstIndex(of: UInt8(ascii: "\n")) else { continue }
        files.append(
          CatalogFile(
            path: String(decoding: part[..<lineEnd], as: UTF8.self), bytes: Array(part[(lineEnd + 1)...])))
      }
    }
    return files
  }

  /// Whether a folder holds these files, to the byte, and no others.
  static func isCopy(of folder: String) -> Bool {
    var comparison = FolderComparison(folder: folder)
    return text.withUTF8Buffer { bytes in
      var rest = bytes[...]
      while let start = rest.firstIndex(of: 1) {
        let file = rest[(start + 1)...]
        let end = file.firstIndex(of: 1) ?? file.endIndex
        guard let lineEnd = file.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let name = UnsafeBufferPointer(rebasing: file[(start + 1 + "catalog/".utf8.count)..<lineEnd])
        guard comparison.holds(name, UnsafeBufferPointer(rebasing: file[(lineEnd + 1)..<end])) else { return false }
        rest = file[end...]
      }
      return true
    } && comparison.hasNoOthers()
  }

  /// Tells this text from any other; see `EmbeddedRegistry`.
  static var hash: UInt64 {
    text.withUTF8Buffer { bytes in
      let span = bytes.span.bytes
      return span.contentHash(of: 0..<span.byteCount)
    }
  }

  private static let text: StaticString = ##"""
\##u{1}catalog/activity/activeEnergyBurned.yaml
schema: 1
type: activeEnergyBurned
kind: quantity
title: Active energy burned
summary: Energy spent above the resting baseline.
identifiers: [HKQuantityTypeIdentifierActiveEnergyBurned]
aggregation: cumulative
unit: kcal
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 2}
writable: true
since: {ios: "8.0"}
codes: {loinc: "41981-2", ucum: "kcal", health_connect: "ActiveCaloriesBurnedRecord", open_mhealth: "omh:calories-burned:2.0 (partial: not limited to active energy)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx ActiveCaloriesBurnedRecord"
  duration: default
  rate: "ours: 8.4 kW, about twice what the hardest minute of an athlete takes (1 kW at the pedal with a fifth of the energy)"
examples:
  valid:
    - {value: 52.4, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z"}
    - {value: 220, unit: kJ, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z"}
  invalid:
    - {value: 52.4, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z", code: unit-incompatible}
    - {value: -1, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z", code: value-not-allowed}
\##u{1}catalog/activity/appleExerciseTime.yaml
schema: 1
type: appleExerciseTime
kind: quantity
title: Apple exercise time
summary: Minutes credited to the Exercise ring.
identifiers: [HKQuantityTypeIdentifierAppleExerciseTime]
aggregation: cumulative
unit: min
value:
  allowed: {min: 0}
duration: {max: P4D}
exclusive: true
rate: {max: 0.02}
writable: false
since: {ios: "9.3"}
codes: {ucum: "min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
  rate: "physical: a minute lasts 60 s, so 0.0167 min in a second; a fifth more for blocks whose times are rounded"
examples:
  valid:
    - {value: 1, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 60, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 1, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/appleMoveTime.yaml
schema: 1
type: appleMoveTime
kind: quantity
title: Apple move time
summary: Minutes credited to the Move ring when it counts time instead of energy.
identifiers: [HKQuantityTypeIdentifierAppleMoveTime]
aggregation: cumulative
unit: min
value:
  allowed: {min: 0}
duration: {max: P4D}
exclusive: true
rate: {max: 0.02}
writable: false
since: {ios: "14.5"}
codes: {ucum: "min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
  rate: "physical: a minute lasts 60 s, so 0.0167 min in a second; a fifth more for blocks whose times are rounded"
examples:
  valid:
    - {value: 1, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 60, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 1, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/appleStandHour.yaml
schema: 1
type: appleStandHour
kind: category
title: Apple stand hour
summary: Whether the person stood and moved in a clock hour.
identifiers: [HKCategoryTypeIdentifierAppleStandHour]
values: appleStandHour
duration: {max: P4D}
writable: false
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: stood, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: walked, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
\##u{1}catalog/activity/appleStandTime.yaml
schema: 1
type: appleStandTime
kind: quantity
title: Apple stand time
summary: Minutes spent standing, as the watch logs them.
identifiers: [HKQuantityTypeIdentifierAppleStandTime]
aggregation: cumulative
unit: min
value:
  allowed: {min: 0}
duration: {max: P4D}
exclusive: true
rate: {max: 0.02}
writable: false
since: {ios: "13.0"}
codes: {ucum: "min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
  rate: "physical: a minute lasts 60 s, so 0.0167 min in a second; a fifth more for blocks whose times are rounded"
examples:
  valid:
    - {value: 3, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 180, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 3, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/basalEnergyBurned.yaml
schema: 1
type: basalEnergyBurned
kind: quantity
title: Basal energy burned
summary: Energy spent at rest.
identifiers: [HKQuantityTypeIdentifierBasalEnergyBurned]
aggregation: cumulative
unit: kcal
# No maximum: real exports hold 18,000 kcal in one record.
value:
  allowed: {min: 0}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "8.0"}
codes: {ucum: "kcal", health_connect: "BasalMetabolicRateRecord (partial: a rate per day)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 71.5, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {value: 299, unit: kJ, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: 71.5, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: unit-incompatible}
    - {value: -1, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-allowed}
\##u{1}catalog/activity/crossCountrySkiingSpeed.yaml
schema: 1
type: crossCountrySkiingSpeed
kind: quantity
title: Cross-country skiing speed
summary: Speed while skiing cross-country.
identifiers: [HKQuantityTypeIdentifierCrossCountrySkiingSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
codes: {ucum: "m/s", health_connect: "SpeedRecord (partial: no activity)", open_mhealth: "omh:speed:1.0 (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 3.9, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 14, unit: km/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 3.9, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/cyclingCadence.yaml
schema: 1
type: cyclingCadence
kind: quantity
title: Cycling cadence
summary: Turns of the pedals per minute.
identifiers: [HKQuantityTypeIdentifierCyclingCadence]
aggregation: discreteTemporallyWeighted
unit: count/min
value:
  allowed: {min: 0, max: 10000}
duration: {max: P4D}
writable: true
since: {ios: "17.0"}
codes: {ucum: "/min", health_connect: "CyclingPedalingCadenceRecord"}
sources:
  type: "Apple HealthKit SDK 26.5"
  aggregation: "Apple HealthKit SDK 26.5; discreteArithmetic from SDK 18 to 26.2"
  allowed: "min physical; max Health Connect androidx CyclingPedalingCadenceRecord.Sample"
  duration: default
examples:
  valid:
    - {value: 85, unit: count/min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 1.4, unit: count/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 85, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: count/min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/cyclingFunctionalThresholdPower.yaml
schema: 1
type: cyclingFunctionalThresholdPower
kind: quantity
title: Cycling functional threshold power
summary: Highest average power that a rider can hold for about an hour.
identifiers: [HKQuantityTypeIdentifierCyclingFunctionalThresholdPower]
aggregation: discreteArithmetic
unit: W
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
metadata:
  required: []
  known: [HKCyclingCyclingFunctionalThresholdPowerTestType]
writable: true
since: {ios: "17.0"}
codes: {ucum: "W"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx PowerRecord.Sample"
  duration: default
examples:
  valid:
    - {value: 240, unit: W, start: "2026-01-01T08:00:00Z"}
    - {value: 0.24, unit: kW, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 240, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: W, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/activity/cyclingPower.yaml
schema: 1
type: cyclingPower
kind: quantity
title: Cycling power
summary: Power a rider puts out while cycling.
identifiers: [HKQuantityTypeIdentifierCyclingPower]
aggregation: discreteTemporallyWeighted
unit: W
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "17.0"}
codes: {ucum: "W", health_connect: "PowerRecord (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  aggregation: "Apple HealthKit SDK 26.5; discreteArithmetic from SDK 18 to 26.2"
  allowed: "min physical; max Health Connect androidx PowerRecord.Sample"
  duration: default
examples:
  valid:
    - {value: 185, unit: W, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 0.185, unit: kW, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 185, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: W, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/cyclingSpeed.yaml
schema: 1
type: cyclingSpeed
kind: quantity
title: Cycling speed
summary: Speed while cycling.
identifiers: [HKQuantityTypeIdentifierCyclingSpeed]
aggregation: discreteTemporallyWeighted
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "17.0"}
codes: {ucum: "m/s", health_connect: "SpeedRecord (partial: no activity)", open_mhealth: "omh:speed:1.0 (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  aggregation: "Apple HealthKit SDK 26.5; discreteArithmetic from SDK 18 to 26.2"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 7.2, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 26, unit: km/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 7.2, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceCrossCountrySkiing.yaml
schema: 1
type: distanceCrossCountrySkiing
kind: quantity
title: Cross-country skiing distance
summary: Distance covered on cross-country skis.
identifiers: [HKQuantityTypeIdentifierDistanceCrossCountrySkiing]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "18.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
examples:
  valid:
    - {value: 820, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0.82, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 820, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceCycling.yaml
schema: 1
type: distanceCycling
kind: quantity
title: Cycling distance
summary: Distance covered on a bicycle.
identifiers: [HKQuantityTypeIdentifierDistanceCycling]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 65}
writable: true
since: {ios: "8.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
  rate: "ours: above 63.3 m/s, the downhill record on snow (Eric Barone 2017, 227.72 km/h); motor-paced records are excluded"
examples:
  valid:
    - {value: 1450, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 1.45, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 1450, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceDownhillSnowSports.yaml
schema: 1
type: distanceDownhillSnowSports
kind: quantity
title: Downhill snow sports distance
summary: Distance covered downhill on skis or a snowboard.
identifiers: [HKQuantityTypeIdentifierDistanceDownhillSnowSports]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 75}
writable: true
since: {ios: "11.2"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
  rate: "ours: above 71 m/s, the record of speed skiing (Simon Billy 2023, 255.5 km/h)"
examples:
  valid:
    - {value: 960, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0.96, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 960, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distancePaddleSports.yaml
schema: 1
type: distancePaddleSports
kind: quantity
title: Paddle sports distance
summary: Distance covered by paddling.
identifiers: [HKQuantityTypeIdentifierDistancePaddleSports]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "18.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
examples:
  valid:
    - {value: 540, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0.54, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 540, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceRowing.yaml
schema: 1
type: distanceRowing
kind: quantity
title: Rowing distance
summary: Distance covered by rowing.
identifiers: [HKQuantityTypeIdentifierDistanceRowing]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "18.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
examples:
  valid:
    - {value: 610, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0.61, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 610, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceSkatingSports.yaml
schema: 1
type: distanceSkatingSports
kind: quantity
title: Skating sports distance
summary: Distance covered on skates.
identifiers: [HKQuantityTypeIdentifierDistanceSkatingSports]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "18.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
examples:
  valid:
    - {value: 1100, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 1.1, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 1100, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceSwimming.yaml
schema: 1
type: distanceSwimming
kind: quantity
title: Swimming distance
summary: Distance covered by swimming.
identifiers: [HKQuantityTypeIdentifierDistanceSwimming]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 5}
writable: true
since: {ios: "10.0"}
codes: {loinc: "93816-7", ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
  rate: "ours: twice the 2.4 m/s of the 50 m freestyle record (Cesar Cielo 2009, 20.91 s), for fins and currents"
examples:
  valid:
    - {value: 25, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 27.3, unit: yd, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 25, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/distanceWalkingRunning.yaml
schema: 1
type: distanceWalkingRunning
kind: quantity
title: Walking and running distance
summary: Distance covered on foot.
identifiers: [HKQuantityTypeIdentifierDistanceWalkingRunning]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 13}
writable: true
since: {ios: "8.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
  rate: "ours: above 12.4 m/s, the top speed of a sprinter (Usain Bolt, Berlin 2009)"
examples:
  valid:
    - {value: 412, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0.412, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 412, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: 412, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-06T08:00:00Z", code: duration-too-long}
\##u{1}catalog/activity/distanceWheelchair.yaml
schema: 1
type: distanceWheelchair
kind: quantity
title: Wheelchair distance
summary: Distance covered in a wheelchair.
identifiers: [HKQuantityTypeIdentifierDistanceWheelchair]
aggregation: cumulative
unit: m
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "10.0"}
codes: {ucum: "m", health_connect: "DistanceRecord (partial: no activity)", open_mhealth: "omh:physical-activity:1.2 (partial: distance field)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx DistanceRecord"
  duration: default
examples:
  valid:
    - {value: 300, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0.3, unit: km, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 300, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/estimatedWorkoutEffortScore.yaml
schema: 1
type: estimatedWorkoutEffortScore
kind: quantity
title: Estimated workout effort score
summary: How hard a workout was, as the system estimates it, from 1 to 10.
identifiers: [HKQuantityTypeIdentifierEstimatedWorkoutEffortScore]
aggregation: discreteArithmetic
unit: appleEffortScore
# The scale is 1 to 10, but no refusal of other values is documented.
value:
  allowed: {min: 0}
  plausible: {min: 1, max: 10}
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
codes: {ucum: "{score}"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "Apple docs appleEffortScore() (see units.tsv)"
  duration: default
examples:
  valid:
    - {value: 5, unit: appleEffortScore, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
    - {value: 10, unit: appleEffortScore, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
  invalid:
    - {value: 5, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: unit-incompatible}
    - {value: -1, unit: appleEffortScore, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: value-not-allowed}
\##u{1}catalog/activity/flightsClimbed.yaml
schema: 1
type: flightsClimbed
kind: quantity
title: Flights climbed
summary: Floors climbed on foot.
identifiers: [HKQuantityTypeIdentifierFlightsClimbed]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 1}
writable: true
since: {ios: "8.0"}
codes: {loinc: "100304-5", ucum: "{flights}", health_connect: "FloorsClimbedRecord"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx FloorsClimbedRecord"
  duration: default
  rate: "ours: a flight is about 3 m of height, and a sprint up stairs gains less than 3 m in a second"
examples:
  valid:
    - {value: 2, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 2, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/nikeFuel.yaml
schema: 1
type: nikeFuel
kind: quantity
title: NikeFuel
summary: Points of the former Nike device, kept in old data.
identifiers: [HKQuantityTypeIdentifierNikeFuel]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: false
since: {ios: "8.0"}
codes: {ucum: "1"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 120, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {value: 0, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: 120, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-allowed}
\##u{1}catalog/activity/paddleSportsSpeed.yaml
schema: 1
type: paddleSportsSpeed
kind: quantity
title: Paddle sports speed
summary: Speed while paddling.
identifiers: [HKQuantityTypeIdentifierPaddleSportsSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
codes: {ucum: "m/s", health_connect: "SpeedRecord (partial: no activity)", open_mhealth: "omh:speed:1.0 (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 2.1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 7.6, unit: km/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 2.1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/physicalEffort.yaml
schema: 1
type: physicalEffort
kind: quantity
title: Physical effort
summary: Intensity of exertion, as energy per body mass and time.
identifiers: [HKQuantityTypeIdentifierPhysicalEffort]
aggregation: discreteArithmetic
unit: kcal/kg*hr
value:
  allowed: {min: 0}
duration: {max: P4D}
metadata:
  required: []
  known: [HKPhysicalEffortEstimationType]
writable: true
since: {ios: "17.0"}
codes: {ucum: "kcal/kg/h"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 3.5, unit: kcal/kg*hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", metadata: {HKPhysicalEffortEstimationType: 1}}
    - {value: 3.5, unit: "kcal/hr·kg", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 3.5, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: kcal/kg*hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/pushCount.yaml
schema: 1
type: pushCount
kind: quantity
title: Push count
summary: Pushes of a wheelchair.
identifiers: [HKQuantityTypeIdentifierPushCount]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
writable: true
since: {ios: "10.0"}
codes: {loinc: "96502-0", ucum: "{push}", health_connect: "WheelchairPushesRecord"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx WheelchairPushesRecord"
  duration: default
examples:
  valid:
    - {value: 64, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 64, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
\##u{1}catalog/activity/rowingSpeed.yaml
schema: 1
type: rowingSpeed
kind: quantity
title: Rowing speed
summary: Speed while rowing.
identifiers: [HKQuantityTypeIdentifierRowingSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
codes: {ucum: "m/s", health_connect: "SpeedRecord (partial: no activity)", open_mhealth: "omh:speed:1.0 (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 3.4, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 12.2, unit: km/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 3.4, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/runningPower.yaml
schema: 1
type: runningPower
kind: quantity
title: Running power
summary: Power a runner puts out.
identifiers: [HKQuantityTypeIdentifierRunningPower]
aggregation: discreteArithmetic
unit: W
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "W", health_connect: "PowerRecord (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx PowerRecord.Sample"
  duration: default
examples:
  valid:
    - {value: 260, unit: W, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 0.26, unit: kW, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 260, unit: kcal, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: W, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/runningSpeed.yaml
schema: 1
type: runningSpeed
kind: quantity
title: Running speed
summary: Speed while running.
identifiers: [HKQuantityTypeIdentifierRunningSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "m/s", health_connect: "SpeedRecord (partial: no activity)", open_mhealth: "omh:speed:1.0 (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 3.1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 11.2, unit: km/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 3.1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/stepCount.yaml
schema: 1
type: stepCount
kind: quantity
title: Step count
summary: Steps taken.
identifiers: [HKQuantityTypeIdentifierStepCount]
aggregation: cumulative
unit: count
# Fractions stay legal: a real export of iOS 8 holds 0.0656912 steps.
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 10}
writable: true
since: {ios: "8.0"}
codes: {loinc: "55423-8", ucum: "{steps}", health_connect: "StepsRecord", open_mhealth: "omh:step-count:3.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx StepsRecord"
  duration: default
  rate: "ours: twice the 5 steps that a sprinter takes in a second"
examples:
  valid:
    - {value: 431, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 0, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: 431, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-allowed}
    - {value: 80, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: unit-not-allowed}
\##u{1}catalog/activity/swimmingStrokeCount.yaml
schema: 1
type: swimmingStrokeCount
kind: quantity
title: Swimming stroke count
summary: Strokes made while swimming.
identifiers: [HKQuantityTypeIdentifierSwimmingStrokeCount]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
exclusive: true
rate: {max: 5}
metadata:
  required: []
  known: [HKSwimmingStrokeStyle]
writable: true
since: {ios: "10.0"}
codes: {ucum: "{stroke}"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SwimmingStrokesRecord (not public API)"
  duration: default
  rate: "ours: twice the strokes that a sprinter makes in a second"
examples:
  valid:
    - {value: 18, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", metadata: {HKSwimmingStrokeStyle: 2}}
    - {value: 0, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 18, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/activity/workoutEffortScore.yaml
schema: 1
type: workoutEffortScore
kind: quantity
title: Workout effort score
summary: How hard a workout was, as the person rates it, from 1 to 10.
identifiers: [HKQuantityTypeIdentifierWorkoutEffortScore]
aggregation: discreteArithmetic
unit: appleEffortScore
# The scale is 1 to 10, but no refusal of other values is documented.
value:
  allowed: {min: 0}
  plausible: {min: 1, max: 10}
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
codes: {ucum: "{score}"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "Apple docs appleEffortScore() (see units.tsv)"
  duration: default
examples:
  valid:
    - {value: 7, unit: appleEffortScore, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
    - {value: 1, unit: appleEffortScore, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
  invalid:
    - {value: 7, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: unit-incompatible}
    - {value: -1, unit: appleEffortScore, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: value-not-allowed}
\##u{1}catalog/body/bodyFatPercentage.yaml
schema: 1
type: bodyFatPercentage
kind: quantity
title: Body fat percentage
summary: Share of fat in the whole body mass, as a fraction from 0 to 1.
identifiers: [HKQuantityTypeIdentifierBodyFatPercentage]
aggregation: discreteArithmetic
unit: "%"
# A fraction: values of 16 to 40 come from writers that mean percent.
value:
  allowed: {min: 0, max: 1}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {loinc: "41982-0", ucum: "%", health_connect: "BodyFatRecord", open_mhealth: "omh:body-fat-percentage:2.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "Health Connect androidx BodyFatRecord 0-100 % and physical"
  duration: default
examples:
  valid:
    - {value: 0.244, unit: "%", start: "2026-01-01T08:00:00Z"}
    - {value: 0.18, unit: "%", start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.244, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 24.4, unit: "%", start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/body/bodyMass.yaml
schema: 1
type: bodyMass
kind: quantity
title: Body mass
summary: Weight of the body.
identifiers: [HKQuantityTypeIdentifierBodyMass]
aggregation: discreteArithmetic
unit: kg
value:
  allowed: {min: 0, max: 1000}
  plausible: {min: 2, max: 500}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "29463-7", ucum: "kg", health_connect: "WeightRecord", open_mhealth: "omh:body-weight:3.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx WeightRecord"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3025315 Body weight, kg"
  duration: default
examples:
  valid:
    - {value: 70.5, unit: kg, start: "2026-01-01T08:00:00Z"}
    - {value: 155, unit: lb, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 70.5, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 70500, unit: kg, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/body/bodyMassIndex.yaml
schema: 1
type: bodyMassIndex
kind: quantity
title: Body mass index
summary: Body mass in kilograms over the square of the height in meters, stored as a bare number.
identifiers: [HKQuantityTypeIdentifierBodyMassIndex]
aggregation: discreteArithmetic
unit: count
# The plausible minimum is an adult's: healthy children fall below 16.
value:
  allowed: {min: 0}
  plausible: {min: 16, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
# UCUM writes the unit of the index; here it is a bare number.
codes: {loinc: "39156-5", ucum: "kg/m2", open_mhealth: "omh:body-mass-index:3.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3038553 BMI, kg/m2"
  duration: default
examples:
  valid:
    - {value: 22.8, unit: count, start: "2026-01-01T08:00:00Z"}
    - {value: 31, unit: count, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 22.8, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/body/height.yaml
schema: 1
type: height
kind: quantity
title: Height
summary: Height of the body.
identifiers: [HKQuantityTypeIdentifierHeight]
aggregation: discreteArithmetic
unit: m
value:
  allowed: {min: 0, max: 3}
  plausible: {min: 0.2, max: 2.5}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "8302-2", ucum: "m", health_connect: "HeightRecord", open_mhealth: "omh:body-height:2.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx HeightRecord"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3036277 Body height, 20-250 cm"
  duration: default
examples:
  valid:
    - {value: 1.78, unit: m, start: "2026-01-01T08:00:00Z"}
    - {value: 178, unit: cm, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 1.78, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 178, unit: m, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/body/leanBodyMass.yaml
schema: 1
type: leanBodyMass
kind: quantity
title: Lean body mass
summary: Body mass without its fat.
identifiers: [HKQuantityTypeIdentifierLeanBodyMass]
aggregation: discreteArithmetic
unit: kg
value:
  allowed: {min: 0, max: 1000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "91557-9", ucum: "kg", health_connect: "LeanBodyMassRecord"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx LeanBodyMassRecord"
  duration: default
examples:
  valid:
    - {value: 55.2, unit: kg, start: "2026-01-01T08:00:00Z"}
    - {value: 121, unit: lb, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 55.2, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 55200, unit: kg, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/body/waistCircumference.yaml
schema: 1
type: waistCircumference
kind: quantity
title: Waist circumference
summary: Length around the waist.
identifiers: [HKQuantityTypeIdentifierWaistCircumference]
aggregation: discreteArithmetic
unit: m
value:
  allowed: {min: 0, max: 10}
  plausible: {min: 0.4, max: 2.22}
duration: {max: P4D}
writable: true
since: {ios: "11.0"}
# The LOINC code states a site, which samples do not record.
codes: {loinc: "8280-0", ucum: "m"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx WaistCircumferenceRecord (not public API)"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3016258 Waist Circumference at umbilicus, 40-222 cm"
  duration: default
examples:
  valid:
    - {value: 0.86, unit: m, start: "2026-01-01T08:00:00Z"}
    - {value: 86, unit: cm, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.86, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 86, unit: m, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/characteristics/activityMoveMode.yaml
schema: 1
type: activityMoveMode
kind: characteristic
title: Activity move mode
summary: Whether the Move ring counts energy or time.
identifiers: [HKCharacteristicTypeIdentifierActivityMoveMode]
values: activityMoveMode
writable: false
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: activeEnergy}
    - {value: 2}
  invalid:
    - {value: steps, code: value-not-in-enum}
    - {value: 3, code: value-not-in-enum}
\##u{1}catalog/characteristics/biologicalSex.yaml
schema: 1
type: biologicalSex
kind: characteristic
title: Biological sex
summary: Sex of the person, as set in the health profile.
identifiers: [HKCharacteristicTypeIdentifierBiologicalSex]
values: biologicalSex
writable: false
since: {ios: "8.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: female}
    - {value: HKBiologicalSexMale}
  invalid:
    - {value: unknown, code: value-not-in-enum}
    - {value: 9, code: value-not-in-enum}
\##u{1}catalog/characteristics/bloodType.yaml
schema: 1
type: bloodType
kind: characteristic
title: Blood type
summary: Blood group and Rh factor.
identifiers: [HKCharacteristicTypeIdentifierBloodType]
values: bloodType
writable: false
since: {ios: "8.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: aPositive}
    - {value: HKBloodTypeONegative}
  invalid:
    - {value: cPositive, code: value-not-in-enum}
    - {value: 9, code: value-not-in-enum}
\##u{1}catalog/characteristics/cardioFitnessMedicationsUse.yaml
schema: 1
type: cardioFitnessMedicationsUse
kind: characteristic
title: Cardio fitness medications use
summary: Medications that change cardio fitness, as the export names them.
identifiers: [HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse]
value: {kind: string, max_length: 64}
writable: false
sources:
  type: "Apple Health exports, DTD version 14; not in the public SDK"
  max_length: default
examples:
  valid:
    - {value: "None"}
  invalid:
    - {value: 3, code: field-kind}
    - {value: true, code: field-kind}
\##u{1}catalog/characteristics/dateOfBirth.yaml
schema: 1
type: dateOfBirth
kind: characteristic
title: Date of birth
summary: Calendar date of birth, without time or time zone.
identifiers: [HKCharacteristicTypeIdentifierDateOfBirth]
value: {kind: date}
writable: false
since: {ios: "8.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: "1990-04-12"}
    - {value: "2000-02-29"}
  invalid:
    - {value: "1990-02-30", code: time-invalid}
    - {value: 19900412, code: field-kind}
\##u{1}catalog/characteristics/fitzpatrickSkinType.yaml
schema: 1
type: fitzpatrickSkinType
kind: characteristic
title: Fitzpatrick skin type
summary: How the skin reacts to the sun, on the Fitzpatrick scale.
identifiers: [HKCharacteristicTypeIdentifierFitzpatrickSkinType]
values: fitzpatrickSkinType
writable: false
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: iii}
    - {value: HKFitzpatrickSkinTypeIV}
  invalid:
    - {value: vii, code: value-not-in-enum}
    - {value: 9, code: value-not-in-enum}
\##u{1}catalog/characteristics/wheelchairUse.yaml
schema: 1
type: wheelchairUse
kind: characteristic
title: Wheelchair use
summary: Whether the person uses a wheelchair.
identifiers: [HKCharacteristicTypeIdentifierWheelchairUse]
values: wheelchairUse
writable: false
since: {ios: "10.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: "yes"}
    - {value: 1}
  invalid:
    - {value: sometimes, code: value-not-in-enum}
    - {value: 9, code: value-not-in-enum}
\##u{1}catalog/correlations/bloodPressure.yaml
schema: 1
type: bloodPressure
kind: correlation
title: Blood pressure
summary: Systolic and diastolic pressure of one measurement.
identifiers: [HKCorrelationTypeIdentifierBloodPressure]
members:
  bloodPressureSystolic: 1
  bloodPressureDiastolic: 1
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "85354-9"}
sources:
  type: "Apple HealthKit SDK 26.5"
  members: "Apple documentation of HKCorrelation"
  duration: default
examples:
  valid:
    - {start: "2026-01-01T08:00:00Z", members: [{type: bloodPressureSystolic, value: 120, unit: mmHg}, {type: bloodPressureDiastolic, value: 80, unit: mmHg}]}
    - {start: "2026-01-01T08:00:00Z", members: [{type: bloodPressureDiastolic, value: 10.7, unit: kPa}, {type: bloodPressureSystolic, value: 16, unit: kPa}]}
  invalid:
    - {start: "2026-01-01T08:00:00Z", members: [{type: bloodPressureSystolic, value: 120, unit: mmHg}], code: member-missing}
    - {start: "2026-01-01T08:00:00Z", members: [{type: bloodPressureSystolic, value: 120, unit: mmHg}, {type: bloodPressureDiastolic, value: 80, unit: mmHg}, {type: heartRate, value: 72, unit: count/min}], code: member-not-allowed}
    - {start: "2026-01-01T08:00:00Z", members: [{type: bloodPressureSystolic, value: 120, unit: mmHg}, {type: bloodPressureDiastolic, value: 80, unit: mmHg}, {type: bloodPressureDiastolic, value: 82, unit: mmHg}], code: member-too-many}
\##u{1}catalog/correlations/food.yaml
schema: 1
type: food
kind: correlation
title: Food
summary: What one food or meal brought in.
identifiers: [HKCorrelationTypeIdentifierFood]
# No most is stated, one of each is usual; an energy sample is advised.
members:
  dietaryBiotin: 0..*
  dietaryCaffeine: 0..*
  dietaryCalcium: 0..*
  dietaryCarbohydrates: 0..*
  dietaryChloride: 0..*
  dietaryCholesterol: 0..*
  dietaryChromium: 0..*
  dietaryCopper: 0..*
  dietaryEnergyConsumed: 0..*
  dietaryFatMonounsaturated: 0..*
  dietaryFatPolyunsaturated: 0..*
  dietaryFatSaturated: 0..*
  dietaryFatTotal: 0..*
  dietaryFiber: 0..*
  dietaryFolate: 0..*
  dietaryIodine: 0..*
  dietaryIron: 0..*
  dietaryMagnesium: 0..*
  dietaryManganese: 0..*
  dietaryMolybdenum: 0..*
  dietaryNiacin: 0..*
  dietaryPantothenicAcid: 0..*
  dietaryPhosphorus: 0..*
  dietaryPotassium: 0..*
  dietaryProtein: 0..*
  dietaryRiboflavin: 0..*
  dietarySelenium: 0..*
  dietarySodium: 0..*
  dietarySugar: 0..*
  dietaryThiamin: 0..*
  dietaryVitaminA: 0..*
  dietaryVitaminB12: 0..*
  dietaryVitaminB6: 0..*
  dietaryVitaminC: 0..*
  dietaryVitaminD: 0..*
  dietaryVitaminE: 0..*
  dietaryVitaminK: 0..*
  dietaryWater: 0..*
  dietaryZinc: 0..*
duration: {max: P4D}
metadata:
  required: []
  known: [HKFoodType]
writable: true
since: {ios: "8.0"}
codes: {loinc: "80453-4"}
sources:
  type: "Apple HealthKit SDK 26.5"
  members: "Apple documentation of HKCorrelation"
  duration: default
examples:
  valid:
    - {start: "2026-01-01T08:00:00Z", metadata: {HKFoodType: Pizza}, members: [{type: dietaryEnergyConsumed, value: 270, unit: kcal}, {type: dietaryProtein, value: 11, unit: g}]}
    - {start: "2026-01-01T08:00:00Z", members: [{type: dietaryEnergyConsumed, value: 270, unit: kcal}]}
  invalid:
    - {start: "2026-01-01T08:00:00Z", members: [], code: member-missing}
    - {start: "2026-01-01T08:00:00Z", members: [{type: dietaryEnergyConsumed, value: 270, unit: kcal}, {type: heartRate, value: 72, unit: count/min}], code: member-not-allowed}
\##u{1}catalog/enums/activityMoveMode.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: activityMoveMode
identifier: HKActivityMoveMode
title: Activity move mode
cases:
  activeEnergy: 1
  appleMoveTime: 2
\##u{1}catalog/enums/appetiteChanges.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: appetiteChanges
identifier: HKCategoryValueAppetiteChanges
title: Appetite changes
cases:
  unspecified: 0
  noChange: 1
  decreased: 2
  increased: 3
\##u{1}catalog/enums/appleECGAlgorithmVersion.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: appleECGAlgorithmVersion
identifier: HKAppleECGAlgorithmVersion
title: Apple ECG algorithm version
cases:
  value1: {raw: 1, exports: ["HKAppleECGAlgorithmVersion1"]}
  value2: {raw: 2, exports: ["HKAppleECGAlgorithmVersion2"]}
\##u{1}catalog/enums/appleSleepingBreathingDisturbancesClassification.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: appleSleepingBreathingDisturbancesClassification
identifier: HKAppleSleepingBreathingDisturbancesClassification
title: Apple sleeping breathing disturbances classification
cases:
  notElevated: 0
  elevated: 1
\##u{1}catalog/enums/appleStandHour.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: appleStandHour
identifier: HKCategoryValueAppleStandHour
title: Apple stand hour
cases:
  stood: 0
  idle: 1
\##u{1}catalog/enums/appleWalkingSteadinessClassification.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: appleWalkingSteadinessClassification
identifier: HKAppleWalkingSteadinessClassification
title: Apple walking steadiness classification
cases:
  ok: {raw: 1, exports: ["HKAppleWalkingSteadinessClassificationOK"]}
  low: 2
  veryLow: 3
\##u{1}catalog/enums/appleWalkingSteadinessEvent.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: appleWalkingSteadinessEvent
identifier: HKCategoryValueAppleWalkingSteadinessEvent
title: Apple walking steadiness event
cases:
  initialLow: 1
  initialVeryLow: 2
  repeatLow: 3
  repeatVeryLow: 4
\##u{1}catalog/enums/audiogramConductionType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: audiogramConductionType
identifier: HKAudiogramConductionType
title: Audiogram conduction type
cases:
  air: 0
\##u{1}catalog/enums/audiogramSensitivityTestSide.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: audiogramSensitivityTestSide
identifier: HKAudiogramSensitivityTestSide
title: Audiogram sensitivity test side
cases:
  left: 0
  right: 1
\##u{1}catalog/enums/biologicalSex.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: biologicalSex
identifier: HKBiologicalSex
title: Biological sex
cases:
  notSet: 0
  female: 1
  male: 2
  other: 3
\##u{1}catalog/enums/bloodGlucoseMealTime.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: bloodGlucoseMealTime
identifier: HKBloodGlucoseMealTime
title: Blood glucose meal time
cases:
  preprandial: 1
  postprandial: 2
\##u{1}catalog/enums/bloodType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: bloodType
identifier: HKBloodType
title: Blood type
cases:
  notSet: 0
  aPositive: 1
  aNegative: 2
  bPositive: 3
  bNegative: 4
  aBPositive: 5
  aBNegative: 6
  oPositive: 7
  oNegative: 8
\##u{1}catalog/enums/bodyTemperatureSensorLocation.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: bodyTemperatureSensorLocation
identifier: HKBodyTemperatureSensorLocation
title: Body temperature sensor location
cases:
  other: 0
  armpit: 1
  body: 2
  ear: 3
  finger: 4
  gastroIntestinal: 5
  mouth: 6
  rectum: 7
  toe: 8
  earDrum: 9
  temporalArtery: 10
  forehead: 11
\##u{1}catalog/enums/cervicalMucusQuality.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: cervicalMucusQuality
identifier: HKCategoryValueCervicalMucusQuality
title: Cervical mucus quality
cases:
  dry: 1
  sticky: 2
  creamy: 3
  watery: 4
  eggWhite: 5
\##u{1}catalog/enums/contraceptive.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: contraceptive
identifier: HKCategoryValueContraceptive
title: Contraceptive
cases:
  unspecified: 1
  implant: 2
  injection: 3
  intrauterineDevice: 4
  intravaginalRing: 5
  oral: 6
  patch: 7
\##u{1}catalog/enums/cyclingFunctionalThresholdPowerTestType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: cyclingFunctionalThresholdPowerTestType
identifier: HKCyclingFunctionalThresholdPowerTestType
title: Cycling functional threshold power test type
cases:
  maxExercise60Minute: 1
  maxExercise20Minute: 2
  rampTest: 3
  predictionExercise: 4
\##u{1}catalog/enums/devicePlacementSide.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: devicePlacementSide
identifier: HKDevicePlacementSide
title: Device placement side
cases:
  unknown: 0
  left: 1
  right: 2
  central: 3
\##u{1}catalog/enums/electrocardiogramClassification.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: electrocardiogramClassification
identifier: HKElectrocardiogramClassification
title: Electrocardiogram classification
cases:
  notSet: 0
  sinusRhythm: 1
  atrialFibrillation: 2
  inconclusiveLowHeartRate: 3
  inconclusiveHighHeartRate: 4
  inconclusivePoorReading: 5
  inconclusiveOther: 6
  unrecognized: 100
\##u{1}catalog/enums/electrocardiogramLead.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: electrocardiogramLead
identifier: HKElectrocardiogramLead
title: Electrocardiogram lead
cases:
  appleWatchSimilarToLeadI: 1
\##u{1}catalog/enums/electrocardiogramSymptomsStatus.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: electrocardiogramSymptomsStatus
identifier: HKElectrocardiogramSymptomsStatus
title: Electrocardiogram symptoms status
cases:
  notSet: 0
  none: 1
  present: 2
\##u{1}catalog/enums/environmentalAudioExposureEvent.yaml
# Apple HealthKit SDK 26.5.
# Before iOS 14 this was HKCategoryValueAudioExposureEvent, with the same integer.
schema: 1
enum: environmentalAudioExposureEvent
identifier: HKCategoryValueEnvironmentalAudioExposureEvent
also: [HKCategoryValueAudioExposureEvent]
title: Environmental audio exposure event
cases:
  momentaryLimit: {raw: 1, aliases: [loudEnvironment]}
\##u{1}catalog/enums/fhirRelease.yaml
# Texts read on a live system.
schema: 1
enum: fhirRelease
identifier: HKFHIRRelease
title: FHIR release
cases:
  dstu2: {text: DSTU2, exports: ["HKFHIRReleaseDSTU2"]}
  r4: {text: R4}
  unknown: {text: unknown}
\##u{1}catalog/enums/fhirResourceType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: fhirResourceType
identifier: HKFHIRResourceType
title: FHIR resource type
cases:
  allergyIntolerance: {text: AllergyIntolerance}
  condition: {text: Condition}
  coverage: {text: Coverage}
  diagnosticReport: {text: DiagnosticReport}
  documentReference: {text: DocumentReference}
  immunization: {text: Immunization}
  medicationDispense: {text: MedicationDispense}
  medicationOrder: {text: MedicationOrder}
  medicationRequest: {text: MedicationRequest}
  medicationStatement: {text: MedicationStatement}
  observation: {text: Observation}
  procedure: {text: Procedure}
\##u{1}catalog/enums/fitzpatrickSkinType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: fitzpatrickSkinType
identifier: HKFitzpatrickSkinType
title: Fitzpatrick skin type
cases:
  notSet: 0
  i: 1
  ii: {raw: 2, exports: ["HKFitzpatrickSkinTypeII"]}
  iii: {raw: 3, exports: ["HKFitzpatrickSkinTypeIII"]}
  iv: {raw: 4, exports: ["HKFitzpatrickSkinTypeIV"]}
  v: 5
  vi: {raw: 6, exports: ["HKFitzpatrickSkinTypeVI"]}
\##u{1}catalog/enums/gad7AssessmentAnswer.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: gad7AssessmentAnswer
identifier: HKGAD7AssessmentAnswer
title: GAD-7 assessment answer
cases:
  notAtAll: 0
  severalDays: 1
  moreThanHalfTheDays: 2
  nearlyEveryDay: 3
\##u{1}catalog/enums/gad7AssessmentRisk.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: gad7AssessmentRisk
identifier: HKGAD7AssessmentRisk
title: GAD-7 assessment risk
cases:
  noneToMinimal: 1
  mild: 2
  moderate: 3
  severe: 4
\##u{1}catalog/enums/headphoneAudioExposureEvent.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: headphoneAudioExposureEvent
identifier: HKCategoryValueHeadphoneAudioExposureEvent
title: Headphone audio exposure event
cases:
  sevenDayLimit: 1
\##u{1}catalog/enums/heartRateMotionContext.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: heartRateMotionContext
identifier: HKHeartRateMotionContext
title: Heart rate motion context
cases:
  notSet: 0
  sedentary: 1
  active: 2
\##u{1}catalog/enums/heartRateRecoveryTestType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: heartRateRecoveryTestType
identifier: HKHeartRateRecoveryTestType
title: Heart rate recovery test type
cases:
  maxExercise: 1
  predictionSubMaxExercise: 2
  predictionNonExercise: 3
\##u{1}catalog/enums/heartRateSensorLocation.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: heartRateSensorLocation
identifier: HKHeartRateSensorLocation
title: Heart rate sensor location
cases:
  other: 0
  chest: 1
  wrist: 2
  finger: 3
  hand: 4
  earLobe: 5
  foot: 6
\##u{1}catalog/enums/insulinDeliveryReason.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: insulinDeliveryReason
identifier: HKInsulinDeliveryReason
title: Insulin delivery reason
cases:
  basal: 1
  bolus: 2
\##u{1}catalog/enums/lowCardioFitnessEvent.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: lowCardioFitnessEvent
identifier: HKCategoryValueLowCardioFitnessEvent
title: Low cardio fitness event
cases:
  lowFitness: 1
\##u{1}catalog/enums/medicationDoseEventLogStatus.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: medicationDoseEventLogStatus
identifier: HKMedicationDoseEventLogStatus
title: Medication dose event log status
cases:
  notInteracted: 1
  notificationNotSent: 2
  snoozed: 3
  taken: 4
  skipped: 5
  notLogged: 6
\##u{1}catalog/enums/medicationDoseEventScheduleType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: medicationDoseEventScheduleType
identifier: HKMedicationDoseEventScheduleType
title: Medication dose event schedule type
cases:
  asNeeded: 1
  schedule: 2
\##u{1}catalog/enums/medicationGeneralForm.yaml
# Apple HealthKit SDK 26.5. The texts behind these names are not known, so a case goes by its name.
schema: 1
enum: medicationGeneralForm
identifier: HKMedicationGeneralForm
title: Medication general form
cases:
  capsule: {}
  cream: {}
  device: {}
  drops: {}
  foam: {}
  gel: {}
  inhaler: {}
  injection: {}
  liquid: {}
  lotion: {}
  ointment: {}
  patch: {}
  powder: {}
  spray: {}
  suppository: {}
  tablet: {}
  topical: {}
  unknown: {}
\##u{1}catalog/enums/menopausalState.yaml
# Apple documentation of iOS 27. The integers are not known, so a case goes by its name.
schema: 1
enum: menopausalState
identifier: HKCategoryValueMenopausalState
title: Menopausal state
cases:
  menopause: {}
  perimenopause: {}
  none: {}
\##u{1}catalog/enums/notApplicable.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: notApplicable
identifier: HKCategoryValue
title: Not applicable
cases:
  notApplicable: 0
\##u{1}catalog/enums/ovulationTestResult.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: ovulationTestResult
identifier: HKCategoryValueOvulationTestResult
title: Ovulation test result
cases:
  negative: 1
  luteinizingHormoneSurge: {raw: 2, aliases: [positive]}
  indeterminate: 3
  estrogenSurge: 4
\##u{1}catalog/enums/phq9AssessmentAnswer.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: phq9AssessmentAnswer
identifier: HKPHQ9AssessmentAnswer
title: PHQ-9 assessment answer
cases:
  notAtAll: 0
  severalDays: 1
  moreThanHalfTheDays: 2
  nearlyEveryDay: 3
  preferNotToAnswer: 4
\##u{1}catalog/enums/phq9AssessmentRisk.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: phq9AssessmentRisk
identifier: HKPHQ9AssessmentRisk
title: PHQ-9 assessment risk
cases:
  noneToMinimal: 1
  mild: 2
  moderate: 3
  moderatelySevere: 4
  severe: 5
\##u{1}catalog/enums/physicalEffortEstimationType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: physicalEffortEstimationType
identifier: HKPhysicalEffortEstimationType
title: Physical effort estimation type
cases:
  activityLookup: 1
  deviceSensed: 2
\##u{1}catalog/enums/pregnancyTestResult.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: pregnancyTestResult
identifier: HKCategoryValuePregnancyTestResult
title: Pregnancy test result
cases:
  negative: 1
  positive: 2
  indeterminate: 3
\##u{1}catalog/enums/presence.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: presence
identifier: HKCategoryValuePresence
title: Presence
cases:
  present: 0
  notPresent: 1
\##u{1}catalog/enums/prismBase.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: prismBase
identifier: HKPrismBase
title: Prism base
cases:
  none: 0
  up: 1
  down: 2
  in: 3
  out: 4
\##u{1}catalog/enums/progesteroneTestResult.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: progesteroneTestResult
identifier: HKCategoryValueProgesteroneTestResult
title: Progesterone test result
cases:
  negative: 1
  positive: 2
  indeterminate: 3
\##u{1}catalog/enums/quantityAggregationStyle.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: quantityAggregationStyle
identifier: HKQuantityAggregationStyle
title: Quantity aggregation style
cases:
  cumulative: 0
  discreteArithmetic: {raw: 1, aliases: [discrete]}
  discreteTemporallyWeighted: 2
  discreteEquivalentContinuousLevel: 3
\##u{1}catalog/enums/severity.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: severity
identifier: HKCategoryValueSeverity
title: Severity
cases:
  unspecified: 0
  notPresent: 1
  mild: 2
  moderate: 3
  severe: 4
\##u{1}catalog/enums/sleepAnalysis.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: sleepAnalysis
identifier: HKCategoryValueSleepAnalysis
title: Sleep analysis
cases:
  inBed: 0
  asleepUnspecified: {raw: 1, aliases: [asleep]}
  awake: 2
  asleepCore: 3
  asleepDeep: 4
  asleepREM: 5
\##u{1}catalog/enums/stateOfMindAssociation.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: stateOfMindAssociation
identifier: HKStateOfMindAssociation
title: State of mind association
cases:
  community: 1
  currentEvents: 2
  dating: 3
  education: 4
  family: 5
  fitness: 6
  friends: 7
  health: 8
  hobbies: 9
  identity: 10
  money: 11
  partner: 12
  selfCare: 13
  spirituality: 14
  tasks: 15
  travel: 16
  work: 17
  weather: 18
\##u{1}catalog/enums/stateOfMindKind.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: stateOfMindKind
identifier: HKStateOfMindKind
title: State of mind kind
cases:
  momentaryEmotion: 1
  dailyMood: 2
\##u{1}catalog/enums/stateOfMindLabel.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: stateOfMindLabel
identifier: HKStateOfMindLabel
title: State of mind label
cases:
  amazed: 1
  amused: 2
  angry: 3
  anxious: 4
  ashamed: 5
  brave: 6
  calm: 7
  content: 8
  disappointed: 9
  discouraged: 10
  disgusted: 11
  embarrassed: 12
  excited: 13
  frustrated: 14
  grateful: 15
  guilty: 16
  happy: 17
  hopeless: 18
  irritated: 19
  jealous: 20
  joyful: 21
  lonely: 22
  passionate: 23
  peaceful: 24
  proud: 25
  relieved: 26
  sad: 27
  scared: 28
  stressed: 29
  surprised: 30
  worried: 31
  annoyed: 32
  confident: 33
  drained: 34
  hopeful: 35
  indifferent: 36
  overwhelmed: 37
  satisfied: 38
\##u{1}catalog/enums/stateOfMindValenceClassification.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: stateOfMindValenceClassification
identifier: HKStateOfMindValenceClassification
title: State of mind valence classification
cases:
  veryUnpleasant: 1
  unpleasant: 2
  slightlyUnpleasant: 3
  neutral: 4
  slightlyPleasant: 5
  pleasant: 6
  veryPleasant: 7
\##u{1}catalog/enums/swimmingStrokeStyle.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: swimmingStrokeStyle
identifier: HKSwimmingStrokeStyle
title: Swimming stroke style
cases:
  unknown: 0
  mixed: 1
  freestyle: 2
  backstroke: 3
  breaststroke: 4
  butterfly: 5
  kickboard: 6
\##u{1}catalog/enums/userMotionContext.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: userMotionContext
identifier: HKUserMotionContext
title: User motion context
cases:
  notSet: 0
  stationary: 1
  active: 2
\##u{1}catalog/enums/vaginalBleeding.yaml
# Apple HealthKit SDK 26.5.
# Before iOS 18 the values of menstrual flow were HKCategoryValueMenstrualFlow, with the same integers.
schema: 1
enum: vaginalBleeding
identifier: HKCategoryValueVaginalBleeding
also: [HKCategoryValueMenstrualFlow]
title: Vaginal bleeding
cases:
  unspecified: 1
  light: 2
  medium: 3
  heavy: 4
  none: 5
\##u{1}catalog/enums/visionEye.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: visionEye
identifier: HKVisionEye
title: Vision eye
cases:
  left: 1
  right: 2
\##u{1}catalog/enums/visionPrescriptionType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: visionPrescriptionType
identifier: HKVisionPrescriptionType
title: Vision prescription type
cases:
  glasses: 1
  contacts: 2
\##u{1}catalog/enums/vo2MaxTestType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: vo2MaxTestType
identifier: HKVO2MaxTestType
title: VO2 max test type
cases:
  maxExercise: 1
  predictionSubMaxExercise: 2
  predictionNonExercise: 3
  predictionStepTest: 4
\##u{1}catalog/enums/waterSalinity.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: waterSalinity
identifier: HKWaterSalinity
title: Water salinity
cases:
  freshWater: 1
  saltWater: 2
\##u{1}catalog/enums/weatherCondition.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: weatherCondition
identifier: HKWeatherCondition
title: Weather condition
cases:
  none: 0
  clear: 1
  fair: 2
  partlyCloudy: 3
  mostlyCloudy: 4
  cloudy: 5
  foggy: 6
  haze: 7
  windy: 8
  blustery: 9
  smoky: 10
  dust: 11
  snow: 12
  hail: 13
  sleet: 14
  freezingDrizzle: 15
  freezingRain: 16
  mixedRainAndHail: 17
  mixedRainAndSnow: 18
  mixedRainAndSleet: 19
  mixedSnowAndSleet: 20
  drizzle: 21
  scatteredShowers: 22
  showers: 23
  thunderstorms: 24
  tropicalStorm: 25
  hurricane: 26
  tornado: 27
\##u{1}catalog/enums/wheelchairUse.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: wheelchairUse
identifier: HKWheelchairUse
title: Wheelchair use
cases:
  notSet: 0
  "no": 1
  "yes": 2
\##u{1}catalog/enums/workoutActivityType.yaml
# Apple HealthKit SDK 26.5.
# Deprecated: dance since iOS 14.0, danceInspiredTraining since iOS 10.0, mixedMetabolicCardioTraining since iOS 11.0.
schema: 1
enum: workoutActivityType
identifier: HKWorkoutActivityType
title: Workout activity type
cases:
  americanFootball: 1
  archery: 2
  australianFootball: 3
  badminton: 4
  baseball: 5
  basketball: 6
  bowling: 7
  boxing: 8
  climbing: 9
  cricket: 10
  crossTraining: 11
  curling: 12
  cycling: 13
  dance: 14
  danceInspiredTraining: 15
  elliptical: 16
  equestrianSports: 17
  fencing: 18
  fishing: 19
  functionalStrengthTraining: 20
  golf: 21
  gymnastics: 22
  handball: 23
  hiking: 24
  hockey: 25
  hunting: 26
  lacrosse: 27
  martialArts: 28
  mindAndBody: 29
  mixedMetabolicCardioTraining: 30
  paddleSports: 31
  play: 32
  preparationAndRecovery: 33
  racquetball: 34
  rowing: 35
  rugby: 36
  running: 37
  sailing: 38
  skatingSports: 39
  snowSports: 40
  soccer: 41
  softball: 42
  squash: 43
  stairClimbing: 44
  surfingSports: 45
  swimming: 46
  tableTennis: 47
  tennis: 48
  trackAndField: 49
  traditionalStrengthTraining: 50
  volleyball: 51
  walking: 52
  waterFitness: 53
  waterPolo: 54
  waterSports: 55
  wrestling: 56
  yoga: 57
  barre: 58
  coreTraining: 59
  crossCountrySkiing: 60
  downhillSkiing: 61
  flexibility: 62
  highIntensityIntervalTraining: 63
  jumpRope: 64
  kickboxing: 65
  pilates: 66
  snowboarding: 67
  stairs: 68
  stepTraining: 69
  wheelchairWalkPace: 70
  wheelchairRunPace: 71
  taiChi: 72
  mixedCardio: 73
  handCycling: 74
  discSports: 75
  fitnessGaming: 76
  cardioDance: 77
  socialDance: 78
  pickleball: 79
  cooldown: 80
  swimBikeRun: 82
  transition: 83
  underwaterDiving: 84
  other: 3000
\##u{1}catalog/enums/workoutEventType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: workoutEventType
identifier: HKWorkoutEventType
title: Workout event type
cases:
  pause: 1
  resume: 2
  lap: 3
  marker: 4
  motionPaused: 5
  motionResumed: 6
  segment: 7
  pauseOrResumeRequest: 8
\##u{1}catalog/enums/workoutSessionLocationType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: workoutSessionLocationType
identifier: HKWorkoutSessionLocationType
title: Workout session location type
cases:
  unknown: 1
  indoor: 2
  outdoor: 3
\##u{1}catalog/enums/workoutSessionState.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: workoutSessionState
identifier: HKWorkoutSessionState
title: Workout session state
cases:
  notStarted: 1
  running: 2
  ended: 3
  paused: 4
  prepared: 5
  stopped: 6
\##u{1}catalog/enums/workoutSessionType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: workoutSessionType
identifier: HKWorkoutSessionType
title: Workout session type
cases:
  primary: 0
  mirrored: 1
\##u{1}catalog/enums/workoutSwimmingLocationType.yaml
# Apple HealthKit SDK 26.5.
schema: 1
enum: workoutSwimmingLocationType
identifier: HKWorkoutSwimmingLocationType
title: Workout swimming location type
cases:
  unknown: 0
  pool: 1
  openWater: 2
\##u{1}catalog/hearing/environmentalAudioExposure.yaml
schema: 1
type: environmentalAudioExposure
kind: quantity
title: Environmental audio exposure
summary: Sound level of the surroundings, A-weighted.
identifiers: [HKQuantityTypeIdentifierEnvironmentalAudioExposure]
aggregation: discreteEquivalentContinuousLevel
unit: dBASPL
# No range: a level may be 0 or negative, and no source gives one.
duration: {min: PT0.001S, max: P4D}
writable: true
since: {ios: "13.0"}
# UCUM has no A-weighting.
codes: {ucum: "dB[SPL]"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: "min: message of the runtime, quoted by a developer (certainty A); max: default"
examples:
  valid:
    - {value: 62.4, unit: dBASPL, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
    - {value: 0, unit: dBASPL, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
  invalid:
    - {value: 62.4, unit: Pa, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: unit-incompatible}
    - {value: 62.4, unit: dBASPL, start: "2026-01-01T08:00:00Z", code: duration-too-short}
\##u{1}catalog/hearing/environmentalAudioExposureEvent.yaml
schema: 1
type: environmentalAudioExposureEvent
kind: category
title: Environmental audio exposure event
summary: A notice of loud surroundings.
aliases: [audioExposureEvent]
# iOS 13 named the type audioExposureEvent; iOS 14 renamed the constant and kept the raw string.
identifiers: [HKCategoryTypeIdentifierAudioExposureEvent, HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent]
values: environmentalAudioExposureEvent
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyAudioExposureLevel]
writable: false
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: momentaryLimit, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:03:00Z", metadata: {HKMetadataKeyAudioExposureLevel: {value: 83, unit: dBASPL}}}
    - {value: loudEnvironment, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:03:00Z"}
  invalid:
    - {value: sevenDayLimit, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:03:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:03:00Z", code: value-not-in-enum}
\##u{1}catalog/hearing/environmentalSoundReduction.yaml
schema: 1
type: environmentalSoundReduction
kind: quantity
title: Environmental sound reduction
summary: By how much headphones or earbuds lower the level of the surroundings.
identifiers: [HKQuantityTypeIdentifierEnvironmentalSoundReduction]
aggregation: discreteEquivalentContinuousLevel
unit: dBASPL
# No range: a level may be 0 or negative, and no source gives one.
duration: {min: PT0.001S, max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "dB"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: "min: by analogy with the other level types (certainty D, a guess); max: default"
examples:
  valid:
    - {value: 18.5, unit: dBASPL, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
    - {value: 0, unit: dBASPL, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
  invalid:
    - {value: 18.5, unit: Pa, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: unit-incompatible}
    - {value: 18.5, unit: dBASPL, start: "2026-01-01T08:00:00Z", code: duration-too-short}
\##u{1}catalog/hearing/headphoneAudioExposure.yaml
schema: 1
type: headphoneAudioExposure
kind: quantity
title: Headphone audio exposure
summary: Sound level played by headphones, A-weighted.
identifiers: [HKQuantityTypeIdentifierHeadphoneAudioExposure]
aggregation: discreteEquivalentContinuousLevel
unit: dBASPL
# No range: a level may be 0 or negative, and no source gives one.
duration: {min: PT0.001S, max: P4D}
writable: true
since: {ios: "13.0"}
# UCUM has no A-weighting.
codes: {ucum: "dB[SPL]"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: "min: two importers guard it (certainty B); max: default"
examples:
  valid:
    - {value: 71.3, unit: dBASPL, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
    - {value: 0, unit: dBASPL, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
  invalid:
    - {value: 71.3, unit: Pa, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: unit-incompatible}
    - {value: 71.3, unit: dBASPL, start: "2026-01-01T08:00:00Z", code: duration-too-short}
\##u{1}catalog/hearing/headphoneAudioExposureEvent.yaml
schema: 1
type: headphoneAudioExposureEvent
kind: category
title: Headphone audio exposure event
summary: A notice of a high dose of sound from headphones over seven days.
identifiers: [HKCategoryTypeIdentifierHeadphoneAudioExposureEvent]
values: headphoneAudioExposureEvent
duration: {max: P8D}
metadata:
  required: []
  known: [HKMetadataKeyAudioExposureLevel, HKMetadataKeyAudioExposureDuration, HKMetadataKeyHeadphoneGain]
writable: false
since: {ios: "14.2"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: sevenDayLimit, start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z"}
  invalid:
    - {value: momentaryLimit, start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/heart/atrialFibrillationBurden.yaml
schema: 1
type: atrialFibrillationBurden
kind: quantity
title: Atrial fibrillation burden
summary: Share of the time worn that showed signs of atrial fibrillation, as a fraction from 0 to 1.
identifiers: [HKQuantityTypeIdentifierAtrialFibrillationBurden]
aggregation: discreteTemporallyWeighted
unit: "%"
value:
  allowed: {min: 0, max: 1}
duration: {max: P8D}
writable: false
since: {ios: "16.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {ucum: "%"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.02, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z"}
    - {value: 0, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z"}
  invalid:
    - {value: 0.02, unit: count/min, start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z", code: unit-incompatible}
    - {value: 2, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/heart/heartRateRecoveryOneMinute.yaml
schema: 1
type: heartRateRecoveryOneMinute
kind: quantity
title: Heart rate recovery in one minute
summary: Fall of the heart rate in the minute after exertion ends.
identifiers: [HKQuantityTypeIdentifierHeartRateRecoveryOneMinute]
aggregation: discreteArithmetic
unit: count/min
units: [{is: bpm, means: count/min}]
# No range: a difference may be negative, when the rate still rises.
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyHeartRateRecoveryTestType, HKMetadataKeyHeartRateRecoveryActivityType, HKMetadataKeyHeartRateRecoveryActivityDuration, HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate]
writable: true
since: {ios: "16.0"}
codes: {ucum: "/min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: 28, unit: count/min, start: "2026-01-01T08:00:00Z"}
    - {value: 28, unit: bpm, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 28, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 28, unit: count/min, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/heart/heartRateVariabilityRMSSD.yaml
schema: 1
type: heartRateVariabilityRMSSD
kind: quantity
title: Heart rate variability (RMSSD)
summary: Variation of the intervals between beats, as the root mean square of successive differences.
identifiers: [HKQuantityTypeIdentifierHeartRateVariabilityRMSSD]
aggregation: discreteArithmetic
unit: ms
# Android refuses outside 1 to 200 ms; here that warns, since 299 ms is seen for SDNN.
value:
  allowed: {min: 0}
  plausible: {min: 1, max: 200}
duration: {max: P4D}
writable: true
since: {ios: "27.0"}
codes: {ucum: "ms", health_connect: "HeartRateVariabilityRmssdRecord"}
sources:
  type: "Apple documentation of iOS 27"
  aggregation: "by analogy with heartRateVariabilitySDNN; Apple's header was not seen"
  allowed: physical
  plausible: "Android platform HeartRateVariabilityRmssdRecord, refused there outside 1-200 ms"
  duration: default
  writable: "not seen; taken from heartRateVariabilitySDNN"
  unit: "two third-party catalogs; Apple's header was not seen"
examples:
  valid:
    - {value: 42, unit: ms, start: "2026-01-01T08:00:00Z"}
    - {value: 0.042, unit: s, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 42, unit: count/min, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: ms, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/heart/heartRateVariabilitySDNN.yaml
schema: 1
type: heartRateVariabilitySDNN
kind: quantity
title: Heart rate variability (SDNN)
summary: Variation of the intervals between beats, as their standard deviation.
identifiers: [HKQuantityTypeIdentifierHeartRateVariabilitySDNN]
aggregation: discreteArithmetic
unit: ms
value:
  allowed: {min: 0}
duration: {max: P4D}
metadata:
  required: []
  known: [HKAlgorithmVersion]
writable: true
since: {ios: "11.0"}
codes: {loinc: "80404-7", ucum: "ms"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 48.6, unit: ms, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 0.0486, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 48.6, unit: count/min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: ms, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/heart/highHeartRateEvent.yaml
schema: 1
type: highHeartRateEvent
kind: category
title: High heart rate event
summary: A notice of a high heart rate at rest.
identifiers: [HKCategoryTypeIdentifierHighHeartRateEvent]
values: notApplicable
duration: {max: P4D}
metadata:
  required: []
  known: [HKHeartRateEventThreshold]
writable: false
since: {ios: "12.2"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", metadata: {HKHeartRateEventThreshold: {value: 120, unit: count/min}}}
    - {start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
  invalid:
    - {value: high, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/heart/hypertensionEvent.yaml
schema: 1
type: hypertensionEvent
kind: category
title: Hypertension event
summary: A notice of signs of high blood pressure.
identifiers: [HKCategoryTypeIdentifierHypertensionEvent]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "26.2"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
  writable: "not documented outright (certainty medium)"
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: high, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/heart/irregularHeartRhythmEvent.yaml
schema: 1
type: irregularHeartRhythmEvent
kind: category
title: Irregular heart rhythm event
summary: A notice of an irregular rhythm of the heart.
identifiers: [HKCategoryTypeIdentifierIrregularHeartRhythmEvent]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "12.2"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: irregular, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/heart/lowCardioFitnessEvent.yaml
schema: 1
type: lowCardioFitnessEvent
kind: category
title: Low cardio fitness event
summary: A notice of cardio fitness that stays low.
identifiers: [HKCategoryTypeIdentifierLowCardioFitnessEvent]
values: lowCardioFitnessEvent
duration: {max: P4D}
metadata:
  required: []
  known: [HKVO2MaxValue, HKLowCardioFitnessEventThreshold]
writable: false
since: {ios: "14.3"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: lowFitness, start: "2026-01-01T08:00:00Z", metadata: {HKVO2MaxValue: {value: 24, unit: mL/kg*min}}}
    - {value: 1, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/heart/lowHeartRateEvent.yaml
schema: 1
type: lowHeartRateEvent
kind: category
title: Low heart rate event
summary: A notice of a low heart rate.
identifiers: [HKCategoryTypeIdentifierLowHeartRateEvent]
values: notApplicable
duration: {max: P4D}
metadata:
  required: []
  known: [HKHeartRateEventThreshold]
writable: false
since: {ios: "12.2"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", metadata: {HKHeartRateEventThreshold: {value: 40, unit: count/min}}}
    - {start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
  invalid:
    - {value: low, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/heart/peripheralPerfusionIndex.yaml
schema: 1
type: peripheralPerfusionIndex
kind: quantity
title: Peripheral perfusion index
summary: Strength of the pulse at the periphery, as a fraction of the constant signal.
identifiers: [HKQuantityTypeIdentifierPeripheralPerfusionIndex]
aggregation: discreteArithmetic
unit: "%"
# A ratio above 1 is not strictly impossible; 1 follows the rule for fractions.
value:
  allowed: {min: 0, max: 1}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {loinc: "61006-3", ucum: "%"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.045, unit: "%", start: "2026-01-01T08:00:00Z"}
    - {value: 0.012, unit: "%", start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.045, unit: mmHg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 1.5, unit: "%", start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/heart/vo2Max.yaml
schema: 1
type: vo2Max
kind: quantity
title: VO2 max
summary: Highest rate of oxygen uptake per body mass, a measure of cardio fitness.
identifiers: [HKQuantityTypeIdentifierVO2Max]
aggregation: discreteArithmetic
unit: mL/kg*min
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
metadata:
  required: []
  known: [HKVO2MaxTestType]
writable: true
since: {ios: "11.0"}
codes: {ucum: "mL/kg/min", health_connect: "Vo2MaxRecord"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx Vo2MaxRecord"
  duration: default
examples:
  valid:
    - {value: 42.3, unit: mL/kg*min, start: "2026-01-01T08:00:00Z", metadata: {HKVO2MaxTestType: 2}}
    - {value: 42.3, unit: "mL/min·kg", start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 42.3, unit: count/min, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 420, unit: mL/kg*min, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/metadata/HKActivityType.yaml
schema: 1
metadata: HKActivityType
identifiers: [HKMetadataKeyActivityType]
title: Activity type
value: {kind: enum, values: workoutActivityType}
sources:
  value: "read from a live system; HealthKitExtensions"
\##u{1}catalog/metadata/HKAlgorithmVersion.yaml
schema: 1
metadata: HKAlgorithmVersion
identifiers: [HKMetadataKeyAlgorithmVersion]
title: Algorithm version
value: {kind: integer}
sources:
  value: "read from a live system; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKAlpineSlopeGrade.yaml
schema: 1
metadata: HKAlpineSlopeGrade
identifiers: [HKMetadataKeyAlpineSlopeGrade]
title: Alpine slope grade
value: {kind: quantity, unit: "%"}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKAverageMETs.yaml
schema: 1
metadata: HKAverageMETs
identifiers: [HKMetadataKeyAverageMETs]
title: Average METs
value: {kind: quantity, unit: kcal/kg*hr}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKAverageSpeed.yaml
schema: 1
metadata: HKAverageSpeed
identifiers: [HKMetadataKeyAverageSpeed]
title: Average speed
value: {kind: quantity, unit: m/s}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKBloodGlucoseMealTime.yaml
schema: 1
metadata: HKBloodGlucoseMealTime
identifiers: [HKMetadataKeyBloodGlucoseMealTime]
title: Blood glucose meal time
value: {kind: enum, values: bloodGlucoseMealTime}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKBodyTemperatureSensorLocation.yaml
schema: 1
metadata: HKBodyTemperatureSensorLocation
identifiers: [HKMetadataKeyBodyTemperatureSensorLocation]
title: Body temperature sensor location
value: {kind: enum, values: bodyTemperatureSensorLocation}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKCoachedWorkout.yaml
schema: 1
metadata: HKCoachedWorkout
identifiers: [HKMetadataKeyCoachedWorkout]
title: Coached workout
value: {kind: boolean}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKCrossTrainerDistance.yaml
schema: 1
metadata: HKCrossTrainerDistance
identifiers: [HKMetadataKeyCrossTrainerDistance]
title: Cross trainer distance
value: {kind: quantity, unit: m}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKCyclingCyclingFunctionalThresholdPowerTestType.yaml
schema: 1
metadata: HKCyclingCyclingFunctionalThresholdPowerTestType
identifiers: [HKMetadataKeyCyclingFunctionalThresholdPowerTestType]
title: Cycling functional threshold power test type
value: {kind: enum, values: cyclingFunctionalThresholdPowerTestType}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKDateOfEarliestDataUsedForEstimate.yaml
schema: 1
metadata: HKDateOfEarliestDataUsedForEstimate
identifiers: [HKMetadataKeyDateOfEarliestDataUsedForEstimate]
title: Date of earliest data used for estimate
value: {kind: date}
sources:
  value: "read from a live system; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKDeviceManufacturerName.yaml
schema: 1
metadata: HKDeviceManufacturerName
identifiers: [HKMetadataKeyDeviceManufacturerName]
title: Device manufacturer name
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKDeviceName.yaml
schema: 1
metadata: HKDeviceName
identifiers: [HKMetadataKeyDeviceName]
title: Device name
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKDeviceSerialNumber.yaml
schema: 1
metadata: HKDeviceSerialNumber
identifiers: [HKMetadataKeyDeviceSerialNumber]
title: Device serial number
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKDigitalSignature.yaml
schema: 1
metadata: HKDigitalSignature
identifiers: [HKMetadataKeyDigitalSignature]
title: Digital signature
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKElevationAscended.yaml
schema: 1
metadata: HKElevationAscended
identifiers: [HKMetadataKeyElevationAscended]
title: Elevation ascended
value: {kind: quantity, unit: m}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKElevationDescended.yaml
schema: 1
metadata: HKElevationDescended
identifiers: [HKMetadataKeyElevationDescended]
title: Elevation descended
value: {kind: quantity, unit: m}
sources:
  value: "pinned by a device test"
\##u{1}catalog/metadata/HKExternalUUID.yaml
schema: 1
metadata: HKExternalUUID
identifiers: [HKMetadataKeyExternalUUID]
title: External UUID
value: {kind: string}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKFitnessMachineDuration.yaml
schema: 1
metadata: HKFitnessMachineDuration
identifiers: [HKMetadataKeyFitnessMachineDuration]
title: Fitness machine duration
value: {kind: quantity, unit: s}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKFoodType.yaml
schema: 1
metadata: HKFoodType
identifiers: [HKMetadataKeyFoodType]
title: Food type
value: {kind: string}
sources:
  value: "HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKGroupFitness.yaml
schema: 1
metadata: HKGroupFitness
identifiers: [HKMetadataKeyGroupFitness]
title: Group fitness
value: {kind: boolean}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKHeartRateEventThreshold.yaml
schema: 1
metadata: HKHeartRateEventThreshold
identifiers: [HKMetadataKeyHeartRateEventThreshold]
title: Heart rate event threshold
value: {kind: quantity, unit: count/min}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKHeartRateSensorLocation.yaml
schema: 1
metadata: HKHeartRateSensorLocation
identifiers: [HKMetadataKeyHeartRateSensorLocation]
title: Heart rate sensor location
value: {kind: enum, values: heartRateSensorLocation}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKIndoorBikeDistance.yaml
schema: 1
metadata: HKIndoorBikeDistance
identifiers: [HKMetadataKeyIndoorBikeDistance]
title: Indoor bike distance
value: {kind: quantity, unit: m}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKIndoorWorkout.yaml
schema: 1
metadata: HKIndoorWorkout
identifiers: [HKMetadataKeyIndoorWorkout]
title: Indoor workout
value: {kind: boolean}
sources:
  value: "HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKInsulinDeliveryReason.yaml
schema: 1
metadata: HKInsulinDeliveryReason
identifiers: [HKMetadataKeyInsulinDeliveryReason]
title: Insulin delivery reason
# Required on insulinDelivery.
value: {kind: enum, values: insulinDeliveryReason}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKLapLength.yaml
schema: 1
metadata: HKLapLength
identifiers: [HKMetadataKeyLapLength]
title: Lap length
value: {kind: quantity, unit: m}
sources:
  value: "HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKLowCardioFitnessEventThreshold.yaml
schema: 1
metadata: HKLowCardioFitnessEventThreshold
identifiers: [HKMetadataKeyLowCardioFitnessEventThreshold]
title: Low cardio fitness event threshold
value: {kind: quantity, unit: mL/kg*min}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMaximumSpeed.yaml
schema: 1
metadata: HKMaximumSpeed
identifiers: [HKMetadataKeyMaximumSpeed]
title: Maximum speed
value: {kind: quantity, unit: m/s}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMenstrualCycleStart.yaml
schema: 1
metadata: HKMenstrualCycleStart
identifiers: [HKMetadataKeyMenstrualCycleStart]
title: Menstrual cycle start
# Required on menstrualFlow.
value: {kind: boolean}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyAppleDeviceCalibrated.yaml
schema: 1
metadata: HKMetadataKeyAppleDeviceCalibrated
title: Apple device calibrated
# Read-only for apps.
value: {kind: boolean}
sources:
  value: "read from a live system; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeyAppleECGAlgorithmVersion.yaml
schema: 1
metadata: HKMetadataKeyAppleECGAlgorithmVersion
title: Apple ECG algorithm version
value: {kind: enum, values: appleECGAlgorithmVersion}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyAppleFitnessPlusCatalogIdentifier.yaml
schema: 1
metadata: HKMetadataKeyAppleFitnessPlusCatalogIdentifier
title: Apple Fitness Plus catalog identifier
value: {kind: string}
sources:
  value: "read from a live system"
\##u{1}catalog/metadata/HKMetadataKeyAppleFitnessPlusSession.yaml
schema: 1
metadata: HKMetadataKeyAppleFitnessPlusSession
title: Apple Fitness Plus session
value: {kind: boolean}
sources:
  value: "read from a live system; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyAudioExposureDuration.yaml
schema: 1
metadata: HKMetadataKeyAudioExposureDuration
title: Audio exposure duration
value: {kind: quantity, unit: s}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyAudioExposureLevel.yaml
schema: 1
metadata: HKMetadataKeyAudioExposureLevel
title: Audio exposure level
value: {kind: quantity, unit: dBASPL}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeyBarometricPressure.yaml
schema: 1
metadata: HKMetadataKeyBarometricPressure
title: Barometric pressure
value: {kind: quantity, unit: mmHg}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyDevicePlacementSide.yaml
schema: 1
metadata: HKMetadataKeyDevicePlacementSide
title: Device placement side
value: {kind: enum, values: devicePlacementSide}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeyGlassesPrescriptionDescription.yaml
schema: 1
metadata: HKMetadataKeyGlassesPrescriptionDescription
title: Glasses prescription description
value: {kind: string}
sources:
  value: "read from a live system; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyHeadphoneGain.yaml
schema: 1
metadata: HKMetadataKeyHeadphoneGain
title: Headphone gain
value: {kind: quantity, unit: dBASPL}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyHeartRateMotionContext.yaml
schema: 1
metadata: HKMetadataKeyHeartRateMotionContext
title: Heart rate motion context
value: {kind: enum, values: heartRateMotionContext}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeyHeartRateRecoveryActivityDuration.yaml
schema: 1
metadata: HKMetadataKeyHeartRateRecoveryActivityDuration
title: Heart rate recovery activity duration
value: {kind: quantity, unit: s}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyHeartRateRecoveryActivityType.yaml
schema: 1
metadata: HKMetadataKeyHeartRateRecoveryActivityType
title: Heart rate recovery activity type
value: {kind: enum, values: workoutActivityType}
sources:
  value: "read from a live system; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate.yaml
schema: 1
metadata: HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate
title: Heart rate recovery max observed recovery heart rate
value: {kind: quantity, unit: count/min}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyHeartRateRecoveryTestType.yaml
schema: 1
metadata: HKMetadataKeyHeartRateRecoveryTestType
title: Heart rate recovery test type
value: {kind: enum, values: heartRateRecoveryTestType}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyMaximumLightIntensity.yaml
schema: 1
metadata: HKMetadataKeyMaximumLightIntensity
title: Maximum light intensity
value: {kind: quantity, unit: lx}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyQuantityClampedToLowerBound.yaml
schema: 1
metadata: HKMetadataKeyQuantityClampedToLowerBound
title: Quantity clamped to lower bound
value: {kind: boolean}
sources:
  value: "read from a live system; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeyQuantityClampedToUpperBound.yaml
schema: 1
metadata: HKMetadataKeyQuantityClampedToUpperBound
title: Quantity clamped to upper bound
value: {kind: boolean}
sources:
  value: "read from a live system; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeySessionEstimate.yaml
schema: 1
metadata: HKMetadataKeySessionEstimate
title: Session estimate
# A quantity in the unit of the sample's type.
value: {kind: quantity}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKMetadataKeySyncIdentifier.yaml
schema: 1
metadata: HKMetadataKeySyncIdentifier
title: Sync identifier
# Goes with HKMetadataKeySyncVersion.
value: {kind: string}
sources:
  value: "HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeySyncVersion.yaml
schema: 1
metadata: HKMetadataKeySyncVersion
title: Sync version
# Only together with HKMetadataKeySyncIdentifier.
value: {kind: number}
sources:
  value: "HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeyUserMotionContext.yaml
schema: 1
metadata: HKMetadataKeyUserMotionContext
title: User motion context
value: {kind: enum, values: userMotionContext}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKMetadataKeyWaterSalinity.yaml
schema: 1
metadata: HKMetadataKeyWaterSalinity
title: Water salinity
value: {kind: enum, values: waterSalinity}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKPhysicalEffortEstimationType.yaml
schema: 1
metadata: HKPhysicalEffortEstimationType
identifiers: [HKMetadataKeyPhysicalEffortEstimationType]
title: Physical effort estimation type
value: {kind: enum, values: physicalEffortEstimationType}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKReferenceRangeLowerLimit.yaml
schema: 1
metadata: HKReferenceRangeLowerLimit
identifiers: [HKMetadataKeyReferenceRangeLowerLimit]
title: Reference range lower limit
value: {kind: number}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKReferenceRangeUpperLimit.yaml
schema: 1
metadata: HKReferenceRangeUpperLimit
identifiers: [HKMetadataKeyReferenceRangeUpperLimit]
title: Reference range upper limit
value: {kind: number}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKSWOLFScore.yaml
schema: 1
metadata: HKSWOLFScore
identifiers: [HKMetadataKeySWOLFScore]
title: SWOLF score
value: {kind: number}
sources:
  value: "read from a live system; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKSexualActivityProtectionUsed.yaml
schema: 1
metadata: HKSexualActivityProtectionUsed
identifiers: [HKMetadataKeySexualActivityProtectionUsed]
title: Sexual activity protection used
value: {kind: boolean}
sources:
  value: "pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKSleepingWristTemperatureSourceType.yaml
schema: 1
metadata: HKSleepingWristTemperatureSourceType
title: Sleeping wrist temperature source type
value: {kind: number}
visibility: private
sources:
  value: "seen in export files"
\##u{1}catalog/metadata/HKSwimmingLocationType.yaml
schema: 1
metadata: HKSwimmingLocationType
identifiers: [HKMetadataKeySwimmingLocationType]
title: Swimming location type
value: {kind: enum, values: workoutSwimmingLocationType}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKSwimmingStrokeStyle.yaml
schema: 1
metadata: HKSwimmingStrokeStyle
identifiers: [HKMetadataKeySwimmingStrokeStyle]
title: Swimming stroke style
value: {kind: enum, values: swimmingStrokeStyle}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKTimeZone.yaml
schema: 1
metadata: HKTimeZone
identifiers: [HKMetadataKeyTimeZone]
title: Time zone
# Name of a zone in the IANA database.
value: {kind: string, pattern: "[A-Za-z0-9+/_-]+", max_length: 64}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKUDIDeviceIdentifier.yaml
schema: 1
metadata: HKUDIDeviceIdentifier
identifiers: [HKMetadataKeyUDIDeviceIdentifier]
title: UDI device identifier
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKUDIProductionIdentifier.yaml
schema: 1
metadata: HKUDIProductionIdentifier
identifiers: [HKMetadataKeyUDIProductionIdentifier]
title: UDI production identifier
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKVO2MaxTestType.yaml
schema: 1
metadata: HKVO2MaxTestType
identifiers: [HKMetadataKeyVO2MaxTestType]
title: VO2 max test type
value: {kind: enum, values: vo2MaxTestType}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKVO2MaxValue.yaml
schema: 1
metadata: HKVO2MaxValue
identifiers: [HKMetadataKeyVO2MaxValue]
title: VO2 max value
value: {kind: quantity, unit: mL/kg*min}
sources:
  value: "read from a live system; pinned by a device test; HealthKitExtensions"
\##u{1}catalog/metadata/HKWasTakenInLab.yaml
schema: 1
metadata: HKWasTakenInLab
identifiers: [HKMetadataKeyWasTakenInLab]
title: Was taken in lab
value: {kind: boolean}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/HKWasUserEntered.yaml
schema: 1
metadata: HKWasUserEntered
identifiers: [HKMetadataKeyWasUserEntered]
title: Was user entered
value: {kind: boolean}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKWeatherCondition.yaml
schema: 1
metadata: HKWeatherCondition
identifiers: [HKMetadataKeyWeatherCondition]
title: Weather condition
value: {kind: enum, values: weatherCondition}
sources:
  value: "pinned by a device test"
\##u{1}catalog/metadata/HKWeatherHumidity.yaml
schema: 1
metadata: HKWeatherHumidity
identifiers: [HKMetadataKeyWeatherHumidity]
title: Weather humidity
# Exports write "96 %" or, from iOS 16, "7700 %" for 77 %.
value: {kind: quantity, unit: "%"}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKWeatherTemperature.yaml
schema: 1
metadata: HKWeatherTemperature
identifiers: [HKMetadataKeyWeatherTemperature]
title: Weather temperature
value: {kind: quantity, unit: degC}
sources:
  value: "pinned by a device test; HealthKitExtensions; seen in export files"
\##u{1}catalog/metadata/HKWorkoutBrandName.yaml
schema: 1
metadata: HKWorkoutBrandName
identifiers: [HKMetadataKeyWorkoutBrandName]
title: Workout brand name
value: {kind: string}
sources:
  value: "HealthKitExtensions"
\##u{1}catalog/metadata/_HKPrivateSleepAlarmUserSetBedtime.yaml
schema: 1
metadata: _HKPrivateSleepAlarmUserSetBedtime
title: Sleep alarm user set bedtime
value: {kind: date}
visibility: private
sources:
  value: "seen in export files"
\##u{1}catalog/metadata/_HKPrivateSleepAlarmUserWakeTime.yaml
schema: 1
metadata: _HKPrivateSleepAlarmUserWakeTime
title: Sleep alarm user wake time
value: {kind: date}
visibility: private
sources:
  value: "seen in export files"
\##u{1}catalog/mobility/appleWalkingSteadiness.yaml
schema: 1
type: appleWalkingSteadiness
kind: quantity
title: Walking steadiness
summary: Steadiness of the gait with regard to the risk of falling, a score from 0 to 1.
identifiers: [HKQuantityTypeIdentifierAppleWalkingSteadiness]
aggregation: discreteArithmetic
unit: "%"
value:
  allowed: {min: 0, max: 1}
duration: {max: P8D}
metadata:
  required: []
  known: [HKDateOfEarliestDataUsedForEstimate]
writable: false
since: {ios: "15.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {ucum: "%"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.85, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z"}
    - {value: 0, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z"}
  invalid:
    - {value: 0.85, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z", code: unit-incompatible}
    - {value: 85, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-08T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/appleWalkingSteadinessEvent.yaml
schema: 1
type: appleWalkingSteadinessEvent
kind: category
title: Walking steadiness event
summary: A notice that steadiness of the gait became low or stayed low.
identifiers: [HKCategoryTypeIdentifierAppleWalkingSteadinessEvent]
values: appleWalkingSteadinessEvent
duration: {max: P4D}
writable: false
since: {ios: "15.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: initialLow, start: "2026-01-01T08:00:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 5, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/mobility/runningGroundContactTime.yaml
schema: 1
type: runningGroundContactTime
kind: quantity
title: Running ground contact time
summary: Time that a foot stays on the ground in a running step.
identifiers: [HKQuantityTypeIdentifierRunningGroundContactTime]
aggregation: discreteArithmetic
unit: ms
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "ms"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 245, unit: ms, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 0.245, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 245, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: ms, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/runningStrideLength.yaml
schema: 1
type: runningStrideLength
kind: quantity
title: Running stride length
summary: Length of a running stride.
identifiers: [HKQuantityTypeIdentifierRunningStrideLength]
aggregation: discreteArithmetic
unit: m
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "m"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 1.12, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 112, unit: cm, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 1.12, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/runningVerticalOscillation.yaml
schema: 1
type: runningVerticalOscillation
kind: quantity
title: Running vertical oscillation
summary: How far the body moves up and down in a running stride.
identifiers: [HKQuantityTypeIdentifierRunningVerticalOscillation]
aggregation: discreteArithmetic
unit: cm
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "cm"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 8.9, unit: cm, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 89, unit: mm, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 8.9, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: cm, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/sixMinuteWalkTestDistance.yaml
schema: 1
type: sixMinuteWalkTestDistance
kind: quantity
title: Six-minute walk test distance
summary: Distance that a person can walk in six minutes.
identifiers: [HKQuantityTypeIdentifierSixMinuteWalkTestDistance]
aggregation: discreteArithmetic
unit: m
value:
  allowed: {min: 0}
duration: {max: P4D}
metadata:
  required: []
  known: [HKDateOfEarliestDataUsedForEstimate]
writable: true
since: {ios: "14.0"}
codes: {ucum: "m"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 500, unit: m, start: "2026-01-01T08:00:00Z"}
    - {value: 0.5, unit: km, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 500, unit: m/s, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/stairAscentSpeed.yaml
schema: 1
type: stairAscentSpeed
kind: quantity
title: Stair ascent speed
summary: Vertical speed while going up stairs.
identifiers: [HKQuantityTypeIdentifierStairAscentSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
codes: {ucum: "m/s"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 0.4, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 0.9, unit: mi/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 0.4, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/stairDescentSpeed.yaml
schema: 1
type: stairDescentSpeed
kind: quantity
title: Stair descent speed
summary: Vertical speed while going down stairs.
identifiers: [HKQuantityTypeIdentifierStairDescentSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
codes: {ucum: "m/s"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 0.5, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 1.1, unit: mi/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 0.5, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/walkingAsymmetryPercentage.yaml
schema: 1
type: walkingAsymmetryPercentage
kind: quantity
title: Walking asymmetry percentage
summary: Share of a walk in which one foot moves faster or slower than the other, as a fraction from 0 to 1.
identifiers: [HKQuantityTypeIdentifierWalkingAsymmetryPercentage]
aggregation: discreteArithmetic
unit: "%"
value:
  allowed: {min: 0, max: 1}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyDevicePlacementSide]
writable: false
since: {ios: "14.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {ucum: "%"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.03, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", metadata: {HKMetadataKeyDevicePlacementSide: 1}}
    - {value: 0, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
  invalid:
    - {value: 0.03, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: unit-incompatible}
    - {value: 3, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/walkingDoubleSupportPercentage.yaml
schema: 1
type: walkingDoubleSupportPercentage
kind: quantity
title: Walking double support percentage
summary: Share of a walk in which both feet are on the ground, as a fraction from 0 to 1.
identifiers: [HKQuantityTypeIdentifierWalkingDoubleSupportPercentage]
aggregation: discreteArithmetic
unit: "%"
value:
  allowed: {min: 0, max: 1}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyDevicePlacementSide]
writable: true
since: {ios: "14.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {ucum: "%"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.28, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
    - {value: 0, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
  invalid:
    - {value: 0.28, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: unit-incompatible}
    - {value: 28, unit: "%", start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/walkingSpeed.yaml
schema: 1
type: walkingSpeed
kind: quantity
title: Walking speed
summary: Speed of walking on flat ground.
identifiers: [HKQuantityTypeIdentifierWalkingSpeed]
aggregation: discreteArithmetic
unit: m/s
value:
  allowed: {min: 0, max: 1000000}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyDevicePlacementSide]
writable: true
since: {ios: "14.0"}
codes: {ucum: "m/s", health_connect: "SpeedRecord (partial: no activity)", open_mhealth: "omh:speed:1.0 (partial: no activity)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx SpeedRecord"
  duration: default
examples:
  valid:
    - {value: 1.3, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
    - {value: 4.7, unit: km/hr, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
  invalid:
    - {value: 1.3, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: unit-incompatible}
    - {value: -1, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-allowed}
\##u{1}catalog/mobility/walkingStepLength.yaml
schema: 1
type: walkingStepLength
kind: quantity
title: Walking step length
summary: Length of a step on flat ground.
identifiers: [HKQuantityTypeIdentifierWalkingStepLength]
aggregation: discreteArithmetic
unit: m
value:
  allowed: {min: 0}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyDevicePlacementSide]
writable: true
since: {ios: "14.0"}
codes: {ucum: "m"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.72, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
    - {value: 72, unit: cm, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
  invalid:
    - {value: 0.72, unit: m/s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: unit-incompatible}
    - {value: -1, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryBiotin.yaml
schema: 1
type: dietaryBiotin
kind: quantity
title: Dietary biotin
summary: Biotin taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryBiotin]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.biotin"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.00003, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 30, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.00003, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryCaffeine.yaml
schema: 1
type: dietaryCaffeine
kind: quantity
title: Dietary caffeine
summary: Caffeine taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryCaffeine]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.caffeine"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.095, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 95, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.095, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryCalcium.yaml
schema: 1
type: dietaryCalcium
kind: quantity
title: Dietary calcium
summary: Calcium taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryCalcium]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.calcium"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.3, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 300, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.3, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 300, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryCarbohydrates.yaml
schema: 1
type: dietaryCarbohydrates
kind: quantity
title: Dietary carbohydrates
summary: Carbohydrates taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryCarbohydrates]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.totalCarbohydrate"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 45, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 45000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 45, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryChloride.yaml
schema: 1
type: dietaryChloride
kind: quantity
title: Dietary chloride
summary: Chloride taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryChloride]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.chloride"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.8, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 800, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.8, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 800, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryCholesterol.yaml
schema: 1
type: dietaryCholesterol
kind: quantity
title: Dietary cholesterol
summary: Cholesterol taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryCholesterol]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.cholesterol"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.12, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 120, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.12, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 120, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryChromium.yaml
schema: 1
type: dietaryChromium
kind: quantity
title: Dietary chromium
summary: Chromium taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryChromium]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.chromium"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.000035, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 35, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.000035, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryCopper.yaml
schema: 1
type: dietaryCopper
kind: quantity
title: Dietary copper
summary: Copper taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryCopper]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.copper"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0009, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 0.9, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0009, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryEnergyConsumed.yaml
schema: 1
type: dietaryEnergyConsumed
kind: quantity
title: Dietary energy consumed
summary: Energy taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryEnergyConsumed]
aggregation: cumulative
unit: kcal
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "9052-2", ucum: "kcal", health_connect: "NutritionRecord.energy"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord.energy"
  duration: default
examples:
  valid:
    - {value: 540, unit: kcal, start: "2026-01-01T08:00:00Z"}
    - {value: 2260, unit: kJ, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 540, unit: g, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: kcal, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryFatMonounsaturated.yaml
schema: 1
type: dietaryFatMonounsaturated
kind: quantity
title: Dietary monounsaturated fat
summary: Monounsaturated fat taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryFatMonounsaturated]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.monounsaturatedFat"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 9, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 9000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 9, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryFatPolyunsaturated.yaml
schema: 1
type: dietaryFatPolyunsaturated
kind: quantity
title: Dietary polyunsaturated fat
summary: Polyunsaturated fat taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryFatPolyunsaturated]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.polyunsaturatedFat"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 4, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 4000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 4, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryFatSaturated.yaml
schema: 1
type: dietaryFatSaturated
kind: quantity
title: Dietary saturated fat
summary: Saturated fat taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryFatSaturated]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.saturatedFat"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 6, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 6000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 6, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryFatTotal.yaml
schema: 1
type: dietaryFatTotal
kind: quantity
title: Dietary fat
summary: Fat of all kinds taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryFatTotal]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.totalFat"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 22, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 22000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 22, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryFiber.yaml
schema: 1
type: dietaryFiber
kind: quantity
title: Dietary fiber
summary: Fiber taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryFiber]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.dietaryFiber"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 7, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 7000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 7, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryFolate.yaml
schema: 1
type: dietaryFolate
kind: quantity
title: Dietary folate
summary: Folate taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryFolate]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.folate"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0004, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 400, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0004, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 400, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryIodine.yaml
schema: 1
type: dietaryIodine
kind: quantity
title: Dietary iodine
summary: Iodine taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryIodine]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.iodine"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.00015, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 150, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.00015, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 150, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryIron.yaml
schema: 1
type: dietaryIron
kind: quantity
title: Dietary iron
summary: Iron taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryIron]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.iron"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.008, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 8, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.008, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryMagnesium.yaml
schema: 1
type: dietaryMagnesium
kind: quantity
title: Dietary magnesium
summary: Magnesium taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryMagnesium]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.magnesium"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.12, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 120, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.12, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 120, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryManganese.yaml
schema: 1
type: dietaryManganese
kind: quantity
title: Dietary manganese
summary: Manganese taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryManganese]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.manganese"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0023, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 2.3, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0023, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryMolybdenum.yaml
schema: 1
type: dietaryMolybdenum
kind: quantity
title: Dietary molybdenum
summary: Molybdenum taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryMolybdenum]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.molybdenum"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.000045, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 45, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.000045, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryNiacin.yaml
schema: 1
type: dietaryNiacin
kind: quantity
title: Dietary niacin
summary: Niacin taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryNiacin]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.niacin"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.016, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 16, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.016, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryPantothenicAcid.yaml
schema: 1
type: dietaryPantothenicAcid
kind: quantity
title: Dietary pantothenic acid
summary: Pantothenic acid taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryPantothenicAcid]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.pantothenicAcid"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.005, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 5, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.005, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryPhosphorus.yaml
schema: 1
type: dietaryPhosphorus
kind: quantity
title: Dietary phosphorus
summary: Phosphorus taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryPhosphorus]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.phosphorus"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.25, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 250, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.25, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 250, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryPotassium.yaml
schema: 1
type: dietaryPotassium
kind: quantity
title: Dietary potassium
summary: Potassium taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryPotassium]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.potassium"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.42, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 420, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.42, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 420, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryProtein.yaml
schema: 1
type: dietaryProtein
kind: quantity
title: Dietary protein
summary: Protein taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietaryProtein]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.protein"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 24, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 24000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 24, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryRiboflavin.yaml
schema: 1
type: dietaryRiboflavin
kind: quantity
title: Dietary riboflavin
summary: Riboflavin taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryRiboflavin]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.riboflavin"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0013, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 1.3, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0013, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietarySelenium.yaml
schema: 1
type: dietarySelenium
kind: quantity
title: Dietary selenium
summary: Selenium taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietarySelenium]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.selenium"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.000055, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 55, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.000055, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietarySodium.yaml
schema: 1
type: dietarySodium
kind: quantity
title: Dietary sodium
summary: Sodium taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietarySodium]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.sodium"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.6, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 600, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.6, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 600, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietarySugar.yaml
schema: 1
type: dietarySugar
kind: quantity
title: Dietary sugar
summary: Sugar taken in with food or drink.
identifiers: [HKQuantityTypeIdentifierDietarySugar]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.sugar"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 18, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 18000, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 18, unit: kcal, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryThiamin.yaml
schema: 1
type: dietaryThiamin
kind: quantity
title: Dietary thiamin
summary: Thiamin taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryThiamin]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.thiamin"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0012, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 1.2, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0012, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminA.yaml
schema: 1
type: dietaryVitaminA
kind: quantity
title: Dietary vitamin A
summary: Vitamin A taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminA]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminA"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0009, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 900, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0009, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 900, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminB12.yaml
schema: 1
type: dietaryVitaminB12
kind: quantity
title: Dietary vitamin B12
summary: Vitamin B12 taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminB12]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminB12"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0000024, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 2.4, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0000024, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminB6.yaml
schema: 1
type: dietaryVitaminB6
kind: quantity
title: Dietary vitamin B6
summary: Vitamin B6 taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminB6]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminB6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.0013, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 1.3, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0013, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminC.yaml
schema: 1
type: dietaryVitaminC
kind: quantity
title: Dietary vitamin C
summary: Vitamin C taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminC]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminC"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.09, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 90, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.09, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminD.yaml
schema: 1
type: dietaryVitaminD
kind: quantity
title: Dietary vitamin D
summary: Vitamin D taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminD]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminD"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.000015, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 15, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.000015, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminE.yaml
schema: 1
type: dietaryVitaminE
kind: quantity
title: Dietary vitamin E
summary: Vitamin E taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminE]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminE"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.015, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 15, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.015, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryVitaminK.yaml
schema: 1
type: dietaryVitaminK
kind: quantity
title: Dietary vitamin K
summary: Vitamin K taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryVitaminK]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.vitaminK"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.00012, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 120, unit: mcg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.00012, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 120, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/nutrition/dietaryWater.yaml
schema: 1
type: dietaryWater
kind: quantity
title: Dietary water
summary: Water taken in by drinking.
identifiers: [HKQuantityTypeIdentifierDietaryWater]
aggregation: cumulative
unit: mL
value:
  allowed: {min: 0, max: 100000}
duration: {max: P4D}
writable: true
since: {ios: "9.0"}
codes: {ucum: "mL", health_connect: "HydrationRecord"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx HydrationRecord"
  duration: default
examples:
  valid:
    - {value: 250, unit: mL, start: "2026-01-01T08:00:00Z"}
    - {value: 0.25, unit: L, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 250, unit: g, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 250, unit: mL, start: "2026-01-01T08:00:00", code: time-no-offset}
\##u{1}catalog/nutrition/dietaryZinc.yaml
schema: 1
type: dietaryZinc
kind: quantity
title: Dietary zinc
summary: Zinc taken in with food, drink or supplements.
identifiers: [HKQuantityTypeIdentifierDietaryZinc]
aggregation: cumulative
unit: g
value:
  allowed: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "g", health_connect: "NutritionRecord.zinc"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx NutritionRecord"
  duration: default
examples:
  valid:
    - {value: 0.011, unit: g, start: "2026-01-01T08:00:00Z"}
    - {value: 11, unit: mg, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.011, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: g, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/other/bloodAlcoholContent.yaml
schema: 1
type: bloodAlcoholContent
kind: quantity
title: Blood alcohol content
summary: "Share of alcohol in the blood, as a fraction: 0.0008 stands for 0.08 %."
identifiers: [HKQuantityTypeIdentifierBloodAlcoholContent]
aggregation: discreteArithmetic
unit: "%"
# 0.08 is 8 % of alcohol: it passes, but its writer may mean percent. No source gives a warning range.
value:
  allowed: {min: 0, max: 1}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
# The LOINC code is of a mass per volume. UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {loinc: "74859-0", ucum: "%"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.0008, unit: "%", start: "2026-01-01T08:00:00Z"}
    - {value: 0, unit: "%", start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.0008, unit: g, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 5, unit: "%", start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/other/electrodermalActivity.yaml
schema: 1
type: electrodermalActivity
kind: quantity
title: Electrodermal activity
summary: Electrical conductance of the skin.
identifiers: [HKQuantityTypeIdentifierElectrodermalActivity]
aggregation: discreteArithmetic
unit: S
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "S"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 0.000005, unit: S, start: "2026-01-01T08:00:00Z"}
    - {value: 5, unit: mcS, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.000005, unit: V, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: S, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/other/handwashingEvent.yaml
schema: 1
type: handwashingEvent
kind: category
title: Handwashing event
summary: "A wash of the hands; start and end give its length."
identifiers: [HKCategoryTypeIdentifierHandwashingEvent]
values: notApplicable
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: done, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/other/insulinDelivery.yaml
schema: 1
type: insulinDelivery
kind: quantity
title: Insulin delivery
summary: Insulin given, as a basal or a bolus dose.
identifiers: [HKQuantityTypeIdentifierInsulinDelivery]
aggregation: cumulative
unit: IU
value:
  allowed: {min: 0}
duration: {max: P4D}
metadata:
  required: [HKInsulinDeliveryReason]
  known: []
writable: true
since: {ios: "11.0"}
codes: {ucum: "[IU]"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 4, unit: IU, start: "2026-01-01T08:00:00Z", metadata: {HKInsulinDeliveryReason: 2}}
    - {value: 12.5, unit: IU, start: "2026-01-01T08:00:00Z", metadata: {HKInsulinDeliveryReason: basal}}
  invalid:
    - {value: 4, unit: mL, start: "2026-01-01T08:00:00Z", metadata: {HKInsulinDeliveryReason: 2}, code: unit-incompatible}
    - {value: 4, unit: IU, start: "2026-01-01T08:00:00Z", code: metadata-missing}
\##u{1}catalog/other/mindfulSession.yaml
schema: 1
type: mindfulSession
kind: category
title: Mindful session
summary: A session of mindfulness.
identifiers: [HKCategoryTypeIdentifierMindfulSession]
values: notApplicable
duration: {max: P4D}
writable: true
since: {ios: "10.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
    - {start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
  invalid:
    - {value: calm, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/other/numberOfAlcoholicBeverages.yaml
schema: 1
type: numberOfAlcoholicBeverages
kind: quantity
title: Number of alcoholic beverages
summary: Standard drinks taken.
identifiers: [HKQuantityTypeIdentifierNumberOfAlcoholicBeverages]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "15.0"}
codes: {ucum: "{drink}"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 1, unit: count, start: "2026-01-01T08:00:00Z"}
    - {value: 1.5, unit: count, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 1, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/other/numberOfTimesFallen.yaml
schema: 1
type: numberOfTimesFallen
kind: quantity
title: Number of times fallen
summary: Falls recorded.
identifiers: [HKQuantityTypeIdentifierNumberOfTimesFallen]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "{fall}"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 1, unit: count, start: "2026-01-01T08:00:00Z"}
    - {value: 2, unit: count, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 1, unit: m, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/other/timeInDaylight.yaml
schema: 1
type: timeInDaylight
kind: quantity
title: Time in daylight
summary: Minutes spent in daylight.
identifiers: [HKQuantityTypeIdentifierTimeInDaylight]
aggregation: cumulative
unit: min
value:
  allowed: {min: 0}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyMaximumLightIntensity]
writable: true
since: {ios: "17.0"}
codes: {ucum: "min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 12, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z"}
    - {value: 720, unit: s, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z"}
  invalid:
    - {value: 12, unit: lx, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z", code: unit-incompatible}
    - {value: -1, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z", code: value-not-allowed}
\##u{1}catalog/other/toothbrushingEvent.yaml
schema: 1
type: toothbrushingEvent
kind: category
title: Toothbrushing event
summary: "A brushing of the teeth; start and end give its length."
identifiers: [HKCategoryTypeIdentifierToothbrushingEvent]
values: notApplicable
duration: {max: P4D}
writable: true
since: {ios: "13.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
    - {start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
  invalid:
    - {value: done, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/other/underwaterDepth.yaml
schema: 1
type: underwaterDepth
kind: quantity
title: Underwater depth
summary: Depth below the surface of the water.
identifiers: [HKQuantityTypeIdentifierUnderwaterDepth]
aggregation: discreteArithmetic
unit: m
# No range: a sensor near the surface can read slightly below 0.
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "m"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: 8.4, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 27.6, unit: ft, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 8.4, unit: mmHg, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: 8.4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-missing}
\##u{1}catalog/other/uvExposure.yaml
schema: 1
type: uvExposure
kind: quantity
title: UV exposure
summary: Exposure to ultraviolet light on the UV index, a bare number.
identifiers: [HKQuantityTypeIdentifierUVExposure]
aggregation: discreteArithmetic
unit: count
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "9.0"}
codes: {ucum: "1"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 6, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {value: 0, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: 6, unit: min, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-allowed}
\##u{1}catalog/other/waterTemperature.yaml
schema: 1
type: waterTemperature
kind: quantity
title: Water temperature
summary: Temperature of the water.
identifiers: [HKQuantityTypeIdentifierWaterTemperature]
aggregation: discreteArithmetic
unit: degC
# Absolute zero; no source gives more.
value:
  allowed: {min: -273.15}
duration: {max: P4D}
writable: true
since: {ios: "16.0"}
codes: {ucum: "Cel"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 18.5, unit: degC, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 65.3, unit: degF, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: 18.5, unit: m, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: unit-incompatible}
    - {value: -300, unit: degC, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-allowed}
\##u{1}catalog/pending/healthKit.yaml
schema: 1
pending: healthKit
title: Names of HealthKit without a type
summary: What HealthKit and its exports know and this catalog does not define yet.
identifiers:
  - HKActivitySummaryTypeIdentifier
  - HKCategoryTypeIdentifierStateOfMind
  - HKClinicalTypeIdentifierAllergyRecord
  - HKClinicalTypeIdentifierClinicalNoteRecord
  - HKClinicalTypeIdentifierConditionRecord
  - HKClinicalTypeIdentifierCoverageRecord
  - HKClinicalTypeIdentifierImmunizationRecord
  - HKClinicalTypeIdentifierLabResultRecord
  - HKClinicalTypeIdentifierMedicationRecord
  - HKClinicalTypeIdentifierProcedureRecord
  - HKClinicalTypeIdentifierVitalSignRecord
  - HKDataTypeIdentifierAudiogram
  - HKDataTypeIdentifierElectrocardiogram
  - HKDataTypeIdentifierHeartbeatSeries
  - HKDataTypeSleepDurationGoal
  - HKDataTypeStateOfMind
  - HKDataTypeUserAnnotatedMedicationConcept
  - HKDocumentTypeIdentifierCDA
  - HKMedicationDoseEventTypeIdentifierMedicationDoseEvent
  - HKScoredAssessmentTypeIdentifierGAD7
  - HKScoredAssessmentTypeIdentifierPHQ9
  - HKVisionPrescriptionTypeIdentifier
  - HKWorkoutRouteTypeIdentifier
  - HKWorkoutTypeIdentifier
sources:
  identifiers: "Apple HealthKit SDK 26.5; HKDataTypeSleepDurationGoal and HKCategoryTypeIdentifierStateOfMind: seen in exports"
\##u{1}catalog/reproductive/basalBodyTemperature.yaml
schema: 1
type: basalBodyTemperature
kind: quantity
title: Basal body temperature
summary: Temperature of the body at rest, used to follow the cycle.
identifiers: [HKQuantityTypeIdentifierBasalBodyTemperature]
aggregation: discreteArithmetic
unit: degC
value:
  allowed: {min: 0, max: 100}
  plausible: {min: 34, max: 45}
duration: {max: P4D}
metadata:
  required: []
  known: [HKBodyTemperatureSensorLocation]
writable: true
since: {ios: "9.0"}
codes: {ucum: "Cel", health_connect: "BasalBodyTemperatureRecord", open_mhealth: "omh:body-temperature:4.0 (partial)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "Health Connect androidx BasalBodyTemperatureRecord"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3020891 Body temperature, degC, by analogy"
  duration: default
examples:
  valid:
    - {value: 36.5, unit: degC, start: "2026-01-01T08:00:00Z"}
    - {value: 97.7, unit: degF, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 36.5, unit: count, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 310, unit: degC, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/reproductive/bleedingAfterMenopause.yaml
schema: 1
type: bleedingAfterMenopause
kind: category
title: Bleeding after menopause
summary: Vaginal bleeding after menopause, by amount.
identifiers: [HKCategoryTypeIdentifierBleedingAfterMenopause]
# Documented: unspecified, light, medium, heavy.
values: vaginalBleeding
duration: {max: P4D}
writable: true
since: {ios: "27.0"}
sources:
  type: "Apple documentation of iOS 27"
  duration: default
examples:
  valid:
    - {value: light, start: "2026-01-01T08:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: spotting, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/bleedingAfterPregnancy.yaml
schema: 1
type: bleedingAfterPregnancy
kind: category
title: Bleeding after pregnancy
summary: Vaginal bleeding after a pregnancy, by amount.
identifiers: [HKCategoryTypeIdentifierBleedingAfterPregnancy]
values: vaginalBleeding
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: medium, start: "2026-01-01T08:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: spotting, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/bleedingDuringPregnancy.yaml
schema: 1
type: bleedingDuringPregnancy
kind: category
title: Bleeding during pregnancy
summary: Vaginal bleeding during a pregnancy, by amount.
identifiers: [HKCategoryTypeIdentifierBleedingDuringPregnancy]
values: vaginalBleeding
duration: {max: P4D}
writable: true
since: {ios: "18.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: light, start: "2026-01-01T08:00:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: spotting, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/cervicalMucusQuality.yaml
schema: 1
type: cervicalMucusQuality
kind: category
title: Cervical mucus quality
summary: Quality of the cervical mucus, from least to most fertile.
identifiers: [HKCategoryTypeIdentifierCervicalMucusQuality]
values: cervicalMucusQuality
duration: {max: P4D}
writable: true
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: creamy, start: "2026-01-01T08:00:00Z"}
    - {value: 5, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: thick, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/contraceptive.yaml
schema: 1
type: contraceptive
kind: category
title: Contraceptive
summary: A contraceptive, as long as it is in use.
identifiers: [HKCategoryTypeIdentifierContraceptive]
values: contraceptive
# No longest length: a sample may stay open.
writable: true
since: {ios: "14.3"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: oral, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z"}
    - {value: 4, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z"}
  invalid:
    - {value: condom, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z", code: value-not-in-enum}
    - {value: oral, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/infrequentMenstrualCycles.yaml
schema: 1
type: infrequentMenstrualCycles
kind: category
title: Infrequent menstrual cycles
summary: "A notice of a deviation of the cycle: infrequent periods."
identifiers: [HKCategoryTypeIdentifierInfrequentMenstrualCycles]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "16.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: infrequent, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/intermenstrualBleeding.yaml
schema: 1
type: intermenstrualBleeding
kind: category
title: Intermenstrual bleeding
summary: Spotting between periods.
identifiers: [HKCategoryTypeIdentifierIntermenstrualBleeding]
values: notApplicable
duration: {max: P4D}
writable: true
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: light, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/irregularMenstrualCycles.yaml
schema: 1
type: irregularMenstrualCycles
kind: category
title: Irregular menstrual cycles
summary: "A notice of a deviation of the cycle: irregular cycles."
identifiers: [HKCategoryTypeIdentifierIrregularMenstrualCycles]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "16.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: irregular, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/lactation.yaml
schema: 1
type: lactation
kind: category
title: Lactation
summary: A period of lactation.
identifiers: [HKCategoryTypeIdentifierLactation]
values: notApplicable
# No longest length: a sample may stay open.
writable: true
since: {ios: "14.3"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: notApplicable, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z"}
    - {start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z"}
  invalid:
    - {value: present, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/menopausalState.yaml
schema: 1
type: menopausalState
kind: category
title: Menopausal state
summary: State with regard to menopause, at one date.
identifiers: [HKCategoryTypeIdentifierMenopausalState]
values: menopausalState
duration: {max: PT0S}
writable: true
since: {ios: "27.0"}
sources:
  type: "Apple documentation of iOS 27"
  duration: "Apple documentation of iOS 27"
examples:
  valid:
    - {value: perimenopause, start: "2026-01-01T08:00:00Z"}
    - {value: HKCategoryValueMenopausalStateMenopause, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 1, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: perimenopause, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: duration-too-long}
\##u{1}catalog/reproductive/menstrualFlow.yaml
schema: 1
type: menstrualFlow
kind: category
title: Menstrual flow
summary: Menstrual bleeding, by amount.
identifiers: [HKCategoryTypeIdentifierMenstrualFlow]
values: vaginalBleeding
duration: {max: P4D}
metadata:
  required: [HKMenstrualCycleStart]
  known: []
writable: true
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: medium, start: "2026-01-01T08:00:00Z", end: "2026-01-02T08:00:00Z", metadata: {HKMenstrualCycleStart: true}}
    - {value: HKCategoryValueMenstrualFlowLight, start: "2026-01-01T08:00:00Z", end: "2026-01-02T08:00:00Z", metadata: {HKMenstrualCycleStart: true}}
  invalid:
    - {value: spotting, start: "2026-01-01T08:00:00Z", end: "2026-01-02T08:00:00Z", metadata: {HKMenstrualCycleStart: true}, code: value-not-in-enum}
    - {value: medium, start: "2026-01-01T08:00:00Z", end: "2026-01-02T08:00:00Z", code: metadata-missing}
\##u{1}catalog/reproductive/ovulationTestResult.yaml
schema: 1
type: ovulationTestResult
kind: category
title: Ovulation test result
summary: Result of an ovulation test at home.
identifiers: [HKCategoryTypeIdentifierOvulationTestResult]
values: ovulationTestResult
duration: {max: P4D}
writable: true
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: luteinizingHormoneSurge, start: "2026-01-01T08:00:00Z"}
    - {value: positive, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: surge, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/persistentIntermenstrualBleeding.yaml
schema: 1
type: persistentIntermenstrualBleeding
kind: category
title: Persistent intermenstrual bleeding
summary: "A notice of a deviation of the cycle: spotting that persists."
identifiers: [HKCategoryTypeIdentifierPersistentIntermenstrualBleeding]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "16.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: persistent, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/pregnancy.yaml
schema: 1
type: pregnancy
kind: category
title: Pregnancy
summary: A pregnancy, from its beginning to its end.
identifiers: [HKCategoryTypeIdentifierPregnancy]
values: notApplicable
# No longest length: a sample may stay open.
writable: true
since: {ios: "14.3"}
sources:
  type: "Apple HealthKit SDK 26.5"
examples:
  valid:
    - {value: notApplicable, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z"}
    - {start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z"}
  invalid:
    - {value: positive, start: "2025-03-10T08:00:00Z", end: "2026-01-05T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/pregnancyTestResult.yaml
schema: 1
type: pregnancyTestResult
kind: category
title: Pregnancy test result
summary: Result of a pregnancy test at home.
identifiers: [HKCategoryTypeIdentifierPregnancyTestResult]
values: pregnancyTestResult
duration: {max: P4D}
writable: true
since: {ios: "15.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: positive, start: "2026-01-01T08:00:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: pregnant, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/progesteroneTestResult.yaml
schema: 1
type: progesteroneTestResult
kind: category
title: Progesterone test result
summary: Result of a progesterone test at home.
identifiers: [HKCategoryTypeIdentifierProgesteroneTestResult]
values: progesteroneTestResult
duration: {max: P4D}
writable: true
since: {ios: "15.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: negative, start: "2026-01-01T08:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: low, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/reproductive/prolongedMenstrualPeriods.yaml
schema: 1
type: prolongedMenstrualPeriods
kind: category
title: Prolonged menstrual periods
summary: "A notice of a deviation of the cycle: long periods."
identifiers: [HKCategoryTypeIdentifierProlongedMenstrualPeriods]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "16.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: prolonged, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/reproductive/sexualActivity.yaml
schema: 1
type: sexualActivity
kind: category
title: Sexual activity
summary: An occasion of sexual activity.
identifiers: [HKCategoryTypeIdentifierSexualActivity]
values: notApplicable
duration: {max: P4D}
metadata:
  required: []
  known: [HKSexualActivityProtectionUsed]
writable: true
since: {ios: "9.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z", metadata: {HKSexualActivityProtectionUsed: true}}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: protected, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/respiratory/forcedExpiratoryVolume1.yaml
schema: 1
type: forcedExpiratoryVolume1
kind: quantity
title: Forced expiratory volume in one second
summary: Air breathed out in the first second of a forced breath.
identifiers: [HKQuantityTypeIdentifierForcedExpiratoryVolume1]
aggregation: discreteArithmetic
unit: L
value:
  allowed: {min: 0}
  plausible: {min: 0.1, max: 9}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "20150-9", ucum: "L"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3024653 FEV1, liter"
  duration: default
examples:
  valid:
    - {value: 3.4, unit: L, start: "2026-01-01T08:00:00Z"}
    - {value: 3400, unit: mL, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 3.4, unit: L/min, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: L, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/respiratory/forcedVitalCapacity.yaml
schema: 1
type: forcedVitalCapacity
kind: quantity
title: Forced vital capacity
summary: Air breathed out in a full forced breath.
identifiers: [HKQuantityTypeIdentifierForcedVitalCapacity]
aggregation: discreteArithmetic
unit: L
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "19870-5", ucum: "L"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 4.3, unit: L, start: "2026-01-01T08:00:00Z"}
    - {value: 4300, unit: mL, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 4.3, unit: L/min, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: L, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/respiratory/inhalerUsage.yaml
schema: 1
type: inhalerUsage
kind: quantity
title: Inhaler usage
summary: Puffs taken from an inhaler.
identifiers: [HKQuantityTypeIdentifierInhalerUsage]
aggregation: cumulative
unit: count
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {ucum: "{puff}"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 2, unit: count, start: "2026-01-01T08:00:00Z"}
    - {value: 1, unit: count, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 2, unit: mL, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/respiratory/oxygenSaturation.yaml
schema: 1
type: oxygenSaturation
kind: quantity
title: Oxygen saturation
summary: Share of hemoglobin in the blood that carries oxygen, as a fraction from 0 to 1.
identifiers: [HKQuantityTypeIdentifierOxygenSaturation]
aggregation: discreteArithmetic
unit: "%"
# A fraction: 98 comes from writers that mean percent.
value:
  allowed: {min: 0, max: 1}
  plausible: {min: 0.8, max: 1}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyBarometricPressure]
writable: true
since: {ios: "8.0"}
# UCUM % is a hundredth, % here a fraction: multiply by 100.
codes: {loinc: "59408-5", ucum: "%", health_connect: "OxygenSaturationRecord", open_mhealth: "omh:oxygen-saturation:2.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "Health Connect androidx OxygenSaturationRecord 0-100 % and physical"
  plausible: "SpeziHealthKit expectedValuesRange 80...105, scaled, cut at 1"
  duration: default
examples:
  valid:
    - {value: 0.97, unit: "%", start: "2026-01-01T08:00:00Z"}
    - {value: 1, unit: "%", start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 0.97, unit: mmHg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 98, unit: "%", start: "2026-01-01T08:00:00Z", code: value-not-allowed}
    - {value: 0.97, unit: count, start: "2026-01-01T08:00:00Z", code: unit-not-allowed}
\##u{1}catalog/respiratory/peakExpiratoryFlowRate.yaml
schema: 1
type: peakExpiratoryFlowRate
kind: quantity
title: Peak expiratory flow rate
summary: Highest flow of air in a forced breath out.
identifiers: [HKQuantityTypeIdentifierPeakExpiratoryFlowRate]
aggregation: discreteArithmetic
unit: L/min
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "19935-6", ucum: "L/min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 480, unit: L/min, start: "2026-01-01T08:00:00Z"}
    - {value: 8, unit: L/s, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 480, unit: L, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: L/min, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/respiratory/respiratoryRate.yaml
schema: 1
type: respiratoryRate
kind: quantity
title: Respiratory rate
summary: Breaths per minute.
identifiers: [HKQuantityTypeIdentifierRespiratoryRate]
aggregation: discreteArithmetic
unit: count/min
value:
  allowed: {min: 0, max: 1000}
  plausible: {min: 0, max: 100}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "9279-1", ucum: "/min", health_connect: "RespiratoryRateRecord", open_mhealth: "omh:respiratory-rate:2.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx RespiratoryRateRecord"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3024171 Respiratory rate, /min"
  duration: default
examples:
  valid:
    - {value: 15, unit: count/min, start: "2026-01-01T08:00:00Z"}
    - {value: 0.25, unit: count/s, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 15, unit: L, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: count/min, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/respiratory/sleepApneaEvent.yaml
schema: 1
type: sleepApneaEvent
kind: category
title: Sleep apnea event
summary: A notice of signs of sleep apnea.
identifiers: [HKCategoryTypeIdentifierSleepApneaEvent]
values: notApplicable
duration: {max: P4D}
writable: false
since: {ios: "18.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
  writable: "not documented outright (certainty medium)"
examples:
  valid:
    - {value: notApplicable, start: "2026-01-01T08:00:00Z"}
    - {start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: present, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: notApplicable, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/sleep/appleSleepingBreathingDisturbances.yaml
schema: 1
type: appleSleepingBreathingDisturbances
kind: quantity
title: Sleeping breathing disturbances
summary: Interruptions of breathing during sleep, as the watch estimates them.
identifiers: [HKQuantityTypeIdentifierAppleSleepingBreathingDisturbances]
aggregation: discreteArithmetic
unit: count
value:
  allowed: {min: 0}
duration: {max: P4D}
writable: false
since: {ios: "18.0"}
codes: {ucum: "1"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  duration: default
examples:
  valid:
    - {value: 4.2, unit: count, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z"}
    - {value: 0, unit: count, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z"}
  invalid:
    - {value: 4.2, unit: count/min, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z", code: unit-incompatible}
    - {value: -1, unit: count, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z", code: value-not-allowed}
\##u{1}catalog/sleep/appleSleepingWristTemperature.yaml
schema: 1
type: appleSleepingWristTemperature
kind: quantity
title: Sleeping wrist temperature
summary: Temperature of the skin at the wrist, averaged over a period of sleep.
identifiers: [HKQuantityTypeIdentifierAppleSleepingWristTemperature]
aggregation: discreteArithmetic
unit: degC
# An absolute temperature; 0 is no hard floor, since some writers store a deviation.
value:
  allowed: {min: -273.15}
  plausible: {min: 0, max: 100}
duration: {max: P4D}
metadata:
  required: []
  known: [HKSleepingWristTemperatureSourceType]
writable: false
since: {ios: "16.0"}
codes: {ucum: "Cel", health_connect: "SkinTemperatureRecord (partial: baseline and deltas)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "Health Connect androidx SkinTemperatureRecord baseline"
  duration: default
examples:
  valid:
    - {value: 35.4, unit: degC, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z"}
    - {value: 95.7, unit: degF, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z"}
  invalid:
    - {value: 35.4, unit: count, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z", code: unit-incompatible}
    - {value: -300, unit: degC, start: "2026-01-01T23:10:00Z", end: "2026-01-02T07:10:00Z", code: value-not-allowed}
\##u{1}catalog/sleep/sleepAnalysis.yaml
schema: 1
type: sleepAnalysis
kind: category
title: Sleep analysis
summary: Time in bed, awake, or asleep by stage.
identifiers: [HKCategoryTypeIdentifierSleepAnalysis]
values: sleepAnalysis
duration: {max: P4D}
exclusive: true
session: inBed
metadata:
  required: []
  known: [HKTimeZone]
writable: true
since: {ios: "8.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: asleepCore, start: "2026-01-01T23:10:00Z", end: "2026-01-01T23:50:00Z", metadata: {HKTimeZone: Europe/Paris}}
    - {value: HKCategoryValueSleepAnalysisAsleep, start: "2026-01-01T23:10:00Z", end: "2026-01-01T23:50:00Z"}
  invalid:
    - {value: dreaming, start: "2026-01-01T23:10:00Z", end: "2026-01-01T23:50:00Z", code: value-not-in-enum}
    - {value: asleepCore, start: "2026-01-01T08:00:00Z", end: "2026-01-06T08:00:00Z", code: duration-too-long}
\##u{1}catalog/symptoms/abdominalCramps.yaml
schema: 1
type: abdominalCramps
kind: category
title: Abdominal cramps
summary: How severe cramps in the abdomen were.
identifiers: [HKCategoryTypeIdentifierAbdominalCramps]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/acne.yaml
schema: 1
type: acne
kind: category
title: Acne
summary: How severe acne was.
identifiers: [HKCategoryTypeIdentifierAcne]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/appetiteChanges.yaml
schema: 1
type: appetiteChanges
kind: category
title: Appetite changes
summary: Whether the appetite grew, shrank or stayed.
identifiers: [HKCategoryTypeIdentifierAppetiteChanges]
values: appetiteChanges
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: decreased, start: "2026-01-01T08:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: lost, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/bladderIncontinence.yaml
schema: 1
type: bladderIncontinence
kind: category
title: Bladder incontinence
summary: How severe incontinence of the bladder was.
identifiers: [HKCategoryTypeIdentifierBladderIncontinence]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z"}
    - {value: 0, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/bloating.yaml
schema: 1
type: bloating
kind: category
title: Bloating
summary: How severe bloating was.
identifiers: [HKCategoryTypeIdentifierBloating]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/breastPain.yaml
schema: 1
type: breastPain
kind: category
title: Breast pain
summary: How severe pain in the breasts was.
identifiers: [HKCategoryTypeIdentifierBreastPain]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T11:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/chestTightnessOrPain.yaml
schema: 1
type: chestTightnessOrPain
kind: category
title: Chest tightness or pain
summary: How severe tightness or pain in the chest was.
identifiers: [HKCategoryTypeIdentifierChestTightnessOrPain]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/chills.yaml
schema: 1
type: chills
kind: category
title: Chills
summary: How severe chills were.
identifiers: [HKCategoryTypeIdentifierChills]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/constipation.yaml
schema: 1
type: constipation
kind: category
title: Constipation
summary: How severe constipation was.
identifiers: [HKCategoryTypeIdentifierConstipation]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/coughing.yaml
schema: 1
type: coughing
kind: category
title: Coughing
summary: How severe coughing was.
identifiers: [HKCategoryTypeIdentifierCoughing]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T12:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T12:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T12:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T12:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/diarrhea.yaml
schema: 1
type: diarrhea
kind: category
title: Diarrhea
summary: How severe diarrhea was.
identifiers: [HKCategoryTypeIdentifierDiarrhea]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: severe, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/dizziness.yaml
schema: 1
type: dizziness
kind: category
title: Dizziness
summary: How severe dizziness was.
identifiers: [HKCategoryTypeIdentifierDizziness]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:15:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/drySkin.yaml
schema: 1
type: drySkin
kind: category
title: Dry skin
summary: How severe dryness of the skin was.
identifiers: [HKCategoryTypeIdentifierDrySkin]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/fainting.yaml
schema: 1
type: fainting
kind: category
title: Fainting
summary: How severe fainting was.
identifiers: [HKCategoryTypeIdentifierFainting]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:02:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/fatigue.yaml
schema: 1
type: fatigue
kind: category
title: Fatigue
summary: How severe fatigue was.
identifiers: [HKCategoryTypeIdentifierFatigue]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/fever.yaml
schema: 1
type: fever
kind: category
title: Fever
summary: How severe fever was.
identifiers: [HKCategoryTypeIdentifierFever]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T20:00:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T20:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T20:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T20:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/generalizedBodyAche.yaml
schema: 1
type: generalizedBodyAche
kind: category
title: Generalized body ache
summary: How severe aching of the whole body was.
identifiers: [HKCategoryTypeIdentifierGeneralizedBodyAche]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/hairLoss.yaml
schema: 1
type: hairLoss
kind: category
title: Hair loss
summary: How severe loss of hair was.
identifiers: [HKCategoryTypeIdentifierHairLoss]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/headache.yaml
schema: 1
type: headache
kind: category
title: Headache
summary: How severe a headache was.
identifiers: [HKCategoryTypeIdentifierHeadache]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:30:00Z"}
    - {value: HKCategoryValueSeverityMild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:30:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:30:00Z", code: value-not-in-enum}
    - {value: moderate, start: "2026-01-01T08:01:00Z", end: "2026-01-01T08:00:00Z", code: end-before-start}
\##u{1}catalog/symptoms/heartburn.yaml
schema: 1
type: heartburn
kind: category
title: Heartburn
summary: How severe heartburn was.
identifiers: [HKCategoryTypeIdentifierHeartburn]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:45:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:45:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:45:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:45:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/hotFlashes.yaml
schema: 1
type: hotFlashes
kind: category
title: Hot flashes
summary: How severe hot flashes were.
identifiers: [HKCategoryTypeIdentifierHotFlashes]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:05:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/lossOfSmell.yaml
schema: 1
type: lossOfSmell
kind: category
title: Loss of smell
summary: How severe loss of smell was.
identifiers: [HKCategoryTypeIdentifierLossOfSmell]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: severe, start: "2026-01-01T08:00:00Z"}
    - {value: 0, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: total, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/lossOfTaste.yaml
schema: 1
type: lossOfTaste
kind: category
title: Loss of taste
summary: How severe loss of taste was.
identifiers: [HKCategoryTypeIdentifierLossOfTaste]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: severe, start: "2026-01-01T08:00:00Z"}
    - {value: 0, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: total, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/lowerBackPain.yaml
schema: 1
type: lowerBackPain
kind: category
title: Lower back pain
summary: How severe pain in the lower back was.
identifiers: [HKCategoryTypeIdentifierLowerBackPain]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T13:00:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T13:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T13:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T13:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/memoryLapse.yaml
schema: 1
type: memoryLapse
kind: category
title: Memory lapse
summary: How severe a lapse of memory was.
identifiers: [HKCategoryTypeIdentifierMemoryLapse]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/moodChanges.yaml
schema: 1
type: moodChanges
kind: category
title: Mood changes
summary: Whether the mood changed.
identifiers: [HKCategoryTypeIdentifierMoodChanges]
values: presence
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: present, start: "2026-01-01T08:00:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: sad, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/nausea.yaml
schema: 1
type: nausea
kind: category
title: Nausea
summary: How severe nausea was.
identifiers: [HKCategoryTypeIdentifierNausea]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T09:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/nightSweats.yaml
schema: 1
type: nightSweats
kind: category
title: Night sweats
summary: How severe sweating at night was.
identifiers: [HKCategoryTypeIdentifierNightSweats]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T15:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T15:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T15:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T15:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/pelvicPain.yaml
schema: 1
type: pelvicPain
kind: category
title: Pelvic pain
summary: How severe pain in the pelvis was.
identifiers: [HKCategoryTypeIdentifierPelvicPain]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T10:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/rapidPoundingOrFlutteringHeartbeat.yaml
schema: 1
type: rapidPoundingOrFlutteringHeartbeat
kind: category
title: Rapid, pounding or fluttering heartbeat
summary: How severe a rapid, pounding or fluttering heartbeat was.
identifiers: [HKCategoryTypeIdentifierRapidPoundingOrFlutteringHeartbeat]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/runnyNose.yaml
schema: 1
type: runnyNose
kind: category
title: Runny nose
summary: How severe a runny nose was.
identifiers: [HKCategoryTypeIdentifierRunnyNose]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/shortnessOfBreath.yaml
schema: 1
type: shortnessOfBreath
kind: category
title: Shortness of breath
summary: How severe shortness of breath was.
identifiers: [HKCategoryTypeIdentifierShortnessOfBreath]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z"}
    - {value: 4, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:20:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/sinusCongestion.yaml
schema: 1
type: sinusCongestion
kind: category
title: Sinus congestion
summary: How severe congestion of the sinuses was.
identifiers: [HKCategoryTypeIdentifierSinusCongestion]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T18:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/skippedHeartbeat.yaml
schema: 1
type: skippedHeartbeat
kind: category
title: Skipped heartbeat
summary: How severe skipped heartbeats were.
identifiers: [HKCategoryTypeIdentifierSkippedHeartbeat]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
    - {value: 0, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:01:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/sleepChanges.yaml
schema: 1
type: sleepChanges
kind: category
title: Sleep changes
summary: Whether sleep changed.
identifiers: [HKCategoryTypeIdentifierSleepChanges]
values: presence
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: present, start: "2026-01-01T08:00:00Z"}
    - {value: 1, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: short, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/soreThroat.yaml
schema: 1
type: soreThroat
kind: category
title: Sore throat
summary: How severe a sore throat was.
identifiers: [HKCategoryTypeIdentifierSoreThroat]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: moderate, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T16:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/vaginalDryness.yaml
schema: 1
type: vaginalDryness
kind: category
title: Vaginal dryness
summary: How severe vaginal dryness was.
identifiers: [HKCategoryTypeIdentifierVaginalDryness]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "14.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/vomiting.yaml
schema: 1
type: vomiting
kind: category
title: Vomiting
summary: How severe vomiting was.
identifiers: [HKCategoryTypeIdentifierVomiting]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: severe, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
    - {value: 2, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:10:00Z", code: value-not-in-enum}
\##u{1}catalog/symptoms/wheezing.yaml
schema: 1
type: wheezing
kind: category
title: Wheezing
summary: How severe wheezing was.
identifiers: [HKCategoryTypeIdentifierWheezing]
values: severity
duration: {max: P4D}
writable: true
since: {ios: "13.6"}
sources:
  type: "Apple HealthKit SDK 26.5"
  duration: default
examples:
  valid:
    - {value: mild, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
    - {value: 3, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z"}
  invalid:
    - {value: strong, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: value-not-in-enum}
    - {value: 9, start: "2026-01-01T08:00:00Z", end: "2026-01-01T08:30:00Z", code: value-not-in-enum}
\##u{1}catalog/vitals/bloodGlucose.yaml
schema: 1
type: bloodGlucose
kind: quantity
title: Blood glucose
summary: Concentration of glucose in the blood.
identifiers: [HKQuantityTypeIdentifierBloodGlucose]
aggregation: discreteArithmetic
unit: mg/dL
# mmol/L needs the molar mass of glucose; the type supplies it.
units: [{is: mmol/L, means: "mmol<180.15588000005408>/L"}]
# 900.7794 mg/dL is 50 mmol/L. Real meters reach 666 mg/dL, so 500 warns and does not refuse.
value:
  allowed: {min: 0, max: 900.7794}
  plausible: {min: 1, max: 500}
duration: {max: P4D}
metadata:
  required: []
  known: [HKBloodGlucoseMealTime]
writable: true
since: {ios: "8.0"}
# The LOINC code states a glucometer and capillary blood, which samples do not record.
codes: {loinc: "41653-7", ucum: "mg/dL", health_connect: "BloodGlucoseRecord", open_mhealth: "omh:blood-glucose:4.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect platform BloodGlucoseRecord 0-50 mmol/L (same in androidx doc)"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): low 3000483 Glucose in Blood (1-300), high 3037110 Fasting glucose and 3013826 (500)"
  duration: default
examples:
  valid:
    - {value: 99, unit: mg/dL, start: "2026-01-01T08:00:00Z", metadata: {HKBloodGlucoseMealTime: 2}}
    - {value: 5.5, unit: "mmol<180.1558800000541>/L", start: "2026-01-01T08:00:00Z"}
    - {value: 5.5, unit: mmol/L, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 99, unit: mmHg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 1200, unit: mg/dL, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/vitals/bloodPressureDiastolic.yaml
schema: 1
type: bloodPressureDiastolic
kind: quantity
title: Diastolic blood pressure
summary: Pressure in the arteries between beats of the heart.
identifiers: [HKQuantityTypeIdentifierBloodPressureDiastolic]
aggregation: discreteArithmetic
unit: mmHg
# Sources disagree: Health Connect refuses outside 10 to 180, OHDSI calls 30 to 200 plausible.
value:
  allowed: {min: 0}
  plausible: {min: 30, max: 200}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "8462-4", ucum: "mm[Hg]", health_connect: "BloodPressureRecord.diastolic", open_mhealth: "omh:blood-pressure:4.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3012888 Diastolic blood pressure, mmHg"
  duration: default
examples:
  valid:
    - {value: 80, unit: mmHg, start: "2026-01-01T08:00:00Z"}
    - {value: 10.7, unit: kPa, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 80, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: mmHg, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/vitals/bloodPressureSystolic.yaml
schema: 1
type: bloodPressureSystolic
kind: quantity
title: Systolic blood pressure
summary: Pressure in the arteries at a beat of the heart.
identifiers: [HKQuantityTypeIdentifierBloodPressureSystolic]
aggregation: discreteArithmetic
unit: mmHg
# Sources disagree: Health Connect refuses above 200, OHDSI calls 10 to 250 plausible.
value:
  allowed: {min: 0}
  plausible: {min: 10, max: 250}
duration: {max: P4D}
writable: true
since: {ios: "8.0"}
codes: {loinc: "8480-6", ucum: "mm[Hg]", health_connect: "BloodPressureRecord.systolic", open_mhealth: "omh:blood-pressure:4.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: physical
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3004249 Systolic blood pressure, mmHg"
  duration: default
examples:
  valid:
    - {value: 120, unit: mmHg, start: "2026-01-01T08:00:00Z"}
    - {value: 16, unit: kPa, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 120, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: -1, unit: mmHg, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/vitals/bodyTemperature.yaml
schema: 1
type: bodyTemperature
kind: quantity
title: Body temperature
summary: Temperature of the body, in its core or at a site.
identifiers: [HKQuantityTypeIdentifierBodyTemperature]
aggregation: discreteArithmetic
unit: degC
value:
  allowed: {min: 0, max: 100}
  plausible: {min: 34, max: 45}
duration: {max: P4D}
metadata:
  required: []
  known: [HKBodyTemperatureSensorLocation]
writable: true
since: {ios: "8.0"}
codes: {loinc: "8310-5", ucum: "Cel", health_connect: "BodyTemperatureRecord", open_mhealth: "omh:body-temperature:4.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "Health Connect androidx BodyTemperatureRecord (doc)"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): 3020891 Body temperature, degC"
  duration: default
examples:
  valid:
    - {value: 36.8, unit: degC, start: "2026-01-01T08:00:00Z", metadata: {HKBodyTemperatureSensorLocation: 3}}
    - {value: 98.2, unit: degF, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 36.8, unit: count, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 310, unit: degC, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/vitals/heartRate.yaml
schema: 1
type: heartRate
kind: quantity
title: Heart rate
summary: Beats of the heart per minute.
identifiers: [HKQuantityTypeIdentifierHeartRate]
aggregation: discreteTemporallyWeighted
unit: count/min
units: [{is: bpm, means: count/min}]
value:
  allowed: {min: 0, max: 300}
  plausible: {min: 10, max: 300}
duration: {max: P4D}
metadata:
  required: []
  known: [HKMetadataKeyHeartRateMotionContext]
writable: true
since: {ios: "8.0"}
codes: {loinc: "8867-4", ucum: "/min", health_connect: "HeartRateRecord", open_mhealth: "omh:heart-rate:2.0"}
sources:
  type: "Apple HealthKit SDK 26.5"
  allowed: "min physical; max Health Connect androidx HeartRateRecord.Sample"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): low 3027018 Heart rate (10-500), high 4301868 Pulse rate (0-300)"
  duration: default
examples:
  valid:
    - {value: 72, unit: count/min, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 72, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
\##u{1}catalog/vitals/restingHeartRate.yaml
schema: 1
type: restingHeartRate
kind: quantity
title: Resting heart rate
summary: Beats of the heart per minute at rest, one figure a day.
identifiers: [HKQuantityTypeIdentifierRestingHeartRate]
aggregation: discreteTemporallyWeighted
unit: count/min
units: [{is: bpm, means: count/min}]
value:
  allowed: {min: 0, max: 300}
  plausible: {min: 10, max: 300}
duration: {max: P4D}
writable: true
since: {ios: "11.0"}
codes: {loinc: "40443-4", ucum: "/min", health_connect: "RestingHeartRateRecord", open_mhealth: "omh:heart-rate:2.0 (partial: with temporal relationship at rest)"}
sources:
  type: "Apple HealthKit SDK 26.5"
  aggregation: "Apple HealthKit SDK 26.5; discreteArithmetic from SDK 18 to 26.2"
  allowed: "min physical; max Health Connect androidx RestingHeartRateRecord"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): low 3027018 Heart rate (10-500), high 4301868 Pulse rate (0-300), by analogy"
  duration: default
examples:
  valid:
    - {value: 58, unit: count/min, start: "2026-01-01T08:00:00Z"}
    - {value: 58, unit: bpm, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 58, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 420, unit: count/min, start: "2026-01-01T08:00:00Z", code: value-not-allowed}
\##u{1}catalog/vitals/walkingHeartRateAverage.yaml
schema: 1
type: walkingHeartRateAverage
kind: quantity
title: Walking heart rate average
summary: Mean beats of the heart per minute while walking, one figure a day.
identifiers: [HKQuantityTypeIdentifierWalkingHeartRateAverage]
aggregation: discreteTemporallyWeighted
unit: count/min
units: [{is: bpm, means: count/min}]
value:
  allowed: {min: 0, max: 300}
  plausible: {min: 10, max: 300}
duration: {max: P4D}
writable: false
since: {ios: "11.0"}
codes: {ucum: "/min"}
sources:
  type: "Apple HealthKit SDK 26.5"
  aggregation: "Apple HealthKit SDK 26.5; discreteArithmetic from SDK 18 to 26.2"
  allowed: "min physical; max Health Connect androidx HeartRateRecord.Sample (by analogy)"
  plausible: "OHDSI DQD v5.4 concept file @27df598 (2022): low 3027018 Heart rate (10-500), high 4301868 Pulse rate (0-300), by analogy"
  duration: default
examples:
  valid:
    - {value: 98, unit: count/min, start: "2026-01-01T08:00:00Z"}
    - {value: 98, unit: bpm, start: "2026-01-01T08:00:00Z"}
  invalid:
    - {value: 98, unit: kg, start: "2026-01-01T08:00:00Z", code: unit-incompatible}
    - {value: 420, unit: count/min, start: "2026-01-01T08:00:00Z", code: value-not-allowed}

"""##
}
