import Foundation
import HealthValidation

/// Time zones for cases, by an independent route: the instants around a local time, asked one by one.
enum TestZones {
  static func zone(named name: String) -> LocalTimeZone? {
    guard let zone = TimeZone(identifier: name) else { return nil }
    return LocalTimeZone(name: name) { local in
      let seconds = Double(local) / 1_000_000
      var offsets: [Int] = []
      for minutes in stride(from: 18 * 60, through: -18 * 60, by: -15) {
        let date = Date(timeIntervalSince1970: seconds - Double(minutes * 60))
        if zone.secondsFromGMT(for: date) == minutes * 60 { offsets.append(minutes) }
      }
      guard let first = offsets.first else { return .never }
      return offsets.count > 1 ? .twice(earlier: Int16(first)) : .once(Int16(first))
    }
  }
}
