import HealthModel
import HealthValidation
import SeededRandom
import Testing

@testable import Assay
@testable import FHIR
@testable import HealthFormats

/// What is written as FHIR reads back as the same sample, byte for byte.
@Suite("FHIR, written and read") struct FHIRRoundTripTests {
  /// Forms of the output.
  enum Form: String, CaseIterable, CustomTestStringConvertible {
    case lines, bundle, linesWithoutExtensions

    var options: InterchangeOptions {
      var options = InterchangeOptions()
      options.isDocument = self == .bundle
      options.hasExtensions = self != .linesWithoutExtensions
      return options
    }
    var testDescription: String { rawValue }
  }

  @Test("samples of all types come back byte for byte", arguments: Form.allCases)
  func roundTrip(_ form: Form) throws {
    var samples = try InterchangeSamples(seed: SeededGenerator.seed)
    let batch = samples.batch(ofEach: 4)
    let types = Set(batch.type.map { samples.registry.types[Int($0)].id })
    let missing = samples.registry.types.map(\.id).filter { !types.contains($0) }
    #expect(missing.isEmpty, "types without a sample")
    let text = samples.text(batch, .fhir, form.options)
    let result = try samples.read(text, as: "fhir", isDocument: form == .bundle)
    #expect(result.total.refused == 0)
    let (wanted, got) = (samples.lines(of: batch), samples.lines(of: result.batch))
    #expect(wanted.count == got.count)
    for (one, other) in zip(wanted, got) where one != other {
      Issue.record("\(one)\nbecame\n\(other)")
      break
    }
  }

  @Test("a value is written with its point moved, and nothing is rounded")
  func shifts() {
    for (text, places, wanted) in [
      ("0.97", 2, "97"), ("97", -2, "0.97"), ("1.8", 2, "180"), ("0.1234567890123456", 2, "12.34567890123456"),
      ("-1.5e-7", 2, "-0.000015"), ("1e22", 2, "1e24"), ("0", 2, "0"), ("0.00", 2, "0"), ("1e-20", -2, "1e-22"),
      ("100", -2, "1"), ("5", 0, "5"), ("12.5e1", 0, "12.5e1"), ("-0.5", -2, "-0.005"),
    ] {
      var output: [UInt8] = []
      let bytes = Array(text.utf8)
      DecimalShift.append(0..<bytes.count, in: bytes.span.bytes, by: places, to: &output)
      #expect(String(decoding: output, as: UTF8.self) == wanted, "\(text) by \(places)")
    }
  }

  @Test("long texts are written in pieces, none of which ends within a character")
  func pieces() {
    let text = Array(String(repeating: "aß", count: 500_001).utf8)
    let pieces = FHIRExtras.pieces(of: text)
    #expect(pieces.count == 2 && pieces.allSatisfy { $0.count <= FHIRExtras.longestText })
    #expect(pieces.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    #expect(Array(pieces.joined()) == text)
  }

  @Test("a subject that is given is that of all, and the sample keeps its own")
  func subject() throws {
    var samples = try InterchangeSamples(seed: 1)
    let batch = samples.batch(ofEach: 1)
    var options = InterchangeOptions()
    options.subject = "Patient/1"
    let text = samples.text(batch, .fhir, options)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.contains(#""subject":{"reference":"Patient/1"}"#) })
    let result = try samples.read(text, as: "fhir")
    for (one, other) in zip(samples.lines(of: batch), samples.lines(of: result.batch)) where one.contains(#""subject""#)
    {
      #expect(one == other)
    }
  }
}

extension SeededGenerator {
  /// The seed of this run, printed once.
  fileprivate static let seed = seed(of: "FHIRRoundTripTests")
}
