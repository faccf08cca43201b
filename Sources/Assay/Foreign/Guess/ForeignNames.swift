/// What tables and apps call types and participants in English, German, French and Spanish, beside the names of the
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
    sujeto participante paciente idpatient idpaciente idsujet numeropatient numeropaciente
    """)

  /// What tells one participant from another in some tables, and is something else in others.
  static let likelySubjects = names("id uid recordid record studyid code caseid kennung kuerzel kürzel")

  private static func names(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }

  private static let sure: KeyValuePairs<String, String> = [
    "heartRate": """
    hr heartrate pulse pulserate puls pulsfrequenz herzfrequenz herzschlag herzrate frequencecardiaque rythmecardiaque \
    pouls frecuenciacardiaca ritmocardiaco pulso pulsaciones
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
    saturationoxygene saturationo2 oxygenesanguin saturaciondeoxigeno saturacionoxigeno oxigenoensangre
    """,
    "bodyTemperature": """
    temp temperature bodytemp fever temperatur koerpertemperatur fieber temperaturecorporelle fievre temperatura \
    temperaturacorporal fiebre
    """,
    "bloodGlucose": """
    glu gluc glucose bloodsugar bg bgl sgv cgm blutzucker blutzuckerwert blutglukose blutglucose glukose glycemie \
    glucosa glucemia glucosaensangre azucarensangre
    """,
    "bloodPressureSystolic": """
    sys syst systolic sbp bpsys bpsystolic systolisch systole systolicbp blutdrucksys blutdrucksystolisch \
    systolischerblutdruck systolique pressionsystolique tensionsystolique pressionarteriellesystolique sistolica \
    presionsistolica tensionsistolica presionarterialsistolica
    """,
    "bloodPressureDiastolic": """
    dia diast diastolic dbp bpdia bpdiastolic diastolisch diastole diastolicbp blutdruckdia blutdruckdiastolisch \
    diastolischerblutdruck diastolique pressiondiastolique tensiondiastolique pressionarteriellediastolique \
    diastolica presiondiastolica tensiondiastolica presionarterialdiastolica
    """,
    "bloodPressure": "bp bloodpressure blutdruck pressionarterielle tensionarterielle presionarterial tensionarterial",
    "respiratoryRate": "resp resprate respirationrate breathingrate atemfrequenz "
      + "frequencerespiratoire frecuenciarespiratoria",
    "stepCount": "steps step stepcount schritte schrittzahl schrittanzahl pas nombredepas pasos numerodepasos",
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
    "heartRateVariabilitySDNN": "hrv", "bodyFatPercentage": "fat fett massegrasse", "bloodGlucose": "zucker bz azucar",
    "activeEnergyBurned": "calories kcal energy",
    "distanceWalkingRunning": "distance dist", "sleepAnalysis": "stage phase", "insulinDelivery": "dose",
    "oxygenSaturation": "oxygen o2 sauerstoff saettigung oxygene oxigeno saturation saturacion",
    "height": "size taille talla altura", "bloodPressure": "tension", "respiratoryRate": "rr",
  ]
}
