import ArgumentParser
import HealthFormats
import HealthModel

/// How samples are written in published forms of JSON.
struct RecordFormatOptions: ParsableArguments {
  @OptionGroup var fhir: FHIRFormatOptions

  @Option(
    help: "With --as open-mhealth: the header, ieee (1752.1, default) or omh (Open mHealth 1.2).",
    completion: .list(["ieee", "omh"]))
  var omhHeader: String?

  func options(_ form: InterchangeFormat, isDocument: Bool) throws -> InterchangeOptions {
    var options = try fhir.options(form)
    options.isDocument = isDocument
    guard form == .openMHealth || omhHeader == nil else {
      throw Failure.usage("--omh-header goes with --as open-mhealth")
    }
    switch omhHeader {
    case nil, "ieee": break
    case "omh": options.hasOpenMHealthHeader = true
    default: throw Failure.usage("--omh-header takes ieee or omh")
    }
    return options
  }
}

/// How samples are written as observations of FHIR.
struct FHIRFormatOptions: ParsableArguments {
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

  /// The options of a writer.
  ///
  /// - Throws: `Failure` for options that are not for the form, and for a subject that FHIR does not have.
  func options(_ form: InterchangeFormat?) throws -> InterchangeOptions {
    guard form == .fhir || (fhirSubject == nil && !fhirNoExtensions) else {
      throw Failure.usage("--fhir-subject and --fhir-no-extensions go with --as fhir")
    }
    if let fhirSubject, !FHIRSubject.isValid(fhirSubject) {
      throw Failure.usage(
        "--fhir-subject takes a reference such as Patient/1, a URL, `urn:uuid:` and a UUID, or an identifier without `/`; "
          + "got `\(TextEscaping.escaped(fhirSubject, limit: 100))`")
    }
    var options = InterchangeOptions()
    options.subject = fhirSubject
    options.hasExtensions = !fhirNoExtensions
    return options
  }
}
