import HealthModel

/// What the subject of an Observation may be: a reference of FHIR R4, or the text of an identifier.
package enum FHIRSubject {
  /// The resources that an Observation may be about.
  private static let resources = ["Patient", "Group", "Device", "Location"]

  /// Whether a text is a reference to a resource, or an identifier.
  package static func isValid(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    if text.hasPrefix("urn:") {
      if text.hasPrefix("urn:uuid:") { return SampleID(String(text.dropFirst(9))) != nil }
      return text.hasPrefix("urn:oid:") && text.dropFirst(8).utf8.allSatisfy { $0 == 0x2E || $0 &- 0x30 < 10 }
    }
    guard text.contains("/") else { return !text.isEmpty }
    let isURL = text.hasPrefix("https://") || text.hasPrefix("http://")
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard isPlain, isURL || parts.count == 2, let id = parts.last, resources.contains(String(parts[parts.count - 2]))
    else { return false }
    return (1...64).contains(id.utf8.count)
      && id.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x2E }
  }
}
