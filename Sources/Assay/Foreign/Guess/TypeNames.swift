import HealthModel
import HealthUnits

/// The types by what tables and apps call them.
struct TypeNames: Sendable {
  struct Match: Sendable, Hashable {
    var type: String
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
        let key = NameParts(name).joined
        if !key.isEmpty, names[key] == nil { names[key] = type.id }
      }
      for code in type.codes["loinc"] ?? [] where names[code] == nil { names[code] = type.id }
    }
    near = SuggestionList(registry.types.map(\.id))
  }

  private static let prefixes = [
    "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier", "HKDataType",
  ]

  func definition(_ id: String) -> TypeDefinition? { registry.type(named: id) }

  func type(ofText text: String) -> Match? {
    if let type = registry.type(named: text) { return Match(type: type.id, isSure: true) }
    if let type = names[text] { return Match(type: type, isSure: true) }
    let words = NameParts(text)
    if let exact = match(words.words) { return exact }
    if let part = part(of: words.words) { return part }
    return near.nearest(to: text).map { Match(type: $0, isSure: false) }
  }

  /// The type that the name of a column means, besides its unit and words such as `value`.
  func type(ofColumn words: [String]) -> Match? {
    let rest = words.filter { !Self.fillers.contains($0) && !$0.allSatisfy(\.isNumber) }
    return match(words) ?? match(rest) ?? part(of: rest)
  }

  private func match(_ words: [String]) -> Match? {
    let key = words.joined()
    guard !key.isEmpty else { return nil }
    if let (type, isSure) = ForeignNames.types[key] ?? ForeignNames.types[ForeignNames.plain(key)],
      registry.type(named: type) != nil
    {
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

/// The words of a column's name: `weight_lb`, `Gewicht (kg)`, `bodyFatPct` and `HR [bpm]` all have two.
struct NameParts: Sendable, Hashable {
  let words: [String]
  /// The text in parentheses or brackets at the end, as it is written: a unit, mostly.
  let bracketed: String?

  /// Divides a name at everything that is neither letter nor digit, and where a capital letter follows a small one.
  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var isLower = false
    func flush() {
      if !word.isEmpty { words.append(word.lowercased()) }
      word = ""
    }
    for character in name {
      if character.isLetter || character.isNumber || character == "%" || character == "°" {
        if isLower, character.isUppercase { flush() }
        word.append(character)
        isLower = character.isLowercase
      } else {
        flush()
        isLower = false
      }
    }
    flush()
    self.words = words
    var inner: String?
    for (opening, closing) in [("(", ")"), ("[", "]")] where name.hasSuffix(closing) {
      if let start = name.lastIndex(of: Character(opening)) {
        inner = String(name[name.index(after: start)...].dropLast()).trimmingSpaces
      }
    }
    bracketed = inner
  }

  var joined: String { words.joined() }

  var isNumber: Bool { words.count == 1 && words[0].allSatisfy(\.isNumber) }

  var hasTime: Bool { words.contains { Self.timeWords.contains($0) } }

  var isOnlyTime: Bool { words.allSatisfy { Self.timeWords.contains($0) || Self.endWords.contains($0) } }

  private static let endWords: Set<String> = ["finished", "bis", "ende", "fin", "local", "utc", "iso"]

  func has(_ list: Set<String>) -> Bool { words.contains { list.contains($0) } || list.contains(joined) }

  private static let timeWords: Set<String> = [
    "time", "timestamp", "ts", "date", "datetime", "at", "start", "end", "begin", "from", "to", "until", "when", "day",
    "created", "measured", "recorded", "taken", "zeit", "datum", "uhrzeit", "epoch", "unix", "fecha", "hora",
    "heure", "data", "ora", "stop", "finish", "t",
  ]
}

extension String {
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}

/// What tables and apps call types and participants in English, German, French, Spanish and Italian, beside the names of the
/// catalog.
enum ForeignNames {
  /// Types by names without spaces and signs, and whether the name means nothing else.
  static let types: [String: (type: String, isSure: Bool)] = {
    var types: [String: (type: String, isSure: Bool)] = [:]
    for (type, names) in sure { for name in names.split(separator: " ") { types[String(name)] = (type, true) } }
    for (type, names) in likely { for name in names.split(separator: " ") { types[String(name)] = (type, false) } }
    return types
  }()

  /// A name in plain letters, as the tables below have it: `fréquence` is `frequence`, `körper` is `koerper`.
  static func plain(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : name.map { letters[$0] ?? String($0) }.joined()
  }

  private static let letters: [Character: String] = [
    "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "é": "e", "è": "e", "ê": "e", "ë": "e", "á": "a", "à": "a", "â": "a",
    "í": "i", "î": "i", "ï": "i", "ó": "o", "ô": "o", "ú": "u", "ù": "u", "û": "u", "ç": "c", "ñ": "n", "œ": "oe",
  ]

  /// What tells one participant from another, as one name or as a word beside `id`, `name`, `code`, `nr`.
  static let subjects = names(
    """
    subject subjects subjectid subj subjid usubjid user users userid username patient patients patientid ptid patid \
    mrn medicalrecordnumber nhsnumber chartnumber participant participants participantid person personid proband \
    probanden probandid probandenid member memberid client clientid pid vp teilnehmer teilnehmerin teilnehmerid \
    teilnehmernr teilnehmernummer tnid tnnr tnnummer versuchsperson versuchspersonen patnr patientennr \
    patientennummer patientenid patientenkennung fallnr fallnummer fallid pseudonym pseudonymid pseudonyme sujet \
    sujeto participante paciente paziente idpatient idpaciente idsujet numeropatient numeropaciente
    """)

  /// What tells one participant from another in some tables, and is something else in others.
  static let likelySubjects = names("id uid recordid record studyid code caseid kennung kuerzel kürzel")

  private static func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let sure: KeyValuePairs<String, String> = [
    "heartRate": """
    hr heartrate pulse pulserate puls pulsfrequenz herzfrequenz herzschlag herzrate frequencecardiaque rythmecardiaque \
    pouls frecuenciacardiaca ritmocardiaco pulso pulsaciones \
    frequenzacardiaca
    """,
    "restingHeartRate": """
    rhr restinghr restingheartrate resthr ruhepuls ruheherzfrequenz frequencecardiaqueaurepos frecuenciacardiacaenreposo
    """,
    "heartRateVariabilitySDNN": "sdnn hrvsdnn",
    "heartRateVariabilityRMSSD": "rmssd hrvrmssd",
    "bodyMass": """
    wt weight bodyweight mass gewicht koerpergewicht koerpermasse poids poidscorporel masse massecorporelle peso \
    pesocorporal masa masacorporal
    """,
    "height": "ht bodyheight stature groesse koerpergroesse estatura",
    "bodyMassIndex": "bmi",
    "bodyFatPercentage": "bodyfat fatpercent bodyfatpct bodyfatpercent fatpct fatratio koerperfett koerperfettanteil "
      + "fettanteil graissecorporelle grasacorporal",
    "leanBodyMass": "lbm leanmass leanbodymass",
    "waistCircumference": "waist taillenumfang bauchumfang tourdetaille perimetroabdominal",
    "oxygenSaturation": """
    spo2 o2sat sao2 sats oxygensaturation bloodoxygen sauerstoffsaettigung blutsauerstoff saturationenoxygene \
    saturationoxygene saturationo2 oxygenesanguin saturaciondeoxigeno saturacionoxigeno oxigenoensangre \
    saturazione saturazioneossigeno
    """,
    "bodyTemperature": """
    temp temperature bodytemp fever temperatur koerpertemperatur fieber temperaturecorporelle fievre temperatura \
    temperaturacorporal fiebre
    """,
    "bloodGlucose": """
    glu gluc glucose bloodsugar bg bgl bz sgv cgm blutzucker blutzuckerwert blutglukose blutglucose glukose glycemie \
    glucosa glucemia glucosaensangre azucarensangre glicemia
    """,
    "bloodPressureSystolic": """
    sys syst systolic sbp rrsys rrsyst rrsystolisch bpsys bpsystolic systolisch systole systolicbp blutdrucksys blutdrucksystolisch \
    systolischerblutdruck systolique pressionsystolique tensionsystolique pressionarteriellesystolique sistolica \
    presionsistolica tensionsistolica presionarterialsistolica
    """,
    "bloodPressureDiastolic": """
    dia diast diastolic dbp rrdia rrdiast rrdiastolisch bpdia bpdiastolic diastolisch diastole diastolicbp blutdruckdia blutdruckdiastolisch \
    diastolischerblutdruck diastolique pressiondiastolique tensiondiastolique pressionarteriellediastolique \
    diastolica presiondiastolica tensiondiastolica presionarterialdiastolica
    """,
    "bloodPressure": "bp bloodpressure blutdruck pressionarterielle tensionarterielle presionarterial tensionarterial",
    "respiratoryRate": "resp resprate respirationrate breathingrate atemfrequenz "
      + "frequencerespiratoire frecuenciarespiratoria",
    "stepCount": "steps step stepcount schritte schrittzahl schrittanzahl pas nombredepas pasos numerodepasos passi",
    "flightsClimbed": "floors flights floorsclimbed stairsclimbed",
    "activeEnergyBurned": "activecalories activeenergy activekcal",
    "basalEnergyBurned": "basalcalories basalenergy restingenergy",
    "vo2Max": "vo2max",
    "sleepAnalysis": "sleep sleepstage sleepstages sleepstate schlaf schlafphase schlafphasen sommeil "
      + "phasedesommeil sueno fasedesueno",
    "insulinDelivery": "insulin bolus insulindose insulinunits",
    "dietaryCarbohydrates": "carbs carbohydrates kohlenhydrate",
    "dietaryProtein": "protein", "dietaryCaffeine": "caffeine", "dietaryFiber": "fiber fibre",
    "dietarySodium": "sodium", "dietarySugar": "sugar", "dietaryWater": "water",
    "forcedExpiratoryVolume1": "fev1", "forcedVitalCapacity": "fvc", "peakExpiratoryFlowRate": "pef peakflow",
  ]

  private static let likely: KeyValuePairs<String, String> = [
    "heartRateVariabilitySDNN": "hrv", "bodyFatPercentage": "fat fett massegrasse", "bloodGlucose": "zucker azucar",
    "activeEnergyBurned": "calories kcal energy",
    "distanceWalkingRunning": "distance dist", "sleepAnalysis": "stage phase", "insulinDelivery": "dose",
    "oxygenSaturation": "oxygen o2 sauerstoff saettigung oxygene oxigeno saturation saturacion",
    "height": "size taille talla altura", "bloodPressure": "tension", "respiratoryRate": "rr",
  ]
}

/// Finds the unit of a type that a text, a name or the size of the numbers says.
struct UnitMatch: Sendable {
  let units: UnitTable

  /// A unit that a type takes, and the question that is left; `nil` if the unit is certain.
  struct Found: Sendable, Hashable {
    var unit: String
    var question: String?
    /// Whether the numbers do not prove the unit.
    var isOpen = false
  }

  static let percentOfHundred = "percent 0-100"

  /// The unit that a text says, in the spelling that the type takes.
  ///
  /// - Returns: the unit; `nil` if the type takes none that the text may say.
  func unit(_ text: String, for shape: QuantityShape, maximum: Double?) -> String? {
    if shape.unit.unitString == "%", Self.percents.contains(text.lowercased()) {
      return (maximum ?? 100) > 1.5 ? Self.percentOfHundred : "%"
    }
    let forms = [text, Self.spelled[text.lowercased()], text.lowercased(), UnitAliases.healthKitForm(of: text)?.unit]
    for form in forms.compactMap({ $0 }) {
      if takes(form, shape) { return form }
      if let known = UnitAliases.healthKitForm(of: form), known.factor == .one, takes(known.unit, shape) {
        return known.unit
      }
    }
    guard let near = UnitAliases.suggestion(for: text), near.lowercased() == text.lowercased() else { return nil }
    return takes(near, shape) ? near : nil
  }

  func takes(_ text: String, _ shape: QuantityShape) -> Bool {
    if text == Self.percentOfHundred { return shape.unit.unitString == "%" }
    if shape.units.spellings.contains(where: { $0.text == text }) { return true }
    guard let unit = UnitOfMeasure(known: Array(text.utf8), table: units), unit.isConvertible(to: shape.unit) else {
      return false
    }
    if let only = shape.units.only { return only.contains(unit) }
    return !shape.unit.dimension.isDimensionless || unit == shape.unit
  }

  func isUnit(_ text: String) -> Bool {
    let lower = text.lowercased()
    return Self.percents.contains(lower) || Self.spelled[lower] != nil
      || UnitOfMeasure(known: Array(text.utf8), table: units) != nil || UnitAliases.healthKitForm(of: text) != nil
      || ["mmol/l", "u", "iu"].contains(lower)
  }

  /// The unit in a column's name: what is in parentheses, else its last two words or its last one.
  func unit(in words: NameParts, for shape: QuantityShape, maximum: Double?) -> (unit: String, rest: [String])? {
    let all = words.words
    if let text = words.bracketed, let found = unit(text, for: shape, maximum: maximum) {
      return (found, Array(all.dropLast(NameParts(text).words.count)))
    }
    for count in [3, 2, 1] where all.count > count {
      let text = all.suffix(count).joined()
      let spaced = all.suffix(count).joined(separator: "/")
      for form in [spaced, text] {
        if let found = unit(form, for: shape, maximum: maximum) { return (found, Array(all.dropLast(count))) }
      }
    }
    return nil
  }

  /// The unit in which numbers are of the usual size; a question if that is a guess, which is open unless it is the only
  /// such unit and `all` numbers fit it.
  func unit(
    bySizeFor type: TypeDefinition, _ shape: QuantityShape, numbers: ClosedRange<Double>?, all: ClosedRange<Double>?
  ) -> Found {
    let canonical = shape.unit.unitString
    guard let numbers, let usual = Self.usual[type.id] else {
      let isOnly =
        (shape.unit.dimension.isDimensionless || canonical.hasPrefix("count"))
        && (numbers.map { shape.plausible.contains($0.lowerBound) && shape.plausible.contains($0.upperBound) } ?? true)
      let isSure = isOnly && canonical != "%"
      return Found(
        unit: shape.shownUnit(shape.unit), question: isSure ? nil : "unit? none is named", isOpen: !isSure)
    }
    func fits(_ range: ClosedRange<Double>, _ other: ClosedRange<Double>) -> Bool {
      range.contains(other.lowerBound) && range.contains(other.upperBound)
    }
    let fitting = usual.filter { fits($0.range, numbers) && takes($0.unit, shape) }
    let shown = "\(Self.text(numbers.lowerBound)) to \(Self.text(numbers.upperBound))"
    guard let first = fitting.first else {
      return Found(unit: shape.shownUnit(shape.unit), question: "unit? \(shown) fits none that is usual", isOpen: true)
    }
    return Found(
      unit: first.unit, question: "unit? \(shown) fits \(fitting.map(\.unit).joined(separator: " and "))",
      isOpen: fitting.count > 1 || !fits(first.range, all ?? numbers))
  }

  static func text(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? String(Int(rounded)) : String(rounded)
  }

  private static let percents: Set<String> = ["%", "pct", "percent", "percentage", "prozent", "perc", "pc"]

  private static let spelled: [String: String] = [
    "mgdl": "mg/dL", "mg/dl": "mg/dL", "mmoll": "mmol/L", "mmol/l": "mmol/L", "mmol": "mmol/L", "kgs": "kg",
    "lbs": "lb", "pounds": "lb", "f": "degF", "c": "degC", "degf": "degF", "degc": "degC", "°c": "degC", "°f": "degF",
    "bpm": "count/min", "beats/min": "count/min", "beatspermin": "count/min", "1/min": "count/min",
    "/min": "count/min", "min-1": "count/min", "brpm": "count/min", "breaths/min": "count/min", "mmhg": "mmHg",
    "kpa": "kPa", "kcal": "kcal", "kj": "kJ", "cal": "kcal", "cm": "cm", "km": "km", "m": "m", "mi": "mi",
    "miles": "mi",
    "inches": "in", "inch": "in", "ft": "ft", "ms": "ms", "sec": "s", "s": "s", "min": "min", "mins": "min", "h": "hr",
    "hours": "hr", "hrs": "hr", "g": "g", "grams": "g", "mg": "mg", "ml": "mL", "l": "L", "u": "IU", "iu": "IU",
    "units": "IU", "steps": "count", "count": "count", "counts": "count", "celsius": "degC", "fahrenheit": "degF",
    "mlkgmin": "mL/min·kg", "ml/kg/min": "mL/min·kg", "l/min": "L/min", "m/s": "m/s", "km/h": "km/hr",
  ]

  /// The sizes that numbers of a type usually have in the units that people take.
  private static let usual: [String: [(unit: String, range: ClosedRange<Double>)]] = [
    "bodyMass": [("kg", 25...180), ("lb", 60...400), ("st", 5...25), ("g", 20_000...180_000)],
    "leanBodyMass": [("kg", 20...120), ("lb", 45...260)],
    "height": [("cm", 60...230), ("m", 0.6...2.3), ("in", 25...90), ("ft", 2.5...7.5)],
    "waistCircumference": [("cm", 45...200), ("in", 18...80), ("m", 0.45...2)],
    "bodyTemperature": [("degC", 33...43), ("degF", 92...109)],
    "bloodGlucose": [("mg/dL", 36...600), ("mmol/L", 1.5...33)],
    "oxygenSaturation": [(percentOfHundred, 60...100), ("%", 0.6...1)],
    "bodyFatPercentage": [(percentOfHundred, 2...70), ("%", 0.02...0.7)],
    "bloodPressureSystolic": [("mmHg", 60...260), ("kPa", 8...34)],
    "bloodPressureDiastolic": [("mmHg", 30...160), ("kPa", 4...21)],
    "heartRateVariabilitySDNN": [("ms", 3...300), ("s", 0.003...0.3)],
    "heartRateVariabilityRMSSD": [("ms", 3...300), ("s", 0.003...0.3)],
    "distanceWalkingRunning": [("m", 50...60_000), ("km", 0.05...45), ("mi", 0.05...30)],
    "activeEnergyBurned": [("kcal", 1...6000), ("kJ", 5...25_000)],
    "basalEnergyBurned": [("kcal", 1...4000), ("kJ", 5...17_000)],
  ]
}
