import HealthCatalog
import HealthModel
import HealthStorage
import HealthTestKit
import Testing

/// Samples as text become batches with the ids of an import.
@Suite struct WorkbenchTests {
  private static let heart = #"{"type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T08:00:00-07:00"}"#

  @Test func aLineBecomesANormalizedSample() throws {
    let workbench = SampleWorkbench(registry: try TestPlace.registry())
    let batch = try workbench.batch(Self.heart)
    #expect(batch.count == 1)
    #expect(batch.digest.allSatisfy { $0 != 0 })
    // As `Documentation/samples.md` has it.
    let line = #"""
      {"uuid":"019B7A12-A180-825C-985B-E4D0BE773546","type":"heartRate","value":72,"unit":"count/min","start":"2026-01-01T15:00:00Z","end":"2026-01-01T15:00:00Z","offset":"-07:00"}
      """#
    #expect(workbench.lines(of: batch) == [line])
    #expect(workbench.lines(of: try workbench.batch(line)) == [line])
  }

  @Test func aCorrelationIsOneLineWithItsMembers() throws {
    let workbench = SampleWorkbench(registry: try TestPlace.registry())
    let batch = try workbench.batch(
      #"""
      {"type":"bloodPressure","start":"2026-01-01T08:00:00Z","members":[{"type":"bloodPressureSystolic","value":120,"unit":"mmHg"},{"type":"bloodPressureDiastolic","value":80,"unit":"mmHg"}]}
      """# + "\n" + Self.heart)
    #expect(batch.correlation == [-1, 0, 0, -1])
    #expect(workbench.lines(of: batch).count == 2)
  }

  @Test func noSampleIsAnErrorWithItsLine() throws {
    let workbench = SampleWorkbench(registry: try TestPlace.registry())
    let error = #expect(throws: Failure.self) {
      _ = try workbench.batch(Self.heart + "\n" + #"{"type":"heartRate","value":72,"unit":"kg"}"#)
    }
    #expect(error?.message.hasPrefix("line 2 ") == true, "\(error?.message ?? "")")
  }

  @Test func furtherTypesAreAddedToTheBuiltInOnes() throws {
    let grip = """
      schema: 1
      type: org.example.grip
      kind: quantity
      title: Grip
      aggregation: discreteArithmetic
      unit: kg

      """
    let workbench = try SampleWorkbench(
      definitions: [CatalogFile(path: "org.example.grip.yaml", bytes: Array(grip.utf8))])
    let line = #"{"type":"org.example.grip","value":40,"unit":"kg","start":"2026-01-01T08:00:00Z"}"#
    #expect(try workbench.batch(line + "\n" + Self.heart).count == 2)
  }

  @Test func aWrongDefinitionIsAnError() {
    #expect(throws: Failure.self) {
      _ = try SampleWorkbench(
        definitions: [CatalogFile(path: "org.example.grip.yaml", bytes: Array("schema: 1\ntype: x\n".utf8))])
    }
  }

  @Test func aContextCodesLinesOfItsTypes() throws {
    let workbench = SampleWorkbench(registry: try TestPlace.registry())
    let batch = try workbench.batch(Self.heart)
    let context = workbench.context(StorageOptions(isReadOnly: true))
    #expect(context.options.isReadOnly)
    var text: [UInt8] = []
    context.lines.append(0, of: batch, to: &text)
    let again = try context.lines.samples(text + [UInt8(ascii: "\n")], groups: [1])
    #expect(again.id == batch.id && again.digest == batch.digest)
  }
}
