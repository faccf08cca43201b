import ArgumentParser
import Assay
import HealthModel

/// When a command fails though its findings alone would not make it.
struct ThresholdOptions: ParsableArguments {
  @Option(
    name: .customLong("fail-if"),
    help: """
      Make the status 1 if more than this was found, as 'refused > 1%', 'unit-incompatible > 0' or \
      'errors > 5 in type:heartRate'; fail_if of assay.yaml holds as well. Repeatable.
      """)
  var failIf: [String] = []

  func thresholds(_ project: Project?) throws -> Thresholds { try Thresholds(project, adding: failIf) }
}
