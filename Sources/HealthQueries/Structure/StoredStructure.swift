import HealthModel
import HealthUnits

/// What is needed to read the content of samples of a structured type; samples share it.
final class ParsedStructure: Sendable {
  let shape: StructureShape
  let units: UnitTable

  init(shape: StructureShape, units: UnitTable) {
    self.shape = shape
    self.units = units
  }
}

/// The content of a structured sample: as its text is stored, or decoded.
///
/// A route has ten thousands of numbers that few who list samples want: the text is taken apart when it is asked for.
struct StoredStructure: Sendable {
  private enum Form: Sendable {
    case text([UInt8], ParsedStructure)
    case content(StructureContent)
  }

  private let form: Form

  /// Takes the canonical object of a sample.
  init(_ text: [UInt8], of reading: ParsedStructure) { form = .text(text, reading) }

  init(_ content: StructureContent) { form = .content(content) }

  /// The content; without its points if they are not wanted.
  ///
  /// Of a text that is not JSON nothing.
  func content(withPoints: Bool = true) -> StructureContent {
    switch form {
    case .content(let content): return content
    case .text(let text, let reading):
      do throws(SyntaxError) {
        return try StructureContent(
          reading.shape, at: 0..<text.count, in: text.span.bytes, units: reading.units, readsPoints: withPoints)
      } catch {
        return StructureContent(shape: reading.shape)
      }
    }
  }

  /// How many points it has; those that a text has are counted, not read.
  var pointCount: Int {
    switch form {
    case .content(let content): return content.points?.count ?? 0
    case .text(let text, _): return StructureContent.pointCount(at: 0..<text.count, in: text.span.bytes)
    }
  }

  /// The sample that it belongs to.
  ///
  /// Points are after it in the text, and are not looked at.
  var parent: SampleID? {
    switch form {
    case .content(let content): return content.parent
    case .text(let text, _): return StructureContent.parent(at: 0..<text.count, in: text.span.bytes)
    }
  }
}

extension StoredStructure: Hashable {
  /// Whether two have the same content, whatever form it is in.
  static func == (left: StoredStructure, right: StoredStructure) -> Bool {
    if case .text(let one, let reading) = left.form, case .text(let other, let second) = right.form,
      reading === second
    {
      return one == other
    }
    return left.content() == right.content()
  }

  func hash(into hasher: inout Hasher) { content(withPoints: false).fields.hash(into: &hasher) }
}
