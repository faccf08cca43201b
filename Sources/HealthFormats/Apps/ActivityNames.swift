import HealthConnect
import HealthModel

/// The activities of workouts, by the names that programs give them.
struct ActivityNames: Sendable {
  private let cases: [String: String]

  /// Words that are not the name of a case.
  private static let words = [
    "walk": "walking", "run": "running", "cycle": "cycling", "cycling": "cycling", "biking": "cycling",
    "swim": "swimming",
    "hiit": "highIntensityIntervalTraining", "rower": "rowing", "skating": "skatingSports", "surfing": "surfingSports",
    "strengthtraining": "traditionalStrengthTraining", "rockclimbing": "climbing",
  ]

  init(_ registry: Registry) {
    var cases: [String: String] = [:]
    for type in registry.types where type.identifiers.contains("HKWorkoutTypeIdentifier") {
      for field in type.shape.structure?.fields ?? [] where field.name == "activity" {
        for item in field.value.enumeration?.cases ?? [] { cases[item.name.lowercased()] = item.name }
      }
    }
    self.cases = cases
  }

  /// The case of a name on the screen, such as `Outdoor Walk`; `other` if it has none, for example in another language.
  subscript(display name: String) -> String {
    var words = name.lowercased().split(separator: " ")
    let places: Set<Substring> = ["outdoor", "indoor", "pool", "open", "water"]
    if words.count > 1, let last = words.last, !places.contains(last) { words.removeAll { places.contains($0) } }
    return self[words.joined()] ?? self[name.lowercased().split(separator: " ").joined()] ?? "other"
  }

  /// The case of a name without blanks and underscores, in lower case.
  private subscript(plain: String) -> String? { cases[plain] ?? Self.words[plain].flatMap { cases[$0.lowercased()] } }

  /// The case of a name such as `TRADITIONAL_STRENGTH_TRAINING`; `nil` if it has none.
  subscript(code name: String) -> String? {
    if let known = self[name.lowercased().split(separator: "_").joined()] { return known }
    return nil
  }
}
