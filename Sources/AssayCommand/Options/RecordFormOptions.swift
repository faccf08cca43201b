import ArgumentParser
import HealthFormats

/// How samples are written in published forms of JSON.
struct RecordFormOptions: ParsableArguments {
  @Option(
    help: """
      With --as fhir: the subject of all observations, a reference such as Patient/1 or an identifier, in place of each \
      sample's own.
      """)
  var fhirSubject: String?

  @Flag(
    help: """
      With --as fhir: write what FHIR has no place for as the text of a component, for receivers that refuse extensions \
      they do not know.
      """)
  var fhirNoExtensions = false

  @Option(
    help: "With --as open-mhealth: the header, ieee (1752.1, default) or omh (Open mHealth 1.2).",
    completion: .list(["ieee", "omh"]))
  var omhHeader: String?

  /// The options of a writer.
  func options(_ form: InterchangeForm, isDocument: Bool) throws -> InterchangeOptions {
    var options = InterchangeOptions()
    options.isDocument = isDocument
    guard form == .fhir || (fhirSubject == nil && !fhirNoExtensions) else {
      throw CommandFailure.usage("--fhir-subject and --fhir-no-extensions go with --as fhir")
    }
    guard form == .openMHealth || omhHeader == nil else {
      throw CommandFailure.usage("--omh-header goes with --as open-mhealth")
    }
    if let fhirSubject, fhirSubject.isEmpty { throw CommandFailure.usage("--fhir-subject takes a text") }
    options.subject = fhirSubject
    options.hasExtensions = !fhirNoExtensions
    switch omhHeader {
    case nil, "ieee": break
    case "omh": options.hasOpenMHealthHeader = true
    default: throw CommandFailure.usage("--omh-header takes ieee or omh")
    }
    return options
  }
}
