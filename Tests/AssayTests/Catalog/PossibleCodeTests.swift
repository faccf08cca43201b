import Foundation
import HealthModel
import HealthValidation
import Testing

/// The codes that a type's page lists are all that its samples can have.
@Suite("Codes of a type") struct PossibleCodeTests {
  /// What any record can have, whatever its type.
  private static let general: Set<DiagnosticCode> = [
    .jsonSyntax, .jsonDuplicateKey, .nesting, .stringTooLong, .objectTooLarge, .fieldUnknown, .typeUnknown, .encoding,
    .uuidInvalid, .uuidConflict, .subjectMissing,
  ]

  private static let registry = try? ProjectFiles.registry(["Tests/Cases/samples/catalog"])

  @Test("every code that a case raises is one of its type, or of its members' types", arguments: try SampleCase.all())
  func cases(_ item: SampleCase) throws {
    let registry = try #require(Self.registry)
    guard let object = try? JSONSerialization.jsonObject(with: Data(item.text)) as? [String: Any],
      let type = (object["type"] as? String).flatMap({ registry.type(named: $0) })
    else { return }
    var possible = Self.general.union(type.possibleCodes)
    for member in object["members"] as? [Any] ?? [] {
      let name = (member as? [String: Any])?["type"] as? String
      possible.formUnion(name.flatMap { registry.type(named: $0) }?.possibleCodes ?? [])
    }
    for finding in item.findings {
      let name = finding.split(separator: " ")[1]
      let code = try #require(DiagnosticCode(name: name))
      #expect(possible.contains(code), "\(type.id) has \(name)")
    }
  }

  @Test("every code that an example must raise is one of its type") func examples() throws {
    let registry = try #require(Self.registry)
    for type in registry.types {
      for code in type.examples.compactMap(\.expectedCode) where !Self.general.contains(code) {
        #expect(type.possibleCodes.contains(code), "\(type.id): \(code.name)")
      }
    }
  }

  @Test(
    "a code that depends on a limit is listed only with the limit",
    arguments: [
      ("heartRate", DiagnosticCode.valueNotAllowed, true), ("heartRate", .memberMissing, false),
      ("heartRate", .valueNotInEnum, false), ("sleepAnalysis", .valueNotInEnum, true),
      ("sleepAnalysis", .unitMissing, false), ("sleepAnalysis", .stageOutsideSession, true),
      ("bloodPressure", .memberMissing, true), ("workout", .ruleBroken, true), ("heartRate", .ruleBroken, false),
      ("workoutRoute", .pointsLength, true), ("workout", .pointsLength, false), ("dateOfBirth", .endBeforeStart, false),
      ("stepCount", .rateImpossible, true), ("heartRate", .rateImpossible, false),
    ] as [(String, DiagnosticCode, Bool)])
  func one(_ id: String, _ code: DiagnosticCode, _ isPossible: Bool) throws {
    let type = try #require(Self.registry?.type(named: id))
    #expect(type.possibleCodes.contains(code) == isPossible)
  }
}
