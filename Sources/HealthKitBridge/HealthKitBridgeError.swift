#if canImport(HealthKit) || HEALTHKIT_STUB
  /// Why a sample cannot go from HealthKit to the library, or the other way.
  public enum HealthKitBridgeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The registry has no type of this identifier or name.
    case unknownType(String)
    /// Samples of this kind are not converted: routes, electrocardiograms, documents.
    case unsupportedType(String)
    /// HealthKit has no type that is this one.
    case notInHealthKit(String)
    /// HealthKit lets no app save samples of this type.
    case readOnly(String)
    /// A workout is made by `HKWorkoutBuilder`, not as a value.
    case needsWorkoutBuilder
    /// The quantity of a type, or of a key of metadata, has another dimension than the registry says, or a unit that
    /// HealthKit does not know.
    case otherUnit(of: String)
    /// The enum has no case of this raw value.
    case unknownCase(of: String, raw: Int)
    /// The sample has no start, or a value of another form than its type.
    case incomplete(String)
    /// The metadata has a value of a class that HealthKit does not document.
    case unsupportedMetadata(key: String)

    /// What is wrong, and what to do.
    public var description: String {
      switch self {
      case .unknownType(let name): "the registry has no type \(name): add a definition for it"
      case .unsupportedType(let name): "samples of \(name) are not converted: read them with a query of HealthKit"
      case .notInHealthKit(let name): "HealthKit has no type \(name): keep its samples in a store of your own"
      case .readOnly(let name): "HealthKit lets no app save \(name)"
      case .needsWorkoutBuilder: "HealthKit cannot make a workout from values: collect it with HKWorkoutBuilder"
      case .otherUnit(let name): "\(name) has a quantity of another unit than HealthKit and the registry agree on"
      case .unknownCase(let name, let raw): "\(name) has no case \(raw): add it to the definition"
      case .incomplete(let name): "the sample of \(name) lacks its start, or has a value of another form"
      case .unsupportedMetadata(let key): "the value of \(key) is neither text, number, date nor quantity"
      }
    }
  }
#endif
