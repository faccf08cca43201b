import Foundation
import HealthModel
import Testing

@testable import FHIR
@testable import HealthFormats

/// The rules of FHIR R4 that a validator applies to observations, on what is written of all types.
@Suite("FHIR's rules") struct FHIRRuleTests {
  private typealias Object = [String: Any]

  private static func observations(_ options: InterchangeOptions = InterchangeOptions()) throws -> [[String: Any]] {
    var samples = try InterchangeSamples(seed: 20_260_101)
    let text = samples.text(samples.batch(ofEach: 3), .fhir, options)
    return try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private static func withoutExtensions() -> InterchangeOptions {
    var options = InterchangeOptions()
    options.hasExtensions = false
    return options
  }

  private static func codings(_ concept: Any?) -> [(system: String, code: String)] {
    ((concept as? Object)?["coding"] as? [Object] ?? []).map {
      ($0["system"] as? String ?? "", $0["code"] as? String ?? "")
    }
  }

  private static func loinc(_ object: Object) -> [String] {
    codings(object["code"]).filter { $0.system == "http://loinc.org" }.map(\.code)
  }

  /// All objects in an object, with the key that each has there.
  private static func walk(_ value: Any, key: String, _ body: (String, Any) -> Void) {
    body(key, value)
    if let object = value as? Object { for (key, value) in object { walk(value, key: key, body) } }
    if let list = value as? [Any] { for value in list { walk(value, key: key, body) } }
  }

  @Test("every profile of vital signs is satisfied", arguments: VitalSignsProfile.all.map(\.required))
  func vitalSigns(_ code: String) throws {
    let profile = try #require(VitalSignsProfile.all.first { $0.required == code })
    let found = try (Self.observations() + Self.observations(Self.withoutExtensions())).filter {
      !Set(Self.loinc($0)).isDisjoint(with: profile.codes)
    }
    #expect(!found.isEmpty)
    for observation in found {
      // The code of the profile is among the codes, with any finer one.
      #expect(Self.loinc(observation).contains(profile.required))
      let categories = try #require(observation["category"] as? [Object])
      #expect(
        categories.contains { category in
          Self.codings(category).contains { $0.system == FHIRNames.categories && $0.code == "vital-signs" }
        })
      #expect(observation["subject"] is Object)
      // vs-1: known at least to the day.
      let time = observation["effectiveDateTime"] ?? (observation["effectivePeriod"] as? Object)?["start"]
      #expect((time as? String)?.count ?? 0 >= 20)
      let quantity = observation["valueQuantity"] as? Object
      if profile.units.isEmpty {
        #expect(quantity == nil)
        let components = try #require(observation["component"] as? [Object])
        for wanted in ["8480-6", "8462-4"] {
          let part = try #require(components.first { Self.loinc($0).contains(wanted) })
          #expect((part["valueQuantity"] as? Object)?["code"] as? String == "mm[Hg]")
        }
      } else {
        // vs-2: with neither components nor members there is a value.
        let quantity = try #require(quantity)
        #expect(quantity["value"] is NSNumber && quantity["unit"] is String)
        #expect(quantity["system"] as? String == "http://unitsofmeasure.org")
        #expect(profile.units.contains(try #require(quantity["code"] as? String)))
      }
    }
  }

  @Test("elements, extensions, quantities and components are as FHIR demands", arguments: [true, false])
  func invariants(hasExtensions: Bool) throws {
    for observation in try Self.observations(hasExtensions ? InterchangeOptions() : Self.withoutExtensions()) {
      #expect(observation["status"] as? String == "final")
      #expect((observation["id"] as? String)?.wholeMatch(of: /[A-Za-z0-9\-\.]{1,64}/) != nil)
      #expect(!Self.codings(observation["code"]).isEmpty)
      let own = Self.codings(observation["code"]).map { "\($0.system)|\($0.code)" }
      let values = observation.keys.filter { $0.hasPrefix("value") }
      #expect(values.count <= 1)
      for component in observation["component"] as? [Object] ?? [] {
        // vs-3, obs-7.
        #expect(component.keys.filter { $0.hasPrefix("value") }.count == 1)
        let codes = Self.codings(component["code"]).map { "\($0.system)|\($0.code)" }
        #expect(!codes.isEmpty && Set(codes).isDisjoint(with: own))
      }
      if !hasExtensions { #expect(observation["extension"] == nil) }
      Self.walk(observation, key: "") { key, value in
        // ele-1 and JSON: nothing is empty.
        #expect(
          (value as? Object)?.isEmpty != true && (value as? [Any])?.isEmpty != true
            && (value as? String)?.isEmpty != true)
        #expect((value as? String)?.utf8.count ?? 0 <= 1_048_576)
        guard let object = value as? Object else { return }
        #expect(object["display"] == nil)
        if key == "extension" {
          // ext-1.
          #expect((object["extension"] != nil) != object.keys.contains { $0.hasPrefix("value") })
        }
        if key.hasSuffix("Quantity") {
          // qty-3, and no unit of UCUM is an annotation.
          #expect(object["code"] == nil || object["system"] as? String == "http://unitsofmeasure.org")
          #expect((object["code"] as? String)?.contains("{") != true)
          #expect(object["comparator"] == nil)
        }
        if key == "valueSampledData" {
          #expect((object["period"] as? Double ?? 0) > 0 && object["dimensions"] as? Int == 1)
          #expect(object["origin"] is Object)
        }
      }
      if let period = observation["effectivePeriod"] as? Object {
        #expect(period["start"] is String && period["end"] is String)
      }
    }
  }

  @Test("only what HealthKit has not is of a system of this project")
  func systems() throws {
    for observation in try Self.observations() {
      for coding in Self.codings(observation["code"]) {
        let known = ["http://loinc.org", FHIRNames.healthKit, FHIRNames.typeSystem, "urn:oid:2.16.840.1.113883.6.24"]
        #expect(known.contains(coding.system))
        #expect((coding.system == FHIRNames.healthKit) == coding.code.hasPrefix("HK"))
      }
    }
  }

  @Test("ids of a Bundle are those of its resources, each once")
  func bundle() throws {
    var samples = try InterchangeSamples(seed: 3)
    var options = InterchangeOptions()
    options.isDocument = true
    let text = samples.text(samples.batch(ofEach: 1), .fhir, options)
    let bundle = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
    #expect(bundle["resourceType"] as? String == "Bundle" && bundle["type"] as? String == "collection")
    let entries = try #require(bundle["entry"] as? [Object])
    let urls = entries.compactMap { $0["fullUrl"] as? String }
    #expect(urls.count == entries.count && entries.count > 200)
    for (url, entry) in zip(urls, entries) {
      #expect(url == "urn:uuid:\((entry["resource"] as? Object)?["id"] as? String ?? "")")
      #expect(entry["request"] == nil && entry["search"] == nil && entry["response"] == nil)
    }
  }
}
