import HealthModel

/// The types by what tables and apps call them.
struct TypeNames: Sendable {
  /// A type that a name may mean.
  struct Match: Sendable, Hashable {
    /// The type's id.
    var type: String
    /// Whether the name means nothing else.
    var isSure: Bool
  }

  let registry: Registry
  /// Types by names without spaces and signs, in lower case.
  private var names: [String: String] = [:]
  private let near: SuggestionList

  /// Prepares the names of the catalog: ids, titles, aliases, identifiers and codes of other systems.
  init(_ registry: Registry) {
    self.registry = registry
    for type in registry.types {
      let identifiers = type.identifiers.map { name in
        Self.prefixes.reduce(name) { $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0 }
      }
      let records = (type.codes["health_connect"] ?? []).map { name in
        name.hasSuffix("Record") ? String(name.dropLast(6)) : name
      }
      for name in [type.id, type.title] + type.aliases + identifiers + records {
        let key = NameWords(name).joined
        if !key.isEmpty, names[key] == nil { names[key] = type.id }
      }
      for code in type.codes["loinc"] ?? [] where names[code] == nil { names[code] = type.id }
    }
    near = SuggestionList(registry.types.map(\.id))
  }

  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier", "HKDataType",
  ]

  /// The definition of a type.
  func definition(_ id: String) -> TypeDefinition? { registry.type(named: id) }

  /// The type that a text in a column of types means.
  func type(ofText text: String) -> Match? {
    if let type = registry.type(named: text) { return Match(type: type.id, isSure: true) }
    if let type = names[text] { return Match(type: type, isSure: true) }
    let words = NameWords(text)
    if let exact = match(words.words) { return exact }
    if let part = part(of: words.words) { return part }
    return near.nearest(to: text).map { Match(type: $0, isSure: false) }
  }

  /// The type that the name of a column means, besides its unit and words such as `value`.
  func type(ofColumn words: [String]) -> Match? {
    let rest = words.filter { !Self.fillers.contains($0) && !$0.allSatisfy(\.isNumber) }
    return match(words) ?? match(rest) ?? part(of: rest)
  }

  /// The type of words as a whole.
  private func match(_ words: [String]) -> Match? {
    let key = words.joined()
    guard !key.isEmpty else { return nil }
    if let (type, isSure) = ForeignNames.types[key], registry.type(named: type) != nil {
      return Match(type: type, isSure: isSure)
    }
    return names[key].map { Match(type: $0, isSure: true) }
  }

  /// The type of the longest run of words that means one, which is not sure: `left arm weight`.
  private func part(of words: [String]) -> Match? {
    // A name of more words is a sentence, such as the question of a survey.
    guard words.count > 1, words.count <= 12 else { return nil }
    for length in stride(from: words.count - 1, through: 1, by: -1) {
      for start in 0...words.count - length {
        guard var found = match(Array(words[start..<start + length])), found.type.utf8.count > 1 else { continue }
        found.isSure = false
        return found
      }
    }
    return nil
  }

  /// Words in names of columns that say nothing about the type.
  private static let fillers: Set<String> = [
    "value", "val", "reading", "measurement", "measured", "result", "avg", "average", "mean", "level", "patient",
    "user",
    "body", "of", "the", "current", "daily", "total", "in", "wert", "messwert", "data", "metrics", "records",
  ]
}

/// What tables and apps call types, beside the names of the catalog.
enum ForeignNames {
  /// Types by names without spaces and signs, and whether the name means nothing else.
  static let types: [String: (type: String, isSure: Bool)] = {
    var types: [String: (type: String, isSure: Bool)] = [:]
    for (type, names) in sure { for name in names.split(separator: " ") { types[String(name)] = (type, true) } }
    for (type, names) in likely { for name in names.split(separator: " ") { types[String(name)] = (type, false) } }
    return types
  }()

  private static let sure: KeyValuePairs<String, String> = [
    "heartRate": "hr heartrate pulse pulserate puls herzfrequenz",
    "restingHeartRate": "rhr restinghr restingheartrate resthr ruhepuls",
    "heartRateVariabilitySDNN": "sdnn hrvsdnn",
    "heartRateVariabilityRMSSD": "rmssd hrvrmssd",
    "bodyMass": "wt weight bodyweight mass gewicht körpergewicht koerpergewicht poids peso",
    "height": "ht bodyheight stature größe groesse körpergröße",
    "bodyMassIndex": "bmi",
    "bodyFatPercentage": "bodyfat fatpercent bodyfatpct bodyfatpercent fatpct fatratio körperfett koerperfett",
    "leanBodyMass": "lbm leanmass leanbodymass",
    "waistCircumference": "waist",
    "oxygenSaturation": "spo2 o2sat sao2 sats oxygensaturation bloodoxygen sauerstoffsättigung",
    "bodyTemperature": "temp temperature bodytemp fever temperatur körpertemperatur",
    "bloodGlucose": "glu gluc glucose bloodsugar bg bgl sgv cgm blutzucker glukose",
    "bloodPressureSystolic": "sys syst systolic sbp bpsys bpsystolic systolisch systole systolicbp",
    "bloodPressureDiastolic": "dia diast diastolic dbp bpdia bpdiastolic diastolisch diastole diastolicbp",
    "bloodPressure": "bp bloodpressure blutdruck",
    "respiratoryRate": "resp resprate respirationrate breathingrate atemfrequenz",
    "stepCount": "steps step stepcount schritte schrittzahl pas pasos",
    "flightsClimbed": "floors flights floorsclimbed stairsclimbed",
    "activeEnergyBurned": "activecalories activeenergy activekcal",
    "basalEnergyBurned": "basalcalories basalenergy restingenergy",
    "vo2Max": "vo2max",
    "sleepAnalysis": "sleep sleepstage sleepstages sleepstate schlaf schlafphase",
    "insulinDelivery": "insulin bolus insulindose insulinunits",
    "dietaryCarbohydrates": "carbs carbohydrates kohlenhydrate",
    "dietaryProtein": "protein", "dietaryCaffeine": "caffeine", "dietaryFiber": "fiber fibre",
    "dietarySodium": "sodium", "dietarySugar": "sugar", "dietaryWater": "water",
    "forcedExpiratoryVolume1": "fev1", "forcedVitalCapacity": "fvc", "peakExpiratoryFlowRate": "pef peakflow",
  ]

  private static let likely: KeyValuePairs<String, String> = [
    "heartRateVariabilitySDNN": "hrv", "bodyFatPercentage": "fat", "bloodGlucose": "zucker",
    "activeEnergyBurned": "calories kcal energy",
    "distanceWalkingRunning": "distance dist", "sleepAnalysis": "stage phase", "insulinDelivery": "dose",
    "oxygenSaturation": "oxygen o2", "height": "size", "respiratoryRate": "rr",
  ]
}
