import Assay
import Foundation
import HealthModel
import Testing

/// Content ids are for ever: fifty are pinned, and what must not change them does not.
struct IdentityTests {
  private static let golden = "Tests/Golden/identity/ids.txt"

  @Test("fifty ids are pinned") func pinned() async throws {
    let bench = try Workbench(registry: ProjectFiles.registry())
    let samples = String(decoding: try ProjectFiles.bytes("Tests/Golden/identity/samples.ndjson"), as: UTF8.self)
    let normal = try await bench.normalize(try bench.file("a.ndjson", samples))
    let ids = normal.split(separator: "\n").map { String($0.dropFirst(9).prefix(36)) }
    #expect(ids.count == 50)
    let text = ids.joined(separator: "\n") + "\n"
    if ProjectFiles.isBlessing, !FileManager.default.fileExists(atPath: ProjectFiles.root + "/" + Self.golden) {
      // Written once. A change of ids is a new scheme, not a new golden.
      try Data(text.utf8).write(to: URL(fileURLWithPath: ProjectFiles.root + "/" + Self.golden))
    }
    #expect(text == String(decoding: try ProjectFiles.bytes(Self.golden), as: UTF8.self))
  }

  private static let base =
    #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Sam""#
    + #","version":"1"}}"#

  @Test(
    "what two exports of one phone differ in is not in the id",
    arguments: [
      #"{"type":"HKQuantityTypeIdentifierBodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z""#
        + #","source":{"name":"Sam"}}"#,
      #"{"type":"bodyMass","value":70500,"unit":"g","start":"2026-01-01T08:00:00Z","source":{"name":"Sam"}}"#,
      #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T10:00:00+02:00","source":{"name":" Sam "}}"#,
      #"{"type":"bodyMass","value":70.50,"unit":"kg","start":"2026-01-01T08:00:00Z""#
        + #","source":{"name":"Sam\u00a0"},"device":{"name":"x"},"created":"2026-01-01T09:00:00Z"}"#,
    ])
  func same(_ line: String) async throws {
    #expect(try await id(of: line) == id(of: Self.base))
  }

  @Test(
    "what a sample is, is in the id",
    arguments: [
      #"{"type":"leanBodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Sam"}}"#,
      #"{"type":"bodyMass","value":70.6,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Sam"}}"#,
      #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:01Z","source":{"name":"Sam"}}"#,
      #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Max"}}"#,
      #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Sam"}"#
        + #","subject":"p1"}"#,
      #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","source":{"name":"Sam"}"#
        + #","metadata":{"Meal":"a"}}"#,
      #"{"type":"bodyMass","value":70.5,"unit":"kg","start":"2026-01-01T08:00:00Z","end":"2026-01-01T08:00:01Z""#
        + #","source":{"name":"Sam"}}"#,
    ])
  func different(_ line: String) async throws {
    #expect(try await id(of: line) != id(of: Self.base))
  }

  @Test("a derived id is a UUID of version 8 with its start in it") func version() async throws {
    let id = try #require(SampleID(try await id(of: Self.base)))
    #expect(id.version == 8)
    #expect(id.high >> 16 == 1_767_254_400_000)
    #expect(id.low >> 62 == 2)
  }

  private func id(of line: String) async throws -> String {
    let bench = try Workbench(registry: ProjectFiles.registry())
    return String(try await bench.normalize(try bench.file("a.ndjson", line)).dropFirst(9).prefix(36))
  }
}
