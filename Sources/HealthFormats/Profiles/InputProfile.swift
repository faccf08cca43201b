package import HealthModel

/// What a profile says of an input besides its layout.
package struct InputProfile: Sendable, Hashable {
  /// The plugin and the profile, `fitbit/steps`.
  package var name: String
  /// Where the profile says how records become samples.
  package var mark: CatalogMark
  /// The zone of all times without an offset, as the form has it: no option is about these times.
  package var timeZone: String?
  package var needsTimeZone: Bool
  /// The name of the spellings of units that are taken; `nil` for those of the run.
  package var units: String?

  package init(
    name: String, at mark: CatalogMark, timeZone: String? = nil, needsTimeZone: Bool = false, units: String? = nil
  ) {
    self.name = name
    self.mark = mark
    self.timeZone = timeZone
    self.needsTimeZone = needsTimeZone
    self.units = units
  }
}

/// How the records of an input become samples, and the profile that says so.
///
/// A class, though immutable: an archive may have tens of thousands of files of one form, and a layout takes some hundred
/// bytes.
package final class InputLayout: Sendable {
  /// How records become samples.
  package let layout: TableLayout
  package let profile: InputProfile?

  /// The form of Assay's own files.
  static let plain = InputLayout(TableLayout())

  package init(_ layout: TableLayout, _ profile: InputProfile? = nil) {
    self.layout = layout
    self.profile = profile
  }
}

extension ResolvedInput {
  /// The input's path as its content would be named: without the ending of a compression.
  package var contentPath: String {
    if case .shared(let member, _) = place { return member.name }
    return compression == nil ? displayPath : Compression.innerPath(of: displayPath)
  }

  package func reading(by form: InputLayout) -> ResolvedInput {
    var input = self
    input.form = form
    return input
  }
}
