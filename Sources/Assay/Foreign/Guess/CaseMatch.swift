import HealthModel

/// Finds the case of an enum that a text means.
enum CaseMatch {
  /// The case's name; `nil` if no case, or more than one, is near.
  static func name(of text: String, in list: EnumDefinition) -> String? {
    if list.cases.contains(where: { $0.name == text || $0.aliases.contains(text) || $0.exports.contains(text) }) {
      return text
    }
    let key = NameWords(text).joined
    guard !key.isEmpty else { return nil }
    func named(_ matches: (String) -> Bool) -> String? {
      let found = list.cases.filter { ([$0.name] + $0.aliases).contains { matches(NameWords($0).joined) } }
      return found.count == 1 ? found[0].name : nil
    }
    if let exact = named({ $0 == key }) { return exact }
    if list.id == "sleepAnalysis", let stage = stages[key] { return stage }
    guard key.utf8.count >= 3 else { return nil }
    return named { $0.hasSuffix(key) } ?? named { $0.hasPrefix(key) }
  }

  /// The stages of sleep as trackers call them.
  private static let stages: [String: String] = [
    "light": "asleepCore", "lightsleep": "asleepCore", "core": "asleepCore", "n1": "asleepCore", "n2": "asleepCore",
    "deepsleep": "asleepDeep", "slowwave": "asleepDeep", "n3": "asleepDeep", "sws": "asleepDeep",
    "remsleep": "asleepREM", "r": "asleepREM", "wake": "awake", "w": "awake", "wach": "awake", "awakening": "awake",
    "tief": "asleepDeep", "leicht": "asleepCore", "sleep": "asleepUnspecified", "sleeping": "asleepUnspecified",
    "bed": "inBed", "restless": "awake",
  ]
}
