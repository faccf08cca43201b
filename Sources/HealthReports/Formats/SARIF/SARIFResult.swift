import HealthModel

enum SARIFResult {
  /// The object's bytes.
  static func object(_ diagnostic: Diagnostic, fingerprint: String) -> [UInt8] {
    let place = ReportedPlace(diagnostic.location)
    var json = JSONBuilder()
    json.object { result in
      if let rule = diagnostic.rule {
        // The descriptors of plugins' rules come after those of all codes, and are found by their ids.
        result.member("ruleId", rule)
      } else {
        // How a plugin failed is a rule below the one that `ruleIndex` names, as the format has it.
        let code = diagnostic.code.name
        result.member("ruleId", diagnostic.failure.map { "\(code)/\($0)" } ?? code)
        result.member("ruleIndex", Int(diagnostic.code.rawValue))
      }
      result.member("level", diagnostic.severity.name)
      append(text: diagnostic.sentence(at: place), to: &result)
      result.key("locations")
      result.array { list in
        list.object { append(place, to: &$0) }
      }
      if !diagnostic.related.isEmpty { append(diagnostic.related, to: &result) }
      result.key("partialFingerprints")
      result.object { $0.member("assayFinding/v1", fingerprint) }
      if diagnostic.type != nil || diagnostic.pointer != nil || place.member != nil {
        result.key("properties")
        result.object { properties in
          properties.member("type", diagnostic.type)
          properties.member("pointer", diagnostic.pointer)
          properties.member("member", place.member)
        }
      }
    }
    return json.bytes
  }

  private static func append(_ related: [RelatedLocation], to result: inout JSONBuilder) {
    result.key("relatedLocations")
    result.array { list in
      for other in related {
        list.object { item in
          append(ReportedPlace(other.location), to: &item)
          append(text: other.message, to: &item)
        }
      }
    }
  }

  private static func append(_ place: ReportedPlace, to location: inout JSONBuilder) {
    location.key("physicalLocation")
    location.object { physical in
      physical.key("artifactLocation")
      physical.object { $0.member("uri", place.uri) }
      guard place.line > 0 else { return }
      physical.key("region")
      physical.object { region in
        region.member("startLine", place.line)
        if place.column > 0 { region.member("startColumn", place.column) }
        if let offset = place.byteOffset { region.member("byteOffset", Int(offset)) }
      }
    }
  }

  private static func append(text: String, to json: inout JSONBuilder) {
    json.key("message")
    json.object { $0.member("text", plain(text)) }
  }

  /// A message; `](` is taken apart, since `[text](target)` in a message is a link.
  static func plain(_ text: String) -> String {
    var plain = ""
    var isBehindBracket = false
    for scalar in text.unicodeScalars {
      if scalar == "(", isBehindBracket { plain += " " }
      plain.unicodeScalars.append(scalar)
      isBehindBracket = scalar == "]"
    }
    return plain
  }
}
