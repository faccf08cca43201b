import HealthFormats
import HealthModel
import Testing

@testable import Assay

/// Columns of tables that are not in English, and columns that no profile reads.
@Suite("Names in guessed profiles") struct ProfileNameTests {
  private func guess(_ text: String) throws -> String {
    let input = ResolvedInput(text: Array(text.utf8), path: "x.csv", format: .csv)
    let guess = ProfileGuess(try ForeignProfile(reading: input), registry: try ProjectFiles.registry())
    let text = guess.configuration(path: "x.csv")
    let read = ConfigurationReader.read(Array(text.utf8), path: "assay.yaml", folder: "/project")
    #expect(read.diagnostics.map(\.message) == [], "\(text)")
    return text
  }

  /// Columns as German, French and Spanish tables call them, and the types.
  static let names: [(column: String, type: String)] = [
    ("Sauerstoffsättigung", "oxygenSaturation"), ("Saturation en oxygène", "oxygenSaturation"),
    ("Saturación de oxígeno", "oxygenSaturation"), ("saturacion_de_oxigeno", "oxygenSaturation"),
    ("Herzfrequenz", "heartRate"), ("Fréquence cardiaque", "heartRate"), ("Frecuencia cardíaca", "heartRate"),
    ("Körpergewicht", "bodyMass"), ("Koerpergewicht (kg)", "bodyMass"), ("Poids", "bodyMass"), ("Peso", "bodyMass"),
    ("Blutdruck systolisch", "bloodPressureSystolic"), ("Systolique", "bloodPressureSystolic"),
    ("Presión diastólica", "bloodPressureDiastolic"), ("Glycémie", "bloodGlucose"), ("Glucosa", "bloodGlucose"),
    ("Blutzucker", "bloodGlucose"), ("Schritte", "stepCount"), ("Nombre de pas", "stepCount"), ("Pasos", "stepCount"),
    ("Température", "bodyTemperature"), ("Körpertemperatur", "bodyTemperature"), ("Größe", "height"),
    // Letters with a mark of their own, as files from a Mac have them.
    ("Tempe\u{301}rature", "bodyTemperature"), ("Ko\u{308}rpergewicht", "bodyMass"),
  ]

  @Test("names in German, French and Spanish", arguments: names)
  func languages(_ item: (column: String, type: String)) throws {
    let text = try guess("Datum;\(item.column)\n2026-01-05T08:00:00Z;71\n2026-01-06T08:00:00Z;72\n")
    #expect(text.contains("type: \(item.type)"), "\(text)")
    #expect(!text.contains("is this"), "\(text)")
  }

  @Test(
    "columns of people are subjects",
    arguments: ["Teilnehmer", "Teilnehmer-ID", "Probanden-ID", "Versuchsperson", "Patient", "Sujet", "Participante"])
  func people(_ column: String) throws {
    let text = try guess("\(column);Datum;Puls\nP01;2026-01-05T08:00:00Z;71\nP02;2026-01-05T08:00:00Z;72\n")
    #expect(text.contains("\(column): subject"), "\(text)")
  }

  @Test("a name that may mean something else is a question", arguments: ["Sauerstoff", "Oxygène", "Oxígeno"])
  func likely(_ column: String) throws {
    let text = try guess("Datum;\(column)\n2026-01-05T08:00:00Z;97,5%\n2026-01-06T08:00:00Z;96,5%\n")
    #expect(text.contains("type: oxygenSaturation, unit: percent 0-100"), "\(text)")
    #expect(text.contains("# is this oxygenSaturation?") && text.contains("decimal: \",\""), "\(text)")
  }

  @Test("a cell with two numbers is not read, and the profile says what to do") func paired() throws {
    let advice = "two numbers in one cell, such as 120/80; give each number a column of its own"
    let alone = try guess("Datum;Blutdruck sys/dia\n2026-01-05T08:00:00Z;120/80\n2026-01-06T08:00:00Z;118 / 79\n")
    #expect(alone.contains("Blutdruck sys/dia has \(advice)"), "\(alone)")
    let other = try guess("Datum;Puls;RR\n2026-01-05T08:00:00Z;70;120/80\n2026-01-06T08:00:00Z;71;118/79\n")
    #expect(other.contains("RR: \"-\"  # not read: \(advice)"), "\(other)")
    let long = try guess("date,test,result\n2026-01-05T08:00:00Z,HR,62\n2026-01-05T08:00:00Z,BP,120/80\n")
    #expect(long.contains("# BP: \(advice)"), "\(long)")
    let ratio = try guess("Datum;Puls;Note\n2026-01-05T08:00:00Z;70;a/b\n2026-01-06T08:00:00Z;71;1/2/3\n")
    #expect(!ratio.contains("two numbers"), "\(ratio)")
  }
}
