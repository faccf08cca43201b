import HealthCatalog
import HealthModel

extension ConfigurationDecoder {
  /// The items of `fail_if`, whose data sets must be there.
  mutating func thresholds(_ field: Field, of dataSets: [DataSet]) -> [Threshold]? {
    let paths = dataSets.map(\.path.value)
    return list(field) { decoder, item in decoder.threshold(item, dataSets: paths) }
  }

  private mutating func threshold(_ field: Field, dataSets: [String]) -> Threshold? {
    guard let text = located(field) else { return nil }
    let condition: FailureCondition
    do throws(FailureConditionError) {
      condition = try FailureCondition(text.value)
    } catch {
      report(
        .configValue, "\(CatalogText.shown(text.value)) is not a threshold: \(error)", at: text.mark,
        hint: error.hint ?? FailureCondition.examples)
      return nil
    }
    for path in condition.scope.dataSets where !dataSets.contains(path) {
      report(
        .configValue, "no data set has the path \(CatalogText.shown(path))", at: text.mark,
        hint: Suggestion.nearest(to: path, among: dataSets).map { "did you mean \(CatalogText.shown($0))?" }
          ?? "`data:` names the `path` of an item of `data` as it is written")
    }
    return Threshold(text: text, condition: condition)
  }
}
