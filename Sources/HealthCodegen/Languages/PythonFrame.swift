extension PythonCode {
  /// What all samples have in common.
  static var frame: String {
    func fields(_ names: [String]) -> String {
      names.map { "    \($0): NotRequired[str]" }.joined(separator: "\n")
    }
    return """
      # The id of a type, a unit, the value of a category or characteristic, a member of a correlation.
      T = TypeVar("T", bound=str)
      U = TypeVar("U", bound=str)
      V = TypeVar("V", bound=str)
      M = TypeVar("M")


      # A number with a unit.
      class QuantityValue(TypedDict):
          value: float
          unit: str


      MetadataValue = Union[str, float, bool, QuantityValue]


      class Source(TypedDict):
      \(fields(CodeFields.source))


      class Device(TypedDict):
      \(fields(CodeFields.device))


      # What every sample may have.
      class SampleDetails(TypedDict):
      \(fields(CodeFields.texts))
          source: NotRequired[Source]
          device: NotRequired[Device]
          metadata: NotRequired[Union[Dict[str, MetadataValue], None]]


      # What a sample with a time has: RFC 3339 with an offset.
      class TimedSample(SampleDetails):
          start: str
      \(fields(CodeFields.times))


      class QuantitySample(TimedSample, Generic[T, U]):
          type: T
          value: float
          unit: U


      class CategorySample(TimedSample, Generic[T, V]):
          type: T
          value: V


      # A category that has no cases to tell apart.
      class EventSample(TimedSample, Generic[T, V]):
          type: T
          value: NotRequired[Union[V, None]]


      class CharacteristicSample(SampleDetails, Generic[T, V]):
          type: T
          value: V


      class CorrelationSample(TimedSample, Generic[T, M]):
          type: T
          members: List[M]


      # A quantity in a correlation, whose time is that of the correlation unless it has its own.
      class QuantityMember(SampleDetails, Generic[T, U]):
          type: T
          role: NotRequired[str]
          value: float
          unit: U
          start: NotRequired[str]
      \(fields(CodeFields.times))


      # A category in a correlation, whose time is that of the correlation unless it has its own.
      class CategoryMember(SampleDetails, Generic[T, V]):
          type: T
          role: NotRequired[str]
          value: V
          start: NotRequired[str]
      \(fields(CodeFields.times))

      """
  }
}
