/// Two units between which no factor exists.
public struct UnitConversionError: Error, Hashable, Sendable {
  /// The unit to convert from, in its canonical form.
  public let from: String
  /// The unit to convert to, in its canonical form.
  public let to: String
  /// The dimension of the first.
  public let fromDimension: Dimension
  /// The dimension of the second.
  public let toDimension: Dimension
  /// Why they do not convert.
  public let reason: Reason

  /// Why two units do not convert.
  public enum Reason: Hashable, Sendable {
    /// They measure different things.
    case dimensionsDiffer
    /// They name results of different assays, such as `%{NGSP}` and `mmol/mol{IFCC}`, which a regression ties and no
    /// factor.
    case assayScalesDiffer
  }

  init(from source: UnitOfMeasure, to target: UnitOfMeasure) {
    from = source.unitString
    to = target.unitString
    fromDimension = source.dimension
    toDimension = target.dimension
    reason = source.assays == target.assays ? .dimensionsDiffer : .assayScalesDiffer
  }
}

extension UnitConversionError: CustomStringConvertible {
  /// One line with both units and what they measure.
  public var description: String {
    let units = "\(DisplayText.quoted(from)) does not convert to \(DisplayText.quoted(to))"
    switch reason {
    case .dimensionsDiffer: return "\(units): dimensions \(fromDimension) and \(toDimension)"
    case .assayScalesDiffer: return "\(units): results of different assays, which no factor ties"
    }
  }
}
