extension KotlinCode {
  /// The properties of a class that are texts and may be missing.
  private static func fields(_ names: [String]) -> String {
    names.map { "    val \($0): String? = null," }.joined(separator: "\n")
  }

  /// The properties that every sample may have, and those of a sample with a time.
  static let details =
    CodeFields.texts.map { "val \($0): String? = null," } + [
      "val source: Source? = null,", "val device: Device? = null,", "val metadata: Map<String, Any?>? = null,",
    ]

  static let times = ["val start: String,"] + CodeFields.times.map { "val \($0): String? = null," }

  /// What all samples have in common.
  static var frame: String {
    func properties(_ lines: [String]) -> String { lines.map { "    " + $0 }.joined(separator: "\n") }
    return """
      /** A number with a unit. */
      data class QuantityValue(val value: Double, val unit: String)

      data class Source(
      \(fields(CodeFields.source))
      )

      data class Device(
      \(fields(CodeFields.device))
      )

      /** A sample as a line of NDJSON; values of `metadata` are texts, numbers, truth values, and `QuantityValue`. */
      interface Sample {
          val type: String
      }

      /** A sample of a quantity. */
      data class QuantitySample(
          override val type: String,
          val value: Double,
          val unit: String,
      \(properties(times + details))
      ) : Sample

      /** A sample of a category: its value is the `id` of a case. */
      data class CategorySample(
          override val type: String,
          val value: String?,
      \(properties(times + details))
      ) : Sample

      /** A fact about a person: the `id` of a case, a date, or a text. */
      data class CharacteristicSample(
          override val type: String,
          val value: String,
      \(properties(details))
      ) : Sample

      /** A member of a correlation, whose time is that of the correlation unless it has its own. */
      data class Member(
          override val type: String,
          val role: String? = null,
          val value: Any?,
          val unit: String? = null,
          val start: String? = null,
      \(properties(Array(times.dropFirst()) + details))
      ) : Sample

      /** Samples that only make sense together. */
      data class CorrelationSample(
          override val type: String,
          val members: List<Member>,
      \(properties(times + details))
      ) : Sample
      """.trailingCommasDropped
  }
}

extension String {
  /// The text without commas before a closing parenthesis, which the language has had since 1.4 only.
  fileprivate var trailingCommasDropped: String { replacing(",\n)", with: "\n)") }
}
